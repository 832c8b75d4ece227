// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// How bytes are written in JSON: a property of the processor, never guessed from a value.
enum WireEncoding: String, CaseIterable, Sendable {
  case base64
  case hex
  case lowerHex = "hex-lower"

  /// What people call it.
  var words: String {
    switch self {
    case .base64: "Base64"
    case .hex: "hex"
    case .lowerHex: "lower-case hex"
    }
  }

  /// What the other one of the two is called.
  var otherWords: String { self == .base64 ? "hex" : "Base64" }

  func encode(_ bytes: [UInt8]) -> String {
    self == .base64 ? Base64.encode(bytes) : Hex.encode(bytes)
  }

  /// The bytes of a text in this encoding; nil when it is not.
  func decode(_ text: String) -> [UInt8]? {
    self == .base64 ? Base64.decode(text) : Hex.decode(text)
  }

  /// The bytes of a text in the other one.
  func decodeOther(_ text: String) -> [UInt8]? {
    self == .base64 ? Hex.decode(text) : Base64.decode(text)
  }
}

/// The encryption scheme of the card data, with the raw values of PassKit.
public enum EncryptionScheme: String, Sendable, CaseIterable {
  /// Elliptic curves. The response contains an ephemeral public key.
  case ecc = "EV_ECC_v2"
  /// RSA. The response contains a wrapped key.
  case rsa = "EV_RSA_v2"

  /// The member of the app's own shape that carries the key.
  var keyMember: String { self == .ecc ? "ephemeralPublicKey" : "wrappedKey" }
}
