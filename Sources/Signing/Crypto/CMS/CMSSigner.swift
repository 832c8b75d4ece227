// SPDX-License-Identifier: Apache-2.0

/// Signs manifests: certificate, issuer and key, laid out once for any number of signatures.
///
/// Gives what `openssl cms -sign -binary -nosmimecap -md sha256 -outform DER` gives, byte for byte
/// with an RSA key. Of a signature only the digest, the time and the signature value differ from
/// one pass to the next, so everything else is prepared. Safe from every thread, for which each
/// signature is written anew; `SigningSession` keeps a thread's own layout of it.
package struct CMSSigner: Sendable {
  /// The certificate of the signing key.
  package let leaf: Certificate
  /// The certificate of the leaf's issuer, which goes into each signature beside the leaf.
  package let issuer: Certificate
  private let key: any SigningKey

  /// Version, digest algorithms, content type and certificates.
  private let head: [UInt8]
  /// Version, issuer and serial, digest algorithm of the signer.
  private let signerHead: [UInt8]
  private let signatureAlgorithm: [UInt8]

  /// Throws when the key does not belong to the certificate or cannot sign.
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

  /// Makes the detached signature of a manifest at `seconds` (Unix time).
  package func sign(_ manifest: ManifestText, at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(bytes: manifest.bytes, at: seconds)
  }

  /// Makes the detached signature of a sign-up's token at `seconds` (Unix time).
  package func sign(_ token: SignUpToken, at seconds: Int64) throws(CryptoError) -> [UInt8] {
    try sign(bytes: token.bytes, at: seconds)
  }

  /// Signs any bytes, and is private for that reason: see `SignUpToken`.
  private func sign(bytes: [UInt8], at seconds: Int64) throws(CryptoError) -> [UInt8] {
    let attributes = try attributes(manifestDigest: Digest.sha256(bytes), at: seconds)
    return message(
      attributes, signature: try key.sign(sha256: Digest.sha256(Self.hashed(attributes))))
  }

  /// The detached signature of a manifest, made at `seconds` (Unix time), from a key that is awaited;
  /// any other signs at once.
  ///
  /// - Throws: what whoever is asked for it throws, `CancellationError`, or `CryptoError`.
  package func awaitSignature(of manifest: ManifestText, at seconds: Int64) async throws
    -> [UInt8]
  {
    guard let key = key as? AwaitedKey else { return try sign(manifest, at: seconds) }
    let attributes = try attributes(manifestDigest: Digest.sha256(manifest.bytes), at: seconds)
    let signature = try await key.awaitSignature(sha256: Digest.sha256(Self.hashed(attributes)))
    return message(attributes, signature: signature)
  }

  /// A message that has zeros for the manifest's digest and for the signature, and the attributes in
  /// it as they are hashed.
  func blankMessage(
    valueLength: Int, at seconds: Int64
  ) throws(CryptoError) -> (message: [UInt8], attributes: [UInt8]) {
    let attributes = try attributes(
      manifestDigest: [UInt8](repeating: 0, count: 32), at: seconds)
    let message = message(attributes, signature: [UInt8](repeating: 0, count: valueLength))
    return (message, Self.hashed(attributes))
  }

  /// What is signed of a pass, without the tag of its place.
  private func attributes(
    manifestDigest: [UInt8], at seconds: Int64
  ) throws(CryptoError) -> [UInt8] {
    guard let time = ASN1Time.encode(seconds) else {
      throw CryptoError("the signing time \(seconds) is not within the years 0 to 9999")
    }
    // In DER's order: the encodings differ first in their length.
    return Self.contentTypeAttribute
      + DERWriter.sequence(Self.signingTimeType, DERWriter.element(ASN1Reader.set, time))
      + DERWriter.sequence(
        Self.messageDigestType,
        DERWriter.element(ASN1Reader.set, DERWriter.octetString(manifestDigest)))
  }

  /// What is signed has the tag of a SET; what is sent has the tag of its place.
  private static func hashed(_ attributes: [UInt8]) -> [UInt8] {
    DERWriter.element(ASN1Reader.set, attributes)
  }

  private func message(_ attributes: [UInt8], signature: [UInt8]) -> [UInt8] {
    message(
      signer: signerHead + DERWriter.element(0xa0, attributes) + signatureAlgorithm
        + DERWriter.octetString(signature))
  }

  /// Whether somebody outside this process signs, for whom a thread waits.
  package var isOutside: Bool { key is OutsideKey }

  /// Whether the signature is awaited, for which no thread waits.
  package var isAwaited: Bool { key is AwaitedKey }

  /// A way to sign with the key for one thread; nil when it is no RSA key, or one that is awaited.
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

  /// Wraps the signer's part, outermost header first, so that the bytes are written once.
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
