// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `key`, which must be unique in a pass.
struct FieldKeyRule: Rule {
  static let duplicate = Finding(
    "field.key.duplicate", .warning, effect: .maybeRefused, step: .fields,
    why: """
      Wallet identifies fields by their keys, so an update may appear in the wrong field. Apple's \
      documents forbid a duplicate, and iOS 26 was seen to reject one on the front. However, \
      eleven authentic passes have one and were handed out, among them an airline's.
      """,
    help: "give each field of the pass its own key",
    source: .documented("Wallet Passes: PassFieldContent, key"),
    wrong: """
      "primaryFields": [ { "key": "points", "value": "12" } ],
      "secondaryFields": [ { "key": "points", "value": "Gold" } ]
      """,
    right: """
      "primaryFields": [ { "key": "points", "value": "12" } ],
      "secondaryFields": [ { "key": "level", "value": "Gold" } ]
      """,
    bad: [
      .json(
        #"{"generic": {"backFields": [{"key": "name", "value": "x"}]}}"#,
        at: "/generic/backFields/0/key"),
      .json(
        """
        {"generic": {"auxiliaryFields": [{"key": "a", "value": "x"}, {"key": "a", "value": "y"}]}}
        """, at: "/generic/auxiliaryFields/1/key"),
    ],
    good: [
      .json(#"{"generic": {"backFields": [{"key": "Name", "value": "x"}]}}"#),
      // posterGeneric and its fallback are two layouts of one pass, so they may have the same keys.
      .json(#"{"posterGeneric": {"primaryFields": [{"key": "name", "value": "Ada"}]}}"#),
    ])

  static let duplicateOnBack = Finding(
    "field.key.duplicateOnBack", .note, effect: .style,
    why: """
      Wallet identifies fields by their keys, so an update may appear in the wrong field. If both \
      fields are on the back or in the list below the pass, iOS 26 was seen to write a line to its \
      log and continue.
      """,
    help: "give each field of the pass its own key",
    source: .documented("Wallet Passes: PassFieldContent, key"),
    wrong: """
      "backFields": [ { "key": "info", "value": "Open daily" },
                      { "key": "info", "value": "hello@example.com" } ]
      """,
    right: """
      "backFields": [ { "key": "hours", "value": "Open daily" },
                      { "key": "contact", "value": "hello@example.com" } ]
      """,
    bad: [
      .json(
        #"{"generic": {"backFields": [{"key": "a", "value": "x"}, {"key": "a", "value": "y"}]}}"#,
        at: "/generic/backFields/1/key")
    ],
    good: [
      .json(
        #"{"generic": {"backFields": [{"key": "a", "value": "x"}, {"key": "b", "value": "y"}]}}"#)
    ], formerly: [duplicate.code])

  static let empty = Finding(
    "field.key.empty", .warning, effect: .maybeRefused, step: .fields,
    why: """
      Wallet identifies fields by their keys, also for change messages. An empty key identifies \
      nothing.
      """,
    help: "give the field its own key, such as seat",
    source: .documented("Wallet Passes: PassFieldContent, key"),
    wrong: """
      "primaryFields": [ { "key": "", "value": "12" } ]
      """,
    right: """
      "primaryFields": [ { "key": "points", "value": "12" } ]
      """,
    bad: [
      .json(
        #"{"generic": {"backFields": [{"key": "", "value": "x"}]}}"#,
        at: "/generic/backFields/0/key")
    ],
    good: [.json(#"{"generic": {"backFields": [{"key": " ", "value": "x"}]}}"#)])

  var findings: [Finding] { [Self.duplicate, Self.duplicateOnBack, Self.empty] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    for style in PassStyle.styles(of: document) {
      guard let dictionary = document[style.rawValue] else { continue }
      var first: [String: (value: JSONValue, isFront: Bool)] = [:]
      for member in dictionary.members {
        guard let group = FieldGroup(rawValue: member.name) else { continue }
        for field in member.value.elements {
          guard let value = field["key"], let key = value.string else { continue }
          guard let earlier = first[key] else {
            first[key] = (value, group.isFront)
            if key.isEmpty { report(Self.empty, "the key of a field is empty", at: value) }
            continue
          }
          let isFront = group.isFront || earlier.isFront
          report(
            isFront ? Self.duplicate : Self.duplicateOnBack,
            "two fields\(isFront ? "" : " on the back") have the key \(quoted(key))", at: value,
            notes: [(earlier.value.place, "the other field")])
        }
      }
    }
  }
}
