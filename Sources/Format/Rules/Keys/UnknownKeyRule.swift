// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about unknown keys and keys in the wrong place.
struct UnknownKeyRule: Rule {
  private static let ignoredSilently = """
    Wallet ignores unknown keys, so a misspelt key fails silently. Services that store their own \
    data in pass.json get this warning too. The place for such data is userInfo.
    """

  static let unknown = Finding(
    "key.name.unknown", .warning, effect: .ignored, why: ignoredSilently,
    help: "correct the name, remove the key, or move your own data to userInfo",
    source: .documented("Wallet Passes: Pass, userInfo"),
    wrong: """
      "backgroundColour": "rgb(20, 60, 90)"
      """,
    right: """
      "backgroundColor": "rgb(20, 60, 90)"
      """,
    bad: [
      .json(#"{"backgroundColour": "rgb(0, 0, 0)"}"#, at: "/backgroundColour"),
      .json(#"{"modID": 1}"#, at: "/modID"),
      .json(
        #"{"generic": {"primaryFields": [{"key": "a", "value": "b", "colour": "red"}]}}"#,
        at: "/generic/primaryFields/0/colour"),
      .json(#"{"semantics": {"seat": "1"}}"#, at: "/semantics/seat"),
    ],
    good: [
      .json(#"{"userInfo": {"modID": 1, "backgroundColour": "red"}}"#)
    ])

  static let misplaced = Finding(
    "key.name.misplaced", .warning, effect: .ignored,
    why: "The key exists, but Wallet looks for it elsewhere and ignores it here.",
    help: "move the key to where it belongs",
    source: .documented("Wallet Passes: Pass and its objects"),
    wrong: """
      "storeCard": { "logoText": "Gym" }
      """,
    right: """
      "storeCard": { },
      "logoText": "Gym"
      """,
    bad: [
      .json(#"{"primaryFields": []}"#, at: "/primaryFields"),
      .json(#"{"generic": {"logoText": "Gym"}}"#, at: "/generic/logoText"),
      .json(#"{"eventName": "Concert"}"#, at: "/eventName"),
      .json(#"{"changeMessage": "%@"}"#, at: "/changeMessage"),
      .json(#"{"semantics": {"seatNumber": "7"}}"#, at: "/semantics/seatNumber"),
      .json(#"{"messageEncoding": "utf-8"}"#, at: "/messageEncoding"),
    ],
    good: [.json(#"{"logoText": "Gym"}"#)])

  static let undocumented = Finding(
    "key.name.undocumented", .note, effect: .ignored,
    why: "Wallet reads the key, as seen in iOS 26. Apple does not document it and may drop it.",
    help: "use documented keys only",
    source: .observed("a third party's reverse engineering of PassKit, iOS 26"),
    wrong: """
      "associatedPassTypeIdentifiers": [ "pass.com.example.club" ],
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    right: """
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    bad: [
      .json(#"{"associatedPassTypeIdentifiers": ["pass.a"]}"#, at: "/associatedPassTypeIdentifiers")
    ],
    good: [.json(#"{"associatedStoreIdentifiers": [1]}"#)])

  var findings: [Finding] { [Self.unknown, Self.misplaced, Self.undocumented] }

  private static let undocumentedKeys = KeySelection { $0.source == "DEV" }

  /// The number of unknown keys that are reported one by one. A file with more is hardly a pass.
  private static let most = 50

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.undocumentedKeys) { entry, member, _ in
      report(Self.undocumented, "Apple does not document the key \(quoted(entry.name))", at: member)
    }
    for file in [KeyTable.File.pass, .personalization] {
      var count = 0
      var last: JSONValue.Member?
      pass.visitUnknownKeys(in: file) { member, object, scope in
        count += 1
        guard count <= Self.most else {
          last = last ?? member
          return
        }
        // RequiredKeyRule, or the rule of the object, reports the missing key at this place.
        if let near = NearestKey.nearestKey(to: member.name, in: scope),
          RequiredKeyRule.misspelt(near, in: object, scope, pass, context)?.name == member.name
            || Self.neededByOtherRules[scope]?.contains(near) == true
              && NearestKey.misspelling(of: near, in: object, scope)?.name == member.name
        {
          return
        }
        if scope == .passRoot, StyleKeyRule.misspelt(in: object)?.member.name == member.name {
          return
        }
        Self.check(member, scope, pass, &report)
      }
      guard let last else { continue }
      report(
        Self.unknown,
        "unknown key \(quoted(last.name)) and \(count - Self.most - 1) more unknown keys",
        at: last)
    }
  }

  private static func check(
    _ member: JSONValue.Member, _ scope: KeyScope, _ pass: PassPackage, _ report: inout Report
  ) {
    if scope != .personalization, let home = NearestKey.home(of: member.name) {
      // StyleKeyRule has a more specific finding.
      if member.name == "transitType", scope == .style { return }
      report(
        misplaced, "\(quoted(member.name)) is in \(scope.inWords), expected in \(home.inWords)",
        at: member, help: "move it into \(description(for: home, pass))")
    } else {
      report(
        unknown, "unknown key \(quoted(member.name)) in \(scope.inWords)", at: member,
        help: NearestKey.nearestKey(to: member.name, in: scope).map { "did you mean \($0)?" })
    }
  }

  /// Required keys whose absence rules about barcodes and NFC report.
  private static let neededByOtherRules: [KeyScope: Set<String>] = [
    .barcodesItem: ["format", "message", "messageEncoding"],
    .barcode: ["format", "message", "messageEncoding"],
    .nfc: ["message", "encryptionPublicKey"],
  ]

  /// Returns the name of the place in which the user must put the key.
  private static func description(for home: KeyScope, _ pass: PassPackage) -> String {
    switch home {
    case .passRoot: return "pass.json itself, at the top"
    case .style:
      let styles = PassStyle.styles(of: pass.document)
      return styles.count == 1 ? styles[0].rawValue : "the dictionary of the style, such as generic"
    case .field: return "a field, such as one of primaryFields"
    case .location: return "an entry of locations"
    case .beacon: return "an entry of beacons"
    case .featuredAction: return "an entry of featuredActions"
    case .upcomingDate, .upcomingImages, .upcomingURLs:
      return "\(home.inWords) of an entry of upcomingPassInformation"
    case .upcomingHeaderImage, .upcomingVenueMap:
      return "\(home.inWords) in images of an entry of upcomingPassInformation"
    case .upcomingHeaderImageURL, .upcomingVenueMapURL:
      return "an entry of URLs of headerImage or venueMap"
    case .currencyAmount: return "an amount of semantics, such as totalPrice"
    case .semanticLocation: return "a location of semantics, such as venueLocation"
    case .personName: return "passengerName in semantics"
    case .seat: return "an entry of seats in semantics"
    case .wifiNetwork: return "an entry of wifiAccess in semantics"
    case .eventDateInfo: return "eventStartDateInfo in semantics"
    case .relevantDate, .barcodesItem, .barcode, .nfc, .boardingPass, .upcoming, .semantics,
      .personalization:
      return home.inWords
    }
  }
}
