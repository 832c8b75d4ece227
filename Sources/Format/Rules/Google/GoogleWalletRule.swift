// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about what Google Wallet on Android makes of a pass file: `--reader google-wallet`.
///
/// Google does not document how it reads pass files, so everything is a note and the reports of
/// users are the source.
struct GoogleWalletRule: Rule {
  private static let onAndroid = Example.Setting.option("--reader google-wallet")

  /// Returns an example with a style of the sample pass in place of generic.
  private static func style(_ style: String, at pointer: String? = nil) -> Example {
    .json(#"{"generic": null, \#(style)}"#, at: pointer, onAndroid)
  }
  private static let storeCard =
    #""storeCard": {"primaryFields": [{"key": "p", "label": "POINTS", "value": "1"}]}"#

  /// Returns an example with a member, in a store card so that nothing else is reported.
  private static func member(_ member: String, at pointer: String? = nil) -> Example {
    style("\(storeCard), \(member)", at: pointer)
  }

  static let isPrivate = Finding(
    "google.pkpass.private", .note, effect: .style,
    why: """
      Google Wallet on Android opens pass files. It treats every pass except a store card as a \
      private pass, so people unlock the phone and confirm again each time they want to see it.
      """,
    help: "use storeCard if it fits, or offer Android users a pass made for Google Wallet",
    source: .observed("reports in google-wallet/pass-converter#80 and pretix/pretix#979"),
    wrong: """
      "coupon": { "primaryFields": [ ... ] }
      """,
    right: """
      "storeCard": { "primaryFields": [ ... ] }
      """,
    bad: [
      .json("{}", at: "/generic", onAndroid), style(#""coupon": {}"#, at: "/coupon"),
      style(#""eventTicket": {}"#, at: "/eventTicket"),
    ],
    good: [style(storeCard), .json("{}")])

  static let noLocations = Finding(
    "google.pkpass.locations", .note, effect: .ignored,
    why: "Google Wallet does not show a pass file near its locations, as an iPhone does.",
    help: "tell Android users to open the pass themselves",
    source: .observed("a report in google-wallet/pass-converter#80"),
    wrong: """
      "locations": [ { "latitude": 52.52, "longitude": 13.405 } ]
      """,
    right: """
      "locations": []
      """,
    bad: [
      member(#""locations": [{"latitude": 52.52, "longitude": 13.405}]"#, at: "/locations")
    ],
    good: [
      member(#""locations": []"#), .json(#"{"locations": [{"latitude": 52, "longitude": 13}]}"#),
    ])

  static let noUpdates = Finding(
    "google.pkpass.updates", .note, effect: .ignored,
    why: """
      Google documents no way to update a pass file in Google Wallet. It seems to ignore the web \
      service, so an Android phone keeps showing the first version.
      """,
    help: "send Android users the new file when the pass changes",
    source: .convention("no update of pass files is documented for Android"),
    wrong: """
      "webServiceURL": "https://example.com/passes",
      "authenticationToken": "0123456789abcdef"
      """,
    right: """
      "serialNumber": "A-17"
      """,
    bad: [
      member(
        #"""
        "webServiceURL": "https://example.com/passes", "authenticationToken": "0123456789abcdef"
        """#, at: "/webServiceURL")
    ],
    good: [
      style(storeCard),
      .json(
        #"""
        {"webServiceURL": "https://example.com/p", "authenticationToken": "0123456789abcdef"}
        """#),
    ])

  var findings: [Finding] { [Self.isPrivate, Self.noLocations, Self.noUpdates] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard context.otherWallet == .googleWallet else { return }
    let document = pass.document
    let styles = PassStyle.styles(of: document)
    if let style = styles.last, !styles.contains(.storeCard),
      let value = document[style.rawValue]
    {
      report(
        Self.isPrivate, "Google Wallet shows a pass of style \(style.rawValue) as private",
        at: value)
    }
    if let list = document["locations"], list.element(0) != nil {
      report(Self.noLocations, "locations has no effect in Google Wallet", at: list)
    }
    if let url = document["webServiceURL"], url.string?.isEmpty == false {
      report(Self.noUpdates, "Google Wallet does not update the pass", at: url)
    }
  }
}
