// SPDX-License-Identifier: Apache-2.0

/// The personalization token of a sign-up: the only bytes from outside that the key of passes signs.
///
/// Wallet expects a signature over this text from the key that also signs passes. A manifest.json is
/// a text too, so a service that signs any text lets whoever has one sign-up pass forge all others.
/// `CMSSigner` therefore takes this type and `ManifestText`, and nothing else. No text is both: a
/// manifest begins with a brace, and no token contains one.
package struct SignUpToken: Hashable, Sendable {
  /// The most a token may have, in bytes.
  package static let limitInBytes = 512

  /// The exact bytes that are signed.
  package let bytes: [UInt8]

  /// Accepts `[A-Za-z0-9+/=_.:-]{1,512}`; nil for everything else.
  ///
  /// What the token of a real iPhone looks like is not documented. If one has another character, this
  /// is the place to add it. Never add a brace, a quote, a space or a control character.
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

/// The bytes of a manifest.json, which list every file of a pass.
///
/// Made in PassBuild only, from the files of a pass that was checked. `KeyUseTests` keeps it so.
package struct ManifestText: Sendable {
  /// The exact bytes that are signed.
  package let bytes: [UInt8]

  /// Throws for bytes that do not begin with a brace, as every manifest does and no token can.
  package init(_ bytes: [UInt8]) throws(CryptoError) {
    guard bytes.first == UInt8(ascii: "{") else {
      throw CryptoError("the data to sign is not a manifest")
    }
    self.bytes = bytes
  }
}
