// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// A reader's private key on P-256, with the public half that passes carry.
package struct ReaderKey: Sendable {
  /// The secret number, which opens cryptograms.
  package let scalar: P256Scalar
  /// The point that passes carry as `encryptionPublicKey`; its X gives the key identifier.
  package let publicKey: P256PublicKey

  /// Takes a private key that was read; nil when it is not on P-256.
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
  /// When the phone sent it, by its own clock, as it stood in the cryptogram.
  package let time: VASTime
  /// The four-byte identifier of the key that decrypted it.
  public let keyIdentifier: [UInt8]
  /// The way the key was derived that opened it.
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

  /// Whether the phone's time lies within `seconds` of now, before it or after; never where they are
  /// negative.
  package func isFresh(at now: Int64, within seconds: Int64) -> Bool {
    seconds >= 0 && (-seconds...seconds).contains(age(at: now))
  }
}

/// The private keys a reader or the server behind it holds, old ones beside new ones.
package struct KeyRing: Sendable {
  private let keys: [ArraySlice<UInt8>: [ReaderKey]]

  /// A ring of these keys; several of the same identifier are all kept.
  package init(_ keys: [ReaderKey]) {
    self.keys = Dictionary(grouping: keys) { $0.publicKey.keyIdentifier[...] }
  }

  /// Whether there is a key with that identifier.
  package func holds(_ keyIdentifier: ArraySlice<UInt8>) -> Bool { keys[keyIdentifier] != nil }

  /// Decrypts a cryptogram whose pass type is one of those given.
  ///
  /// After a rotation two keys may share an identifier by chance: all of them are tried.
  ///
  /// - Throws: `VASError`; `CryptoError` when OpenSSL fails.
  package func decrypt(
    _ cryptogram: Cryptogram, passTypeIdentifiers: [String]
  ) throws -> DecryptedMessage {
    try decrypt(
      cryptogram,
      passTypes: passTypeIdentifiers.map { ($0, MerchantIdentifier(passTypeIdentifier: $0)) })
  }

  /// Decrypts a cryptogram whose pass type is one of those given with their hashes, which saves
  /// hashing them again for each message.
  ///
  /// - Throws: `VASError`; `CryptoError` when OpenSSL fails.
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
