// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck

/// Where the passes of a run go, `-o`.
package enum OutputTarget: Sendable, Equatable {
  case folder(String)
  /// A tar archive, `FILE.tar`.
  case tar(String)
  /// A tar archive on standard output.
  case pipe

  /// Reads the value of `-o`: `-` is the pipe, a name that ends in `.tar` an archive, anything else
  /// a folder.
  package init(_ text: String) {
    if text == "-" {
      self = .pipe
    } else if text.utf8.count > 4, text.lowercased().hasSuffix(".tar") {
      self = .tar(text)
    } else {
      self = .folder(text)
    }
  }
}

/// The archive a run writes, in the order of the rows.
final class TarOutput {
  private let file: GrowingFile?

  /// - Parameter path: nil for standard output.
  init(path: String?, replacing: Bool, durable: Bool) throws(FileError) {
    file =
      if let path {
        try GrowingFile(path, replacing: replacing, durable: durable)
      } else {
        nil
      }
  }

  func append(_ bytes: [UInt8]) throws(FileError) {
    guard !bytes.isEmpty else { return }
    if let file { try file.append(bytes) } else { try Disk.writeStandardOutput(bytes) }
  }

  /// Ends the archive; a file gets its name now.
  func commit() throws(FileError) {
    try append(TarWriter.end)
    try file?.commit()
  }
}
