// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about missing required keys, according to the key table.
///
/// Barcodes, NFC and personalization.json have separate findings.
struct RequiredKeyRule: Rule {
  static let missing = Finding(
    "key.required.missing", .error, effect: .refused, step: .keys,
    why: """
      Wallet rejects a pass that lacks one of these keys. Eleven published bundles lack one, and \
      the phone does not show which.
      """,
    help: "add the key with a value",
    source: .documented("Wallet Passes: Pass, required properties"),
    walletLog: "Pass dictionary must contain key",
    wrong: """
      "storeCard": {
        "primaryFields": [ { "value": "12" } ]
      }
      """,
    right: """
      "storeCard": {
        "primaryFields": [ { "key": "points", "value": "12" } ]
      }
      """,
    bad: [
      .json(#"{"serialNumber": null}"#, at: ""),
      .json(#"{"generic": {"primaryFields": [{"value": "1"}]}}"#, at: "/generic/primaryFields/0"),
      .json(#"{"locations": [{"latitude": 1}]}"#, at: "/locations/0"),
      .json(#"{"generic": null, "boardingPass": {}}"#, at: "/boardingPass"),
      .json(#"{"passTypeIdentifier": null}"#, at: ""),
      // A misspelt required key is one error, not an additional unknown key.
      .json(#"{"serialNumber": null, "serialNumer": "1"}"#, at: "/serialNumer"),
      .json(
        #"{"generic": {"primaryFields": [{"Key": "a", "value": "b"}]}}"#,
        at: "/generic/primaryFields/0/Key"),
    ],
    good: [
      .json(#"{"generic": {"primaryFields": [{"key": "a", "value": ""}]}}"#),
      .json(#"{"locations": [{"latitude": 0, "longitude": 0}]}"#),
      .json(
        #"{"passTypeIdentifier": null, "teamIdentifier": null}"#, .template(row: "{}"),
        .noCertificate),
    ])

  static let missingInItem = Finding(
    "key.required.missingInItem", .warning, effect: .ignored,
    why: "Wallet writes a line to the log and leaves out the beacon or the back field.",
    help: "add the key, or remove the item",
    source: .documented("Wallet Passes: Pass.Beacons, PassFieldContent"),
    wrong: """
      "backFields": [ { "key": "hours", "label": "Open" } ]
      """,
    right: """
      "backFields": [ { "key": "hours", "label": "Open", "value": "6-22" } ]
      """,
    bad: [
      .json(#"{"beacons": [{"major": 1}]}"#, at: "/beacons/0"),
      .json(
        #"{"generic": {"backFields": [{"key": "a", "label": "A"}]}}"#, at: "/generic/backFields/0"),
    ],
    good: [
      .json(#"{"beacons": [{"proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"}]}"#)
    ])

  private static let selection = KeySelection(where: isWanted)

  private static func isWanted(_ entry: KeyEntry) -> Bool {
    entry.need == .required
      && ![.nfc, .barcode, .barcodesItem, .personalization].contains(entry.scope)
  }

  var findings: [Finding] { [Self.missing, Self.missingInItem] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    var suggestions = 0
    pass.visitObjects(Self.selection) { object, entries, position in
      for entry in entries where object[entry.name] == nil {
        if Self.isFilled(entry, pass, context) { continue }
        let isLenient = entry.device == .logged || (position.isBack && entry.name == "value")
        let finding = isLenient ? Self.missingInItem : Self.missing
        let severity = Self.severity(of: entry, pass, position)
        let scope = entry.scope.inWords
        guard let emptied = object.placeOfRemoved(entry.name) else {
          // A suggestion needs a scan of all members of the object.
          suggestions += 1
          if suggestions <= Self.maxSuggestions,
            let meant = Self.misspelt(entry.name, in: object, position.scope, pass, context)
          {
            report(
              finding, "unknown key \(quoted(meant.name)) in \(scope), expected \(entry.name)",
              at: meant, severity: severity, help: "did you mean \(entry.name)?")
            continue
          }
          // The object is passed instead of its place, because the place is slow to compute and not
          // always used.
          report(
            finding, "\(scope) has no \(entry.name)",
            at: object, severity: severity, help: "add \(KeyExample.member(entry))")
          continue
        }
        report(
          finding, "\(scope) has no \(entry.name) because its column is empty", at: emptied,
          help:
            "fill the cell, give the column a \"default\", or remove the whole object with \"$if\""
        )
      }
    }
  }

  /// Returns the severity of a missing key if it is not that of the finding. Published passes have
  /// secondary fields without a value, and there is little evidence that Wallet rejects them. In a
  /// template the author can add the value.
  private static func severity(
    of entry: KeyEntry, _ pass: PassPackage, _ position: KeyPosition
  ) -> Severity? {
    entry.name == "value" && position.group == .secondary && pass.origin == .package
      ? .warning : nil
  }

  /// The most missing keys for a search of misspelt members.
  private static let maxSuggestions = 50

  /// Returns whether a build takes the key from the certificate.
  private static func isFilled(
    _ entry: KeyEntry, _ pass: PassPackage, _ context: CheckContext
  ) -> Bool {
    pass.origin == .template && context.certificate == nil && entry.scope == .passRoot
      && (entry.name == "passTypeIdentifier" || entry.name == "teamIdentifier")
  }

  /// Returns the member whose name is probably a misspelling of a required key. Returns nil if the
  /// key is present or its absence is not an error.
  static func misspelt(
    _ name: String, in object: JSONValue, _ scope: KeyScope, _ pass: PassPackage,
    _ context: CheckContext
  ) -> JSONValue.Member? {
    let known = KeyTable.members(of: scope)
    guard object[name] == nil, let entry = known[name], isWanted(entry),
      !isFilled(entry, pass, context), object.placeOfRemoved(name) == nil
    else { return nil }
    // Searching objects with thousands of members would be slow, and such objects are not typing
    // errors.
    return object.members.prefix(100).first {
      !known.contains($0.name) && NearestKey.nearestKey(to: $0.name, in: scope) == name
    }
  }
}
