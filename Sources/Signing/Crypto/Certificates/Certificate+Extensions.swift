// SPDX-License-Identifier: Apache-2.0

extension Certificate {
  /// The DER of an extension's value, nil when it is absent.
  package func extensionValue(_ oid: OID) -> [UInt8]? {
    extensions.first { $0.oid == oid }?.value
  }

  /// The DER of the value of the extension with this dotted OID; nil when it is absent.
  package func extensionValue(_ dotted: String) -> [UInt8]? {
    OID(dotted: dotted).flatMap { extensionValue($0) }
  }

  /// Whether there is an extension of this kind, whatever it holds.
  package func hasExtension(_ oid: OID) -> Bool {
    extensions.contains { $0.oid == oid }
  }

  /// The name the certificate gives to its own key, by which those it issued find it; nil when the
  /// extension is absent or broken.
  package var subjectKeyIdentifier: [UInt8]? {
    guard let value = extensionValue(.subjectKeyIdentifier) else { return nil }
    var reader = ASN1Reader(value)
    return (try? reader.nextOctets()).map { Array($0) }
  }

  /// The key identifier of the issuer, as the certificate states it; nil when it does not.
  package var authorityKeyIdentifier: [UInt8]? {
    guard let value = extensionValue(.authorityKeyIdentifier) else { return nil }
    var reader = ASN1Reader(value)
    guard var inner = try? reader.enter(ASN1Reader.sequence) else { return nil }
    return (try? inner.nextOctets(tag: 0x80)).map { Array($0) }
  }

  /// The purposes listed, empty when the extension is absent or broken.
  package var extendedKeyUsages: [OID] {
    guard let value = extensionValue(.extendedKeyUsage) else { return [] }
    var reader = ASN1Reader(value)
    guard var list = try? reader.enter(ASN1Reader.sequence) else { return [] }
    var usages: [OID] = []
    while let usage = try? list.nextOID() { usages.append(usage) }
    return usages
  }

  /// What the key may be used for; nil when the extension is absent or broken.
  package var keyUsage: KeyUsage? {
    guard let value = extensionValue(.keyUsage) else { return nil }
    var reader = ASN1Reader(value)
    guard let element = try? reader.next(ASN1Reader.bitString) else { return nil }
    let bits = reader.bytes[element.content].dropFirst().prefix(2)
    return KeyUsage(rawValue: bits.enumerated().reduce(0) { $0 | UInt16($1.1) << (8 - 8 * $1.0) })
  }

  /// Whether basic constraints say that this certificate may issue others.
  package var isCertificateAuthority: Bool {
    guard let value = extensionValue(.basicConstraints) else { return false }
    var reader = ASN1Reader(value)
    guard var inner = try? reader.enter(ASN1Reader.sequence),
      let flag = try? inner.nextIf(ASN1Reader.boolean)
    else { return false }
    return inner.bytes[flag.content].last ?? 0 != 0
  }

  /// Where the issuer's own certificate can be fetched (AIA, caIssuers).
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

/// What a key may be used for (RFC 5280, 4.2.1.3).
package struct KeyUsage: OptionSet, Sendable, Hashable {
  /// The two octets of the bit string, the first bit highest.
  package let rawValue: UInt16

  package init(rawValue: UInt16) {
    self.rawValue = rawValue
  }

  /// Signatures over other things than certificates and revocation lists, such as those of passes.
  package static let digitalSignature = KeyUsage(rawValue: 0x8000)
  /// Enciphering keys, as those who send to the holder of an RSA key do.
  package static let keyEncipherment = KeyUsage(rawValue: 0x2000)
  /// Agreeing on keys, as those who send to the holder of a key on a curve do.
  package static let keyAgreement = KeyUsage(rawValue: 0x0800)
  /// Signing certificates, as an authority does.
  package static let keyCertSign = KeyUsage(rawValue: 0x0400)
  /// Signing lists of revoked certificates.
  package static let crlSign = KeyUsage(rawValue: 0x0200)
}
