// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
package import PassModel

/// One side of a comparison: a pass as it was, or as it will be.
package struct PassVersion {
  /// As the user named it, with the row of a template.
  package let name: String
  package let pass: PassPackage
  let sources: SourceTable

  /// - Parameter sources: what the places in the pass point into.
  package init(name: String, pass: PassPackage, sources: SourceTable) {
    self.name = name
    self.pass = pass
    self.sources = sources
  }

  var root: JSONValue { pass.document }
  package var serialNumber: String? { root["serialNumber"]?.string }
  package var passTypeIdentifier: String? { root["passTypeIdentifier"]?.string }
  /// Phones that hold this version ask here for the next one.
  var hasWebService: Bool { root["webServiceURL"]?.string != nil }

  /// What stands for a displayed string in a language; nil where the language says nothing of it.
  func translation(of text: String, in language: String) -> String? {
    pass.strings.first { $0.language == language }?[text]
  }

  var languages: [String] { pass.strings.map(\.language) }
}
