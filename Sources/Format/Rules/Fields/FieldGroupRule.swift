// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about the number of fields in a group.
struct FieldGroupRule: Rule {
  private static func fields(_ count: Int, _ prefix: String) -> String {
    (0..<count).map { #"{"key": "\#(prefix)\#($0)", "value": "x"}"# }.joined(separator: ", ")
  }
  private static func group(
    _ style: String, _ name: String, _ count: Int, at pointer: String? = nil
  ) -> Example {
    let reset = style == "generic" ? "" : #""generic": null, "#
    return .json(
      #"{\#(reset)"\#(style)": {"\#(name)": [\#(fields(count, "f"))]}}"#, at: pointer)
  }

  static let tooMany = Finding(
    "field.group.tooMany", .warning, effect: .ignored,
    why: """
      Wallet shows the first fields of a group and drops the rest without notice. It does not \
      reject the pass.
      """,
    help: "move fields to another group, such as backFields",
    source: .documented("Wallet Passes: designing passes, field limits of each style"),
    wrong: """
      "storeCard": {
        "primaryFields": [ { "key": "points", "value": "12" },
                           { "key": "level", "value": "Gold" } ]
      }
      """,
    right: """
      "storeCard": {
        "primaryFields": [ { "key": "points", "value": "12" } ],
        "backFields": [ { "key": "level", "value": "Gold" } ]
      }
      """,
    bad: [
      group("generic", "headerFields", 4, at: "/generic/headerFields"),
      group("storeCard", "primaryFields", 2, at: "/storeCard/primaryFields"),
      .json(
        """
        {"generic": null, "coupon": {"secondaryFields": [\(fields(3, "s"))], \
        "auxiliaryFields": [\(fields(2, "a"))]}}
        """, at: "/coupon/auxiliaryFields"),
      group("eventTicket", "auxiliaryFields", 5, at: "/eventTicket/auxiliaryFields"),
    ],
    good: [
      group("generic", "headerFields", 3), group("generic", "backFields", 40),
      .json(
        """
        {"generic": null, "coupon": {"secondaryFields": [\(fields(2, "s"))], \
        "auxiliaryFields": [\(fields(2, "a"))]}}
        """),
      .json(
        """
        {"generic": null, "eventTicket": {"auxiliaryFields": [\(fields(4, "a")), \
        {"key": "b", "value": "x", "row": 1}]}}
        """),
    ])

  static let crowded = Finding(
    "field.group.crowded", .note, effect: .ignored,
    why: """
      A generic pass with a square barcode shows four secondary and auxiliary fields in total. \
      Apple's documents disagree on whether this applies to every generic pass.
      """,
    help: "use at most four fields in both groups together",
    source: .documented("Wallet Passes: designing passes, field limits of each style"),
    wrong: """
      "generic": {
        "secondaryFields": [ { "key": "points", "value": "12" },
          { "key": "level", "value": "Gold" } ],
        "auxiliaryFields": [ { "key": "hall", "value": "2" },
          { "key": "locker", "value": "31" }, { "key": "row", "value": "C" } ]
      }
      """,
    right: """
      "generic": {
        "secondaryFields": [ { "key": "points", "value": "12" },
          { "key": "level", "value": "Gold" } ],
        "auxiliaryFields": [ { "key": "hall", "value": "2" },
          { "key": "locker", "value": "31" } ]
      }
      """,
    bad: [
      .json(
        """
        {"generic": {"secondaryFields": [\(fields(3, "s"))], \
        "auxiliaryFields": [\(fields(2, "a"))]}}
        """, at: "/generic/auxiliaryFields")
    ],
    good: [
      .json(
        """
        {"generic": {"secondaryFields": [\(fields(2, "s"))], \
        "auxiliaryFields": [\(fields(2, "a"))]}}
        """)
    ])

  static let empty = Finding(
    "field.group.empty", .note, effect: .style,
    why: """
      An empty group shows nothing, just as a missing one does. A widely used library writes a \
      group of every name, including those of other styles. passc reports this once for each pass.
      """,
    help: "leave the group out",
    source: .observed("18 of 110 authentic passes have one"),
    wrong: """
      "generic": {
        "primaryFields": [ { "key": "points", "value": "12" } ],
        "auxiliaryFields": []
      }
      """,
    right: """
      "generic": {
        "primaryFields": [ { "key": "points", "value": "12" } ]
      }
      """,
    bad: [
      .json(#"{"generic": {"auxiliaryFields": []}}"#, at: "/generic/auxiliaryFields"),
      // A group that belongs to another style is harmless too if it is empty.
      .json(#"{"generic": {"additionalInfoFields": []}}"#, at: "/generic/additionalInfoFields"),
      .json(
        #"{"generic": {"backFields": [], "footerFields": [], "additionalInfoFields": []}}"#,
        at: "/generic/backFields"),
      .json(
        #"{"generic": {"additionalInfoFields": []}}"#, at: "/generic/additionalInfoFields",
        .minimumIOS(12)),
    ],
    good: [.json(#"{"generic": {"auxiliaryFields": null}}"#)])

  var findings: [Finding] { [Self.tooMany, Self.crowded, Self.empty] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    var empty: [JSONValue.Member] = []
    for style in PassStyle.styles(of: document) {
      guard let dictionary = document[style.rawValue] else { continue }
      var counts: [FieldGroup: Int] = [:]
      for member in dictionary.members {
        guard let group = FieldGroup(rawValue: member.name), member.value.isArray else { continue }
        let count = member.value.elements.reduce(0) { count, _ in count + 1 }
        counts[group] = count
        if count == 0 {
          empty.append(member)
        } else {
          checkLimit(style, group, member.value, count, &report)
        }
      }
      checkTogether(style, dictionary, counts, &report)
    }
    guard let first = empty.first else { return }
    let others = empty.count - 1
    report(
      Self.empty,
      "\(first.name) is empty" + (others > 0 ? ", and so \(others == 1 ? "is" : "are") " : "")
        + listed(empty.dropFirst().map(\.name)), at: first.value)
  }

  /// Returns whether a member is a group without fields. It is then harmless in any style and
  /// version, because there is nothing to show.
  static func isEmptyGroup(_ entry: KeyEntry, _ value: JSONValue) -> Bool {
    entry.type == .fields && value.isArray && value.element(0) == nil
  }

  private func checkLimit(
    _ style: PassStyle, _ group: FieldGroup, _ fields: JSONValue, _ count: Int,
    _ report: inout Report
  ) {
    // If the style does not have the group, the rules about keys report it.
    guard let limit = style.limit(of: group), limit > 0 else { return }
    var shown = count
    var most = limit
    if style == .eventTicket, group == .auxiliary {
      let second = fields.elements.reduce(0) { $0 + ($1["row"]?.number?.integer == 1 ? 1 : 0) }
      shown = max(second, count - second)
      most = limit / 2
    }
    guard shown > most else { return }
    report(
      Self.tooMany,
      "\(group.rawValue) has \(shown) fields\(most < limit ? " in one row" : ""), "
        + "\(style.rawValue) shows \(most)", at: fields)
  }

  private func checkTogether(
    _ style: PassStyle, _ dictionary: JSONValue, _ counts: [FieldGroup: Int],
    _ report: inout Report
  ) {
    guard let secondary = counts[.secondary], let auxiliary = counts[.auxiliary], auxiliary > 0,
      secondary <= 4, auxiliary <= 4, secondary + auxiliary > 4,
      let place = dictionary[FieldGroup.auxiliary.rawValue]
    else { return }
    let message =
      "secondaryFields and auxiliaryFields have \(secondary + auxiliary) fields, "
      + "\(style.rawValue) shows 4 of both together"
    if style.limitOfSecondaryAndAuxiliary != nil {
      report(Self.tooMany, message, at: place)
    } else if style == .generic {
      report(Self.crowded, message, at: place)
    }
  }
}
