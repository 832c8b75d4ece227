// SPDX-License-Identifier: Apache-2.0

/// How long things are kept, in days; nil for ever.
package struct Retention: Sendable, Hashable {
  /// Messages of phones that did not come again.
  package var messages: Int? = 30
  /// Devices that neither registered nor asked.
  package var devices: Int?
  /// Passes of rows that were put and are void.
  package var voidPasses: Int?

  /// What holds unless something else is asked for.
  package init() {}
}
