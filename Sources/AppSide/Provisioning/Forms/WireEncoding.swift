// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// The encoding of bytes in JSON. It depends on the processor and is never guessed from a value.
enum WireEncoding: String, CaseIterable, Sendable {
  case base64
  case hex
  case lowerHex = "hex-lower"

  /// Name for diagnostics.
  var description: String {
    switch self {
    case .base64: "Base64"
    case .hex: "hex"
    case .lowerHex: "lower-case hex"
    }
  }

  /// Name of the other encoding.
  var otherWords: String { self == .base64 ? "hex" : "Base64" }

  func encode(_ bytes: [UInt8]) -> String {
    self == .base64 ? Base64.encode(bytes) : Hex.encode(bytes)
  }

  /// Returns the bytes of a string in this encoding, or nil if it is invalid.
  func decode(_ text: String) -> [UInt8]? {
    self == .base64 ? Base64.decode(text) : Hex.decode(text)
  }

  /// Returns the bytes of a string in the other encoding, or nil if it is invalid.
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

  /// Member for the key in the app's own format.
  var keyMember: String { self == .ecc ? "ephemeralPublicKey" : "wrappedKey" }
}
