// SPDX-License-Identifier: Apache-2.0

/// The reason why nothing can be drawn: not enough memory, or a library failed.
package struct DrawingError: Error, Sendable, CustomStringConvertible {
  package let description: String
}
