// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// How key and additional data are derived.
package enum CryptogramVariant: String, Sendable, Hashable, CaseIterable {
  /// Every capture from a phone that was published.
  case v1
  /// Older; known from readers' source code only.
  case v0

  private static let label = Array("ApplePay encrypted VAS data".utf8)
  private static let algorithm = Array("id-aes256-GCM".utf8)

  /// What the key derivation is told.
  package func sharedInfo(_ merchant: MerchantIdentifier) -> [UInt8] {
    switch self {
    case .v1:
      [UInt8(Self.algorithm.count)] + Self.algorithm + Self.label + merchant.bytes
    case .v0: Self.label
    }
  }

  /// What the tag covers beside the ciphertext.
  package func additionalData(_ merchant: MerchantIdentifier) -> [UInt8] {
    self == .v0 ? merchant.bytes : []
  }
}

/// The encrypted message of a pass, the content of tag 9F27: key identifier, the phone's ephemeral
/// X, ciphertext of time and message, tag.
package struct Cryptogram: Sendable, Hashable {
  /// 16 zeros, not the usual 12.
  private static let nonce = [UInt8](repeating: 0, count: 16)

  /// The content of tag 9F27 as it travels, its parts not taken apart.
  package let bytes: [UInt8]

  /// Takes the bytes apart later; refuses too few of them.
  package init(_ bytes: some Collection<UInt8>) throws(VASError) {
    guard bytes.count >= CryptogramLayout.shortestLength else { throw .truncatedCryptogram }
    self.bytes = Array(bytes)
  }

  /// The first 4 bytes of SHA-256 over the X of the key it is encrypted to.
  package var keyIdentifier: ArraySlice<UInt8> {
    bytes.prefix(CryptogramLayout.keyIdentifierLength)
  }

  /// The 32 bytes of the X coordinate of the key the phone made up for this one message.
  package var ephemeralX: ArraySlice<UInt8> {
    bytes.dropFirst(CryptogramLayout.keyIdentifierLength).prefix(CryptogramLayout.coordinateLength)
  }

  /// Time and message, encrypted.
  var ciphertext: ArraySlice<UInt8> { sealed.dropLast(AESGCM.tagLength) }

  /// What proves that nothing was changed.
  var tag: ArraySlice<UInt8> { bytes.suffix(AESGCM.tagLength) }

  private var sealed: ArraySlice<UInt8> {
    bytes.dropFirst(CryptogramLayout.keyIdentifierLength + CryptogramLayout.coordinateLength)
  }

  // MARK: The phone's side

  /// Encrypts a message as a phone does.
  ///
  /// - Parameters:
  ///   - message: as it is to arrive; a phone cuts it at 64 bytes before.
  ///   - ephemeral: a fresh number for each cryptogram.
  package static func seal(
    _ message: some Collection<UInt8>, at time: VASTime, to key: P256PublicKey,
    merchant: MerchantIdentifier, ephemeral: P256Scalar, variant: CryptogramVariant = .v1
  ) throws(CryptoError) -> Cryptogram {
    guard let shared = try ephemeral.sharedSecret(withX: key.x) else {
      throw CryptoError("the reader's key is not a point of P-256")
    }
    let sealed = try AESGCM.seal(
      time.bigEndianBytes + message, key: symmetricKey(shared, merchant, variant), nonce: nonce,
      additional: variant.additionalData(merchant))
    return Cryptogram(
      unchecked: key.keyIdentifier + (try ephemeral.publicKey().x) + sealed)
  }

  private init(unchecked bytes: [UInt8]) { self.bytes = bytes }

  // MARK: The reader's side

  /// The Diffie-Hellman secret, which is the same for every pass type; nil when the phone's X is
  /// no point's.
  func sharedSecret(with key: P256Scalar) throws(CryptoError) -> Secret? {
    try key.sharedSecret(withX: ephemeralX)
  }

  /// Decrypts with the secret at hand; nil when it does not fit.
  func open(
    shared: Secret, merchant: MerchantIdentifier
  ) throws(CryptoError) -> (plaintext: Plaintext, variant: CryptogramVariant)? {
    for variant in CryptogramVariant.allCases {
      let plain = try AESGCM.open(
        sealed, key: Self.symmetricKey(shared, merchant, variant), nonce: Self.nonce,
        additional: variant.additionalData(merchant))
      if let plain { return (Plaintext(plain), variant) }
    }
    return nil
  }

  /// What a cryptogram held: the phone's time and the message.
  package struct Plaintext: Sendable, Hashable {
    /// When the phone sent it, by its own clock.
    package let time: VASTime
    /// The message of the pass, 64 bytes at most from a phone; need not be UTF-8.
    package let message: [UInt8]

    /// - Precondition: four bytes of time are there, as every cryptogram's length ensures.
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
