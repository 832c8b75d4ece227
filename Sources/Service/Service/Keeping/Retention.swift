// SPDX-License-Identifier: Apache-2.0

/// Retention in days. Nil means forever.
package struct Retention: Sendable, Hashable {
  /// Log messages of devices, since the last time they were received.
  package var messages: Int? = 30
  /// Devices, since the last registration or request.
  package var devices: Int?
  /// Void passes of API rows.
  package var voidPasses: Int?

  package init() {}
}
