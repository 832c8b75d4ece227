// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about personalization.json, the sign-up sheet of a rewards card.
struct PersonalizationRule: Rule {
  static let path = "personalization.json"
  private static let apple = Basis.documented("Wallet Developer Guide: rewards enrollment passes")

  /// Apple's names for the fields of a sign-up sheet.
  static let knownFields =
    KeyTable.members(of: .personalization)["requiredPersonalizationFields"]?.values ?? []

  private static let pass = """
    {"generic": null, "storeCard": {"primaryFields": [{"key": "p", "value": "1"}]}, \
    "webServiceURL": "https://example.com/passes", "authenticationToken": "0123456789abcdef", \
    "nfc": {"message": "A-17", "encryptionPublicKey": "\(ReaderKeyExample.example)"}}
    """
  private static let fields =
    #""requiredPersonalizationFields": ["PKPassPersonalizationFieldName"]"#

  private static func sheet(
    _ text: String, at pointer: String? = nil, _ more: [Example.Change] = []
  ) -> Example {
    Example(
      [
        .patch(pass), .file(path, .text(text)),
        .file("personalizationLogo.png", .png(width: 150, height: 40)),
        .file("personalizationLogo@2x.png", .png(width: 300, height: 80)),
        .file("personalizationLogo@3x.png", .png(width: 450, height: 120)),
      ] + more, at: pointer, file: path, settings: [.nfcCertificate])
  }
  /// Returns an example of a valid sheet in a changed pass.
  private static func sheet(beside changes: Example.Change...) -> Example {
    sheet("{\"description\": \"Join\", \(fields)}", at: "", changes)
  }
  /// An example of a valid sign-up pass.
  static let valid = sheet("{\"description\": \"Join\", \(fields)}")

  static let descriptionMissing = Finding(
    "personalization.description.missing", .error, effect: .refused,
    why: "A description is required, and the sign-up sheet shows it above the fields.",
    help: "add a description, such as \"Enter your data to join\"",
    source: apple,
    wrong: """
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ]
      """,
    right: """
      "description": "Enter your name to join",
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ]
      """,
    bad: [sheet("{\(fields)}", at: "")], good: [valid])
  static let descriptionEmpty = Finding(
    "personalization.description.empty", .warning, effect: .style,
    why: "The sign-up sheet shows the description above the fields.",
    help: "describe in a sentence what people get when they join",
    source: apple,
    wrong: """
      "description": "",
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ]
      """,
    right: """
      "description": "Join and collect points at the Example Gym",
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ]
      """,
    bad: [
      sheet("{\"description\": \"\", \(fields)}", at: "/description"),
      sheet("{\"description\": \"   \", \(fields)}", at: "/description"),
    ],
    good: [sheet("{\"description\": \"x\", \(fields)}")])
  static let fieldsMissing = Finding(
    "personalization.fields.missing", .error, effect: .refused,
    why: "The sign-up sheet must request at least one thing.",
    help: """
      add requiredPersonalizationFields with one or more of PKPassPersonalizationFieldName, \
      PostalCode, EmailAddress and PhoneNumber, all with the same beginning
      """,
    source: apple,
    wrong: """
      "description": "Enter your name to join",
      "requiredPersonalizationFields": []
      """,
    right: """
      "description": "Enter your name to join",
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ]
      """,
    bad: [
      sheet("{\"description\": \"Join\"}", at: ""),
      sheet(
        "{\"description\": \"Join\", \"requiredPersonalizationFields\": []}",
        at: "/requiredPersonalizationFields"),
    ],
    good: [valid])
  static let fieldUnknown = Finding(
    "personalization.field.unknown", .error, effect: .wrong,
    why: "Wallet can request four things, by exactly these names.",
    help: """
      write PKPassPersonalizationFieldName, PKPassPersonalizationFieldPostalCode, \
      PKPassPersonalizationFieldEmailAddress or PKPassPersonalizationFieldPhoneNumber
      """,
    source: apple,
    wrong: """
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldEmail" ]
      """,
    right: """
      "requiredPersonalizationFields": [
        "PKPassPersonalizationFieldEmailAddress"
      ]
      """,
    bad: [
      sheet(
        """
        {"description": "Join", "requiredPersonalizationFields": \
        ["PKPassPersonalizationFieldName", "PKPassPersonalizationFieldEmail"]}
        """, at: "/requiredPersonalizationFields/1")
    ],
    good: [
      sheet(
        """
        {"description": "Join", "requiredPersonalizationFields": \
        [\(knownFields.map { "\"\($0)\"" }.joined(separator: ", "))]}
        """)
    ])
  static let fieldRepeated = Finding(
    "personalization.field.repeated", .warning, effect: .style,
    why: "The sign-up sheet requests each thing once.",
    help: "remove the second one",
    source: .convention("each field is in the list once"),
    wrong: """
      "requiredPersonalizationFields": [
        "PKPassPersonalizationFieldName", "PKPassPersonalizationFieldName"
      ]
      """,
    right: """
      "requiredPersonalizationFields": [
        "PKPassPersonalizationFieldName"
      ]
      """,
    bad: [
      sheet(
        """
        {"description": "Join", "requiredPersonalizationFields": \
        ["PKPassPersonalizationFieldName", "PKPassPersonalizationFieldName"]}
        """, at: "/requiredPersonalizationFields/1")
    ],
    good: [valid])
  private static func terms(_ text: String, isBad: Bool = true) -> Example {
    sheet(
      "{\"description\": \"Join\", \(fields), \"termsAndConditions\": \"\(text)\"}",
      at: isBad ? "/termsAndConditions" : nil)
  }
  static let termsEmpty = Finding(
    "personalization.terms.empty", .warning, effect: .style,
    why: """
      With termsAndConditions the sheet shows a page that people must agree to. An empty page has \
      nothing to agree to.
      """,
    help: "write the terms, or leave termsAndConditions out",
    source: apple,
    wrong: """
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ],
      "termsAndConditions": ""
      """,
    right: """
      "requiredPersonalizationFields": [ "PKPassPersonalizationFieldName" ],
      "termsAndConditions": "Points expire after one year."
      """,
    bad: [terms(""), terms(" ")], good: [terms("x", isBad: false)])
  static let termsMarkup = Finding(
    "personalization.terms.otherMarkup", .warning, effect: .ignored,
    why: """
      The terms can contain one HTML tag, the link <a href>. Wallet drops other tags or shows them \
      as text.
      """,
    help: "keep the links, and write \\n for a line break",
    source: apple,
    wrong: """
      "termsAndConditions": "Be kind.<br>Points expire after one year."
      """,
    right: #"""
      "termsAndConditions": "Be kind.\nPoints expire after one year."
      """#,
    bad: [terms("one<br>two"), terms("<p>Be nice.</p>")],
    good: [
      terms("see <a href='https://example.com/terms'>here</a>", isBad: false),
      terms("a < b and b > c", isBad: false),
    ])
  static let termsLink = Finding(
    "personalization.terms.link", .warning, effect: .ignored,
    why: "People cannot read the terms if the link to them leads nowhere.",
    help: "write <a href='https://example.com/terms'>our terms</a>",
    source: apple,
    wrong: """
      "termsAndConditions":
        "See <a href='terms.html'>our terms</a>."
      """,
    right: """
      "termsAndConditions":
        "See <a href='https://example.com/terms'>our terms</a>."
      """,
    bad: [
      terms("see <a>here</a>"), terms("see <a href='terms.html'>here</a>"),
      terms("see <a href='https://example.com/terms'>here"),
      terms("see <a href=https://example.com/terms>here</a></a>"),
      terms("<a href='https://example.com'><a href='https://example.com'>x</a></a>"),
      terms("see <a href='javascript:x'>here</a>"),
    ],
    good: [
      terms("<A class='x' HREF = \\\"https://example.com/terms\\\">here</A>", isBad: false),
      terms("<a href=https://example.com/terms>a</a>, <a href='mailto:a@b.c'>b</a>", isBad: false),
    ])
  static let notStoreCard = Finding(
    "personalization.style.notStoreCard", .warning, effect: .maybeRefused,
    why: "Sign-up is documented for rewards cards, which have the style storeCard.",
    help: "change the style to storeCard, or leave personalization.json out",
    source: apple,
    wrong: """
      "coupon": { "primaryFields": [ { "key": "points", ... } ] }
      """,
    right: """
      "storeCard": { "primaryFields": [ { "key": "points", ... } ] }
      """,
    bad: [
      sheet(
        beside: .patch(
          #"{"storeCard": null, "coupon": {"primaryFields": [{"key": "p", "value": "1"}]}}"#))
    ],
    good: [valid])
  static let logoMissing = Finding(
    "personalization.logo.missing", .warning, effect: .style,
    why: "The sign-up sheet shows personalizationLogo at its top.",
    help: "add personalizationLogo@2x.png with up to 300 x 80 pixels, and @3x with up to 450 x 120",
    source: apple,
    wrong: """
      icon@3x.png                  114 x 114 pixels
      """,
    right: """
      icon@3x.png                  114 x 114 pixels
      personalizationLogo@2x.png   300 x 80 pixels
      personalizationLogo@3x.png   450 x 120 pixels
      """,
    bad: [
      sheet(
        beside: .remove("personalizationLogo.png"), .remove("personalizationLogo@2x.png"),
        .remove("personalizationLogo@3x.png"))
    ],
    good: [valid])
  static let webServiceMissing = Finding(
    "personalization.webService.missing", .warning, effect: .ignored,
    why: """
      Wallet sends the entered data to the web service. Without it, sign-up cannot finish.
      """,
    help: "add webServiceURL and authenticationToken, and serve /v1/passes/.../personalize",
    source: apple,
    wrong: """
      "serialNumber": "A-17"
      """,
    right: """
      "serialNumber": "A-17",
      "webServiceURL": "https://example.com/passes",
      "authenticationToken": "..."
      """,
    bad: [sheet(beside: .patch(#"{"webServiceURL": null, "authenticationToken": null}"#))],
    good: [valid])
  static let nfcMissing = Finding(
    "personalization.nfc.missing", .warning, effect: .maybeRefused,
    why: "Sign-up is documented for rewards cards that are used by NFC.",
    help: "add nfc with message and encryptionPublicKey",
    source: apple,
    wrong: """
      "serialNumber": "A-17"
      """,
    right: """
      "serialNumber": "A-17",
      "nfc": { "message": "A-17", "encryptionPublicKey": "MDkwEwYH..." }
      """,
    bad: [sheet(beside: .patch(#"{"nfc": null}"#))],
    good: [valid])

  var findings: [Finding] {
    [
      Self.descriptionMissing, Self.descriptionEmpty, Self.fieldsMissing, Self.fieldUnknown,
      Self.fieldRepeated, Self.termsEmpty, Self.termsMarkup, Self.termsLink, Self.notStoreCard,
      Self.logoMissing, Self.webServiceMissing, Self.nfcMissing,
    ]
  }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let sheet = pass.personalization else { return }
    checkSheet(sheet, &report)
    let document = pass.document
    let styles = PassStyle.styles(of: document)
    // A pass without a style, or with two, has an error in another rule.
    if styles.count == 1, let style = styles.first, style != .storeCard {
      report(
        Self.notStoreCard,
        "personalization.json is in a pass of style \(style.rawValue), expected storeCard",
        at: sheet)
    }
    if document["nfc"] == nil {
      report(Self.nfcMissing, "the sign-up pass has no nfc in pass.json", at: sheet)
    }
    if document["webServiceURL"] == nil {
      report(
        Self.webServiceMissing, "the sign-up pass has no webServiceURL in pass.json",
        at: sheet)
    }
    let hasLogo = pass.filesExceptDocument.contains { file in
      guard case .image(.personalizationLogo, _, _) = PackableFile(path: file.path) else {
        return false
      }
      return true
    }
    if !hasLogo {
      report(Self.logoMissing, "the sign-up pass has no personalizationLogo image", at: sheet)
    }
  }

  private func checkSheet(_ sheet: JSONValue, _ report: inout Report) {
    if let description = sheet["description"] {
      if description.string?.allSatisfy(\.isWhitespace) == true {
        report(Self.descriptionEmpty, "the description is empty, expected a text", at: description)
      }
    } else {
      report(Self.descriptionMissing, "personalization.json has no description", at: sheet)
    }
    checkTerms(sheet, &report)
    guard let fields = sheet["requiredPersonalizationFields"] else {
      return report(
        Self.fieldsMissing, "personalization.json has no requiredPersonalizationFields", at: sheet)
    }
    if fields.isArray, fields.element(0) == nil {
      report(Self.fieldsMissing, "requiredPersonalizationFields is empty", at: fields)
    }
    var seen: Set<String> = []
    for field in fields.elements {
      guard let name = field.string else { continue }
      guard !Self.knownFields.contains(name) else {
        if !seen.insert(name).inserted {
          report(Self.fieldRepeated, "\(name) is in the list twice", at: field)
        }
        continue
      }
      report(
        Self.fieldUnknown, "personalization field \(quoted(name)) is unknown", at: field,
        help: Self.nearestField(to: name).map { "did you mean \($0)?" })
    }
  }

  /// Returns the field that a misspelt name probably means. All names have the same prefix, so only
  /// the rest is compared.
  private static func nearestField(to name: String) -> String? {
    let beginning = "PKPassPersonalizationField"
    let kind = name.hasPrefix(beginning) ? String(name.dropFirst(beginning.count)) : name
    let kinds = knownFields.map { String($0.dropFirst(beginning.count)) }
    let meant =
      kinds.first { kind.count > 3 && $0.lowercased().hasPrefix(kind.lowercased()) }
      ?? NearestName.of(kind, among: kinds)
    return meant.map { beginning + $0 }
  }

  private func checkTerms(_ sheet: JSONValue, _ report: inout Report) {
    guard let terms = sheet["termsAndConditions"], let text = terms.string else { return }
    if text.allSatisfy(\.isWhitespace) {
      report(Self.termsEmpty, "termsAndConditions is empty, expected a text", at: terms)
    } else if let tag = LinkMarkup.otherTag(in: text) {
      report(
        Self.termsMarkup, "termsAndConditions has the tag <\(tag)>, expected links only", at: terms)
    } else if let fault = LinkMarkup.validationError(ofLinksIn: text) {
      report(Self.termsLink, "termsAndConditions \(fault)", at: terms)
    }
  }
}
