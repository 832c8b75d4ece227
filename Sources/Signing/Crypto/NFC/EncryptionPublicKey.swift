// SPDX-License-Identifier: Apache-2.0

/// An error of the value of `nfc.encryptionPublicKey`. The raw value is the last part of the code
/// of the diagnostic.
package enum EncryptionPublicKeyError: String, Error, Sendable, CaseIterable {
  case empty
  case invalidBase64
  case pemArmour
  case whitespaceInBase64
  case malformedSPKI
  case trailingData
  case wrongAlgorithm
  case wrongCurve
  case pointNotOnCurve
  case uncompressedPoint
  case privateKeyInPass
}

/// A reader for the public key of an NFC reader. It is strict for pass.json and lenient for key
/// files.
package enum EncryptionPublicKey {
  /// A key and its form.
  package struct Found: Sendable {
    /// The public key, also if a private key was read.
    package let key: P256PublicKey
    /// The form of the point. A private key counts as uncompressed.
    package let form: P256PublicKey.Form
    /// Whether this was a private key. Its bytes must not be printed or packed into a pass.
    package let wasPrivate: Bool
  }

  /// Checks the value in pass.json. It must be Base64 of a SubjectPublicKeyInfo with a compressed
  /// P-256 point.
  package static func check(
    _ base64: String
  ) -> Result<P256PublicKey, EncryptionPublicKeyError> {
    do {
      return .success(try strict(base64))
    } catch {
      return .failure(error)
    }
  }

  private static func strict(
    _ text: String
  ) throws(EncryptionPublicKeyError) -> P256PublicKey {
    guard !text.isEmpty else { throw .empty }
    let bytes = Array(text.utf8)
    if PEM.isPresent(in: bytes) {
      throw CredentialFile.containsPrivateKey(bytes) ? .privateKeyInPass : .pemArmour
    }
    guard let der = Base64.decode(text) else {
      guard let spaced = Base64.decodeIgnoringWhitespace(bytes) else { throw .invalidBase64 }
      throw isPrivate(spaced) ? .privateKeyInPass : .whitespaceInBase64
    }
    guard !isPrivate(der) else { throw .privateKeyInPass }
    let found = try read(der: der)
    guard found.form == .compressed else { throw .uncompressedPoint }
    // Explicit parameters of the same curve are not known to work in Wallet.
    guard found.key.base64 == text else { throw .wrongCurve }
    return found.key
  }

  /// Reads a key in any common form: PEM or DER, public or private (SEC 1, PKCS #8), only the
  /// point, or Base64 of one of these.
  package static func read(
    anyForm bytes: [UInt8], password: Secret? = nil
  ) throws(EncryptionPublicKeyError) -> Found {
    guard !bytes.isEmpty else { throw .empty }
    if PEM.isPresent(in: bytes) { return try read(pem: bytes, password: password) }
    if bytes.first == ASN1Reader.sequence, !isText(bytes) {
      return try read(der: bytes, password: password)
    }
    if let found = try? point(bytes) { return found }
    guard let decoded = Base64.decodeIgnoringWhitespace(bytes), !decoded.isEmpty else {
      throw .invalidBase64
    }
    if let found = try? point(decoded) { return found }
    return try read(der: decoded)
  }

  private static func read(
    pem: [UInt8], password: Secret?
  ) throws(EncryptionPublicKeyError) -> Found {
    for block in PEM.blocks(in: pem) where block.label == "PUBLIC KEY" {
      guard let content = block.content else { throw .invalidBase64 }
      return try read(der: content)
    }
    guard let keys = (try? CredentialFile.parse(pem, password: password))?.keys else {
      throw validationError(ofPrivate: PEM.blocks(in: pem)) ?? .malformedSPKI
    }
    // A key of another kind may come before it, for another purpose.
    guard let key = keys.first(where: { P256PublicKey($0) != nil }) ?? keys.first else {
      throw .malformedSPKI
    }
    return try found(key)
  }

  /// Returns the error for a private key that was not read, by its kind.
  private static func validationError(ofPrivate blocks: [PEM.Block]) -> EncryptionPublicKeyError? {
    for block in blocks where block.label.hasSuffix("PRIVATE KEY") {
      if let content = block.content, let fault = validationError(ofPrivate: content) {
        return fault
      }
    }
    return nil
  }

  private static func validationError(ofPrivate der: [UInt8]) -> EncryptionPublicKeyError? {
    switch PublicKeyKind(privateKey: der) {
    case .ec(let curve): curve == "P-256" ? nil : .wrongCurve
    case .rsa, .other: .wrongAlgorithm
    case nil: nil
    }
  }

  // MARK: For messages

  /// Returns the number of different P-256 keys in a PEM file. A public key and its private key
  /// count once.
  package static func count(in pem: [UInt8], password: Secret? = nil) -> Int {
    let isPublic = PEM.blocks(in: pem).filter { $0.label == "PUBLIC KEY" }
      .compactMap { block in block.content.flatMap { try? read(der: $0).key.base64 } }
    let isPrivate = (try? CredentialFile.parse(pem, password: password))?.keys ?? []
    return Set(isPublic + isPrivate.compactMap { P256PublicKey($0)?.base64 }).count
  }

  /// Returns the kind of the first key, such as `RSA 2048` or `EC P-384`. Returns nil if it is
  /// unknown.
  package static func kind(
    anyForm bytes: [UInt8], password: Secret? = nil
  ) -> PublicKeyKind? {
    if let key = (try? CredentialFile.parse(bytes, password: password))?.keys.first {
      return key.kind
    }
    let ders =
      PEM.isPresent(in: bytes)
      ? PEM.blocks(in: bytes).compactMap(\.content)
      : [Base64.decodeIgnoringWhitespace(bytes) ?? bytes]
    for der in ders {
      if let kind = PublicKeyKind(privateKey: der) { return kind }
      var outer = ASN1Reader(der)
      if DERKind(der) == .publicKey, let content = try? outer.enter(ASN1Reader.sequence),
        let kind = try? PublicKeyKind(spki: content)
      {
        return kind
      }
    }
    return nil
  }

  private static func read(
    der: [UInt8], password: Secret? = nil
  ) throws(EncryptionPublicKeyError) -> Found {
    if isPrivate(der) {
      guard let key = (try? CredentialFile.parse(der, password: password))?.keys.first else {
        throw validationError(ofPrivate: der) ?? .privateKeyInPass
      }
      return try found(key)
    }
    var outer = ASN1Reader(der)
    guard let whole = try? outer.next(ASN1Reader.sequence), let content = try? outer.inside(whole)
    else { throw .malformedSPKI }
    let (algorithm, curve, octets) = try parts(content)
    guard outer.isAtEnd else { throw .trailingData }
    guard algorithm == .ecPublicKey else { throw .wrongAlgorithm }
    guard curve == .p256 else { throw .wrongCurve }
    return try point(octets)
  }

  /// Returns algorithm, curve (nil if not named) and octets of the key.
  private static func parts(
    _ content: ASN1Reader
  ) throws(EncryptionPublicKeyError) -> (OID, OID?, [UInt8]) {
    var info = content
    do {
      var algorithm = try info.enter(ASN1Reader.sequence)
      let oid = try algorithm.nextOID()
      var curve: OID?
      if oid == .ecPublicKey { curve = try Self.curve(&algorithm) }
      let octets = Array(try info.nextBitString())
      try info.finish()
      return (oid, curve, octets)
    } catch {
      throw .malformedSPKI
    }
  }

  /// Returns nil for explicit parameters other than those of P-256, and if there are none.
  private static func curve(_ algorithm: inout ASN1Reader) throws(ASN1Error) -> OID? {
    switch algorithm.nextTag {
    case ASN1Reader.objectIdentifier, ASN1Reader.sequence: try ECParameters.curve(&algorithm)
    default: nil
    }
  }

  private static func point(_ octets: [UInt8]) throws(EncryptionPublicKeyError) -> Found {
    let form: P256PublicKey.Form
    switch (octets.first, octets.count) {
    case (0x02, 33), (0x03, 33): form = .compressed
    case (0x04, 65): form = .uncompressed
    case (0x06, 65), (0x07, 65): form = .hybrid
    default: throw .malformedSPKI
    }
    guard let key = try? P256PublicKey(point: octets) else { throw .pointNotOnCurve }
    return Found(key: key, form: form, wasPrivate: false)
  }

  private static func found(_ key: PrivateKey) throws(EncryptionPublicKeyError) -> Found {
    guard case .ec = key.kind else { throw .wrongAlgorithm }
    guard let point = P256PublicKey(key) else { throw .wrongCurve }
    return Found(key: point, form: .uncompressed, wasPrivate: true)
  }

  private static func isPrivate(_ der: [UInt8]) -> Bool {
    switch DERKind(der) {
    case .sec1, .pkcs8, .pkcs1, .encryptedPKCS8, .pkcs12: true
    default: false
    }
  }

  /// Returns whether all bytes are printable. `0` is also the tag of a SEQUENCE, so Base64 that
  /// begins with `0` looks like DER.
  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x20...0x7e).contains($0) || Base64.isWhitespace($0) }
  }
}
