// SPDX-License-Identifier: Apache-2.0

import PassRegistry
import PassUpdates

extension StoredPass {
  /// The value of the `ETag` header for this version.
  var entityTag: String { "\"\(number)-\(version.modified)\"" }
}
