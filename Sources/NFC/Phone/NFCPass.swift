// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// The properties of a pass in the simulated phone that a reader can observe.
package struct NFCPass: Sendable, Hashable {
  /// Identity of a pass: pass type identifier and serial number.
  package struct ID: Sendable, Hashable {
    package let passTypeIdentifier: String
    package let serialNumber: String
  }

  package let id: ID
  /// `nfc.message` in UTF-8, not truncated.
  package let message: [UInt8]
  /// `nfc.encryptionPublicKey`, or nil for a pass without `nfc`.
  package let key: P256PublicKey?
  /// `nfc.requiresAuthentication`: the customer must authenticate before the phone sends the pass.
  package let requiresAuthentication: Bool
  /// Whether it is voided or expired.
  package let isOver: Bool
  /// Whether it has personalization.json and the customer has not signed up yet.
  package let awaitsSignUp: Bool
  let merchant: MerchantIdentifier

  /// - Parameters:
  ///   - message: `nfc.message` in UTF-8, not truncated.
  ///   - key: `nfc.encryptionPublicKey`, or nil for a pass without `nfc`.
  ///   - isOver: whether it is voided or expired.
  ///   - awaitsSignUp: whether it has personalization.json and the customer has not signed up yet.
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

  /// Whether a reader gets its message when the customer presents it.
  package var canBeRead: Bool { key != nil && !isOver && !awaitsSignUp }

  /// The message as a phone sends it, truncated to 64 bytes. Apple documents the limit, but not
  /// whether a character may be split.
  package var sentMessage: ArraySlice<UInt8> { message.prefix(AppleLimit.nfcMessageInBytes) }
}
