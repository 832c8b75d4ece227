// SPDX-License-Identifier: Apache-2.0

extension Disk {
  /// Access that other users have to a file that only its owner should use.
  package struct Exposure: Hashable, Sendable {
    /// Path of the file, as given.
    package let file: String
    /// Permission bits of the file, or of its folder if `isFolder` is true.
    package let mode: UInt32
    /// Whether the file itself is private, but everyone can replace it because of its folder.
    package let isFolder: Bool

    /// Whether others can change the file, and not only read it.
    package var isWritable: Bool { mode & 0o022 != 0 }
  }

  /// Returns the access of other users to an ordinary file. Returns nil if there is none or if it
  /// is not an ordinary file.
  ///
  /// Group permissions of the folder are ignored, because on many systems each user has a separate
  /// group.
  package static func exposure(of file: String) -> Exposure? {
    var status = stat()
    guard !file.utf8.contains(0), stat(file, &status) == 0, kind(of: status) == .file else {
      return nil
    }
    let mode = UInt32(status.st_mode) & 0o7777
    if mode & 0o066 != 0 { return Exposure(file: file, mode: mode & 0o777, isFolder: false) }
    guard stat(FilePath.parent(file), &status) == 0 else { return nil }
    let folder = UInt32(status.st_mode) & 0o7777
    // In a sticky folder, such as /tmp, users cannot delete files of others.
    guard folder & 0o002 != 0, folder & 0o1000 == 0 else { return nil }
    return Exposure(file: file, mode: folder & 0o777, isFolder: true)
  }
}

extension DiskReader {
  /// Returns the access of other users to a file. Returns nil if there is none, and for files in
  /// memory.
  package func exposure(of file: String) -> Disk.Exposure? {
    isOfMemory ? nil : Disk.exposure(of: file)
  }
}
