// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
package import PassDiagnostics
package import PassJSON

/// Descriptions of secret values that do not contain the value.
enum SecretBytes {
  /// Returns the length and the first four hex digits of the SHA-256.
  static func description(_ bytes: [UInt8]) -> String {
    "\(counted(bytes.count, "byte")), SHA-256 \(Digest.sha256Hex(bytes).prefix(4))…"
  }

  /// Returns the length of a string.
  static func length(_ text: String) -> String { counted(text.utf8.count, "character") }
}

/// A reader of JSON whose values must not be in any message.
package enum SecretJSON {
  /// Reads a document. Errors have their location, but no text from the document.
  ///
  /// - Parameter firstLine: line number of the document in a larger file, from 1.
  package static func read(
    _ bytes: [UInt8], name: String, firstLine: Int = 1, report: inout Report
  ) -> JSONDocument? {
    var aside = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    aside.sources.hidesText = true
    let document: JSONDocument?
    if firstLine == 1 {
      document = JSONReader.read(bytes, name: name, report: &aside)
    } else {
      let source = Source(name: name, bytes: bytes, firstLine: firstLine)
      document = JSONReader.read(bytes, source: aside.sources.add(source), report: &aside)
    }
    report.sources = aside.sources
    report.append(
      aside.diagnostics.map { found in
        Diagnostic(
          finding: found.finding, severity: found.severity,
          message: "the file is not valid JSON here", location: found.location)
      })
    return aside.hasErrors ? nil : document
  }
}
