// SPDX-License-Identifier: Apache-2.0

import PassTemplate

/// What `--version` says.
enum Version {
  static let number = "0.1.0"

  static var text: String { "passc \(number) (time zones \(ZoneRules.dataVersion))" }
}
