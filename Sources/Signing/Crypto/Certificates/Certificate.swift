// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// An X.509 certificate.
///
/// Our own parser reads it. `d2i_X509` of OpenSSL also decodes the public key, which takes half a
/// millisecond in a new process. A build does not need that.
package struct Certificate: Sendable, Hashable, CustomStringConvertible {
  package struct Extension: Sendable, Hashable {
    package let oid: OID
    /// Whether a verifier that does not know the extension must reject the certificate (RFC 5280,
    /// 4.2).
    package let isCritical: Bool
    /// DER inside the OCTET STRING.
    package let value: [UInt8]
  }

  /// DER of the certificate. Two certificates are equal if it is equal.
  package let der: [UInt8]
  /// Name of its owner.
  package let subject: DistinguishedName
  /// Name of the authority that signed it.
  package let issuer: DistinguishedName
  /// First second of the validity in Unix time.
  package let notBefore: Int64
  /// Last second of the validity in Unix time.
  package let notAfter: Int64
  /// Extensions in their order.
  package let extensions: [Extension]
  /// Algorithm and size of the key, which may be one that passc cannot read.
  package let publicKeyKind: PublicKeyKind

  /// Range of the signed part.
  let signedRange: Range<Int>
  /// Range of the serial number with its tag.
  let serialRange: Range<Int>
  private let publicKeyRange: Range<Int>
  let signatureAlgorithm: OID
  private let signatureRange: Range<Int>

  /// Throws if the bytes are not exactly one certificate.
  package init(der: [UInt8]) throws(CryptoError) {
    do {
      try self.init(reading: der)
    } catch {
      throw CryptoError("the certificate \(error)")
    }
  }

  /// PEM labels of certificates.
  static let labels: Set<String> = ["CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"]

  private init(reading der: [UInt8]) throws(ASN1Error) {
    self.der = der
    var outer = ASN1Reader(der)
    var certificate = try outer.enter(ASN1Reader.sequence)
    try outer.finish()

    let signed = try certificate.next(ASN1Reader.sequence)
    signedRange = signed.whole
    var fields = try certificate.inside(signed)
    _ = try fields.nextIf(0xa0)  // version, absent in version 1
    let serial = try fields.next(ASN1Reader.integer)
    guard !serial.content.isEmpty else {
      throw fields.validationError(
        .malformed("has a serial number without octets"), at: serial.start)
    }
    serialRange = serial.whole
    let inner = try fields.next(ASN1Reader.sequence)
    issuer = try DistinguishedName(&fields)
    var validity = try fields.enter(ASN1Reader.sequence)
    notBefore = try Self.time(&validity)
    notAfter = try Self.time(&validity)
    subject = try DistinguishedName(&fields)
    let key = try fields.next(ASN1Reader.sequence)
    publicKeyRange = key.whole
    publicKeyKind = try PublicKeyKind(spki: try fields.inside(key))
    _ = try fields.nextIf(0x81)
    _ = try fields.nextIf(0x82)
    extensions = try Self.extensions(&fields)
    try fields.finish()

    let algorithm = try certificate.next(ASN1Reader.sequence)
    // RFC 5280, 4.1.1.2: both algorithms must be the same.
    guard der[algorithm.whole] == der[inner.whole] else {
      throw certificate.validationError(
        .malformed("names two different signature algorithms"), at: algorithm.start)
    }
    var names = try certificate.inside(algorithm)
    signatureAlgorithm = try names.nextOID()
    signatureRange = try certificate.nextBitString().indices
    try certificate.finish()
  }

  private static func time(_ reader: inout ASN1Reader) throws(ASN1Error) -> Int64 {
    let element = try reader.next()
    guard let seconds = ASN1Time.decode(element, in: reader.bytes) else {
      throw reader.validationError(.malformed("has a date that cannot be read"), at: element.start)
    }
    return seconds
  }

  private static func extensions(
    _ fields: inout ASN1Reader
  ) throws(ASN1Error) -> [Extension] {
    guard let wrapper = try fields.nextIf(0xa3) else { return [] }
    var wrapped = try fields.inside(wrapper)
    var list = try wrapped.enter(ASN1Reader.sequence)
    try wrapped.finish()
    var extensions: [Extension] = []
    while !list.isAtEnd {
      var entry = try list.enter(ASN1Reader.sequence)
      let oid = try entry.nextOID()
      let critical = try entry.nextIf(ASN1Reader.boolean)
      let value = try entry.nextOctets()
      try entry.finish()
      extensions.append(
        Extension(
          oid: oid, isCritical: critical.map { entry.bytes[$0.content].last ?? 0 != 0 } ?? false,
          value: Array(value)))
    }
    return extensions
  }

  package static func == (one: Certificate, other: Certificate) -> Bool {
    one.der == other.der
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(der)
  }

  package var description: String { subject.text }

  /// Public key as SubjectPublicKeyInfo.
  package var publicKeyDER: [UInt8] { Array(der[publicKeyRange]) }

  var signatureValue: ArraySlice<UInt8> { der[signatureRange] }

  /// Serial number as lower-case hex without leading zero octets, `00` for the number 0.
  package var serialHex: String {
    let octets = serialOctets.drop { $0 == 0 }
    return octets.isEmpty ? "00" : Hex.encode(octets)
  }

  /// Content octets of the serial number.
  var serialOctets: ArraySlice<UInt8> {
    // The element was validated in `init`. This skips the tag and length before the octets.
    var reader = ASN1Reader(Array(der[serialRange]))
    guard let element = try? reader.next() else { return [] }
    return der[(serialRange.upperBound - element.content.count)..<serialRange.upperBound]
  }

  /// SHA-256 of the certificate as 64 lower-case hex digits. Trusted certificates are identified by
  /// it.
  package var sha256Hex: String { Digest.sha256Hex(der) }
  /// SHA-1 of the certificate as 40 lower-case hex digits, as keychains show it.
  package var sha1Hex: String { Digest.sha1Hex(der) }

  /// PEM with label `CERTIFICATE`.
  package var pem: String { PEM.encode("CERTIFICATE", der) }

  /// Returns whether a time (Unix seconds) is within the validity.
  package func isValid(at seconds: Int64) -> Bool {
    (notBefore...max(notBefore, notAfter)).contains(seconds) && notBefore <= notAfter
  }
}
