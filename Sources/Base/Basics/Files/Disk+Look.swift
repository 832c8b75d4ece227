// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// Counts the names an ordinary file has; nil for a folder, a pipe or nothing.
  ///
  /// Symbolic links are followed.
  package static func hardLinkCount(of path: String) -> Int? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, kind(of: status) == .file else {
      return nil
    }
    return Int(clamping: status.st_nlink)
  }

  /// Reads the beginning of an ordinary file, at most `limit` bytes; nothing of a pipe or device.
  package static func head(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    try check(path, .read)
    // A pipe that nobody writes must not stop the process.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileError(.read, path) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileError(.read, path) }
    guard kind(of: status) == .file else { return [] }
    let room = min(limit, Int(clamping: status.st_size))
    var outcome = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      while count < room {
        outcome = readOnce(descriptor, buffer.baseAddress.map { $0 + count }, room - count)
        if outcome <= 0 { break }
        count += outcome
      }
    }
    if outcome < 0 { throw FileError(.read, path) }
    return bytes
  }

  /// Resolves symbolic links as far as the path exists: of a file that is not there yet, those of
  /// its folder.
  package static func resolvingFolder(of path: String) -> String {
    if let resolved = try? resolvingSymbolicLinks(path) { return resolved }
    let name = FilePath.lastComponent(path)
    if name != "..", name != ".", let folder = try? resolvingSymbolicLinks(FilePath.parent(path)) {
      return FilePath.join(folder, name)
    }
    let start = (try? currentFolder()) ?? "/"
    return FilePath.normalised(FilePath.join(start, path))
  }
}
