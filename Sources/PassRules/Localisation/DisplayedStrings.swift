// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The texts of a pass that Wallet looks up in pass.strings.
struct DisplayedStrings {
  /// Every text, in the order of the documents.
  private(set) var all: [JSONValue] = []
  /// Labels of fields: words of the language, while values are often names and numbers.
  private(set) var labels: [JSONValue] = []
  /// What is said in words elsewhere: the description, change messages and values that are no
  /// names, numbers or addresses.
  private(set) var prose: [JSONValue] = []

  /// What a notification says when a field changes.
  private(set) var changeMessages: [JSONValue] = []

  private static let selection = KeySelection { $0.type.isLocalizable }

  /// The texts of pass.json and personalization.json.
  init(of pass: PassPackage) {
    for file in [KeyTable.File.pass, .personalization] {
      pass.visit(Self.selection, in: file) { _, member, position in
        let value = member.value
        if value.string?.isEmpty == false {
          all.append(value)
          if position.scope == .field, member.name == "changeMessage" {
            changeMessages.append(value)
          }
          switch (position.scope, member.name) {
          case (.field, "label"): labels.append(value)
          case (.passRoot, "description"), (.field, "value"), (.field, "changeMessage"):
            if Self.isProse(value.string ?? "") { prose.append(value) }
          default: break
          }
        }
        for element in value.elements where element.string?.isEmpty == false { all.append(element) }
      }
    }
  }

  /// Four words or more without a digit or an address: names are shorter, and codes, dates and
  /// amounts have digits.
  private static func isProse(_ text: String) -> Bool {
    guard !text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return false }
    let words = text.split(whereSeparator: \.isWhitespace)
    return words.count >= 4 && words.count(where: { $0.contains(where: \.isLetter) }) >= 3
      && !words.contains { $0.contains("://") || ($0.contains("@") && !$0.contains("%@")) }
  }
}
