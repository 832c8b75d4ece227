// SPDX-License-Identifier: Apache-2.0

/// A certificate before it is signed.
struct CertificateDraft {
  /// Parts of the subject in order; text is written as UTF8String, countries as PrintableString.
  var subject: [(OID, String)]
  var publicKeyDER: [UInt8]
  /// Unix seconds, both included.
  var notBefore: Int64
  var notAfter: Int64
  var extensions: [Extension] = []

  struct Extension {
    let oid: OID
    var isCritical = false
    /// DER.
    let value: [UInt8]

    var der: [UInt8] {
      let critical: [UInt8] = isCritical ? [ASN1Reader.boolean, 1, 0xff] : []
      return DERWriter.sequence(DERWriter.oid(oid), critical, DERWriter.octetString(value))
    }
  }

  /// The certificate signed with `key`; `issuer` is the DER of the issuer's name, nil when the
  /// certificate signs itself.
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
    return try Certificate(der: try algorithm.sealed(body))
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

  /// SHA-1 of the public key's octets (RFC 5280, 4.2.1.2, first way).
  static func keyIdentifier(of publicKeyDER: [UInt8]) -> [UInt8] {
    var outer = ASN1Reader(publicKeyDER)
    guard var info = try? outer.enter(ASN1Reader.sequence),
      (try? info.next(ASN1Reader.sequence)) != nil, let octets = try? info.nextBitString()
    else { return Digest.sha1(publicKeyDER) }
    return Digest.sha1(octets)
  }
}

/// A signature as certificates and requests carry it.
struct Signing {
  let identifier: [UInt8]
  private let key: any SigningKey
  /// With what the key signs SHA-384; nil for keys that take SHA-256.
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

  /// Body, algorithm and signature in one SEQUENCE.
  func sealed(_ body: [UInt8]) throws(CryptoError) -> [UInt8] {
    let signature =
      if let longKey {
        try longKey.sign(hash: DigestAlgorithm.sha384.hash(body), digest: .sha384)
      } else {
        try key.sign(sha256: Digest.sha256(body))
      }
    return DERWriter.sequence(body, identifier, DERWriter.bitString(signature))
  }
}
