// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// Columns of a table that fill nothing, and columns of the template that found nothing.
struct UnusedColumns {
  /// The table's names that no column takes, in its order.
  let unused: [String]
  /// The optional columns, or those with a default, that the table lacks.
  let absent: [Column]

  /// Reports both as one warning; nothing where either is empty.
  ///
  /// - Parameters:
  ///   - part: what lacks the columns, such as `header`.
  ///   - place: the first name that is not used.
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

  /// The message and the help for a table that fills nothing.
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

  /// Three of many names, and how many more there are.
  private static func named(_ names: [String]) -> String {
    let shown = names.prefix(3).map { Excerpt.cell.shown($0) }.joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }
}

/// The columns that passc adds to the tables it writes, which may be read again.
package enum AddedColumns {
  /// Those of `--rejects`.
  package static let rejects = ["passc_code", "passc_reason"]
  /// Those of `--index`.
  package static let index = ["pass_file", "pass_serial", "pass_sha256"]

  /// All of them.
  static let all = Set(rejects + index)
}
