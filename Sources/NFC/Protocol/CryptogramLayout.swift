// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Lengths of the parts of a cryptogram in bytes, in their order.
package enum CryptogramLayout {
  static let keyIdentifierLength = 4
  static let coordinateLength = 32
  static let timeLength = 4
  /// Length of a cryptogram with an empty message in bytes.
  package static let shortestLength =
    keyIdentifierLength + coordinateLength + timeLength + AESGCM.tagLength
}
