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
