// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassConsole

extension PolicyNames {
  /// Judges by the policy, and knows every code there is.
  var judge: Judge { Judge(policy: policy, catalogue: { AllFindings.catalogue }) }
}
