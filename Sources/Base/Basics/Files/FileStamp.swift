// SPDX-License-Identifier: Apache-2.0

/// What tells one state of a file or folder from another without reading it: which it is, its size
/// and when it was changed.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// The state of what the path leads to; nil when that is nothing, or nothing one may look at.
  package init?(of path: String) {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      let changed = status.st_mtimespec
    #else
      let changed = status.st_mtim
    #endif
    seconds = Int64(changed.tv_sec)
    nanoseconds = Int64(changed.tv_nsec)
  }

  /// The states of what paths lead to, by the paths.
  package static func all(of paths: [String]) -> [String: FileStamp?] {
    Dictionary(paths.map { ($0, FileStamp(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }
}
