// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassRead

package struct TarOutput: IssueOutput {
  /// The file, or nil for standard output.
  package let archive: String?
  private var replaces = false
  private var isDurable = false
  /// The date of the entries in seconds since 1970.
  private var time: Int64 = 0

  /// Accepts `-` for standard output, and names that end in `.tar`.
  package init?(_ option: String) {
    if option == "-" {
      archive = nil
    } else if option.utf8.count > 4, option.lowercased().hasSuffix(".tar") {
      archive = option
    } else {
      return nil
    }
  }

  package var folder: String? { archive.map(FilePath.parent) }
  package var isOneFile: Bool { true }
  package var existing: OutputFolder? { nil }

  package mutating func begin(overwrites: Bool, durable: Bool, signingTime: Int64) {
    replaces = overwrites
    isDurable = durable
    time = signingTime
  }

  package func ordered() throws(FileError) -> (any OrderedOutput)? {
    guard let archive else { return Archive(file: nil) }
    return Archive(file: try GrowingFile(archive, replacing: replaces, durable: isDurable))
  }

  package func write(
    _ pieces: [UnsafeRawBufferPointer], at path: String, isThere: Bool, to batch: inout [UInt8]
  ) -> Bool {
    TarWriter.append(pieces, named: path, time: time, to: &batch)
    return true
  }

  private struct Archive: OrderedOutput {
    /// Nil for standard output.
    let file: GrowingFile?

    func append(_ bytes: [UInt8]) throws(FileError) {
      guard !bytes.isEmpty else { return }
      if let file { try file.append(bytes) } else { try Disk.writeStandardOutput(bytes) }
    }

    func commit() throws(FileError) {
      try append(TarWriter.end)
      try file?.commit()
    }
  }
}
