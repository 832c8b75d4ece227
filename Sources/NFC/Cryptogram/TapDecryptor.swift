// SPDX-License-Identifier: Apache-2.0

import PassCrypto

/// Opens what phones sent to a reader: the server's side of a loyalty tap.
///
/// A value without state: who keeps replays out remembers the beginning of each cryptogram, see
/// docs/reference/nfc.md.
public struct TapDecryptor: Sendable {
  /// Why a decryptor cannot be made.
  public enum Unusable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The key at that place of the list is no P-256 private key that could be read.
    case key(at: Int)
    /// There is no key, or no pass type.
    case nothingToDecryptWith

    /// The sentence for people.
    public var description: String {
      switch self {
      case .key(at: let position): "key \(position + 1) is not a readable private key on P-256"
      case .nothingToDecryptWith: "no key to decrypt with, or no pass type identifier"
      }
    }
  }

  private let keys: KeyRing
  private let passTypes: [(identifier: String, merchant: MerchantIdentifier)]
  /// How far the phone's time may be from now, in seconds, before it or after; nil does not look.
  public var maximumAge: Int64?

  /// Reads the reader's keys, new and old ones.
  ///
  /// - Parameters:
  ///   - privateKeys: PEM or DER, SEC 1 or PKCS #8, not encrypted; all P-256 keys of a PEM file are
  ///     used. The caller wipes them.
  ///   - passTypeIdentifiers: what messages may come from, letter by letter.
  ///   - maximumAge: how many seconds the phone's time may be from now; nil does not look.
  public init(
    privateKeys: [[UInt8]], passTypeIdentifiers: [String], maximumAge: Int64? = 10
  ) throws(Unusable) {
    var keys: [ReaderKey] = []
    for (index, bytes) in privateKeys.enumerated() {
      let found = (try? CredentialFile.parse(bytes))?.keys.compactMap { ReaderKey($0) } ?? []
      guard !found.isEmpty else { throw .key(at: index) }
      keys += found
    }
    guard !keys.isEmpty, !passTypeIdentifiers.isEmpty else { throw .nothingToDecryptWith }
    self.init(KeyRing(keys), passTypeIdentifiers: passTypeIdentifiers, maximumAge: maximumAge)
  }

  /// A decryptor with keys that were read already; for `maximumAge` see the property.
  package init(_ keys: KeyRing, passTypeIdentifiers: [String], maximumAge: Int64?) {
    self.keys = keys
    self.maximumAge = maximumAge
    passTypes = passTypeIdentifiers.map { ($0, MerchantIdentifier(passTypeIdentifier: $0)) }
  }

  /// Decrypts what a reader handed on.
  ///
  /// - Parameters:
  ///   - data: a cryptogram, the template around it or a whole response.
  ///   - passTypeIdentifier: the one that was asked for, where that is known; it has to be among those
  ///     of the initialiser.
  ///   - now: seconds since 1970.
  /// - Throws: `VASError`; something else only when OpenSSL itself fails.
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
