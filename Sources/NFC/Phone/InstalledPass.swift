// SPDX-License-Identifier: Apache-2.0

package import PassCrypto

/// A pass in the simulated phone, as far as a reader can notice it.
package struct InstalledPass: Sendable, Hashable {
  /// Which pass it is, as Wallet counts: pass type and serial number.
  package struct ID: Sendable, Hashable {
    /// The pass type as pass.json spells it.
    package let passTypeIdentifier: String
    /// The serial number, which is unique within the pass type.
    package let serialNumber: String
  }

  /// The most bytes of a message that a phone sends.
  package static let longestMessage = 64

  /// Which pass it is, as Wallet counts.
  package let id: ID
  /// `nfc.message` in UTF-8, uncut.
  package let message: [UInt8]
  /// `nfc.encryptionPublicKey`; nil for a pass without nfc.
  package let key: P256PublicKey?
  /// `nfc.requiresAuthentication`: the pass is not sent before its holder gives face, finger or
  /// code.
  package let requiresAuthentication: Bool
  /// Voided, or past its expiration date.
  package let isOver: Bool
  /// The pass waits for the holder to sign up: it came with personalization.json.
  package let awaitsSignUp: Bool
  let merchant: MerchantIdentifier

  /// A pass with what its pass.json says.
  ///
  /// - Parameters:
  ///   - message: `nfc.message` in UTF-8, uncut.
  ///   - key: `nfc.encryptionPublicKey`; nil for a pass without nfc.
  ///   - isOver: voided, or past its expiration date.
  ///   - awaitsSignUp: it came with personalization.json.
  package init(
    passTypeIdentifier: String, serialNumber: String, message: [UInt8], key: P256PublicKey?,
    requiresAuthentication: Bool = false, isOver: Bool = false, awaitsSignUp: Bool = false
  ) {
    id = ID(passTypeIdentifier: passTypeIdentifier, serialNumber: serialNumber)
    self.message = message
    self.key = key
    self.requiresAuthentication = requiresAuthentication
    self.isOver = isOver
    self.awaitsSignUp = awaitsSignUp
    merchant = MerchantIdentifier(passTypeIdentifier: passTypeIdentifier)
  }

  /// A reader gets its message once the holder presents it.
  package var canBeRead: Bool { key != nil && !isOver && !awaitsSignUp }

  /// What a reader gets: cut at 64 bytes, even inside a character (documented, and our reading).
  package var sentMessage: ArraySlice<UInt8> { message.prefix(Self.longestMessage) }
}
