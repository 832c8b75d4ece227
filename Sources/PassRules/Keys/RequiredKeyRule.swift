// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// The keys an object cannot do without, by the key table.
///
/// Barcodes, NFC and personalization.json have findings of their own.
struct RequiredKeyRule: Rule {
  static let missing = Finding(
    "key.required.missing", .error, effect: .refused,
    why: """
      Wallet refuses a pass that lacks one of these keys. Eleven published bundles lack one, and \
      nothing on the phone says which.
      """,
    help: "add the key",
    source: .documented("Wallet Passes: Pass, required properties"),
    walletLog: "dictionary must contain key",
    bad: [
      .json(#"{"serialNumber": null}"#, at: ""),
      .json(#"{"generic": {"primaryFields": [{"value": "1"}]}}"#, at: "/generic/primaryFields/0"),
      .json(#"{"locations": [{"latitude": 1}]}"#, at: "/locations/0"),
      .json(#"{"generic": null, "boardingPass": {}}"#, at: "/boardingPass"),
      .json(#"{"passTypeIdentifier": null}"#, at: ""),
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
    why: "Wallet writes a line to the log and leaves the beacon or the field of the back out.",
    help: "add the key, or take the item away",
    source: .documented("Wallet Passes: Pass.Beacons, PassFieldContent"),
    bad: [
      .json(#"{"beacons": [{"major": 1}]}"#, at: "/beacons/0"),
      .json(
        #"{"generic": {"backFields": [{"key": "a", "label": "A"}]}}"#, at: "/generic/backFields/0"),
    ],
    good: [
      .json(#"{"beacons": [{"proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0"}]}"#)
    ])

  private static let selection = KeySelection { entry in
    entry.need == .required
      && ![.nfc, .barcode, .barcodesItem, .personalization].contains(entry.scope)
  }

  var findings: [Finding] { [Self.missing, Self.missingInItem] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    // Building takes them from the certificate.
    let fillsIdentifiers = pass.origin == .template && context.certificate == nil
    pass.visitObjects(Self.selection) { object, entries, position in
      for entry in entries where object[entry.name] == nil {
        let isFilled =
          entry.scope == .passRoot
          && (entry.name == "passTypeIdentifier" || entry.name == "teamIdentifier")
        if isFilled, fillsIdentifiers { continue }
        let isLenient = entry.device == .logged || (position.isBack && entry.name == "value")
        let finding = isLenient ? Self.missingInItem : Self.missing
        let message =
          "\(entry.scope.inWords) has no \(entry.name), expected \(entry.type.kind.inWords)"
        guard let emptied = object.placeOfVanished(entry.name) else {
          // The object and not its place, which takes long to work out and is not always wanted.
          report(finding, message, at: object)
          continue
        }
        report(
          finding, message + "; its column is empty", at: emptied,
          help:
            "fill the cell, give the column a \"default\", or let \"$if\" take the whole object away"
        )
      }
    }
  }
}
