// SPDX-License-Identifier: Apache-2.0

/// Free space on a disk.
package struct FreeSpace: Sendable {
  /// Number of bytes that this user may still write.
  package let bytes: Int
  /// Number of files that can still be created, or nil if the file system has no limit.
  package let files: Int?
  /// Block size of the disk, at least 1. Every file occupies a multiple of it.
  package let blockInBytes: Int

  /// Gets the values of the file system of a folder. Throws if the folder does not exist.
  package init(of folder: String) throws(FileError) {
    try Disk.check(folder, .inspect)
    var status = statvfs()
    guard statvfs(folder, &status) == 0 else { throw FileError(.inspect, folder) }
    let unit = Int(clamping: status.f_frsize)
    bytes =
      Int(clamping: status.f_bavail).multipliedReportingOverflow(by: unit).overflow
      ? .max : Int(clamping: status.f_bavail) * unit
    // btrfs and some network file systems have no fixed number of files and report 0 of 0.
    files = status.f_files == 0 ? nil : Int(clamping: status.f_favail)
    blockInBytes = max(unit, 1)
  }
}

/// Disk space of the files in a folder and its direct subfolders.
package struct UsedSpace: Sendable {
  /// Number of ordinary files.
  package private(set) var files = 0
  /// Number of bytes in whole blocks.
  package private(set) var bytes = 0

  package init() {}

  /// Counts the files. A missing folder counts as empty.
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
      // This is an estimate, so files that cannot be inspected are skipped.
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
