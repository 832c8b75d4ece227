// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A folder with a file for each pass or group.
package struct FolderOutput: IssueOutput {
  private let path: String
  package private(set) var existing: OutputFolder?

  /// Accepts every name, so this kind must be the last.
  package init(_ option: String) { path = option }

  package var folder: String? { path }
  package var archive: String? { nil }
  package var isOneFile: Bool { false }

  package mutating func begin(overwrites: Bool, durable: Bool, signingTime: Int64) {
    existing = OutputFolder(
      path: path, replacesOtherContent: overwrites, wasEmpty: Disk.isEmpty(path),
      files: WholeFile(durable: durable))
  }

  package func ordered() -> (any OrderedOutput)? { nil }

  package func write(
    _ pieces: [UnsafeRawBufferPointer], at path: String, isThere: Bool, to batch: inout [UInt8]
  ) throws(FileError) -> Bool {
    guard let existing else { preconditionFailure("the run has not begun") }
    guard isThere else { return try existing.create(path, pieces) }
    try existing.replace(path, pieces)
    return true
  }
}
