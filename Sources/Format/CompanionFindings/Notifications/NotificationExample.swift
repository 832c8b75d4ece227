// SPDX-License-Identifier: Apache-2.0

/// Example notifications to start from and to test a router. The identifiers are invented.
package enum NotificationExample: String, Sendable, CaseIterable {
  /// A payment transaction, from the sender TNS.
  case tns
  /// A card must be replenished, from the sender MG.
  case mg
  /// An opaque payload, from the sender CPS.
  case cps
  /// A transaction of a card with two payment networks.
  case coBadged = "tns-cobadged"
  /// A background notification of the app itself.
  case background = "app-background"
  /// A visible notification of the app itself.
  case alert = "app-alert"
  /// The empty payload that tells Wallet to update a pass.
  case passUpdate = "pass-update"
  /// The action has the prefix of another sender.
  case wrongPrefix = "bad-prefix"
  /// The card's identifier is missing.
  case missingCardIdentifier = "bad-no-card"
  /// The card's identifier is a number, not a string.
  case numericCardIdentifier = "bad-number-card"
  /// Two card identifiers, in `digitalCardId` and `digitalCardID`.
  case duplicateCardIdentifier = "bad-two-spellings"
  /// The payload is larger than APNs accepts.
  case tooLarge = "bad-too-large"
  /// The sender is in lower case.
  case lowercaseSender = "small-letters"
  /// Nothing but `aps`.
  case apsOnly = "aps-only"
}
