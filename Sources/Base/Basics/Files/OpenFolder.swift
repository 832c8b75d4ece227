// SPDX-License-Identifier: Apache-2.0

/// A folder that stays open, for many looks at files in it: the system need not find the folder
/// again each time.
package final class OpenFolder: Sendable {
  private let descriptor: Int32
  private let path: String

  /// Opens a folder; nil when nothing is at the path, or something else.
  package init?(_ path: String) throws(FileError) {
    try Disk.check(path, .inspect)
    self.path = path
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor < 0 else { return }
    let error = FileError(.inspect, path)
    if error.isMissing { return nil }
    throw error
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// The size of an ordinary file below the folder in bytes; nil when nothing is there, or a
  /// folder, link or pipe.
  package func size(of name: String) throws(FileError) -> Int? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 {
      return Disk.kind(of: status) == .file ? Int(clamping: status.st_size) : nil
    }
    let error = FileError(.inspect, FilePath.join(path, name))
    if error.isMissing { return nil }
    throw error
  }
}
