// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Decrypts the data that phones send to a reader: the server side of a loyalty tap.
///
/// A decryptor has no state. To reject replays, store the beginning of each cryptogram (see
/// docs/reference/nfc.md).
public struct TapDecryptor: Sendable {
  /// The reason why a decryptor cannot be created.
  public enum KeyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key at this index is not a readable P-256 private key.
    case key(at: Int)
    /// The list of keys or of pass type identifiers is empty.
    case nothingToDecryptWith

    /// The message for people.
    public var description: String {
      switch self {
      case .key(at: let position): "key \(position + 1) is not a readable private key on P-256"
      case .nothingToDecryptWith: "no key to decrypt with, or no pass type identifier"
      }
    }
  }

  private let keys: KeyRing
  private let passTypes: [(identifier: String, merchant: MerchantIdentifier)]
  /// The most seconds that the phone's time may differ from now, or nil to accept any time.
  public var maximumAge: Int64?

  /// Creates a decryptor with the reader's new and old keys.
  ///
  /// - Parameters:
  ///   - privateKeys: unencrypted keys as PEM or DER, SEC 1 or PKCS #8. All P-256 keys of a PEM
  ///     file are used. The caller must wipe them.
  ///   - passTypeIdentifiers: the accepted pass type identifiers, compared exactly.
  ///   - maximumAge: the most seconds that the phone's time may differ from now, or nil to accept
  ///     any time.
  public init(
    privateKeys: [[UInt8]], passTypeIdentifiers: [String], maximumAge: Int64? = 10
  ) throws(KeyError) {
    var keys: [ReaderKey] = []
    for (index, bytes) in privateKeys.enumerated() {
      let found = (try? CredentialFile.parse(bytes))?.keys.compactMap { ReaderKey($0) } ?? []
      guard !found.isEmpty else { throw .key(at: index) }
      keys += found
    }
    guard !keys.isEmpty, !passTypeIdentifiers.isEmpty else { throw .nothingToDecryptWith }
    self.init(KeyRing(keys), passTypeIdentifiers: passTypeIdentifiers, maximumAge: maximumAge)
  }

  /// Uses keys that were already read.
  package init(_ keys: KeyRing, passTypeIdentifiers: [String], maximumAge: Int64?) {
    self.keys = keys
    self.maximumAge = maximumAge
    passTypes = passTypeIdentifiers.map { ($0, MerchantIdentifier(passTypeIdentifier: $0)) }
  }

  /// Decrypts the data from a reader.
  ///
  /// - Parameters:
  ///   - data: a cryptogram, the template around it or a whole response.
  ///   - passTypeIdentifier: the requested pass type identifier, if it is known. It must be one of
  ///     those of the initializer.
  ///   - now: the current time in seconds since 1970.
  /// - Throws: `VASError`, or another error if OpenSSL fails.
  public func decrypt(
    _ data: [UInt8], passTypeIdentifier: String? = nil, at now: Int64
  ) throws -> DecryptedMessage {
    let candidates =
      passTypeIdentifier.map { named in passTypes.filter { $0.identifier == named } } ?? passTypes
    guard !candidates.isEmpty else { throw VASError.unknownPassType }
    let message = try keys.decrypt(
      CapturedData.cryptogram(in: data, keys: keys), passTypes: candidates)
    if let maximumAge, !message.isFresh(at: now, within: maximumAge) {
      throw VASError.staleTimestamp
    }
    return message
  }
}
