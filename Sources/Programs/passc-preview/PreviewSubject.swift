// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel
import PassReport
import PassTemplate

/// A pass that is to be drawn, or what came in its place.
struct PreviewSubject {
  /// The pass as reports name it.
  let name: String
  /// What its files are called: `NAME-SIDE.EXT`.
  let fileName: String
  /// What kind of thing it was read from.
  let kind: CheckedSubject.Kind
  /// The pass; nil when it cannot be read, and `report` says why.
  let pass: PassPackage?
  /// What reading it complained about, and the sources for more.
  var report: Report
  /// What its template allows.
  var allowances: [TemplateSettings.Allowance] = []
  /// The columns of its template.
  var columns: [Column] = []
  /// Columns stand in it for themselves.
  var isStandIn = false
  /// The bundle or folder its files lie in, where findings do not name it themselves.
  var container: (bundle: String?, folder: String?) = (nil, nil)
}

/// Names of files that are made from what strangers wrote.
enum CleanName {
  /// The text as a name: letters, digits, hyphens, underscores and dots, none of these first.
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
