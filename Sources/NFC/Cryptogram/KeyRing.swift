// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// A reader's P-256 private key with its public key.
package struct ReaderKey: Sendable {
  /// The private key, which decrypts cryptograms.
  package let scalar: P256Scalar
  /// Value of `encryptionPublicKey` in passes. The key identifier is derived from its X.
  package let publicKey: P256PublicKey

  /// Returns nil if the key is not P-256.
  package init?(_ key: PrivateKey) {
    guard let scalar = P256Scalar(key), let publicKey = P256PublicKey(key) else { return nil }
    self.scalar = scalar
    self.publicKey = publicKey
  }
}

/// A decrypted message and its properties.
public struct DecryptedMessage: Sendable, Hashable {
  /// The pass type identifier of the pass.
  public let passTypeIdentifier: String
  /// The message as the phone sent it. It may not be UTF-8.
  public let message: [UInt8]
  /// Time of the phone's clock, from the cryptogram.
  package let time: VASTime
  /// The four-byte identifier of the key that decrypted it.
  public let keyIdentifier: [UInt8]
  /// The variant of the key derivation.
  package let variant: CryptogramVariant

  /// The message as text, or nil if it is not UTF-8.
  public var text: String? { String(validating: message, as: UTF8.self) }

  /// The time when the phone sent it, by the phone's clock, in seconds since 1970.
  public var secondsSince1970: Int64 { time.secondsSince1970 }

  /// Returns the seconds between the phone's time and `now` (seconds since 1970). Negative if the
  /// phone's time is in the future.
  public func age(at now: Int64) -> Int64 {
    now.subtractingReportingOverflow(time.secondsSince1970).partialValue
  }

  /// Returns whether the phone's time differs from now by at most `seconds`. Always false if that
  /// is negative.
  package func isFresh(at now: Int64, within seconds: Int64) -> Bool {
    seconds >= 0 && (-seconds...seconds).contains(age(at: now))
  }
}

/// Private keys of a reader or its server, old and new ones.
package struct KeyRing: Sendable {
  private let keys: [ArraySlice<UInt8>: [ReaderKey]]

  /// - Parameter keys: several may have the same identifier.
  package init(_ keys: [ReaderKey]) {
    self.keys = Dictionary(grouping: keys) { $0.publicKey.keyIdentifier[...] }
  }

  package func contains(_ keyIdentifier: ArraySlice<UInt8>) -> Bool { keys[keyIdentifier] != nil }

  /// Decrypts a cryptogram for one of the pass type identifiers.
  ///
  /// Two keys may have the same identifier by chance, for example after a key rotation. All of them
  /// are tried.
  ///
  /// - Throws: `VASError`, or `CryptoError` if OpenSSL fails.
  package func decrypt(
    _ cryptogram: Cryptogram, passTypeIdentifiers: [String]
  ) throws -> DecryptedMessage {
    try decrypt(
      cryptogram,
      passTypes: passTypeIdentifiers.map { ($0, MerchantIdentifier(passTypeIdentifier: $0)) })
  }

  /// Decrypts a cryptogram with precomputed hashes of the pass type identifiers.
  ///
  /// - Throws: `VASError`, or `CryptoError` if OpenSSL fails.
  package func decrypt(
    _ cryptogram: Cryptogram,
    passTypes: [(identifier: String, merchant: MerchantIdentifier)]
  ) throws -> DecryptedMessage {
    guard let candidates = keys[cryptogram.keyIdentifier] else {
      throw VASError.unknownKeyIdentifier
    }
    for key in candidates {
      guard let shared = try cryptogram.sharedSecret(with: key.scalar) else {
        throw VASError.ephemeralKeyNotOnCurve
      }
      for (identifier, merchant) in passTypes {
        guard let opened = try cryptogram.open(shared: shared, merchant: merchant) else {
          continue
        }
        return DecryptedMessage(
          passTypeIdentifier: identifier, message: opened.plaintext.message,
          time: opened.plaintext.time, keyIdentifier: key.publicKey.keyIdentifier,
          variant: opened.variant)
      }
    }
    throw VASError.authenticationFailed
  }
}
