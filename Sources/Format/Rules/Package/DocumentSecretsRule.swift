// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about keys and certificates in pass.json, which is checked for each row.
struct DocumentSecretsRule: Rule {
  /// The findings belong to `SecretsRule`, because they are the same in every file.
  let findings: [Finding] = []
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let file = pass.file("pass.json") else { return }
    var look = SecretsRule.SearchState()
    SecretsRule.check(file, of: pass, &look, &report)
  }
}
