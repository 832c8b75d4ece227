// SPDX-License-Identifier: Apache-2.0

/// What a disk still takes.
package struct FreeSpace: Sendable {
  /// How many bytes this user may still write.
  package let bytes: Int
  /// How many files may still be made; nil where the file system has no such limit.
  package let files: Int?
  /// The unit of the disk, at least 1: every file takes a multiple of it.
  package let blockInBytes: Int

  /// Asks the file system a folder lies in; throws when there is no such folder.
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
  /// How many ordinary files were found.
  package private(set) var files = 0
  /// How many bytes the files take, each in whole blocks.
  package private(set) var bytes = 0

  /// No files and no bytes, as in a folder that is not there.
  package init() {}

  /// Counts the files in a folder and in the folders in it, each in whole blocks; a missing folder
  /// takes nothing.
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
