// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A file system of a few kilobytes for this process to fill. It is mounted in the namespace of a
/// process that waits, so that no rights are needed, and goes with it.
package final class SmallDisk {
  /// The top of the disk.
  package let path: String
  private let folder: TemporaryFolder
  private let holder = ChildProcess()
  private let input = Pipe()

  /// - Parameter options: as `mount -o` takes them, such as `size=64k`.
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
