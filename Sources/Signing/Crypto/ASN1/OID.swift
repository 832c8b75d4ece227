// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An ASN.1 object identifier.
package struct OID: Hashable, Sendable, CustomStringConvertible {
  /// Content octets without tag and length.
  package let content: [UInt8]

  init(content: some Sequence<UInt8>) {
    self.content = Array(content)
  }

  /// Parses the dotted form, such as `1.2.840.113635.100.4.14`. Returns nil for other strings.
  package init?(dotted: String) {
    var arcs: [UInt64] = []
    for part in dotted.split(separator: ".", omittingEmptySubsequences: false) {
      guard let arc = UInt64(part), part.first != "+", arc < 1 << 56 else { return nil }
      arcs.append(arc)
    }
    guard arcs.count >= 2, arcs[0] <= 2, arcs[0] == 2 || arcs[1] < 40 else { return nil }
    var content: [UInt8] = []
    for arc in [arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2) {
      var groups = [UInt8(arc & 0x7f)]
      var rest = arc >> 7
      while rest > 0 {
        groups.append(UInt8(rest & 0x7f) | 0x80)
        rest >>= 7
      }
      content.append(contentsOf: groups.reversed())
    }
    self.content = content
  }

  /// The dotted form, or hex if the identifier is malformed.
  package var dotted: String {
    var arcs: [UInt64] = []
    var arc: UInt64 = 0
    var inside = false
    for byte in content {
      guard arc < 1 << 56 else { return "malformed:\(Hex.encode(content))" }
      arc = arc << 7 | UInt64(byte & 0x7f)
      inside = byte & 0x80 != 0
      guard !inside else { continue }
      if arcs.isEmpty {
        let first = min(arc / 40, 2)
        arcs = [first, arc - first * 40]
      } else {
        arcs.append(arc)
      }
      arc = 0
    }
    guard !arcs.isEmpty, !inside else { return "malformed:\(Hex.encode(content))" }
    return arcs.map(String.init).joined(separator: ".")
  }

  package var description: String { dotted }
}

extension OID {
  /// Returns an identifier below 1.2.840.113635.100, Apple's arc.
  private static func apple(_ tail: UInt8...) -> OID {
    OID(content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64] + tail)
  }

  /// Returns an identifier below 1.2.840.113549.1, RSA's arc.
  private static func pkcs(_ tail: UInt8...) -> OID {
    OID(content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01] + tail)
  }

  /// Extension 1.2.840.113635.100.6.1.16 of a signing certificate. It contains the pass type
  /// identifier as text, which Wallet compares with pass.json.
  package static let applePassTypeIdentifier = apple(6, 1, 16)
  /// Extension 1.2.840.113635.100.6.1.26 of a signing certificate with the NFC permission, which
  /// `nfc` and personalization.json need. It contains the pass type identifier as text.
  package static let appleNFCPassTypeIdentifier = apple(6, 1, 26)
  /// Extension 1.2.840.113635.100.6.3.2 of a certificate that may push updates through APNs. It
  /// contains NULL.
  package static let appleProductionPush = apple(6, 3, 2)
  /// Extension 1.2.840.113635.100.6.2.1 of an intermediate that may issue signing certificates for
  /// passes. It contains NULL.
  package static let appleWWDRMarker = apple(6, 2, 1)
  /// Purpose 1.2.840.113635.100.4.14 in the extended key usage: signing passes.
  package static let applePassSigning = apple(4, 14)
  /// Purpose 1.2.840.113635.100.4.19 in the extended key usage: signing Wallet orders, not passes.
  package static let appleOrderSigning = apple(4, 19)

  static let rsaEncryption = pkcs(1, 1)
  static let sha1WithRSA = pkcs(1, 5)
  static let rsaPSS = pkcs(1, 10)
  static let sha256WithRSA = pkcs(1, 11)
  static let sha384WithRSA = pkcs(1, 12)
  static let sha512WithRSA = pkcs(1, 13)
  static let sha224WithRSA = pkcs(1, 14)
  static let pbes2 = pkcs(5, 13)
  static let pbkdf2 = pkcs(5, 12)
  /// 1.3.6.1.4.1.11591.4.11
  static let scrypt = OID(content: [0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b])
  static let cmsData = pkcs(7, 1)
  static let cmsSignedData = pkcs(7, 2)
  static let cmsEncryptedData = pkcs(7, 6)
  static let emailAddress = pkcs(9, 1)
  static let contentType = pkcs(9, 3)
  static let messageDigest = pkcs(9, 4)
  static let signingTime = pkcs(9, 5)
  static let x509Certificate = pkcs(9, 22, 1)
  static let keyBag = pkcs(12, 10, 1, 1)
  static let shroudedKeyBag = pkcs(12, 10, 1, 2)
  static let certificateBag = pkcs(12, 10, 1, 3)

  static let ecPublicKey = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01])
  static let p256 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07])
  static let p224 = OID(content: [0x2b, 0x81, 0x04, 0x00, 0x21])
  static let p384 = OID(content: [0x2b, 0x81, 0x04, 0x00, 0x22])
  static let p521 = OID(content: [0x2b, 0x81, 0x04, 0x00, 0x23])
  static let secp256k1 = OID(content: [0x2b, 0x81, 0x04, 0x00, 0x0a])
  static let primeField = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x01, 0x01])
  static let x25519 = OID(content: [0x2b, 0x65, 0x6e])
  static let x448 = OID(content: [0x2b, 0x65, 0x6f])
  static let ed25519 = OID(content: [0x2b, 0x65, 0x70])
  static let ed448 = OID(content: [0x2b, 0x65, 0x71])
  static let dsa = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x38, 0x04, 0x01])
  static let dh = pkcs(3, 1)
  static let ecdsaWithSHA1 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x01])
  static let ecdsaWithSHA224 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x01])
  static let ecdsaWithSHA256 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02])
  static let ecdsaWithSHA384 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x03])
  static let ecdsaWithSHA512 = OID(content: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x04])

  static let md5 = OID(content: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x05])
  static let sha1 = OID(content: [0x2b, 0x0e, 0x03, 0x02, 0x1a])
  static let sha256 = OID(content: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01])
  static let sha384 = OID(content: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x02])
  static let sha512 = OID(content: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x03])
  static let sha224 = OID(content: [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x04])

  static let commonName = OID(content: [0x55, 0x04, 0x03])
  static let country = OID(content: [0x55, 0x04, 0x06])
  static let locality = OID(content: [0x55, 0x04, 0x07])
  static let state = OID(content: [0x55, 0x04, 0x08])
  static let organization = OID(content: [0x55, 0x04, 0x0a])
  static let organizationalUnit = OID(content: [0x55, 0x04, 0x0b])
  static let userID = OID(
    content: [0x09, 0x92, 0x26, 0x89, 0x93, 0xf2, 0x2c, 0x64, 0x01, 0x01])

  static let subjectKeyIdentifier = OID(content: [0x55, 0x1d, 0x0e])
  static let keyUsage = OID(content: [0x55, 0x1d, 0x0f])
  static let basicConstraints = OID(content: [0x55, 0x1d, 0x13])
  static let authorityKeyIdentifier = OID(content: [0x55, 0x1d, 0x23])
  static let extendedKeyUsage = OID(content: [0x55, 0x1d, 0x25])
  static let subjectAlternativeName = OID(content: [0x55, 0x1d, 0x11])
  static let serverAuthentication = OID(
    content: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x01])
  static let authorityInformation = OID(
    content: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x01, 0x01])
  static let issuersAccess = OID(content: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x30, 0x02])
  /// Purpose 1.3.6.1.5.5.7.3.2 in the extended key usage: TLS client authentication (RFC 5280,
  /// 4.2.1.12). A client needs it to push updates.
  package static let clientAuthentication = OID(
    content: [0x2b, 0x06, 0x01, 0x05, 0x05, 0x07, 0x03, 0x02])
}
