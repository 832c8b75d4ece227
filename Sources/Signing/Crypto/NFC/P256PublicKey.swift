// SPDX-License-Identifier: Apache-2.0

/// The public key of an NFC reader, a point of P-256.
package struct P256PublicKey: Sendable, Hashable, CustomStringConvertible {
  /// The form of a point.
  package enum Form: Sendable, Hashable {
    case compressed
    case uncompressed
    /// The third form of SEC 1, which is rarely used.
    case hybrid
  }

  /// 33 octets: 02 or 03, then X.
  package let compressedPoint: [UInt8]

  /// The 26 octets before the point in a compressed SubjectPublicKeyInfo.
  static let compressedPrefix: [UInt8] = [
    0x30, 0x39, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a,
    0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x22, 0x00,
  ]

  /// Reads a point in any form. Throws if it is not on the curve.
  package init(point: some Collection<UInt8>) throws(CryptoError) {
    compressedPoint = try ECPoint.uncompressed(Array(point)[...], on: .p256, compress: true)
  }

  /// Returns the public key of a private key, or nil if that is not P-256.
  package init?(_ key: PrivateKey) {
    guard key.kind == .ec(curveName: "P-256"),
      let point = try? Self.pointOctets(inSPKI: key.publicKeyDER),
      let made = try? P256PublicKey(point: point)
    else { return nil }
    self = made
  }

  /// SubjectPublicKeyInfo with a compressed point, 59 octets, as pass.json requires.
  package var compressedSPKI: [UInt8] { Self.compressedPrefix + compressedPoint }

  /// Value of `encryptionPublicKey`, 80 characters.
  package var base64: String { Base64.encode(compressedSPKI) }

  /// X, 32 octets. Readers and phones derive the key identifier from it.
  package var x: [UInt8] { Array(compressedPoint.dropFirst()) }

  /// First 4 octets of the SHA-256 of X.
  package var keyIdentifier: [UInt8] { Array(Digest.sha256(x).prefix(4)) }

  /// PEM with the compressed point and label `PUBLIC KEY`.
  package var pem: String { PEM.encode("PUBLIC KEY", compressedSPKI) }

  package var description: String { base64 }

  private static func pointOctets(inSPKI der: [UInt8]) throws(ASN1Error) -> [UInt8] {
    var outer = ASN1Reader(der)
    var info = try outer.enter(ASN1Reader.sequence)
    _ = try info.next(ASN1Reader.sequence)
    return Array(try info.nextBitString())
  }
}
