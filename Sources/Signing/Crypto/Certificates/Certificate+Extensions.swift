// SPDX-License-Identifier: Apache-2.0

extension Certificate {
  /// Returns the DER of the value of an extension, or nil if it is absent.
  package func extensionValue(_ oid: OID) -> [UInt8]? {
    extensions.first { $0.oid == oid }?.value
  }

  /// Returns the DER of the value of an extension by dotted OID, or nil if it is absent.
  package func extensionValue(_ dotted: String) -> [UInt8]? {
    OID(dotted: dotted).flatMap { extensionValue($0) }
  }

  /// Returns whether there is such an extension.
  package func hasExtension(_ oid: OID) -> Bool {
    extensions.contains { $0.oid == oid }
  }

  /// Identifier of its key. Certificates that it issued refer to it. Nil if absent or malformed.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = extensionValue(.subjectKeyIdentifier) else { return nil }
    var reader = ASN1Reader(value)
    return (try? reader.nextOctets()).map { Array($0) }
  }

  /// Key identifier of the issuer. Nil if absent or malformed.
  package var authorityKeyIdentifier: [UInt8]? {
    guard let value = extensionValue(.authorityKeyIdentifier) else { return nil }
    var reader = ASN1Reader(value)
    guard var inner = try? reader.enter(ASN1Reader.sequence) else { return nil }
    return (try? inner.nextOctets(tag: 0x80)).map { Array($0) }
  }

  /// Purposes of the key. Empty if the extension is absent or malformed.
  package var extendedKeyUsages: [OID] {
    guard let value = extensionValue(.extendedKeyUsage) else { return [] }
    var reader = ASN1Reader(value)
    guard var list = try? reader.enter(ASN1Reader.sequence) else { return [] }
    var usages: [OID] = []
    while let usage = try? list.nextOID() { usages.append(usage) }
    return usages
  }

  /// Permitted uses of the key. Nil if the extension is absent or malformed.
  package var keyUsage: KeyUsage? {
    guard let value = extensionValue(.keyUsage) else { return nil }
    var reader = ASN1Reader(value)
    guard let element = try? reader.next(ASN1Reader.bitString) else { return nil }
    let bits = reader.bytes[element.content].dropFirst().prefix(2)
    return KeyUsage(rawValue: bits.enumerated().reduce(0) { $0 | UInt16($1.1) << (8 - 8 * $1.0) })
  }

  /// Whether the basic constraints permit this certificate to issue others.
  package var isCertificateAuthority: Bool {
    guard let value = extensionValue(.basicConstraints) else { return false }
    var reader = ASN1Reader(value)
    guard var inner = try? reader.enter(ASN1Reader.sequence),
      let flag = try? inner.nextIf(ASN1Reader.boolean)
    else { return false }
    return inner.bytes[flag.content].last ?? 0 != 0
  }

  /// URL of the issuer's certificate (AIA, caIssuers).
  package var issuerURL: String? {
    guard let value = extensionValue(.authorityInformation) else { return nil }
    var reader = ASN1Reader(value)
    guard var list = try? reader.enter(ASN1Reader.sequence) else { return nil }
    while var entry = try? list.enter(ASN1Reader.sequence) {
      guard let oid = try? entry.nextOID() else { return nil }
      if oid == .issuersAccess, let url = try? entry.next(0x86) {
        return ASN1Text.decode(0x16, entry.bytes[url.content])
      }
    }
    return nil
  }
}

/// Permitted uses of a key (RFC 5280, 4.2.1.3).
package struct KeyUsage: OptionSet, Sendable, Hashable {
  /// The two octets of the bit string. The first bit is the highest.
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// For signatures other than of certificates and revocation lists, such as those of passes.
  package static let digitalSignature = KeyUsage(rawValue: 0x8000)
  /// For encrypting keys with an RSA key.
  package static let keyEncipherment = KeyUsage(rawValue: 0x2000)
  /// For key agreement with an elliptic-curve key.
  package static let keyAgreement = KeyUsage(rawValue: 0x0800)
  /// For signing certificates.
  package static let keyCertSign = KeyUsage(rawValue: 0x0400)
  /// For signing revocation lists.
  package static let crlSign = KeyUsage(rawValue: 0x0200)
}
