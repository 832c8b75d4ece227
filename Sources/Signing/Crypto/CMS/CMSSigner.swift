// SPDX-License-Identifier: Apache-2.0

/// A signer of manifests with certificate, issuer and key. It prepares the constant parts of
/// signatures.
///
/// The output is that of `openssl cms -sign -binary -nosmimecap -md sha256 -outform DER`, with an
/// RSA key byte for byte. Only the digest, the time and the signature value differ between passes.
/// Any thread may use it. `SigningSession` is faster for many signatures on one thread.
package struct CMSSigner: Sendable {
  /// Certificate of the signing key.
  package let leaf: Certificate
  /// Certificate of the leaf's issuer. Every signature contains both.
  package let issuer: Certificate
  private let key: any SigningKey

  /// Version, digest algorithms, content type and certificates.
  private let head: [UInt8]
  /// Version, issuer and serial number, digest algorithm of the signer.
  private let signerHead: [UInt8]
  private let signatureAlgorithm: [UInt8]

  /// Throws if the key does not match the certificate or cannot sign.
  package init(leaf: Certificate, issuer: Certificate, key: any SigningKey) throws(CryptoError) {
    guard key.matches(leaf) else {
      throw CryptoError("the private key does not belong to the certificate")
    }
    switch key.kind {
    case .rsa:
      signatureAlgorithm = DERWriter.sequence(DERWriter.oid(.rsaEncryption), DERWriter.null)
    case .ec:
      signatureAlgorithm = DERWriter.sequence(DERWriter.oid(.ecdsaWithSHA256))
    case .other(let name):
      throw CryptoError("a key of kind \(name) cannot sign passes")
    }
    self.leaf = leaf
    self.issuer = issuer
    self.key = key

    let digestAlgorithm = DERWriter.sequence(DERWriter.oid(.sha256))
    let version = DERWriter.integer(1)
    let certificates = leaf == issuer ? [leaf.der] : DERWriter.sorted([leaf.der, issuer.der])
    head =
      version + DERWriter.setOf([digestAlgorithm])
      + DERWriter.sequence(DERWriter.oid(.cmsData))
      + DERWriter.element(0xa0, certificates.flatMap { $0 })
    signerHead =
      version + DERWriter.sequence(leaf.issuer.der, Array(leaf.der[leaf.serialRange]))
      + digestAlgorithm
  }

  /// Returns the detached signature of a manifest, made at `seconds` (Unix time).
  package func sign(_ manifest: ManifestText, at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(bytes: manifest.bytes, at: seconds)
  }

  /// Returns the detached signature of the token of a sign-up, made at `seconds` (Unix time).
  package func sign(_ token: SignUpToken, at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(bytes: token.bytes, at: seconds)
  }

  /// Signs any bytes. It must stay private. `SignUpToken` explains the danger of forged passes.
  private func sign(bytes: [UInt8], at seconds: Int64) throws(CryptoError) -> [UInt8] {
    let attributes = try attributes(manifestDigest: Digest.sha256(bytes), at: seconds)
    return message(
      attributes, signature: try key.sign(sha256: Digest.sha256(Self.hashed(attributes))))
  }

  /// Returns the detached signature of a manifest, made at `seconds` (Unix time). It does not block
  /// a thread if the key is an `ExternalKey`. Other keys sign at once.
  ///
  /// - Throws: an error of the key, `CancellationError` or `CryptoError`.
  package func awaitSignature(of manifest: ManifestText, at seconds: Int64) async throws
    -> [UInt8]
  {
    guard let key = key as? ExternalKey else { return try sign(manifest, at: seconds) }
    let attributes = try attributes(manifestDigest: Digest.sha256(manifest.bytes), at: seconds)
    let signature = try await key.awaitSignature(sha256: Digest.sha256(Self.hashed(attributes)))
    return message(attributes, signature: signature)
  }

  /// Returns a message with zeros for digest and signature, and its attributes as they are hashed.
  func blankMessage(
    valueLength: Int, at seconds: Int64
  ) throws(CryptoError) -> (message: [UInt8], attributes: [UInt8]) {
    let attributes = try attributes(
      manifestDigest: [UInt8](repeating: 0, count: 32), at: seconds)
    let message = message(attributes, signature: [UInt8](repeating: 0, count: valueLength))
    return (message, Self.hashed(attributes))
  }

  /// Returns the signed attributes without an outer tag.
  private func attributes(
    manifestDigest: [UInt8], at seconds: Int64
  ) throws(CryptoError) -> [UInt8] {
    guard let time = ASN1Time.encode(seconds) else {
      throw CryptoError("the signing time \(seconds) is not within the years 0 to 9999")
    }
    // DER order, which is by length here.
    return Self.contentTypeAttribute
      + DERWriter.sequence(Self.signingTimeType, DERWriter.element(ASN1Reader.set, time))
      + DERWriter.sequence(
        Self.messageDigestType,
        DERWriter.element(ASN1Reader.set, DERWriter.octetString(manifestDigest)))
  }

  /// Returns the attributes as they are hashed, with the tag of a SET. In the message they have the
  /// tag [0].
  private static func hashed(_ attributes: [UInt8]) -> [UInt8] {
    DERWriter.element(ASN1Reader.set, attributes)
  }

  private func message(_ attributes: [UInt8], signature: [UInt8]) -> [UInt8] {
    message(
      signer: signerHead + DERWriter.element(0xa0, attributes) + signatureAlgorithm
        + DERWriter.octetString(signature))
  }

  /// Whether the key is outside this process. Signing then blocks a thread.
  package var isOutside: Bool { key is OutsideKey }

  /// Whether signatures are awaited without blocking a thread.
  package var isAwaited: Bool { key is ExternalKey }

  /// Returns an RSA signer for one thread. Returns nil for other keys and for an `ExternalKey`.
  func rsaSigning() throws(CryptoError) -> (any RSASigning)? {
    guard case .rsa = key.kind else { return nil }
    if let key = key as? PrivateKey { return try RSASigningHere(copying: key.pointer) }
    return try (key as? OutsideKey).map { key throws(CryptoError) in try RSASigningOutside(key) }
  }

  private static let contentTypeAttribute = DERWriter.sequence(
    DERWriter.oid(.contentType), DERWriter.setOf([DERWriter.oid(.cmsData)]))
  private static let signingTimeType = DERWriter.oid(.signingTime)
  private static let messageDigestType = DERWriter.oid(.messageDigest)
  private static let signedDataType = DERWriter.oid(.cmsSignedData)

  /// Builds the message from the signer's part. Computes the headers first, so that bytes are
  /// copied only once.
  private func message(signer: [UInt8]) -> [UInt8] {
    let signerHeader = DERWriter.header(ASN1Reader.sequence, length: signer.count)
    let signersLength = signerHeader.count + signer.count
    let signersHeader = DERWriter.header(ASN1Reader.set, length: signersLength)
    let dataLength = head.count + signersHeader.count + signersLength
    let dataHeader = DERWriter.header(ASN1Reader.sequence, length: dataLength)
    let contentLength = dataHeader.count + dataLength
    let contentHeader = DERWriter.header(0xa0, length: contentLength)
    let length = Self.signedDataType.count + contentHeader.count + contentLength
    var message = DERWriter.header(ASN1Reader.sequence, length: length)
    message.reserveCapacity(message.count + length)
    for part in [
      Self.signedDataType, contentHeader, dataHeader, head, signersHeader, signerHeader, signer,
    ] {
      message.append(contentsOf: part)
    }
    return message
  }
}
