// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel

// Generic passes, loyalty cards, offers and gift cards.
extension GoogleMapping {
  mutating func addGeneric() {
    let title = pass["logoText"] ?? pass["organizationName"]
    losses.exact(title)
    if pass["logoText"] != nil {
      losses.changed(
        pass["organizationName"], GoogleFindings.lossLost,
        "a generic pass has no issuer, and \"logoText\" is the title of the card")
    }
    objectMembers["cardTitle"] = texts.text(title)?.localized
    if let field = layout.headerField(of: pass) {
      objectMembers["header"] = texts.value(of: field)?.localized
      objectMembers["subheader"] = texts.text(field["label"])?.localized
      for name in ["key", "label", "value"] { losses.exact(field[name]) }
      addFormatLosses(field)
    } else {
      losses.exact(pass["description"])
      objectMembers["header"] = texts.text(pass["description"])?.localized
    }
    if let kind = settings.value(.genericType), let word = kind.string {
      objectMembers["genericType"] = .text(word, kind.origin)
    }
    addNotification()
  }

  private mutating func addNotification() {
    guard let value = settings.value(.notification), let word = value.string else { return }
    let isExpiry = word == "expiry"
    objectMembers["notifications"] = .object([
      isExpiry ? "expiryNotification" : "upcomingNotification": .object([
        "enableNotification": .bool(true, value.origin)
      ])
    ])
    guard !isExpiry else { return }
    // Google notifies one day before the start of the interval.
    let dates = pass["relevantDates"]?.element(0)
    guard let start = dates?["startDate"] ?? dates?["date"] ?? pass["relevantDate"] else { return }
    losses.changed(
      start, GoogleFindings.lossApproximated, "Google notifies one day before the time")
    guard let date = start.string else { return }
    var interval = GoogleMembers(["start": .object(["date": .text(date, start.origin)])])
    if let end = pass["expirationDate"], let date = end.string {
      interval["end"] = .object(["date": .text(date, end.origin)])
    }
    objectMembers["validTimeInterval"] = .object(interval)
  }

  mutating func addLoyalty() {
    let name = pass["logoText"] ?? pass["organizationName"]
    losses.exact(name)
    classMembers.add("programName", texts.text(name))
    addPoints(.balance, "loyaltyPoints")
    addPoints(.secondaryBalance, "secondaryLoyaltyPoints")
    addAccount()
  }

  private mutating func addPoints(_ role: GoogleFieldRole, _ name: String) {
    guard let field = field(of: role), let value = field["value"] else { return }
    var members = GoogleMembers()
    members.add("label", texts.text(field["label"]))
    if let number = value.number {
      let balance: (String, GoogleDraft)
      if let money = Self.money(number.spelling, field["currencyCode"]?.string, value) {
        balance = ("money", money)
      } else if let integer = number.integer, Int32(exactly: integer) != nil {
        balance = ("int", .number(String(integer), value.origin))
      } else {
        balance = ("double", .number(number.spelling, value.origin))
      }
      members["balance"] = .object([balance.0: balance.1])
    } else if let text = texts.value(of: field) {
      members["balance"] = .object(["string": text.plain])
    }
    objectMembers[name] = .object(members)
  }

  private mutating func addAccount() {
    if let field = field(of: .accountName) {
      objectMembers["accountName"] = texts.value(of: field)?.plain
      classMembers.add("accountNameLabel", texts.text(field["label"]))
    }
    if let field = field(of: .accountId) {
      objectMembers["accountId"] = texts.value(of: field)?.plain
      classMembers.add("accountIdLabel", texts.text(field["label"]))
    }
  }

  mutating func addOffer() {
    losses.exact(pass["description"])
    classMembers.add("title", texts.text(pass["description"]))
    classMembers.add("provider", texts.text(pass["organizationName"]))
    if let channel = settings.value(.redemptionChannel), let word = channel.string {
      classMembers["redemptionChannel"] = .text(word, channel.origin)
    }
  }

  mutating func addGiftCard() {
    let name = pass["logoText"] ?? pass["organizationName"]
    losses.exact(name)
    classMembers.add("merchantName", texts.text(name))
    if let field = field(of: .cardNumber) {
      objectMembers["cardNumber"] = texts.value(of: field)?.plain
      classMembers.add("cardNumberLabel", texts.text(field["label"]))
    }
    if let field = field(of: .pin) {
      objectMembers["pin"] = texts.value(of: field)?.plain
      classMembers.add("pinLabel", texts.text(field["label"]))
    }
    if let field = field(of: .balance), let value = field["value"], let number = value.number {
      objectMembers["balance"] = Self.money(
        number.spelling, field["currencyCode"]?.string, value)
      losses.changed(
        field["label"], GoogleFindings.lossServer, "Google writes the label of a balance")
    }
  }

  /// Returns the field with a role that google.json names, and records that it is used.
  private mutating func field(of role: GoogleFieldRole) -> JSONValue? {
    guard let key = settings.key(of: role), let field = GoogleField.field(key, of: pass) else {
      return nil
    }
    for name in ["key", "label", "value", "currencyCode", "numberStyle"] {
      losses.exact(field[name])
    }
    addFormatLosses(field)
    return field
  }

  /// Returns an amount of money. Nil without a currency, or if it cannot be exact in millionths.
  static func money(_ amount: String, _ currency: String?, _ value: JSONValue) -> GoogleDraft? {
    guard let currency, !currency.isEmpty, let micros = GoogleMoney.micros(of: amount) else {
      return nil
    }
    return .object([
      "currencyCode": .text(currency, value.origin),
      "micros": .text(String(micros), value.origin),
    ])
  }
}
