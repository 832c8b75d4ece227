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
    let source = report.sources.add(Source(name: "--set", bytes: bytes, shown: .nothing))
    let start = Origin(source: source, offset: 0)
    guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")), equals > 0 else {
      report(
        DataFindings.invalidSet, "\(quoted(argument)) gives no value to a column", at: start)
      return false
    }
    let column = String(decoding: bytes[..<equals], as: UTF8.self)
    guard !values.contains(where: { $0.column == column }) else {
      report(DataFindings.duplicateSet, "column \(quoted(column)) is set twice", at: start)
      return false
    }
    values.append(
      Value(
        column: column, bytes: Array(bytes[(equals + 1)...]),
        origin: start.advanced(by: equals + 1), columnOrigin: start))
    return true
  }
}
