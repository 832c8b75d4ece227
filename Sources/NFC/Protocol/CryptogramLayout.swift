// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// How long the parts of a cryptogram are, in bytes and in their order.
package enum CryptogramLayout {
  static let keyIdentifierLength = 4
  static let coordinateLength = 32
  static let timeLength = 4
  /// The length in bytes of a cryptogram whose message is empty.
  package static let shortestLength =
    keyIdentifierLength + coordinateLength + timeLength + AESGCM.tagLength
}
