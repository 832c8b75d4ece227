// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// One side of a comparison.
package struct ComparedPass {
  /// The version as the user named it. For a template it includes the row.
  package let name: String
  package let pass: PassPackage
  let sources: SourceTable
  /// The translations of displayed strings by language.
  private let translations: [String: [String: String]]

  /// Creates one side of a comparison.
  ///
  /// - Parameter sources: the files that the origins of values point into.
  package init(name: String, pass: PassPackage, sources: SourceTable) {
    self.name = name
    self.pass = pass
    self.sources = sources
    translations = Dictionary(
      pass.strings.map { ($0.language, $0.values) }, uniquingKeysWith: { first, _ in first })
  }

  var root: JSONValue { pass.document }
  /// The `serialNumber` of pass.json, or nil if it is missing or not a string.
  package var serialNumber: String? { root["serialNumber"]?.string }
  /// The `passTypeIdentifier` of pass.json, or nil if it is missing or not a string.
  package var passTypeIdentifier: String? { root["passTypeIdentifier"]?.string }
  /// Whether phones with this version request the next one from a web service.
  var hasWebService: Bool { root["webServiceURL"]?.string != nil }

  /// Returns whether a missing value of that key is unknown rather than absent. A template leaves
  /// the pass type identifier to the certificate, and the token of a web service to the ledger or a
  /// key.
  func leavesOpen(_ key: String) -> Bool {
    guard pass.origin == .template else { return false }
    switch key {
    case "passTypeIdentifier": return true
    case "authenticationToken": return hasWebService
    default: return false
    }
  }

  /// Returns the translation of a displayed string, or nil if the language has none.
  func translation(of text: String, in language: String) -> String? {
    translations[language]?[text]
  }

  func translations(in language: String) -> [String: String] { translations[language] ?? [:] }

  var languages: [String] { pass.strings.map(\.language) }
}
