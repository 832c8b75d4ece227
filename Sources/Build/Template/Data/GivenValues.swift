// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The values of `--set COLUMN=VALUE`, which take precedence over the data.
package struct GivenValues: Sendable {
  struct Value: Sendable {
    let column: String
    let bytes: [UInt8]
    /// The place of the value after the equals sign.
    let origin: Origin
    let columnOrigin: Origin
  }

  private(set) var values: [Value] = []

  package init() {}

  /// Adds one argument. Returns false, after an error, if it is not a value for a column.
  package mutating func add(_ argument: String, report: inout Report) -> Bool {
    let bytes = Array(argument.utf8)
    // The value may be secret, so the place shows only the column.
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
