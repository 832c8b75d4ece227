// SPDX-License-Identifier: Apache-2.0

/// An unsigned certificate.
struct CertificateDraft {
  /// Attributes of the subject in order. Countries become PrintableString, all others UTF8String.
  var subject: [(OID, String)]
  var publicKeyDER: [UInt8]
  /// Unix seconds, both inclusive.
  var notBefore: Int64
  var notAfter: Int64
  var extensions: [Extension] = []

  struct Extension {
    let oid: OID
    var isCritical = false
    /// DER of the value.
    let value: [UInt8]

    var der: [UInt8] {
      let critical: [UInt8] = isCritical ? [ASN1Reader.boolean, 1, 0xff] : []
      return DERWriter.sequence(DERWriter.oid(oid), critical, DERWriter.octetString(value))
    }
  }

  /// Returns the certificate, signed with `key`. `issuer` is the DER of the issuer's name, or nil
  /// for a self-signed certificate.
  func signed(with key: PrivateKey, issuer: [UInt8]?) throws(CryptoError) -> Certificate {
    guard let start = ASN1Time.encode(notBefore), let end = ASN1Time.encode(notAfter) else {
      throw CryptoError("the validity is not within the years 0 to 9999")
    }
    var serial = try SecureRandom.bytes(16)
    serial[0] = serial[0] & 0x7f | 0x40
    let algorithm = try Signing(key)
    let name = Self.name(subject)
    let body = DERWriter.sequence(
      DERWriter.element(0xa0, DERWriter.integer(2)), DERWriter.unsigned(serial),
      algorithm.identifier, issuer ?? name, DERWriter.sequence(start, end), name, publicKeyDER,
      DERWriter.element(0xa3, DERWriter.element(ASN1Reader.sequence, extensions.flatMap(\.der))))
    return try Certificate(der: try algorithm.signed(body))
  }

  static func name(_ parts: [(OID, String)]) -> [UInt8] {
    DERWriter.element(
      ASN1Reader.sequence,
      parts.flatMap { type, text in
        let printable: UInt8 = 0x13
        let value = DERWriter.element(
          type == .country ? printable : ASN1Reader.utf8String, Array(text.utf8))
        return DERWriter.setOf([DERWriter.sequence(DERWriter.oid(type), value)])
      })
  }

  /// Returns the SHA-1 of the public key's octets (RFC 5280, 4.2.1.2, first method).
  static func keyIdentifier(of publicKeyDER: [UInt8]) -> [UInt8] {
    var outer = ASN1Reader(publicKeyDER)
    guard var info = try? outer.enter(ASN1Reader.sequence),
      (try? info.next(ASN1Reader.sequence)) != nil, let octets = try? info.nextBitString()
    else { return Digest.sha1(publicKeyDER) }
    return Digest.sha1(octets)
  }
}

/// Signing of certificates and requests.
struct Signing {
  let identifier: [UInt8]
  private let key: any SigningKey
  /// The key if it signs SHA-384. Nil for keys that sign SHA-256.
  private let longKey: PrivateKey?

  init(_ key: any SigningKey) throws(CryptoError) {
    self.key = key
    switch key.kind {
    case .rsa:
      identifier = DERWriter.sequence(DERWriter.oid(.sha256WithRSA), DERWriter.null)
      longKey = nil
    case .ec("P-384"):
      identifier = DERWriter.sequence(DERWriter.oid(.ecdsaWithSHA384))
      longKey = key as? PrivateKey
    case .ec:
      identifier = DERWriter.sequence(DERWriter.oid(.ecdsaWithSHA256))
      longKey = nil
    case .other(let name):
      throw CryptoError("a key of kind \(name) cannot sign certificates")
    }
  }

  /// Returns a SEQUENCE of body, algorithm and signature.
  func signed(_ body: [UInt8]) throws(CryptoError) -> [UInt8] {
    let signature =
      if let longKey {
        try longKey.sign(hash: DigestAlgorithm.sha384.hash(body), digest: .sha384)
      } else {
        try key.sign(sha256: Digest.sha256(body))
      }
    return DERWriter.sequence(body, identifier, DERWriter.bitString(signature))
  }
}
