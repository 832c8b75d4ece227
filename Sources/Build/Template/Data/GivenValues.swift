// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The values of `--set COLUMN=VALUE`; they win over the data.
package struct GivenValues: Sendable {
  struct Value: Sendable {
    let column: String
    let bytes: [UInt8]
    /// Of the value, behind the equals sign.
    let origin: Origin
    let columnOrigin: Origin
  }

  private(set) var values: [Value] = []

  /// No values yet.
  package init() {}

  /// Takes one argument; false, with a finding, when it gives no value to a column.
  package mutating func add(_ argument: String, report: inout Report) -> Bool {
    let bytes = Array(argument.utf8)
    // The value may be secret, so the place names the column alone.
    let equals = bytes.firstIndex(of: UInt8(ascii: "="))
    let name = String(decoding: bytes[..<(equals ?? 0)], as: UTF8.self)
    let source = report.sources.add(
      Source(argument: name.isEmpty ? "--set" : "--set \(name)", bytes: bytes))
    let start = Origin(source: source, offset: 0)
    guard let equals, equals > 0 else {
      report(
        DataFindings.invalidSet, "\(quoted(argument)) gives no value to a column", at: start)
      return false
    }
    guard !values.contains(where: { $0.column == name }) else {
      report(DataFindings.duplicateSet, "column \(quoted(name)) is set twice", at: start)
      return false
    }
    values.append(
      Value(
        column: name, bytes: Array(bytes[(equals + 1)...]),
        origin: start.advanced(by: equals + 1), columnOrigin: start))
    return true
  }
}
