// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// A builder of CMS messages, valid and unusual ones. passc itself writes only valid ones.
package struct TestSignature {
  /// Certificate of the signer. The message identifies it by issuer and serial number, or by key
  /// identifier.
  package var leaf: Certificate
  /// Key that signs.
  package var key: PrivateKey
  /// DER of the certificates in the message.
  package var certificates: [[UInt8]]
  /// Signing time in seconds since 1970, or nil to leave out the attribute.
  package var time: Int64?
  /// Digest algorithm of content and attributes.
  package var digest = DigestAlgorithm.sha256
  /// Object identifiers in the list of digest algorithms, or nil for that of the signer.
  package var announced: [String]?
  /// Object identifier that replaces that of the digest algorithm.
  package var digestOID: String?
  /// Content that is signed and included instead of the manifest, or nil for a detached signature.
  package var content: [UInt8]?
  /// Whether there is a contentType attribute (RFC 5652, 11.1).
  package var contentType: Bool = true
  /// Value of the contentType attribute. In a valid message it is that of the content.
  package var statedContentType = "1.2.840.113549.1.7.1"
  /// DER that replaces the time in the signingTime attribute.
  package var timeValue: [UInt8]?
  /// DER that replaces the digest in the messageDigest attribute.
  package var digestValue: [UInt8]?
  /// Whether the attributes are in DER order for a SET, otherwise reversed.
  package var isSorted = true
  /// Whether the signer is identified by key identifier instead of issuer and serial number.
  package var namesKey = false
  /// Whether the outer elements have indefinite lengths (BER), as some signers write them.
  package var hasIndefiniteLengths = false
  /// Object identifier of the signature algorithm. Some real signers name the hash there, too.
  package var signatureOID = "1.2.840.113549.1.1.1"
  /// Tag of the list of certificates. It is constructed in a valid message.
  package var certificatesTag: UInt8 = 0xA0
  /// Number of times the signer is in the message.
  package var signers = 1
  /// DER of additional signed attributes.
  package var extraAttributes: [[UInt8]] = []

  /// Creates a valid message, which the properties can change.
  ///
  /// - Parameters:
  ///   - others: certificates besides that of the signer.
  ///   - time: seconds since 1970.
  package init(leaf: Certificate, key: PrivateKey, others: [Certificate], time: Int64?) {
    self.leaf = leaf
    self.key = key
    self.time = time
    certificates = ([leaf] + others).map(\.der)
  }

  /// Returns the DER of the message for a manifest.
  package func message(over manifest: [UInt8]) throws -> [UInt8] {
    let digestAlgorithm = DER.sequence(DER.oid(digestOID ?? Self.oid(digest)), DER.null)
    let digests = announced.map { $0.map { DER.sequence(DER.oid($0), DER.null) } }
    var encapsulated = DER.oid("1.2.840.113549.1.7.1")
    if let content { encapsulated += DER.tagged(0xA0, DER.octets(content)) }
    let signerInfo = try signer(over: manifest, digestAlgorithm)
    var data = DER.integer(namesKey ? 3 : 1)
    data += DER.tagged(0x31, (digests ?? (signers > 0 ? [digestAlgorithm] : [])).flatMap { $0 })
    data += DER.sequence(encapsulated)
    if !certificates.isEmpty { data += DER.tagged(certificatesTag, certificates.flatMap { $0 }) }
    data += DER.tagged(0x31, (0..<signers).flatMap { _ in signerInfo })
    let wrap = hasIndefiniteLengths ? DER.indefinite : DER.tagged
    return wrap(
      0x30, DER.oid("1.2.840.113549.1.7.2") + wrap(0xA0, wrap(0x30, data)))
  }

  private func signer(over manifest: [UInt8], _ digestAlgorithm: [UInt8]) throws -> [UInt8] {
    var attributes: [[UInt8]] = []
    if contentType {
      attributes.append(
        Self.attribute("1.2.840.113549.1.9.3", DER.oid(statedContentType)))
    }
    if let time {
      attributes.append(Self.attribute("1.2.840.113549.1.9.5", timeValue ?? DER.time(time)))
    }
    let value = digestValue ?? DER.octets(digest.hash(content ?? manifest))
    attributes.append(Self.attribute("1.2.840.113549.1.9.4", value))
    attributes += extraAttributes
    attributes.sort { $0.lexicographicallyPrecedes($1) }
    if !isSorted { attributes.reverse() }
    let set = attributes.flatMap { $0 }
    let signature = try key.sign(hash: digest.hash(DER.tagged(0x31, set)), digest: digest)
    var info = DER.integer(namesKey ? 3 : 1)
    if namesKey {
      info += DER.tagged(0x80, leaf.subjectKeyIdentifier ?? [])
    } else {
      info += DER.sequence(leaf.issuer.der, DER.tagged(0x02, Hex.decode(leaf.serialHex) ?? []))
    }
    info += digestAlgorithm + DER.tagged(0xA0, set)
    info += DER.sequence(DER.oid(signatureOID), DER.null) + DER.octets(signature)
    return DER.sequence(info)
  }

  /// Returns the DER of a signed attribute with one value.
  package static func attribute(_ type: String, _ value: [UInt8]) -> [UInt8] {
    DER.sequence(DER.oid(type), DER.tagged(0x31, value))
  }

  private static func oid(_ digest: DigestAlgorithm) -> String {
    switch digest {
    case .sha1: "1.3.14.3.2.26"
    case .sha224: "2.16.840.1.101.3.4.2.4"
    case .sha256: "2.16.840.1.101.3.4.2.1"
    case .sha384: "2.16.840.1.101.3.4.2.2"
    case .sha512: "2.16.840.1.101.3.4.2.3"
    }
  }
}

/// A DER writer for signatures. It is independent of the writer under test.
package enum DER {
  package static let null: [UInt8] = [5, 0]

  /// Returns an element with the shortest length encoding.
  package static func tagged(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    var length: [UInt8] = []
    if content.count < 128 {
      length = [UInt8(content.count)]
    } else {
      var rest = content.count
      while rest > 0 {
        length.insert(UInt8(rest & 255), at: 0)
        rest >>= 8
      }
      length.insert(0x80 | UInt8(length.count), at: 0)
    }
    return [tag] + length + content
  }

  /// Returns an element of indefinite length, ended by two zeros. BER allows this, DER does not.
  package static func indefinite(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag, 0x80] + content + [0, 0]
  }

  package static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    tagged(0x30, parts.flatMap { $0 })
  }

  package static func octets(_ bytes: [UInt8]) -> [UInt8] { tagged(4, bytes) }

  /// Returns an INTEGER below 128. It needs one octet, whose first bit is the sign.
  package static func integer(_ value: UInt8) -> [UInt8] { tagged(2, [value]) }

  /// Returns an OBJECT IDENTIFIER from dotted form, without content if it is invalid.
  package static func oid(_ dotted: String) -> [UInt8] {
    tagged(6, OID(dotted: dotted)?.content ?? [])
  }

  /// Returns a GeneralizedTime from 2050 on, and a UTCTime before (RFC 5652, 11.3).
  package static func time(_ seconds: Int64) -> [UInt8] {
    let text = CivilTime(secondsSince1970: seconds).description
      .filter { !"-:T".contains($0) }
    return seconds < 2_524_608_000
      ? tagged(0x17, Array(text.dropFirst(2).utf8)) : tagged(0x18, Array(text.utf8))
  }
}
