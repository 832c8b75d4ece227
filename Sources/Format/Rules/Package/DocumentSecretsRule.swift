// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Keys and certificates in pass.json, which is looked at for each row.
struct DocumentSecretsRule: Rule {
  /// `SecretsRule` has them: it is one matter in every file.
  let findings: [Finding] = []
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let file = pass.file("pass.json") else { return }
    var look = SecretsRule.Look()
    SecretsRule.check(file, of: pass, &look, &report)
  }
}
