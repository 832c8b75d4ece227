// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Rule about the same remains in texts that come from a row.
struct RowLeftoverRule: Rule {
  /// The findings belong to `LeftoverRule`, because they are the same in every text.
  let findings: [Finding] = []

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard pass.origin == .template else { return }
    LeftoverRule.check(pass, varying: true, &report)
  }
}
