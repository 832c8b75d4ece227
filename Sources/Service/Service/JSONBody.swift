// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

enum JSONBody {
  /// Parses a JSON object. Returns nil for anything else.
  static func object(_ bytes: [UInt8]) -> JSONValue? {
    var report = Report()
    let document = JSONReader.read(bytes, name: "body", report: &report)
    guard let document, !report.hasErrors, document.root.isObject else { return nil }
    return document.root
  }
}
