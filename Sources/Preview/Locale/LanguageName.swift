// SPDX-License-Identifier: Apache-2.0

import Foundation

/// English names of languages.
package enum LanguageName {
  /// Returns a language tag with its English name if there is one, such as `de – German`.
  package static func of(_ tag: String) -> String {
    let name = Locale(identifier: "en_US").localizedString(forIdentifier: tag)
    guard let name, name.lowercased() != tag.lowercased() else { return tag }
    return "\(tag) – \(name)"
  }
}
