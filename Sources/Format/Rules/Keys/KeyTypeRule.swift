// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about values whose JSON type differs from the key table.
struct KeyTypeRule: Rule {
  static let mismatch = Finding(
    "key.type.mismatch", .error, effect: .refused, step: .keys,
    why: """
      Wallet does not convert types. A number in quotes is a string, and "false" is not false. The \
      most frequent cases are serial numbers and store identifiers.
      """,
    help: "write the value in the expected type",
    source: .documented("Wallet Passes: Pass and its objects"),
    walletLog: "Found object of class",
    wrong: """
      "serialNumber": 1017,
      "associatedStoreIdentifiers": [ "284910350" ]
      """,
    right: """
      "serialNumber": "1017",
      "associatedStoreIdentifiers": [ 284910350 ]
      """,
    bad: [
      .json(#"{"serialNumber": 17}"#, at: "/serialNumber"),
      .json(#"{"voided": "false"}"#, at: "/voided"),
      .json(#"{"sharingProhibited": 2}"#, at: "/sharingProhibited"),
      .json(#"{"associatedStoreIdentifiers": ["1"]}"#, at: "/associatedStoreIdentifiers/0"),
      .json(#"{"locations": {"latitude": 1, "longitude": 2}}"#, at: "/locations"),
      .json(#"{"locations": [[1, 2]]}"#, at: "/locations/0"),
      .json(
        #"{"generic": {"primaryFields": [{"key": "a", "value": true}]}}"#,
        at: "/generic/primaryFields/0/value"),
      .json(
        #"{"semantics": {"totalPrice": {"amount": 5, "currencyCode": "EUR"}}}"#,
        at: "/semantics/totalPrice/amount"),
      .with(
        "pass.json",
        .text(
          """
          {"formatVersion": 1, "serialNumber": "1", "description": "d", "organizationName": "o", \
          "passTypeIdentifier": "pass.com.example.passc", "teamIdentifier": "EXAMPLE123", \
          "generic": {}, "logoText": null}
          """), at: "/logoText"),
    ],
    good: [
      .json(#"{"serialNumber": "17", "voided": false, "associatedStoreIdentifiers": [1]}"#),
      .json(#"{"generic": {"primaryFields": [{"key": "a", "value": 1.5}]}}"#),
      .json(#"{"userInfo": {"anything": [1, "2", null]}}"#),
    ])

  static let ignored = Finding(
    "key.type.ignored", .warning, effect: .ignored,
    why: "Here Wallet does not reject the pass. It ignores the key or item.",
    help: "write the value in the expected type",
    source: .documented("Wallet Passes: Pass and its objects"),
    wrong: """
      "maxDistance": "100"
      """,
    right: """
      "maxDistance": 100
      """,
    bad: [
      .json(#"{"maxDistance": "100"}"#, at: "/maxDistance"),
      .json(
        #"{"relevantDate": "2026-01-01T00:00Z", "relevantDates": [{"date": 1767225600}]}"#,
        at: "/relevantDates/0/date"),
    ],
    good: [.json(#"{"maxDistance": 100}"#)])

  static let zeroOrOne = Finding(
    "key.type.zeroOrOne", .warning, effect: .maybeRefused, step: .keys,
    why: """
      Apple documents true and false. Wallet may read 0 and 1 as such, because its parser has one \
      type for both. No phone was seen to reject them, and none to accept them.
      """,
    help: "write true or false, without quotes",
    source: .convention("no published pass shows what a phone does"),
    wrong: """
      "voided": 0
      """,
    right: """
      "voided": false
      """,
    bad: [
      .json(#"{"voided": 0}"#, at: "/voided"),
      .json(#"{"sharingProhibited": 1}"#, at: "/sharingProhibited"),
    ],
    good: [.json(#"{"voided": false, "sharingProhibited": true}"#)])

  /// The keys to check. The rules about barcodes report a format, message or encoding that is not a
  /// string as missing.
  private static let selection = KeySelection { entry in
    entry.scope != .barcodesItem || !["format", "message", "messageEncoding"].contains(entry.name)
  }

  var findings: [Finding] { [Self.mismatch, Self.ignored, Self.zeroOrOne] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for file in [KeyTable.File.pass, .personalization] {
      pass.visit(Self.selection, in: file) { entry, member, _ in
        Self.check(entry, member.value, &report)
      }
    }
  }

  private static func check(_ entry: KeyEntry, _ value: JSONValue, _ report: inout Report) {
    let expected = entry.type.kind
    let kind = value.kind
    guard expected.accepts(kind) else {
      let isZeroOrOne =
        expected == .boolean && ["0", "1"].contains(value.number?.spelling ?? "")
      return report(
        isZeroOrOne ? zeroOrOne : finding(for: entry),
        "\(entry.name) is \(kind.inWords), expected \(expected.inWords)",
        at: value, help: KeyExample.rewritten(value, as: expected, for: entry))
    }
    guard kind == .array, let expected = entry.type.elementKind else { return }
    for element in value.elements where !expected.accepts(element.kind) {
      report(
        finding(for: entry),
        "an element of \(entry.name) is \(element.kind.inWords), expected \(expected.inWords)",
        at: element,
        help: element.isNull
          ? "remove it" : KeyExample.rewritten(element, as: expected, for: entry))
    }
  }

  /// Returns the finding for a wrong type. It is not an error if the type is not reliably
  /// documented and no rejection was observed.
  private static func finding(for entry: KeyEntry) -> Finding {
    let isDoubtful = entry.confidence == .low && entry.device == .unknown
    return entry.device == .logged || isDoubtful ? ignored : mismatch
  }
}
