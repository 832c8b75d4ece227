// SPDX-License-Identifier: Apache-2.0

/// Why nothing can be drawn: memory, or a library that fails.
package struct DrawingFault: Error, Sendable, CustomStringConvertible {
  /// The fault in a sentence.
  package let description: String
}
