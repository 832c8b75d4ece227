// SPDX-License-Identifier: Apache-2.0

/// The personalization token of a sign-up. No other bytes from outside are signed with the key for
/// passes.
///
/// Wallet requires a signature over this token with that key. A manifest.json is text too. A
/// service that signed any text would let anybody with one sign-up pass forge all others.
/// `CMSSigner` therefore accepts only this type and `ManifestText`. No text can be both, because a
/// manifest begins with a brace and a token cannot contain one.
package struct SignUpToken: Hashable, Sendable {
  /// Maximum size in bytes.
  package static let limitInBytes = 512

  /// The bytes that are signed.
  package let bytes: [UInt8]

  /// Accepts `[A-Za-z0-9+/=_.:-]{1,512}`. Returns nil for everything else.
  ///
  /// The token of a real iPhone is not documented. If one has another character, add it here. Never
  /// add a brace, a quote, a space or a control character.
  package init?(_ text: String) {
    let bytes = Array(text.utf8.prefix(Self.limitInBytes + 1))
    guard !bytes.isEmpty, bytes.count <= Self.limitInBytes, bytes.allSatisfy(Self.isAllowed) else {
      return nil
    }
    self.bytes = bytes
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: ":"),
      UInt8(ascii: "-"):
      true
    default: false
    }
  }
}

/// The bytes of a manifest.json, which contains the checksums of all files of a pass.
///
/// Only PassBuild creates one, from the files of a checked pass. `KeyUseTests` verifies this.
package struct ManifestText: Sendable {
  /// The bytes that are signed.
  package let bytes: [UInt8]

  /// Throws if the bytes do not begin with a brace. Every manifest does and no token can.
  package init(_ bytes: [UInt8]) throws(CryptoError) {
    guard bytes.first == UInt8(ascii: "{") else {
      throw CryptoError("the data to sign is not a manifest")
    }
    self.bytes = bytes
  }
}
