// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Keys Wallet does not know, and keys that stand in the wrong place.
struct UnknownKeyRule: Rule {
  private static let ignoredSilently = """
    Wallet ignores what it does not know, so a misspelt key fails without a word. Services that \
    store data of their own in pass.json get this warning too: userInfo is the place for it.
    """

  static let unknown = Finding(
    "key.name.unknown", .warning, effect: .ignored, why: ignoredSilently,
    help: "correct the name, take the key away, or move data of your own to userInfo",
    source: .documented("Wallet Passes: Pass, userInfo"),
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
    bad: [
      .json(#"{"primaryFields": []}"#, at: "/primaryFields"),
      .json(#"{"generic": {"logoText": "Gym"}}"#, at: "/generic/logoText"),
      .json(#"{"eventName": "Concert"}"#, at: "/eventName"),
      .json(#"{"changeMessage": "%@"}"#, at: "/changeMessage"),
    ],
    good: [.json(#"{"logoText": "Gym"}"#)])

  static let undocumented = Finding(
    "key.name.undocumented", .note, effect: .ignored,
    why: "Wallet was seen to read the key, but Apple documents it nowhere and may drop it.",
    help: "rely on documented keys only",
    source: .observed("a third party's reverse engineering of PassKit, iOS 26"),
    bad: [
      .json(#"{"associatedPassTypeIdentifiers": ["pass.a"]}"#, at: "/associatedPassTypeIdentifiers")
    ],
    good: [.json(#"{"associatedStoreIdentifiers": [1]}"#)])

  var findings: [Finding] { [Self.unknown, Self.misplaced, Self.undocumented] }

  private static let undocumentedKeys = KeySelection { $0.source == "DEV" }

  /// How many unknown keys are named one by one; the file is no pass when there are more.
  private static let most = 50

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.undocumentedKeys) { entry, member, _ in
      report(Self.undocumented, "\(quoted(entry.name)) is documented nowhere", at: member)
    }
    for file in [KeyTable.File.pass, .personalization] {
      var count = 0
      var last: JSONValue.Member?
      pass.visitUnknownKeys(in: file) { member, scope in
        count += 1
        guard count <= Self.most else {
          last = last ?? member
          return
        }
        Self.check(member, scope, &report)
      }
      guard let last else { continue }
      report(
        Self.unknown, "\(quoted(last.name)) and \(count - Self.most - 1) more keys are unknown",
        at: last)
    }
  }

  private static func check(
    _ member: JSONValue.Member, _ scope: KeyScope, _ report: inout Report
  ) {
    if let home = home(of: member.name), scope != .personalization {
      // A rule about styles says more of it.
      if member.name == "transitType", scope == .style { return }
      report(
        misplaced, "\(quoted(member.name)) stands in \(scope.inWords), expected in \(home.inWords)",
        at: member, help: "move it to \(home.path)")
    } else {
      let known = KeyTable.members(of: scope)
      let usual = usualNames[member.name.lowercased().filter { $0 != "_" && $0 != "-" }]
      let near =
        usual.flatMap { known.contains($0) ? $0 : nil }
        ?? NearestName.of(member.name, among: known.names)
      report(
        unknown, "\(scope.inWords) has no key \(quoted(member.name))", at: member,
        help: near.map { "did you mean \($0)?" })
    }
  }

  /// Other words for a key, too far from it to be taken for a slip; in small letters.
  private static let usualNames = [
    "expirydate": "expirationDate", "expiry": "expirationDate", "expires": "expirationDate",
    "expiresat": "expirationDate", "validuntil": "expirationDate",
    "passtypeid": "passTypeIdentifier", "passtype": "passTypeIdentifier",
    "teamid": "teamIdentifier", "organization": "organizationName",
    "serial": "serialNumber", "localizeddescription": "description",
    "header": "headerFields", "primary": "primaryFields", "secondary": "secondaryFields",
    "auxiliary": "auxiliaryFields", "back": "backFields",
    "textcolor": "foregroundColor", "authtoken": "authenticationToken",
    "encoding": "messageEncoding",
  ]

  /// The kind of object a key belongs to, where its name is not an everyday word.
  private static func home(of name: String) -> KeyScope? {
    guard !everyday.contains(name) else { return nil }
    let homes: [KeyScope] = [.passRoot, .style, .boardingPass, .field, .semantics, .nfc]
    return homes.first { KeyTable.members(of: $0).contains(name) }
  }

  private static let everyday: Set<String> = [
    "key", "value", "label", "row", "message", "description", "duration", "generic", "coupon",
    "balance", "genre", "locations",
  ]
}
