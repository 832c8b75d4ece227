// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel
import PassReport
import PassTemplate

/// A pass to draw, or the reason why it cannot be read.
struct PreviewSubject {
  /// The name in reports.
  let name: String
  /// The stem of the output files: `NAME-SIDE.EXT`.
  let fileName: String
  /// The kind of input.
  let kind: CheckedSubject.Kind
  /// The pass, or nil if it cannot be read. `report` then has the reason.
  let pass: PassPackage?
  /// The findings from reading, and the sources for later findings.
  var report: Report
  /// The allowances of its template.
  var allowances: [TemplateSettings.Allowance] = []
  /// The columns of its template.
  var columns: [Column] = []
  /// Whether the values are the names of the columns, because there is no data.
  var isPlaceholder = false
  /// The bundle or folder of the pass, if the locations of its findings do not contain it.
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
