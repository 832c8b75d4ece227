// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file system of a few kilobytes, for tests with a full disk.
///
/// It is mounted in the namespace of a waiting process, which needs no privileges. It is unmounted
/// when that process ends.
package final class SmallDisk {
  /// Path of the file system.
  package let path: String
  private let folder: TemporaryFolder
  private let holder = ChildProcess()
  private let input = Pipe()

  /// Mounts the file system.
  ///
  /// - Parameter options: options of `mount -o`, such as `size=64k`.
  package init(_ options: String) throws {
    folder = try TemporaryFolder()
    guard let unshare = Program.path(of: "unshare") else { throw CocoaError(.fileNoSuchFile) }
    let output = Pipe()
    holder.executableURL = URL(fileURLWithPath: unshare)
    holder.arguments = [
      "-rm", "sh", "-c", "mount -t tmpfs -o \(options) none \"$1\" && echo ready && exec cat", "sh",
      folder.path,
    ]
    holder.standardInput = input
    holder.standardOutput = output
    holder.standardError = FileHandle.nullDevice
    try holder.run()
    path = "/proc/\(holder.processIdentifier)/root\(folder.path)"
    guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else {
      throw CocoaError(.featureUnsupported)
    }
  }

  deinit {
    try? input.fileHandleForWriting.close()
    holder.waitUntilExit()
  }
}
