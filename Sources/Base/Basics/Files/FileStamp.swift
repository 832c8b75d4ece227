// SPDX-License-Identifier: Apache-2.0

/// Identity, size and modification time of a file or folder. Two stamps differ if the file was
/// changed, without reading it.
package struct FileStamp: Hashable, Sendable {
  private let device: UInt64
  private let number: UInt64
  private let size: Int64
  private let seconds: Int64
  private let nanoseconds: Int64

  /// Returns nil if the path does not exist or is not accessible.
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

  /// Returns the stamps of several paths, by path.
  package static func all(of paths: [String]) -> [String: FileStamp?] {
    Dictionary(paths.map { ($0, FileStamp(of: $0)) }, uniquingKeysWith: { first, _ in first })
  }
}
