// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics

/// The value of the design that stays on the pass if the data has no column for it.
package struct FieldSample: Sendable {
  package let text: String
  /// The path of the value, such as `storeCard.primaryFields.points`.
  package let path: String
  package let place: Place
  /// Whether people see it on the front of the pass.
  package let isOnFront: Bool
  /// The column that fills a field with the same name as this semantic tag.
  let sibling: String?
}

/// The findings about a table that fills an export of Pass Designer by field key.
struct SampledColumns {
  let schema: ColumnSchema
  /// The names of the table that are not for anything else.
  let names: [String]
  /// Returns the place of a name.
  let place: (String) -> Place

  /// Reports names that two fields have. Returns whether there were any.
  func reportAmbiguous(_ report: inout Report) -> Bool {
    var isAmbiguous = false
    for name in names {
      guard let fields = schema.ambiguous[name] else { continue }
      isAmbiguous = true
      report(
        TemplateFindings.ambiguousFill,
        Self.ambiguity(of: name, fields.map(\.path)),
        at: place(name), notes: fields.map { ($0.place, "has this key") })
    }
    return isAmbiguous
  }

  static func ambiguity(of name: String, _ fields: [String]) -> String {
    "column \(quoted(name)) names \(fields.count) fields: \(listed(fields))"
  }

  /// Reports columns that fill nothing, each with the nearest key.
  ///
  /// - Parameter reported: names that were reported already.
  func noteUnused(_ unused: [String], except reported: Set<String>, _ report: inout Report) {
    // If template.json declares the columns, tables may have others.
    guard !schema.columns.contains(where: \.isDeclared) else { return }
    let keys = schema.columns.map(\.header).filter { !names.contains($0) }
    for name in unused where !reported.contains(name) && schema.ambiguous[name] == nil {
      let nearest = NearestName.closest(1, to: name, among: keys).first
      report(
        TemplateFindings.unusedColumn, "column \(quoted(name)) fills no value of the export",
        at: place(name),
        help: nearest.map { "the nearest key without a column is \(quoted($0))" })
    }
  }

  /// Reports values of the front that keep the sample of the design.
  ///
  /// - Parameter isFilled: returns whether the data has a column.
  func noteKept(_ isFilled: (Column) -> Bool, at row: Place?, _ report: inout Report) {
    for column in schema.columns {
      guard let sample = column.sample, !isFilled(column) else { continue }
      let hasSibling = sample.sibling.map(names.contains) ?? false
      guard sample.isOnFront || hasSibling else { continue }
      report(
        TemplateFindings.keptSample,
        "\(sample.path) keeps the sample \(Excerpt.cell.quoted(sample.text)), no column fills it",
        at: row ?? sample.place, help: "add the column \(quoted(column.name)) to the data")
    }
  }
}
