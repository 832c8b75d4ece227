// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The texts of a pass that Wallet looks up in pass.strings.
struct DisplayedStrings {
  /// Every text, in the order of the documents.
  private(set) var all: [JSONValue] = []
  /// Labels of fields: words of the language, while values are often names and numbers.
  private(set) var labels: [JSONValue] = []

  private static let selection = KeySelection { $0.type.isLocalizable }

  /// The texts of pass.json and personalization.json.
  init(of pass: PassPackage) {
    for file in [KeyTable.File.pass, .personalization] {
      pass.visit(Self.selection, in: file) { _, member, position in
        let value = member.value
        if value.string?.isEmpty == false {
          all.append(value)
          if position.scope == .field, member.name == "label" { labels.append(value) }
        }
        for element in value.elements where element.string?.isEmpty == false { all.append(element) }
      }
    }
  }
}
