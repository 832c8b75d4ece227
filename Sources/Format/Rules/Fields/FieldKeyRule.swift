// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// `key`: the name of a field, once in a pass.
struct FieldKeyRule: Rule {
  static let duplicate = Finding(
    "field.key.duplicate", .warning, effect: .maybeRefused, step: .fields,
    why: """
      Wallet tells fields apart by their keys: an update may be shown at the wrong one. Apple's \
      documents forbid it and iOS 26 was seen to refuse it on the front, but eleven authentic \
      passes, an airline's among them, have it and were handed out.
      """,
    help: "give each field of the pass a key of its own",
    source: .documented("Wallet Passes: PassFieldContent, key"),
    walletLog: "more than one field has the key",
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
      // posterGeneric and its fallback are two faces of one pass.
      .json(#"{"posterGeneric": {"primaryFields": [{"key": "name", "value": "Ada"}]}}"#),
    ])

  static let duplicateOnBack = Finding(
    "field.key.duplicateOnBack", .note, effect: .style,
    why: """
      Wallet tells fields apart by their keys, and an update may be shown at the wrong one. On the \
      back, where the fields of the list below the pass stand too, iOS 26 was seen to write a line \
      to its log and go on.
      """,
    help: "give each field of the pass a key of its own",
    source: .documented("Wallet Passes: PassFieldContent, key"),
    walletLog: "more than one field has the key",
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
      Wallet tells fields apart by their keys, for change messages too; an empty one names nothing.
      """,
    help: "give the field a key of its own, such as seat",
    source: .documented("Wallet Passes: PassFieldContent, key"),
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
            "two fields\(isFront ? "" : " of the back") have the key \(quoted(key))", at: value,
            notes: [(earlier.value.place, "the other one")])
        }
      }
    }
  }
}
