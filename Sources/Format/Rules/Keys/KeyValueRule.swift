// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about keys with a list of allowed values, according to the key table.
///
/// Barcode formats, `row` and personalization.json have separate findings.
struct KeyValueRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass and its objects")
  private static func field(_ text: String, at name: String? = nil) -> Example {
    .json(
      #"{"generic": {"headerFields": [{"key": "a", "value": "x", \#(text)}]}}"#,
      at: name.map { "/generic/headerFields/0/\($0)" })
  }

  static let unsupportedVersion = Finding(
    "key.formatVersion.unsupported", .error, effect: .refused, step: .keys,
    why: "The format has one version, 1. Wallet has a separate error for other versions.",
    help: "write \"formatVersion\": 1", source: .documented("Wallet Passes: Pass, formatVersion"),
    wrong: """
      "formatVersion": 2
      """,
    right: """
      "formatVersion": 1
      """,
    bad: [
      .json(#"{"formatVersion": 2}"#, at: "/formatVersion"),
      .json(#"{"formatVersion": 1.1}"#, at: "/formatVersion"),
    ],
    good: [.json(#"{"formatVersion": 1.0}"#)])

  static let unknown = Finding(
    "key.value.unknown", .error, effect: .refused, step: .keys,
    why: """
      Wallet rejects an unknown value here. The names are long, and upper and lower case matter.
      """,
    help: "write one of the known values", source: apple,
    wrong: """
      { "key": "points", "value": "12", "textAlignment": "right" }
      """,
    right: """
      { "key": "points", "value": "12",
        "textAlignment": "PKTextAlignmentRight" }
      """,
    bad: [
      field(#""textAlignment": "PKTextAlignmentRigth""#, at: "textAlignment"),
      field(#""textAlignment": "right""#, at: "textAlignment"),
      .json(
        #"{"generic": null, "boardingPass": {"transitType": "PKTransitTypePlane"}}"#,
        at: "/boardingPass/transitType"),
      .json(
        """
        {"generic": {"backFields": [{"key": "a", "value": "x", \
        "dataDetectorTypes": ["PKDataDetectorTypeLink", "link"]}]}}
        """, at: "/generic/backFields/0/dataDetectorTypes/1"),
    ],
    good: [
      field(#""textAlignment": "PKTextAlignmentRight""#),
      .json(#"{"generic": {"backFields": [{"key": "a", "value": "x", "dataDetectorTypes": []}]}}"#),
    ])

  static let ignored = Finding(
    "key.value.ignored", .warning, effect: .ignored,
    why: "Wallet ignores an unknown value here.",
    help: "write one of the known values", source: apple,
    wrong: """
      "semantics": { "eventType": "PKEventTypeSport" }
      """,
    right: """
      "semantics": { "eventType": "PKEventTypeSports" }
      """,
    bad: [
      .json(
        #"{"generic": null, "eventTicket": {}, "semantics": {"eventType": "PKEventTypeSport"}}"#,
        at: "/semantics/eventType"),
      .json(
        """
        {"generic": null, "eventTicket": {}, \
        "preferredStyleSchemes": ["posterTicket", "eventTicket"]}
        """, at: "/preferredStyleSchemes/0"),
    ],
    good: [
      .json(
        #"{"generic": null, "eventTicket": {}, "semantics": {"eventType": "PKEventTypeSports"}}"#)
    ])

  private static let selection = KeySelection { entry in
    !entry.values.isEmpty && entry.name != "row"
      && ![.barcode, .barcodesItem, .personalization].contains(entry.scope)
  }

  var findings: [Finding] { [Self.unsupportedVersion, Self.unknown, Self.ignored] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      if entry.type == .number {
        Self.checkVersion(member.value, &report)
      } else if entry.type.elementKind != nil {
        for element in member.value.elements { Self.check(entry, element, &report) }
      } else {
        Self.check(entry, member.value, &report)
      }
    }
  }

  private static func checkVersion(_ value: JSONValue, _ report: inout Report) {
    guard let number = value.number, number.integer != 1 else { return }
    report(unsupportedVersion, "formatVersion is \(number.spelling), expected 1", at: value)
  }

  private static func check(_ entry: KeyEntry, _ value: JSONValue, _ report: inout Report) {
    guard let text = value.string, !entry.values.contains(text) else { return }
    let isRefused =
      entry.scope == .field || entry.scope == .boardingPass || entry.scope == .upcoming
    let finding = isRefused ? unknown : ignored
    let meant = report.lists(finding) ? meantValue(text, entry) : nil
    report(
      finding, "\(entry.name) is \(quoted(text)), which is not a known value",
      at: value,
      help: meant.map { "did you mean \($0)?" }
        ?? "write one of \(entry.values.joined(separator: ", "))")
  }

  /// Returns the allowed value that a text is probably intended as.
  private static func meantValue(_ text: String, _ entry: KeyEntry) -> String? {
    let near = entry.values.first { $0.lowercased().hasSuffix(text.lowercased()) && text.count > 2 }
    return near ?? NearestName.of(text, among: entry.values)
  }
}
