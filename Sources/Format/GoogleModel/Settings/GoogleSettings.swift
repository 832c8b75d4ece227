// SPDX-License-Identifier: Apache-2.0

package import PassJSON

/// google.json of a template: what a pass for Google needs and pass.json does not contain.
package struct GoogleSettings {
  package let root: JSONValue?

  /// Reads google.json. Without one, everything has its default.
  package init(_ root: JSONValue?) { self.root = root }

  package func value(_ setting: GoogleSetting) -> JSONValue? { root?[setting.rawValue] }

  package func text(_ setting: GoogleSetting) -> String? { value(setting)?.string }

  /// The type that google.json names.
  package var type: GoogleType? { text(.type).flatMap(GoogleType.init) }

  /// Returns the key of the field that has a role.
  package func key(of role: GoogleFieldRole) -> String? { value(.fields)?[role.rawValue]?.string }

  /// Returns the address or file of an image.
  package func image(_ slot: GoogleImageSlot) -> JSONValue? { value(.images)?[slot.rawValue] }

  /// The accounts with the keys for Smart Tap. `true` means the issuer itself.
  package func redemptionIssuers(issuer: String) -> [String] {
    guard let value = value(.redemptionIssuers) else { return [] }
    return value.bool == true ? [issuer] : value.elements.compactMap(\.string)
  }
}

/// A member of google.json.
package enum GoogleSetting: String, Sendable, CaseIterable {
  case type, `class`, language, images, fields, address, redemptionChannel, redemptionIssuers
  case transitType, genericType, androidPackage, notification, classPatch, objectPatch

  /// A description in one line, for help and editors.
  package var summary: String {
    switch self {
    case .type: "the type of pass: generic, loyalty, offer, giftCard, eventTicket, flight, transit"
    case .class: "the suffix of the class id; with a placeholder there are several classes"
    case .language: "the language of pass.json, if template.json does not name it"
    case .images: "https addresses, or files in the template: logo, wideLogo, hero, module"
    case .fields: "the keys of the fields for the balance, the account and the number of a card"
    case .address: "the postal address of the venue"
    case .redemptionChannel: "where an offer is redeemed: INSTORE, ONLINE or BOTH"
    case .redemptionIssuers: "issuer ids with keys for Smart Tap, or true for your own"
    case .transitType: "BUS, RAIL, TRAM, FERRY or OTHER"
    case .genericType: "the kind of generic pass, such as GENERIC_GYM_MEMBERSHIP"
    case .androidPackage: "the package name of your Android app"
    case .notification: "the notification of a generic pass: expiry or upcoming"
    case .classPatch: "members to add to the class, or to remove with null"
    case .objectPatch: "members to add to the object, or to remove with null"
    }
  }
}

/// The meaning of a field that only the issuer knows.
package enum GoogleFieldRole: String, Sendable, CaseIterable {
  case balance, secondaryBalance, accountName, accountId, cardNumber, pin
}

/// An image of a pass in Google Wallet.
package enum GoogleImageSlot: String, Sendable, CaseIterable {
  /// A square logo, cut to a circle.
  case logo
  /// A logo of 16:5 in place of the square one and the name.
  case wideLogo
  /// An image of the full width of the card.
  case hero
  /// An image below the card.
  case module

  /// The smallest size in pixels that Google asks for.
  package var size: (width: Int, height: Int) {
    switch self {
    case .logo: (660, 660)
    case .wideLogo: (1280, 400)
    case .hero: (1032, 336)
    case .module: (1860, 1)
    }
  }
}
