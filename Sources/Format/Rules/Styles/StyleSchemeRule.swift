// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `preferredStyleSchemes`, the newer ways to draw a ticket or boarding pass, and their
/// fallback.
struct StyleSchemeRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass, preferredStyleSchemes")
  static let tags = """
    "semantics": {"eventName": "Concert", "venueName": "Hall", "venueRegionName": "Berlin", \
    "venueRoom": "Main"}
    """
  private static let fields = #"{"primaryFields": [{"key": "event", "value": "Concert"}]}"#
  private static func ticket(
    _ schemes: String, fields: String = fields, at pointer: String? = nil
  ) -> Example {
    let patch = """
      {"generic": null, "eventTicket": \(fields), \(tags), "preferredStyleSchemes": [\(schemes)]}
      """
    return schemes.contains("poster") ? poster(patch, at: pointer) : .json(patch, at: pointer)
  }
  /// Returns an example of a poster event ticket, with the artwork that it needs. It is for iOS 27,
  /// which draws the poster of a ticket that has only a barcode.
  static func poster(_ patch: String, at pointer: String? = nil) -> Example {
    Example([.patch(patch), artwork], at: pointer, settings: [.minimumIOS(27)])
  }
  static let artwork = Example.Change.file("artwork@3x.png", .png(width: 1074, height: 1344))

  static let otherStyle = Finding(
    "style.scheme.otherStyle", .warning, effect: .ignored,
    why: "A scheme draws one style only. Wallet skips the schemes of other styles.",
    help: "list only the schemes of the style that the pass has",
    source: apple,
    wrong: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [
        "posterEventTicket", "boardingPass", "eventTicket"
      ]
      """,
    right: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [
        "posterEventTicket", "eventTicket"
      ]
      """,
    bad: [
      ticket(
        #""posterEventTicket", "eventTicket", "boardingPass""#, at: "/preferredStyleSchemes/2")
    ],
    good: [ticket(#""posterEventTicket", "eventTicket""#)])

  static let withoutLegacy = Finding(
    "style.scheme.withoutFallback", .error, effect: .wrong,
    why: """
      Wallet uses the first scheme of the list that it can draw. If the list has only the new \
      scheme, Wallet has nothing to fall back on.
      """,
    help: "end the list with the old scheme, eventTicket or boardingPass",
    source: apple,
    wrong: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [ "posterEventTicket" ]
      """,
    right: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ]
      """,
    bad: [ticket(#""posterEventTicket""#, at: "/preferredStyleSchemes")],
    good: [ticket(#""posterEventTicket", "eventTicket""#), ticket(#""eventTicket""#)])

  static let legacyFirst = Finding(
    "style.scheme.legacyFirst", .warning, effect: .ignored,
    why: "Every system can draw the old scheme, so Wallet never uses a scheme that comes after it.",
    help: "put eventTicket or boardingPass last",
    source: apple,
    wrong: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [ "eventTicket", "posterEventTicket" ]
      """,
    right: """
      "eventTicket": { ... },
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ]
      """,
    bad: [
      ticket(#""eventTicket", "posterEventTicket""#, at: "/preferredStyleSchemes/0")
    ],
    good: [ticket(#""posterEventTicket", "eventTicket""#)])

  static let emptyFallback = Finding(
    "style.fallback.empty", .warning, effect: .maybeRefused, step: .style,
    why: "Older systems draw the fields of the style. Without fields they show an empty pass.",
    help: "add the fields, as for a pass without the new scheme",
    source: apple,
    wrong: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ],
      "eventTicket": {}
      """,
    right: """
      "preferredStyleSchemes": [ "posterEventTicket", "eventTicket" ],
      "eventTicket": { "primaryFields": [ { "key": "event", ... } ] }
      """,
    bad: [ticket(#""posterEventTicket", "eventTicket""#, fields: "{}", at: "/eventTicket")],
    good: [ticket(#""eventTicket""#, fields: "{}")])

  var findings: [Finding] {
    [Self.otherStyle, Self.withoutLegacy, Self.legacyFirst, Self.emptyFallback]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    let document = pass.document
    guard let list = document["preferredStyleSchemes"], list.isArray else { return }
    let styles = PassStyle.styles(of: document)
    guard let style = styles.first(where: { $0 == .eventTicket || $0 == .boardingPass }) else {
      return
    }
    var own: [(scheme: StyleScheme, place: JSONValue)] = []
    for element in list.elements {
      guard let scheme = element.string.flatMap(StyleScheme.init) else { continue }
      if scheme.style == style {
        own.append((scheme, element))
      } else {
        report(
          Self.otherStyle,
          "\(scheme.rawValue) is a scheme of \(scheme.style.rawValue), the pass has the style "
            + style.rawValue, at: element)
      }
    }
    guard own.contains(where: { !$0.scheme.isLegacy }) else { return }
    if let first = own.firstIndex(where: \.scheme.isLegacy) {
      if first < own.count - 1 {
        report(
          Self.legacyFirst,
          "\(own[first].scheme.rawValue) comes before newer schemes, expected it last",
          at: own[first].place)
      }
    } else {
      report(
        Self.withoutLegacy, "preferredStyleSchemes lacks \(style.rawValue), expected it last",
        at: list)
    }
    if let fields = document[style.rawValue], fields.isObject, !hasFields(fields) {
      report(
        Self.emptyFallback,
        "\(style.rawValue) has no fields for systems before iOS "
          + "\(own.first { !$0.scheme.isLegacy }?.scheme.since.description ?? "18")", at: fields)
    }
  }

  private func hasFields(_ style: JSONValue) -> Bool {
    FieldGroup.allCases.contains { style[$0.rawValue]?.element(0) != nil }
  }
}
