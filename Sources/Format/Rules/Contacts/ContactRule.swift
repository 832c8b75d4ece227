// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about email addresses and telephone numbers of venues and carriers.
struct ContactRule: Rule {
  private static func venue(_ key: String, _ text: String, isBad: Bool = true) -> Example {
    StyleSchemeRule.poster(
      """
      {"generic": null, "eventTicket": {"primaryFields": [{"key": "a", "value": "b"}]}, \
      \(StyleSchemeRule.tags), \
      "preferredStyleSchemes": ["posterEventTicket", "eventTicket"], "\(key)": "\(text)"}
      """, at: isBad ? "/\(key)" : nil)
  }
  private static let seen = Basis.observed(
    "a third party's reverse engineering of PassKit, iOS 26: they must form mailto and tel links")

  static let email = Finding(
    "contact.email.malformed", .warning, effect: .maybeRefused,
    why: "Wallet makes a mailto: link of it, which is only possible with an e-mail address.",
    help: "write only the address, such as hello@example.com",
    source: seen,
    wrong: """
      "contactVenueEmail": "Example Gym <hello@example.com>"
      """,
    right: """
      "contactVenueEmail": "hello@example.com"
      """,
    bad: [
      venue("contactVenueEmail", "example.com"),
      venue("contactVenueEmail", "Hall <hall@example.com>"),
    ],
    good: [venue("contactVenueEmail", "hall+1@example.com", isBad: false)])

  static let phone = Finding(
    "contact.phone.malformed", .warning, effect: .maybeRefused,
    why: "Wallet makes a tel: link of it, which is only possible with a telephone number.",
    help: "write the number with its country code, such as +49 30 123456",
    source: seen,
    wrong: """
      "contactVenuePhoneNumber": "call the front desk"
      """,
    right: """
      "contactVenuePhoneNumber": "+49 30 123456"
      """,
    bad: [
      venue("contactVenuePhoneNumber", "call us"), venue("contactVenuePhoneNumber", "24 HOURS"),
    ],
    good: [
      venue("contactVenuePhoneNumber", "+49 (30) 123-456", isBad: false),
      venue("contactVenuePhoneNumber", "1-800-UNITED-1", isBad: false),
    ])

  var findings: [Finding] { [Self.email, Self.phone] }

  private static let selection = KeySelection { entry in
    (entry.scope == .passRoot || entry.scope == .upcomingURLs)
      && (isEmail(entry.name) || entry.name.hasSuffix("PhoneNumber"))
  }

  private static func isEmail(_ name: String) -> Bool { name.hasSuffix("Email") }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let text = member.value.string else { return }
      if Self.isEmail(entry.name) {
        guard !TextShape.isEmail(text) else { return }
        report(
          Self.email, "\(entry.name) is \(quoted(text)), expected an e-mail address",
          at: member.value)
      } else if !TextShape.isPhoneNumber(text) {
        report(
          Self.phone, "\(entry.name) is \(quoted(text)), expected a telephone number",
          at: member.value)
      }
    }
  }
}
