// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// personalization.json: the sign-up sheet of a rewards card.
struct PersonalizationRule: Rule {
  static let path = "personalization.json"
  private static let apple = Basis.documented("Wallet Developer Guide: rewards enrollment passes")

  /// Names Apple gives to what may be asked for.
  static let knownFields =
    KeyTable.members(of: .personalization)["requiredPersonalizationFields"]?.values ?? []

  private static let pass = """
    {"generic": null, "storeCard": {"primaryFields": [{"key": "p", "value": "1"}]}, \
    "webServiceURL": "https://example.com/passes", "authenticationToken": "0123456789abcdef", \
    "nfc": {"message": "A-17", "encryptionPublicKey": "\(ReaderKey.example)"}}
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
  /// A valid sheet in a pass that was changed.
  private static func sheet(beside changes: Example.Change...) -> Example {
    sheet("{\"description\": \"Join\", \(fields)}", at: "", changes)
  }
  /// A valid sign-up pass.
  static let valid = sheet("{\"description\": \"Join\", \(fields)}")

  static let descriptionMissing = Finding(
    "personalization.description.missing", .error, effect: .refused,
    why: "The sheet shows it above the fields; it is required.",
    help: "add description, such as \"Enter your data to join\"", source: apple,
    bad: [sheet("{\(fields)}", at: "")], good: [valid])
  static let descriptionEmpty = Finding(
    "personalization.description.empty", .warning, effect: .style,
    why: "The sheet shows it above the fields.",
    help: "say in a sentence what joining is good for", source: apple,
    bad: [
      sheet("{\"description\": \"\", \(fields)}", at: "/description"),
      sheet("{\"description\": \"   \", \(fields)}", at: "/description"),
    ],
    good: [sheet("{\"description\": \"x\", \(fields)}")])
  static let fieldsMissing = Finding(
    "personalization.fields.missing", .error, effect: .refused,
    why: "The sheet needs at least one thing to ask for.",
    help: """
      add requiredPersonalizationFields with one or more of PKPassPersonalizationFieldName, \
      PostalCode, EmailAddress and PhoneNumber, each with that beginning
      """,
    source: apple,
    bad: [
      sheet("{\"description\": \"Join\"}", at: ""),
      sheet(
        "{\"description\": \"Join\", \"requiredPersonalizationFields\": []}",
        at: "/requiredPersonalizationFields"),
    ],
    good: [valid])
  static let fieldUnknown = Finding(
    "personalization.field.unknown", .error, effect: .wrong,
    why: "Wallet knows four things to ask for, by these names.",
    help: """
      write PKPassPersonalizationFieldName, PKPassPersonalizationFieldPostalCode, \
      PKPassPersonalizationFieldEmailAddress or PKPassPersonalizationFieldPhoneNumber
      """,
    source: apple,
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
    why: "The sheet asks for each thing once.",
    help: "take the second one out", source: .convention("passc"),
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
    why:
      "With termsAndConditions the sheet shows a page to agree to; an empty one asks for nothing.",
    help: "write the terms, or leave termsAndConditions out", source: apple,
    bad: [terms(""), terms(" ")], good: [terms("x", isBad: false)])
  static let termsMarkup = Finding(
    "personalization.terms.otherMarkup", .warning, effect: .ignored,
    why:
      "Of HTML the terms may hold links, <a href>, only; other tags are dropped or shown as text.",
    help: "keep the links, write \\n for a line break", source: apple,
    bad: [terms("one<br>two"), terms("<p>Be nice.</p>")],
    good: [
      terms("see <a href='https://example.com/terms'>here</a>", isBad: false),
      terms("a < b and b > c", isBad: false),
    ])
  static let termsLink = Finding(
    "personalization.terms.link", .warning, effect: .ignored,
    why: "Nobody can read terms behind a link that leads nowhere.",
    help: "write <a href='https://example.com/terms'>our terms</a>", source: apple,
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
    why: "Signing up is documented for rewards cards, passes of style storeCard.",
    help: "make it a storeCard, or leave personalization.json out", source: apple,
    bad: [
      sheet(
        beside: .patch(
          #"{"storeCard": null, "coupon": {"primaryFields": [{"key": "p", "value": "1"}]}}"#))
    ],
    good: [valid])
  static let logoMissing = Finding(
    "personalization.logo.missing", .warning, effect: .style,
    why: "The sign-up sheet shows personalizationLogo at its top.",
    help: "add personalizationLogo@2x.png with up to 300 x 80 pixels, and @3x with 450 x 120",
    source: apple,
    bad: [
      sheet(
        beside: .remove("personalizationLogo.png"), .remove("personalizationLogo@2x.png"),
        .remove("personalizationLogo@3x.png"))
    ],
    good: [valid])
  static let webServiceMissing = Finding(
    "personalization.webService.missing", .warning, effect: .ignored,
    why: "What the holder enters is sent to the web service; without one signing up cannot end.",
    help: "add webServiceURL and authenticationToken, and serve /v1/passes/.../personalize",
    source: apple,
    bad: [sheet(beside: .patch(#"{"webServiceURL": null, "authenticationToken": null}"#))],
    good: [valid])
  static let nfcMissing = Finding(
    "personalization.nfc.missing", .warning, effect: .maybeRefused,
    why: "Signing up is documented for rewards cards that are used by NFC.",
    help: "add nfc with message and encryptionPublicKey", source: apple,
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
    // Without a style, or with two, that is the fault.
    if styles.count == 1, let style = styles.first, style != .storeCard {
      report(
        Self.notStoreCard, "personalization.json stands in a \(style.rawValue), expected storeCard",
        at: sheet)
    }
    if document["nfc"] == nil {
      report(Self.nfcMissing, "personalization.json stands without nfc in pass.json", at: sheet)
    }
    if document["webServiceURL"] == nil {
      report(
        Self.webServiceMissing, "personalization.json stands without webServiceURL in pass.json",
        at: sheet)
    }
    let hasLogo = pass.filesBesideDocument.contains { file in
      guard case .image(.personalizationLogo, _, _) = PackableFile(path: file.path) else {
        return false
      }
      return true
    }
    if !hasLogo {
      report(Self.logoMissing, "personalization.json stands without personalizationLogo", at: sheet)
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
          report(Self.fieldRepeated, "\(name) is asked for twice", at: field)
        }
        continue
      }
      report(
        Self.fieldUnknown, "personalization field \(quoted(name)) is unknown", at: field,
        help: NearestName.of(name, among: Self.knownFields).map { "did you mean \($0)?" })
    }
  }

  private func checkTerms(_ sheet: JSONValue, _ report: inout Report) {
    guard let terms = sheet["termsAndConditions"], let text = terms.string else { return }
    if text.allSatisfy(\.isWhitespace) {
      report(Self.termsEmpty, "termsAndConditions is empty, expected a text", at: terms)
    } else if let tag = LinkMarkup.otherTag(in: text) {
      report(
        Self.termsMarkup, "termsAndConditions has the tag <\(tag)>, expected links only", at: terms)
    } else if let fault = LinkMarkup.fault(ofLinksIn: text) {
      report(Self.termsLink, "termsAndConditions \(fault)", at: terms)
    }
  }
}
