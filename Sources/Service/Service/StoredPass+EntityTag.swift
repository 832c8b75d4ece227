// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassUpdates

extension StoredPass {
  /// The version of the pass as a header of HTTP names it.
  var entityTag: String { "\"\(number)-\(version.modified)\"" }
}
