// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a disk still takes.
package struct FreeSpace: Sendable {
  /// What this user may still write.
  package let bytes: Int
  /// How many files may still be made; nil where the file system has no such limit.
  package let files: Int?
  /// Every file takes a multiple of it.
  package let blockInBytes: Int

  package init(bytes: Int, files: Int?, blockInBytes: Int) {
    self.bytes = bytes
    self.files = files
    self.blockInBytes = blockInBytes
  }

  /// Asks the file system a folder lies in.
  package init(of folder: String) throws(FileError) {
    try Disk.check(folder, .inspect)
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw FileError(.inspect, folder) }
    let unit = Int(clamping: status.f_frsize)
    bytes =
      Int(clamping: status.f_bavail).multipliedReportingOverflow(by: unit).overflow
      ? .max : Int(clamping: status.f_bavail) * unit
    // btrfs and some network disks make files as they need them and say 0 of 0.
    files = status.f_files == 0 ? nil : Int(clamping: status.f_favail)
    blockInBytes = max(unit, 1)
  }
}

/// What the files in a folder take, those in its folders included, but no deeper.
package struct TakenSpace: Sendable {
  package private(set) var files = 0
  /// In whole blocks.
  package private(set) var bytes = 0

  package init(files: Int = 0, bytes: Int = 0) {
    self.files = files
    self.bytes = bytes
  }

  package init(in folder: String, blockInBytes: Int) throws(FileError) {
    var folders: [String] = []
    try add(folder, blockInBytes) { folders.append($0) }
    for inner in folders { try add(FilePath.join(folder, inner), blockInBytes) { _ in } }
  }

  private mutating func add(
    _ path: String, _ block: Int, _ found: (String) -> Void
  ) throws(FileError) {
    guard let folder = try OpenFolder(path) else { return }
    var files = 0
    var bytes = 0
    try Disk.forEachEntry(of: path) { entry in
      if entry.kind == .folder { found(entry.name) }
      // What cannot be looked at counts as nothing: it is an estimate.
      guard entry.kind == .file, let size = (try? folder.size(of: entry.name)) ?? nil else {
        return
      }
      files += 1
      bytes += (size + block - 1) / block * block
    }
    self.files += files
    self.bytes += bytes
  }
}
