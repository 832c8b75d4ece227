// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassConsole

extension PolicyNames {
  /// The filter for this policy. The catalogue contains the findings of all programs.
  var judge: Judge { Judge(policy: policy, catalogue: { AllFindings.catalogue }) }
}
