// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about remains of programs, template engines and conversions in texts that people see.
struct LeftoverRule: Rule {
  private static func value(_ text: String, at name: String? = "value") -> Example {
    .json(
      #"{"generic": {"backFields": [{"key": "a", "value": "\#(text)"}]}}"#,
      at: name.map { "/generic/backFields/0/\($0)" })
  }
  private static func fine(_ text: String) -> Example { value(text, at: nil) }

  static let markup = Finding(
    "text.value.markup", .warning, effect: .style,
    why: """
      Wallet shows text as it is, so people read the tag or entity. Only attributedValue may have \
      markup: links. A link in a back field or a translation is only a note, because airlines have \
      them in passes that work.
      """,
    help: "write plain text: a line break for <br>, & for &amp;, and links in attributedValue",
    source: .documented("Wallet Passes: PassFieldContent, attributedValue"),
    wrong: """
      "backFields": [ {
        "key": "terms", "value": "<b>Terms</b><br/>No refunds"
      } ]
      """,
    right: #"""
      "backFields": [ {
        "key": "terms", "value": "Terms\nNo refunds"
      } ]
      """#,
    bad: [
      value("<b>Terms</b><br/>No refunds"), value("one<BR>two"), value("Fish &amp; Chips"),
      value("see <a href='https://example.com'>here</a>"), value("5&nbsp;€"), value("it&#39;s"),
      value("caf&#xE9;"), value("<!-- terms -->Terms"),
      .json(#"{"logoText": "Fish &amp; Chips"}"#, at: "/logoText"),
    ],
    good: [
      fine("a < b and b > c"), fine("Fish & Chips; Peas"), fine("R&D; Q&A;"), fine("<3"),
      fine("Ada <ada@example.com>"), fine("<unknown>"), fine("A&W;"),
    ])

  static let escape = Finding(
    "text.value.escape", .warning, effect: .style,
    why: """
      The text was escaped twice, so it contains a backslash and a letter, and people read both. \
      In JSON \\n is a line break, and \\\\n is a backslash and an n.
      """,
    help: "write one backslash in JSON, or let the JSON library escape the plain text",
    source: .convention("JSON, RFC 8259, section 7"),
    wrong: #"""
      "backFields": [ {
        "key": "terms", "value": "Line one\\nLine two"
      } ]
      """#,
    right: #"""
      "backFields": [ {
        "key": "terms", "value": "Line one\nLine two"
      } ]
      """#,
    bad: [
      value(#"Line one\\nLine two"#), value(#"Balance \\u00AE amount"#), value(#"O\\'Hara"#),
      value(#"Terms:\\nNo refunds"#), value(#"the \\\"blue\\\" gate"#),
      value(#"https:\\/\\/example.com"#),
    ],
    good: [
      fine(#"Line one\nLine two"#), fine(#"C:\\new\\table"#), fine(#"\\\\server\\reports"#),
      fine(#"¯\\_(ツ)_/¯"#), fine(#"a \\ b"#),
    ])

  static let placeholder = Finding(
    "text.value.placeholder", .warning, effect: .style,
    why: """
      A template engine should have put a value there, and people read the placeholder. The name \
      may be misspelled, or the text did not go through the engine.
      """,
    help: "fill it before you make the pass; passc fills {{ column }} in templates",
    source: .convention("the placeholders of common template engines"),
    wrong: """
      "backFields": [ {
        "key": "hello", "value": "Hello ${firstName}"
      } ]
      """,
    right: """
      "backFields": [ {
        "key": "hello", "value": "Hello Ada"
      } ]
      """,
    bad: [
      value("Hello {{firstName}}"), value("Hello {{{name}}}"), value("Hello ${firstName}"),
      value("Hello <%= name %>"), value("Hello %s"), value("%d points"), value("%1$@"),
      value("Hello %(name)s"), value("Hello %{name}"), value("Hello %name%"), value("%%NAME%%"),
      value("Hello [[name]]"), value("Hello {0}"), value("{0:C2}"), value("Hello #{name}"),
      value("{% if x %}"), value("*|FNAME|*"), value("<<First Name>>"), value("{!Contact.Name}"),
      value("Hello {first_name}"), value("Hello {firstName}"), value("<?php echo $name ?>"),
      value("Hello {$name}"), value("Hello __FIRST_NAME__"), value("@@NAME@@"),
      .json(#"{"serialNumber": "${serial}"}"#, at: "/serialNumber"),
      .json(#"{"description": "Card of {{name}}"}"#, at: "/description"),
    ],
    good: [
      fine("50% off"), fine("50 % sun"), fine("{smile}"), fine("$5 and $name"), fine("[x] done"),
      fine("{ }"), fine("{{"), fine("[[1]]"), fine("https://example.com/a%20s%C3%A9"),
      fine("100% cotton, 20% discount"), fine("** new **"), fine("#1 {fan}"),
      fine("snake__case__name"), fine("__init__"), fine("ada@example.com"), fine("________"),
      fine("{$5}"),
    ])

  static let noValue = Finding(
    "text.value.noValue", .warning, effect: .style,
    why: """
      Programs write undefined, null, NaN or [object Object] if they have no value, or one that is \
      not text. passc keeps words that people use too, such as None, N/A and Null.
      """,
    help: "correct the program that wrote the text, or leave the field out",
    source: .convention("what JavaScript, Python and Swift write for values that are not text"),
    wrong: """
      "backFields": [ {
        "key": "seat", "value": "undefined"
      } ]
      """,
    right: """
      "backFields": [ {
        "key": "seat", "value": "12"
      } ]
      """,
    bad: [
      value("undefined"), value("undefined undefined"), value("Row undefined"), value("NaN"),
      value("€NaN"), value("NaN%"), value("null"), value("(null)"), value("[object Object]"),
      value("Seats: [object Object]"), value("Invalid Date"), value(#"Optional(\"Gold\")"#),
      value("<Member object at 0x7f1c>"), value("Hello, undefined!"), value("<nil>"),
      value("%!d(string=12)"), value("Points: <null>"),
      .json(#"{"serialNumber": "undefined"}"#, at: "/serialNumber"),
    ],
    good: [
      fine("Null"), fine("NaN bread"), fine("Nan"), fine("None"), fine("N/A"), fine("nil"),
      fine("undefined behaviour"), fine("null and void"), fine("The end of it is undefined"),
      fine("[object]"), fine("Optional"), fine("Undefined"), fine("0"), fine("100%! (really)"),
    ])

  static let encodedTwice = Finding(
    "text.encoding.twice", .warning, effect: .style,
    why: """
      A program read UTF-8 as another encoding, such as windows-1252, and wrote the result as \
      UTF-8 again. Each letter beyond ASCII is now two or more characters.
      """,
    help: "read the text as UTF-8 in the program that makes the pass",
    source: .convention("pass.json is UTF-8"),
    wrong: """
      "backFields": [ {
        "key": "place", "value": "CafÃ© MÃ¼nchen"
      } ]
      """,
    right: """
      "backFields": [ {
        "key": "place", "value": "Café München"
      } ]
      """,
    bad: [
      value("CafÃ© MÃ¼nchen"), value("5 â‚¬"), value("Itâ€™s"), value("ðŸ˜€"), value("M√ºller"),
      value("It‚Äôs"), value("5 ‚Ç¨"), value("ItÔÇÖs"), value("ItΓÇÖs"), value("╨Ь╨╛╤Б╨║╨▓╨░"),
      .json(#"{"organizationName": "CafÃ© Example"}"#, at: "/organizationName"),
    ],
    good: [
      fine("Café München"), fine("╔═╤═╗ a ╨─╨"), fine("‚Äpfel‘, ‚Çelik‘"), fine("SÃO PAULO"),
      fine("MAÇÃ"),
      fine("√2"), fine("“Café”…"),
      fine("HÂLÂ"),
    ])

  var findings: [Finding] {
    [Self.markup, Self.escape, Self.placeholder, Self.noValue, Self.encodedTwice]
  }

  private static let selection = KeySelection {
    switch $0.scope {
    // BarcodeLeftoverRule checks the message.
    case .barcode, .barcodesItem: $0.name == "altText"
    default:
      $0.type.isLocalizable || $0.name == "relevantText" || identifiers.contains($0.name)
    }
  }

  /// Strings that people do not read, `message` of nfc among them. Only placeholders and missing
  /// values are reported there.
  private static let identifiers: Set<String> = [
    "serialNumber", "groupingIdentifier", "message",
  ]

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    // RowLeftoverRule checks the other values, so that this rule runs once for a template.
    Self.check(pass, varying: false, &report)
    Self.checkTranslations(of: pass, &report)
  }

  /// Checks the strings of pass.json that depend on the row, or those that do not.
  static func check(_ pass: PassPackage, varying: Bool, _ report: inout Report) {
    var reported: Set<Origin> = []
    pass.visit(selection, varying: varying) { entry, member, position in
      let isBack = position.isBack
      if let text = member.value.string {
        check(text, entry.name, at: member.value, isBack: isBack, of: pass, &reported, &report)
      } else if entry.type == .localizableStrings {
        for element in member.value.elements {
          guard let text = element.string else { continue }
          let name = "an item of \(entry.name)"
          check(text, name, at: element, isBack: isBack, of: pass, &reported, &report)
        }
      }
    }
  }

  /// - Parameter reported: the places that were reported. A cell may be used in several texts.
  private static func check(
    _ text: String, _ name: String, at value: JSONValue, isBack: Bool, of pass: PassPackage,
    _ reported: inout Set<Origin>, _ report: inout Report
  ) {
    // Most texts end here.
    guard !Leftover.all(in: text).isEmpty else { return }
    let found = Leftover.all(in: text, except: exemptions(of: name))
    // The text may be the name of a translation, which is checked instead.
    guard !found.isEmpty, pass.stringsIndex.number(of: text) == nil,
      !isReported(value.origin, of: pass, &reported)
    else { return }
    for leftover in found {
      add(leftover, about: name, at: value.place, mayLink: isBack, among: found, &report)
    }
  }

  private static func add(
    _ leftover: Leftover, about subject: String, at place: Place, mayLink: Bool,
    among found: [Leftover], _ report: inout Report
  ) {
    let isLink = leftover.kind == .link
    // Another tag in the same text is reported instead.
    if isLink, found.contains(where: { $0.kind == .markup }) { return }
    report(
      finding(for: leftover.kind), leftover.message(about: subject), at: place,
      severity: isLink && mayLink ? .note : nil)
  }

  /// Returns whether the same cell was reported, in this rule or for a barcode.
  private static func isReported(
    _ origin: Origin, of pass: PassPackage, _ reported: inout Set<Origin>
  ) -> Bool {
    guard origin != .none else { return false }
    return !reported.insert(origin).inserted
      || BarcodeLeftoverRule.leftovers(in: pass).contains { $0.message.origin == origin }
  }

  /// Checks the translations that the pass displays.
  private static func checkTranslations(of pass: PassPackage, _ report: inout Report) {
    var displayed: DisplayedStrings?
    for table in pass.strings {
      for entry in table.entries where !Leftover.all(in: entry.value).isEmpty {
        let index = pass.stringsIndex
        let shown = displayed ?? DisplayedStrings(of: pass, in: index)
        displayed = shown
        guard let key = index.number(of: entry.key), shown.isDisplayed[key] else { continue }
        // %@ is the new value in a change message.
        let hasCodes =
          shown.changeMessages.contains(key) || entry.key.utf8.contains(UInt8(ascii: "%"))
        let found = Leftover.all(in: entry.value, except: hasCodes ? .formatCodes : [])
        let subject = "the translation of \(quoted(entry.key))"
        for leftover in found {
          add(
            leftover, about: subject, at: Place(origin: entry.valueOrigin), mayLink: true,
            among: found, &report)
        }
      }
    }
  }

  private static func exemptions(of name: String) -> Leftover.Exemptions {
    switch name {
    // AttributedValueRule checks the tags.
    case "attributedValue": .markup
    // ChangeMessageRule checks the codes.
    case "changeMessage": .formatCodes
    case _ where identifiers.contains(name): [.markup, .escapes, .encoding]
    default: []
    }
  }

  private static func finding(for kind: Leftover.Kind) -> Finding {
    switch kind {
    case .markup, .link: markup
    case .escape: escape
    case .placeholder: placeholder
    case .noValue: noValue
    case .encodedTwice: encodedTwice
    }
  }
}
