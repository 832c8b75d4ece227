// SPDX-License-Identifier: Apache-2.0

/// Example notifications to start from and to test a router. The identifiers are invented.
package enum NotificationExample: String, Sendable, CaseIterable {
  case tns, mg, cps
  case coBadged = "tns-cobadged"
  case background = "app-background"
  case alert = "app-alert"
  case passUpdate = "pass-update"
  case wrongPrefix = "bad-prefix"
  case noCard = "bad-no-card"
  case numberCard = "bad-number-card"
  case twoSpellings = "bad-two-spellings"
  case tooLarge = "bad-too-large"
  case smallLetters = "small-letters"
  case apsOnly = "aps-only"
}
