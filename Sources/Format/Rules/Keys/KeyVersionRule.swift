// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about keys that are newer than the oldest iOS the pass is meant for.
struct KeyVersionRule: Rule {
  static let tooNew = Finding(
    "key.version.tooNew", .warning, effect: .ignored,
    why: "Older systems ignore newer keys. The pass opens, but without their content.",
    help: "check that the pass makes sense without the key, or leave older systems out",
    settings: [RunSetting(.oldestIOS)],
    source: .documented("Wallet Passes: availability of each key"),
    wrong: """
      for iOS 17 and later
      "relevantDates": [ { "date": "2026-05-01T10:00:00Z" } ]
      """,
    right: """
      for iOS 17 and later
      "relevantDates": [ { "date": "2026-05-01T10:00:00Z" } ],
      "relevantDate": "2026-05-01T10:00:00Z"
      """,
    bad: [
      .json(
        #"{"relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#, at: "/relevantDates",
        .minimumIOS(17)
      ),
      .json(#"{"logoSymbolName": "star"}"#, at: "/logoSymbolName", .minimumIOS(26)),
      // The content of a new key is as new as the key, so only the key is reported.
      .json(
        #"{"semantics": {"totalPrice": {"amount": "1", "currencyCode": "EUR"}}, "barcodes": null}"#,
        at: "/semantics", .minimumIOS(8)),
      .json(
        #"{"generic": {"primaryFields": [{"key": "a", "value": "b", "semantics": {}}]}, "barcodes": null}"#,
        at: "/generic/primaryFields/0/semantics", .minimumIOS(11)),
    ],
    good: [
      // An older barcode next to the list makes the whole list acceptable.
      .json(
        """
        {"barcode": {"format": "PKBarcodeFormatQR", "message": "A-17", \
        "messageEncoding": "iso-8859-1"}, "logoText": null}
        """, .minimumIOS(8)),
      .json(#"{"relevantDates": [{"date": "2026-05-01T10:00Z"}]}"#, .minimumIOS(18)),
      // Without the key it would be the same pass.
      .json(#"{"sharingProhibited": false}"#, .minimumIOS(10)),
      .json(
        """
        {"relevantDate": "2026-05-01T10:00Z", "relevantDates": [{"date": "2026-05-01T10:00Z"}]}
        """, .minimumIOS(12)),
      .json(
        #"{"posterGeneric": {"footerFields": [{"key": "f", "value": "1"}]}}"#, .minimumIOS(27)),
    ])

  private static let selection = KeySelection { entry in
    guard let since = entry.since, since > IOSVersion(6) else { return false }
    return entry.scope != .personalization
  }

  var findings: [Finding] { [Self.tooNew] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let lowest = context.lowestIOS else { return }
    let document = pass.document
    // The content of a new key is as new as the key, so only the key is reported.
    var reported: JSONValue?
    pass.visit(Self.selection) { entry, member, _ in
      guard let since = entry.since, since > lowest, reported?.contains(member.value) != true else {
        return
      }
      reported = member.value
      if entry.isDefault(member.value) { return }
      if FieldGroupRule.isEmptyGroup(entry, member.value) { return }
      // Older systems show the other style, which StyleKeyRule describes.
      if entry.name == PassStyle.posterGeneric.rawValue, PassStyle.styles(of: document).count > 1 {
        return
      }
      if entry.name == "barcodes", document["barcode"] != nil { return }
      if entry.name == "relevantDates", document["relevantDate"] != nil { return }
      report(
        Self.tooNew, "\(entry.name) needs iOS \(since), the pass is for iOS \(lowest) too",
        at: member)
    }
  }
}
