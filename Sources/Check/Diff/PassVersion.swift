// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// One side of a comparison: a pass as it was, or as it will be.
package struct PassVersion {
  /// The version as the user named it, a template with its row.
  package let name: String
  /// The files of the pass.
  package let pass: PassPackage
  let sources: SourceTable
  /// What stands for displayed strings, by language.
  private let translations: [String: [String: String]]

  /// One side of a comparison.
  ///
  /// - Parameter sources: what the origins of its values point into.
  package init(name: String, pass: PassPackage, sources: SourceTable) {
    self.name = name
    self.pass = pass
    self.sources = sources
    translations = Dictionary(
      pass.strings.map { ($0.language, $0.values) }, uniquingKeysWith: { first, _ in first })
  }

  var root: JSONValue { pass.document }
  /// `serialNumber` of pass.json; nil where it is missing or not a string.
  package var serialNumber: String? { root["serialNumber"]?.string }
  /// `passTypeIdentifier` of pass.json; nil where it is missing or not a string.
  package var passTypeIdentifier: String? { root["passTypeIdentifier"]?.string }
  /// Phones that hold this version ask here for the next one.
  var hasWebService: Bool { root["webServiceURL"]?.string != nil }

  /// A template leaves the pass type to the certificate, and the token of a web service to the
  /// ledger or a key: where they are absent, nobody knows them here.
  func leavesOpen(_ key: String) -> Bool {
    guard pass.origin == .template else { return false }
    switch key {
    case "passTypeIdentifier": return true
    case "authenticationToken": return hasWebService
    default: return false
    }
  }

  /// What stands for a displayed string in a language; nil where the language says nothing of it.
  func translation(of text: String, in language: String) -> String? {
    translations[language]?[text]
  }

  /// What stands for every displayed string of a language.
  func translations(in language: String) -> [String: String] { translations[language] ?? [:] }

  var languages: [String] { pass.strings.map(\.language) }
}
