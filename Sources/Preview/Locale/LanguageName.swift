// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What people call a language.
package enum LanguageName {
  /// The tag of a language with its name in English, where it has one: `de – German`.
  package static func of(_ tag: String) -> String {
    let name = Locale(identifier: "en_US").localizedString(forIdentifier: tag)
    guard let name, name.lowercased() != tag.lowercased() else { return tag }
    return "\(tag) – \(name)"
  }
}
