// SPDX-License-Identifier: Apache-2.0

/// A signature file read for what it says: CMS SignedData in DER or BER.
///
/// Reading decides nothing about trust; `verify` proves the content against the signer's key.
package struct CMSMessage: Sendable {
  /// The message from its first byte to its last.
  let bytes: [UInt8]
  /// The certificates inside that can be read, in the order of the message.
  package let certificates: [Certificate]
  /// The hashes announced before the content: a reader computes these while it reads.
  let digests: [OID]
  /// The type of the content, inside or not.
  let contentType: OID
  /// All certificates' own bytes.
  let embedded: [[UInt8]]
  /// The signers in the order of the message; a pass has one.
  package let signers: [Signer]
  /// The content inside, nil in a detached signature.
  package let attachedContent: [UInt8]?

  /// Whether the content is outside the message, as that of a pass is.
  package var isDetached: Bool { attachedContent == nil }

  /// How many bytes a message may have. Those of passes have some thousands, and a message is made
  /// of so many objects that reading it takes fifty times its size.
  package static let limitInBytes = 1 << 20

  /// Throws for anything that is not one CMS SignedData message from the first byte to the last.
  package init(_ bytes: [UInt8]) throws(CMSFault) {
    guard bytes.count <= Self.limitInBytes else { throw .tooLarge(bytes.count) }
    let structure: CMSStructure
    do {
      structure = try CMSStructure(bytes)
    } catch {
      throw Self.explain(error, bytes)
    }
    guard structure.end == bytes.count else {
      throw .trailingBytes(bytes.count - structure.end)
    }
    self.bytes = bytes
    digests = structure.digests
    contentType = structure.contentType
    embedded = structure.certificates
    certificates = structure.certificates.compactMap { try? Certificate(der: $0) }
    attachedContent = structure.content
    do {
      var signers: [Signer] = []
      var reader = structure.signers
      while !reader.isAtEnd { signers.append(try Signer(&reader)) }
      self.signers = signers
    } catch {
      throw .malformed("\(error)")
    }
  }

  private init(_ model: CMSMessage, bytes: [UInt8], signer: Signer) {
    self.bytes = bytes
    digests = model.digests
    contentType = model.contentType
    embedded = model.embedded
    certificates = model.certificates
    attachedContent = model.attachedContent
    signers = [signer]
  }

  /// The message of the same only signer over something else.
  func changed(
    bytes: [UInt8], time: Int64, digest: [UInt8], attributes: [UInt8], value: [UInt8]
  ) -> CMSMessage {
    CMSMessage(
      self, bytes: bytes,
      signer: Signer(signers[0], time: time, digest: digest, attributes: attributes, value: value))
  }

  /// Whether OpenSSL reads bytes that our walk refuses and finds the content proven by them.
  package static func isProvenByOpenSSL(_ bytes: [UInt8], content: [UInt8]) -> Bool {
    SecondOpinion(signature: bytes, content: content) == .proven
  }

  /// The certificate a signer names, nil when it is not in the message.
  package func certificate(of signer: Signer) -> Certificate? {
    certificates.first { signer.identifier.names($0) }
  }

  /// When the only signer says it signed, in Unix seconds; nil when there are several, or no time.
  package var signingTime: Int64? {
    signers.count == 1 ? signers[0].signingTime : nil
  }

  private static func explain(_ fault: ASN1Fault, _ bytes: [UInt8]) -> CMSFault {
    if contains(OID.cmsSignedData.content, in: bytes.prefix(32)) {
      return .malformed(fault.description)
    }
    return .notCMS(looksLike: look(of: bytes))
  }

  private static func look(of bytes: [UInt8]) -> String {
    if PEM.isPresent(in: bytes) { return "PEM text" }
    if let decoded = Base64.decodeIgnoringWhitespace(bytes), decoded.count > 64 {
      return decoded.first == ASN1Reader.sequence
        ? "Base64 text" : "Base64 text of raw signature bytes"
    }
    switch DERKind(bytes) {
    case .certificate: return "a certificate"
    case .pkcs1, .pkcs8, .encryptedPKCS8, .sec1: return "a private key"
    case .pkcs12: return "a PKCS #12 file"
    case .publicKey: return "a public key"
    case .certificateRequest: return "a certificate request"
    case .pkcs7, .unknown: break
    }
    if isBareECDSA(bytes) { return "a bare ECDSA signature" }
    let name = FileLook.name(of: bytes)
    if name == "binary data" || name == "DER of another kind",
      [128, 256, 384, 512].contains(bytes.count)
    {
      return "raw RSA signature bytes"
    }
    return name
  }

  private static func isBareECDSA(_ bytes: [UInt8]) -> Bool {
    var outer = ASN1Reader(bytes)
    guard var pair = try? outer.enter(ASN1Reader.sequence), outer.isAtEnd,
      (try? pair.nextUnsigned()) != nil, (try? pair.nextUnsigned()) != nil
    else { return false }
    return pair.isAtEnd
  }

  private static func contains(_ pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= pattern.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - pattern.count)).contains {
      bytes[$0...].starts(with: pattern)
    }
  }
}
