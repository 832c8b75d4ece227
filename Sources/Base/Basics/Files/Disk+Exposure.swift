// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// What others than its owner can do with a file, where that is anything.
  package struct Exposure: Hashable, Sendable {
    /// The path of the file, as it was named.
    package let file: String
    /// The permission bits of the file, or of its folder where `isFolder` is set.
    package let mode: UInt32
    /// Whether the file itself is closed, but everyone may put another in its place.
    package let isFolder: Bool

    /// Whether others can change the file, and not only read it.
    package var isWritable: Bool { mode & 0o022 != 0 }
  }

  /// What others can do with an ordinary file that is to be its owner's alone; nil when that is
  /// nothing, and for anything that is not an ordinary file.
  ///
  /// A folder counts only where everyone may write to it: many systems give each user a group.
  package static func exposure(of file: String) -> Exposure? {
    var status = stat()
    guard !file.utf8.contains(0), stat(file, &status) == 0, kind(of: status) == .file else {
      return nil
    }
    let mode = UInt32(status.st_mode) & 0o7777
    if mode & 0o066 != 0 { return Exposure(file: file, mode: mode & 0o777, isFolder: false) }
    guard stat(FilePath.parent(file), &status) == 0 else { return nil }
    let folder = UInt32(status.st_mode) & 0o7777
    // In a sticky folder, such as /tmp, nobody removes what is another's.
    guard folder & 0o002 != 0, folder & 0o1000 == 0 else { return nil }
    return Exposure(file: file, mode: folder & 0o777, isFolder: true)
  }
}

extension DiskReader {
  /// What others can do with a file; nil when that is nothing, and for files in memory.
  package func exposure(of file: String) -> Disk.Exposure? {
    isOfMemory ? nil : Disk.exposure(of: file)
  }
}
