// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A kind of output for the passes of a run, `-o`. A new kind is one file with a type of this
/// protocol, and its name in `IssueOutputs.kinds`.
package protocol IssueOutput: Sendable {
  /// Reads the value of `-o`. Returns nil if it means another kind.
  init?(_ option: String)

  /// Folder that the run writes to. Nil if it writes no files.
  var folder: String? { get }
  /// The one file with all passes. Nil if each pass has a file, or for standard output.
  var archive: String? { get }
  /// Whether the passes are written one after the other in the order of the rows. They exist only
  /// if the run completes.
  var isOneFile: Bool { get }
  /// The files of earlier runs in the place of the passes. Nil if there are none to look at.
  var existing: OutputFolder? { get }

  /// Prepares for a run, before the first pass. Writes nothing.
  ///
  /// - Parameters:
  ///   - overwrites: `--overwrite`.
  ///   - durable: `--durable`.
  ///   - signingTime: in seconds since 1970.
  mutating func begin(overwrites: Bool, durable: Bool, signingTime: Int64)

  /// Opens the file for the passes in order. Returns nil if `write` writes them.
  func ordered() throws(FileError) -> (any OrderedOutput)?

  /// Writes a pass or a group. Called on several threads.
  ///
  /// - Parameters:
  ///   - path: the name from `PassNaming`.
  ///   - isThere: whether `existing` has a file at the path, which is replaced.
  ///   - batch: bytes for `ordered()`, in the order of the rows.
  /// - Returns: false if another process has written a file at the path meanwhile.
  func write(
    _ pieces: [UnsafeRawBufferPointer], at path: String, isThere: Bool, to batch: inout [UInt8]
  ) throws(FileError) -> Bool
}

/// The end of an output with one file. Used by one thread.
package protocol OrderedOutput {
  func append(_ bytes: [UInt8]) throws(FileError)
  /// Completes the output. A file gets its name only now.
  func commit() throws(FileError)
}

extension IssueOutput {
  /// The output as the ledger stores it: an absolute folder, and the name of the archive in it.
  func recordedPlace() throws -> (folder: String?, archive: String?) {
    guard let folder else { return (nil, nil) }
    guard let archive else { return (try? Disk.resolvingSymbolicLinks(folder), nil) }
    return (try Disk.resolvingSymbolicLinks(folder), FilePath.lastComponent(archive))
  }
}

package enum IssueOutputs {
  /// All kinds. The first one that accepts the value of `-o` is used.
  private static let kinds: [any IssueOutput.Type] = [TarOutput.self, FolderOutput.self]

  /// Returns the output for a value of `-o`.
  package static func output(_ option: String) -> (any IssueOutput)? {
    for kind in kinds {
      if let output = kind.init(option) { return output }
    }
    return nil
  }
}
