// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel
import PassReport
import PassTemplate

/// A pass to draw, or the reason why it cannot be read.
struct PreviewSubject {
  /// Name in reports.
  let name: String
  /// Stem of the output files: `NAME-SIDE.EXT`.
  let fileName: String
  /// Kind of input.
  let kind: CheckedSubject.Kind
  /// The pass, or nil if it cannot be read. `report` then has the reason.
  let pass: PassPackage?
  /// Findings from reading, and the sources for later ones.
  var report: Report
  /// Allowances of its template.
  var allowances: [TemplateSettings.Allowance] = []
  /// Columns of its template.
  var columns: [Column] = []
  /// Whether columns are drawn as their names, because there are no data.
  var isStandIn = false
  /// The bundle or folder with its files, if locations do not have it.
  var container: (bundle: String?, folder: String?) = (nil, nil)
}

/// File names made from untrusted text.
enum CleanName {
  /// Returns the text with only letters, digits, hyphens, underscores and dots. It begins with a
  /// letter or digit, so it is neither an option nor a hidden file.
  static func of(_ text: String) -> String {
    var name = ""
    for scalar in text.unicodeScalars.prefix(80) {
      let isPlain =
        scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        || "-_.".unicodeScalars.contains(scalar)
      name.unicodeScalars.append(isPlain ? scalar : "-")
    }
    while let first = name.first, "-_.".contains(first) { name.removeFirst() }
    return name.isEmpty ? "pass" : name
  }
}
