// SPDX-License-Identifier: Apache-2.0

/// Notifications to start from and to try a router with; the ids are made up.
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
