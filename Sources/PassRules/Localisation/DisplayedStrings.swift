// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The texts of a pass that Wallet looks up in pass.strings.
struct DisplayedStrings {
  /// Every text, in the order of the documents.
  private(set) var all: [JSONValue] = []
  /// Labels of fields: words of the language, while values are often names and numbers.
  private(set) var labels: [JSONValue] = []

  /// The texts of pass.json and personalization.json.
  init(of pass: PassPackage) {
    collect(pass.document, .passRoot)
    if let personalization = pass.personalization { collect(personalization, .personalization) }
  }

  // As deep as the key table nests, which is a handful.
  private mutating func collect(_ object: JSONValue, _ scope: KeyScope) {
    let keys = KeyTable.members(of: scope)
    for member in object.members {
      guard let entry = keys[member.name] else { continue }
      let value = member.value
      if entry.type.isLocalizable {
        if value.string?.isEmpty == false {
          all.append(value)
          if scope == .field, member.name == "label" { labels.append(value) }
        }
        for element in value.elements where element.string?.isEmpty == false { all.append(element) }
      }
      guard let inside = entry.holds else { continue }
      collect(value, inside)
      for element in value.elements { collect(element, inside) }
    }
  }
}
