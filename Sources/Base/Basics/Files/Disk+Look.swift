// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// Returns the number of hard links to an ordinary file. Returns nil for anything else.
  ///
  /// Symbolic links are followed.
  package static func hardLinkCount(of path: String) -> Int? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0, kind(of: status) == .file else {
      return nil
    }
    return Int(clamping: status.st_nlink)
  }

  /// Reads at most `limit` bytes from the beginning of an ordinary file. Returns nothing for a pipe
  /// or device.
  package static func head(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    try check(path, .read)
    // Without O_NONBLOCK, opening a pipe without a writer would block forever.
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

  /// Resolves symbolic links as far as the path exists. If the file does not exist yet, it resolves
  /// those of its folder.
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
