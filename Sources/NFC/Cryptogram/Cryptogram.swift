// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// The way in which the key and the additional data are derived.
package enum CryptogramVariant: String, Sendable, Hashable, CaseIterable {
  /// In all captures from phones that were published.
  case v1
  /// Older. Known only from the source code of readers.
  case v0

  private static let label = Array("ApplePay encrypted VAS data".utf8)
  private static let algorithm = Array("id-aes256-GCM".utf8)

  /// Returns the shared information for the key derivation.
  package func sharedInfo(_ merchant: MerchantIdentifier) -> [UInt8] {
    switch self {
    case .v1:
      [UInt8(Self.algorithm.count)] + Self.algorithm + Self.label + merchant.bytes
    case .v0: Self.label
    }
  }

  /// Returns the additional data that the tag authenticates.
  package func additionalData(_ merchant: MerchantIdentifier) -> [UInt8] {
    self == .v0 ? merchant.bytes : []
  }
}

/// The encrypted message of a pass, the content of tag 9F27: key identifier, X of the phone's
/// ephemeral key, ciphertext of time and message, tag.
package struct Cryptogram: Sendable, Hashable {
  /// 16 zeros rather than the usual 12.
  private static let nonce = [UInt8](repeating: 0, count: 16)

  /// The content of tag 9F27.
  package let bytes: [UInt8]

  /// Checks only the length. Throws if there are too few bytes.
  package init(_ bytes: some Collection<UInt8>) throws(VASError) {
    guard bytes.count >= CryptogramLayout.shortestLength else { throw .truncatedCryptogram }
    self.bytes = Array(bytes)
  }

  /// First 4 bytes of the SHA-256 of X of the reader's key.
  package var keyIdentifier: ArraySlice<UInt8> {
    bytes.prefix(CryptogramLayout.keyIdentifierLength)
  }

  /// X coordinate of the phone's ephemeral key for this message, 32 bytes.
  package var ephemeralX: ArraySlice<UInt8> {
    bytes.dropFirst(CryptogramLayout.keyIdentifierLength).prefix(CryptogramLayout.coordinateLength)
  }

  /// Encrypted time and message.
  var ciphertext: ArraySlice<UInt8> { encrypted.dropLast(AESGCM.tagLength) }

  /// Authentication tag of AES-GCM.
  var tag: ArraySlice<UInt8> { bytes.suffix(AESGCM.tagLength) }

  private var encrypted: ArraySlice<UInt8> {
    bytes.dropFirst(CryptogramLayout.keyIdentifierLength + CryptogramLayout.coordinateLength)
  }

  // MARK: The phone's side

  /// Encrypts a message as a phone does.
  ///
  /// - Parameters:
  ///   - message: the complete message. A phone truncates it to 64 bytes before.
  ///   - ephemeral: must be new for each cryptogram. The nonce is constant, so a reused key breaks
  ///     the encryption.
  package static func encrypt(
    _ message: some Collection<UInt8>, at time: VASTime, to key: P256PublicKey,
    merchant: MerchantIdentifier, ephemeral: P256Scalar, variant: CryptogramVariant = .v1
  ) throws(CryptoError) -> Cryptogram {
    guard let shared = try ephemeral.sharedSecret(withX: key.x) else {
      throw CryptoError("the reader's key is not a point of P-256")
    }
    let encrypted = try AESGCM.encrypt(
      time.bigEndianBytes + message, key: symmetricKey(shared, merchant, variant), nonce: nonce,
      additional: variant.additionalData(merchant))
    return Cryptogram(
      unchecked: key.keyIdentifier + (try ephemeral.publicKey().x) + encrypted)
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  // MARK: The reader's side

  /// Returns the Diffie-Hellman secret, which is the same for every pass type identifier. Returns
  /// nil if no point has the phone's X.
  func sharedSecret(with key: P256Scalar) throws(CryptoError) -> Secret? {
    try key.sharedSecret(withX: ephemeralX)
  }

  /// Decrypts with a shared secret. Returns nil if the authentication fails.
  func open(
    shared: Secret, merchant: MerchantIdentifier
  ) throws(CryptoError) -> (plaintext: Plaintext, variant: CryptogramVariant)? {
    for variant in CryptogramVariant.allCases {
      let plain = try AESGCM.open(
        encrypted, key: Self.symmetricKey(shared, merchant, variant), nonce: Self.nonce,
        additional: variant.additionalData(merchant))
      if let plain { return (Plaintext(plain), variant) }
    }
    return nil
  }

  /// The decrypted time and message.
  package struct Plaintext: Sendable, Hashable {
    /// Time of the phone's clock.
    package let time: VASTime
    /// Message of the pass, at most 64 bytes from a phone. It may not be UTF-8.
    package let message: [UInt8]

    /// - Precondition: there are at least four bytes. The minimum length of a cryptogram ensures
    ///   this.
    fileprivate init(_ bytes: [UInt8]) {
      time = VASTime(
        seconds: bytes.prefix(CryptogramLayout.timeLength).reduce(0) { $0 << 8 | UInt32($1) })
      message = Array(bytes.dropFirst(CryptogramLayout.timeLength))
    }
  }

  private static func symmetricKey(
    _ shared: Secret, _ merchant: MerchantIdentifier, _ variant: CryptogramVariant
  ) -> Secret {
    X963KDF.derive(shared, info: variant.sharedInfo(merchant), length: AESGCM.keyLength)
  }
}
