// SPDX-License-Identifier: Apache-2.0

import PassTemplate

/// What `--version` says.
package enum Version {
  /// The number alone.
  package static let number = "0.1.0"

  /// The number with the releases of the data that came with it.
  package static var text: String { "passc \(number) (time zones \(ZoneRules.dataVersion))" }
}
