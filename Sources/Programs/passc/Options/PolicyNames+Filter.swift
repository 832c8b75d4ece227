// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassConsole

extension PolicyNames {
  /// The filter for this policy. The catalogue contains the findings of all programs.
  var filter: FindingFilter { FindingFilter(policy: policy, catalogue: { AllFindings.catalogue }) }
}
