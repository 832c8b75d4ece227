// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A parsed signature file: CMS SignedData in DER or BER.
///
/// Parsing does not establish trust. `verify` verifies the content with the signer's key.
package struct CMSMessage: Sendable {
  let bytes: [UInt8]
  /// Readable certificates in the message, in their order.
  package let certificates: [Certificate]
  /// Hashes that are listed before the content, so that a reader can compute them while reading.
  let digests: [OID]
  /// Type of the content, attached or not.
  let contentType: OID
  /// DER of all certificates.
  let embedded: [[UInt8]]
  /// Signers in their order. A pass has one.
  package let signers: [Signer]
  /// Content in the message, or nil for a detached signature.
  package let attachedContent: [UInt8]?

  /// Whether the content is outside the message, as in a pass.
  package var isDetached: Bool { attachedContent == nil }

  /// Maximum size in bytes. Those of passes have some thousands. A message consists of so many
  /// objects that parsing takes fifty times its size in memory.
  package static let limitInBytes = 1 << 20

  /// Throws if the bytes are not exactly one CMS SignedData message.
  package init(_ bytes: [UInt8]) throws(CMSError) {
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

  /// Returns a message of the same single signer with another digest, time and signature.
  func changed(
    bytes: [UInt8], time: Int64, digest: [UInt8], attributes: [UInt8], value: [UInt8]
  ) -> CMSMessage {
    CMSMessage(
      self, bytes: bytes,
      signer: Signer(signers[0], time: time, digest: digest, attributes: attributes, value: value))
  }

  /// Returns whether OpenSSL verifies a message that our reader rejects.
  package static func isProvenByOpenSSL(_ bytes: [UInt8], content: [UInt8]) -> Bool {
    SecondOpinion(signature: bytes, content: content) == .proven
  }

  /// Returns the certificate of a signer, or nil if it is not in the message.
  package func certificate(of signer: Signer) -> Certificate? {
    certificates.first { signer.identifier.names($0) }
  }

  /// The signing time of the only signer in Unix seconds. Nil if there are several signers or no
  /// time.
  package var signingTime: Int64? {
    signers.count == 1 ? signers[0].signingTime : nil
  }

  private static func explain(_ fault: ASN1Error, _ bytes: [UInt8]) -> CMSError {
    if ByteSearch.offset(of: OID.cmsSignedData.content, in: bytes.prefix(32)) != nil {
      return .malformed(fault.description)
    }
    return .notCMS(looksLike: description(of: bytes))
  }

  private static func description(of bytes: [UInt8]) -> String {
    if PEM.isPresent(in: bytes) { return "PEM text" }
    if let damage = TextDamage(bytes) { return "binary data that \(damage.description)" }
    if let text = wrapped(bytes), text.form != .base64 {
      return text.description(of: "a signature")
    }
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
    let name = FileAppearance.name(of: bytes)
    if name == "binary data" || name == "DER of another kind",
      [128, 256, 384, 512].contains(bytes.count)
    {
      return "raw RSA signature bytes"
    }
    return name
  }

  /// Returns the text form of a signature, or nil if the bytes are not one.
  package static func wrapped(_ bytes: [UInt8]) -> WrappedBytes? {
    WrappedBytes(bytes) { start in
      start.count > 1 && start[0] == ASN1Reader.sequence && (0x80...0x83).contains(start[1])
    }
  }

  private static func isBareECDSA(_ bytes: [UInt8]) -> Bool {
    var outer = ASN1Reader(bytes)
    guard var pair = try? outer.enter(ASN1Reader.sequence), outer.isAtEnd,
      (try? pair.nextUnsigned()) != nil, (try? pair.nextUnsigned()) != nil
    else { return false }
    return pair.isAtEnd
  }
}
