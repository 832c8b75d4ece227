// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// Unused columns of a table, and columns of the template that are missing in it.
struct UnusedColumns {
  /// The names in the table that no column uses, in its order.
  let unused: [String]
  /// The missing columns that are optional or have a default.
  let absent: [Column]

  /// Reports both in one warning, or nothing if either is empty.
  ///
  /// - Parameters:
  ///   - part: the part of the data that lacks the columns, such as `header`.
  ///   - place: the first unused name.
  func warn(of part: String, at place: some Placed, _ report: inout Report) {
    guard !unused.isEmpty, !absent.isEmpty else { return }
    let verb = unused.count == 1 ? "is" : "are"
    let missing = listed(absent.map(\.header))
    let only = absent.count == 1 && unused.count == 1 ? (unused[0], absent[0].name) : nil
    report(
      DataFindings.unusedColumn,
      "\(Self.named(unused)) \(verb) not used, and the \(part) has no \(missing)", at: place,
      help: only.map { unused, column in
        "add \"from\": \(quoted(unused)) to column \(quoted(column)) in template.json"
      }, notes: absent.prefix(3).compactMap(\.firstUse).map { ($0, "used here") })
  }

  /// Returns the message and the help for a table without any used column.
  static func ofAll(
    _ names: [String], _ part: String, _ schema: ColumnSchema
  ) -> (message: String, help: String) {
    let wanted = schema.columns.map(\.header)
    let name = names.first ?? "name"
    return (
      "no column of the \(part) is used: \(named(names))",
      wanted.isEmpty
        ? "use a column in pass.json, such as {{ \(name) }}, or build without the table"
        : "name the columns as the template does: \(listed(wanted)), or set their \"from\""
    )
  }

  /// Returns the first three names, and the number of the others.
  private static func named(_ names: [String]) -> String {
    let shown = names.prefix(3).map { Excerpt.cell.shown($0) }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

/// The columns that passc adds to its outputs, which may be read again.
package enum AddedColumns {
  package static let rejects = ["passc_code", "passc_reason"]
  package static let index = ["pass_file", "pass_serial", "pass_sha256"]

  static let all = Set(rejects + index)
}
