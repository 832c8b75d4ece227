// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The findings about exports of Apple's Pass Designer, and about columns that fill their values.
extension TemplateFindings {
  /// A path of `fill` that leads to nothing.
  package static let unknownFill = finding(
    "template.fill.unknown",
    why: """
      "fill" names a value of pass.json for each column. There is no value at this path. Perhaps \
      the field was renamed or moved in Pass Designer.
      """,
    help: "write a path such as storeCard.primaryFields.points, with the key of the field",
    wrong: """
      "fill": { "points": "storeCard.primaryFields.point" }
      """,
    right: """
      "fill": { "points": "storeCard.primaryFields.points" }
      """)
  /// Two columns with the same path in `fill`.
  package static let repeatedFill = finding(
    "template.fill.repeated",
    why: "A value has one content. passc cannot know which of the columns you mean.",
    help: "remove one of the columns from \"fill\"",
    wrong: """
      "fill": { "points": "storeCard.primaryFields.points",
                "balance": "storeCard.primaryFields.points" }
      """,
    right: """
      "fill": { "points": "storeCard.primaryFields.points" }
      """)
  /// A column whose name is the key of two fields.
  package static let ambiguousFill = finding(
    "template.fill.ambiguous",
    why:
      "A column fills the field with its name as the key. Two fields of the style have this key.",
    help: "give the fields different keys in Pass Designer",
    wrong: """
      headerFields   { "key": "name", ... }
      backFields     { "key": "name", ... }
      members.csv    name
      """,
    right: """
      headerFields   { "key": "name", ... }
      backFields     { "key": "wholeName", ... }
      members.csv    name,wholeName
      """)
  /// A column of the data that fills nothing in an export.
  package static let unusedColumn = finding(
    "template.fill.unused", .warning, effect: .ignored,
    why: """
      A column fills the value of an export that has its name as the key. No value has this name, \
      so the column has no effect.
      """,
    help: "name the column like the key of the field, or remove it",
    wrong: """
      pass.json     { "key": "points", "value": "120" }
      members.csv   serialNumber,punkte
      """,
    right: """
      pass.json     { "key": "points", "value": "120" }
      members.csv   serialNumber,points
      """)
  /// A field of the front that every pass shows with the sample of the design.
  package static let keptSample = finding(
    "template.fill.sampleKept", .warning, effect: .wrong,
    why: """
      Pass Designer writes a sample into every field. No column of the data fills this one, so \
      every pass shows the same sample.
      """,
    help:
      "add a column with the key of the field, or allow this finding if the value never changes",
    wrong: """
      pass.json     { "key": "name", "value": "Jane Appleseed" }
      members.csv   serialNumber,points
      """,
    right: """
      pass.json     { "key": "name", "value": "Jane Appleseed" }
      members.csv   serialNumber,points,name
      """)
  /// `compatible` for a pass that needs no second form.
  package static let unneededCompatible = finding(
    "template.compatible.unneeded", .warning, effect: .ignored,
    why: """
      "compatible" makes a form for systems before iOS 27, which do not know posterGeneric. A pass \
      without posterGeneric, or with an older style, needs none.
      """,
    help: "remove \"compatible\" from template.json",
    wrong: """
      pass.json       "storeCard": { ... }
      template.json   { "compatible": "generic" }
      """,
    right: """
      pass.json       "posterGeneric": { ... }
      template.json   { "compatible": "generic" }
      """)

  static let ofExports = [
    unknownFill, repeatedFill, ambiguousFill, unusedColumn, keptSample, unneededCompatible,
  ]
}
