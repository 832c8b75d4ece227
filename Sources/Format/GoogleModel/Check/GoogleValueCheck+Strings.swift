// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassJSON
import PassModel

extension GoogleValueCheck {
  func checkString(
    _ value: JSONValue, _ member: GoogleMember, in schema: GoogleSchema, _ report: inout Report
  ) {
    guard let text = value.string else { return }
    if let name = member.enumeration { checkWord(text, value, member, name, &report) }
    if let limit = member.limit, !member.isArray {
      checkLength(value, member.name, limit, &report)
    }
    if let form = member.form { checkForm(text, value, member.name, form, &report) }
    if let time = member.time { checkTime(text, value, member.name, time, &report) }
    switch (schema.name, member.name) {
    case ("TranslatedString", "language"): checkLanguage(text, value, &report)
    case ("Uri", "uri"): checkURL(text, value, &report)
    case ("ImageUri", "uri"):
      guard !Self.isHTTPS(text) else { break }
      report(
        GoogleFindings.imageNotHTTPS,
        "the address of an image is \(Excerpt.cell.quoted(text)), expected https", at: place(value))
    case ("RotatingBarcode", "type"):
      guard text != "QR_CODE", text != "PDF_417", text != "qrCode", text != "pdf417" else { break }
      report(GoogleFindings.rotatingType, "a rotating barcode is \(text)", at: place(value))
    case ("RotatingBarcodeTotpDetailsTotpParameters", "key"):
      guard text.utf8.isEmpty || text.utf8.count % 2 != 0 || !text.utf8.allSatisfy(Hex.isDigit)
      else { break }
      // The message does not repeat the key.
      report(GoogleFindings.rotatingKey, "the key is not hexadecimal", at: place(value))
    default: break
    }
  }

  private func checkWord(
    _ text: String, _ value: JSONValue, _ member: GoogleMember, _ name: String,
    _ report: inout Report
  ) {
    guard let known = GoogleTable.enumerations[name] else { return }
    if name == "ReviewStatus", text == "APPROVED" || text == "REJECTED" {
      return report(
        GoogleFindings.reviewStatus, "\"reviewStatus\" is \(text), which only Google sets",
        at: place(value))
    }
    if known.words.contains(text) { return }
    if let word = known.former[text] {
      return report(
        GoogleFindings.enumLegacy, "\"\(member.name)\" is \(text), today \(word)", at: place(value),
        help: "write \(word)")
    }
    let nearest = NearestName.of(text, among: known.words)
    report(
      GoogleFindings.enumUnknown,
      "\"\(member.name)\" is \(Excerpt.cell.quoted(text)), expected \(Self.list(known.words))",
      at: place(value), help: nearest.map { "did you mean \($0)?" })
  }

  private static func list(_ words: [String]) -> String {
    guard words.count > 6 else { return "one of " + words.joined(separator: ", ") }
    return "one of " + words.prefix(6).joined(separator: ", ") + " and \(words.count - 6) more"
  }

  // MARK: Lengths

  func checkLength(
    _ value: JSONValue, _ name: String, _ limit: GoogleMember.Limit, _ report: inout Report
  ) {
    guard let text = value.string, !isPlaceholder(value), text.utf8.count > limit.count else {
      return
    }
    let count = text.unicodeScalars.count
    guard count > limit.count else { return }
    let found = "\"\(name)\" has \(count) characters"
    switch limit.effect {
    case .rejected:
      report(GoogleFindings.textTooLong, "\(found), at most \(limit.count)", at: place(value))
    case .cut:
      report(
        GoogleFindings.textCut, "\(found), Google cuts it after \(limit.count)", at: place(value))
    case .recommended, .notShown:
      report(
        GoogleFindings.textLong, "\(found), Google recommends at most \(limit.count)",
        at: place(value))
    }
  }

  func checkCount(
    _ value: JSONValue, _ member: GoogleMember, _ limit: GoogleMember.Limit,
    _ report: inout Report
  ) {
    var elements = value.elements
    var count = 0
    while elements.next() != nil { count += 1 }
    guard count > limit.count else { return }
    let finding =
      switch member.name {
      case "merchantLocations": GoogleFindings.locationsTooMany
      case "messages": GoogleFindings.messagesTooMany
      case "cardRowTemplateInfos": GoogleFindings.rowsTooMany
      case "valueAddedModuleData": GoogleFindings.valueAddedTooMany
      case "textModulesData": GoogleFindings.textModulesNotShown
      case "uris": GoogleFindings.linksNotShown
      case "imageModulesData": GoogleFindings.imagesNotShown
      default: GoogleFindings.textTooLong
      }
    let last = limit.effect == .notShown ? "Google shows" : "at most"
    report(
      finding, "\"\(member.name)\" has \(count) elements, \(last) \(limit.count)", at: place(value))
  }

  // MARK: Forms

  private func checkForm(
    _ text: String, _ value: JSONValue, _ name: String, _ form: GoogleMember.Form,
    _ report: inout Report
  ) {
    guard !form.accepts(text) else { return }
    let shown = Excerpt.cell.quoted(text)
    switch form {
    case .id:
      report(
        GoogleFindings.idCharacter, "\"\(name)\" is \(shown), expected ISSUERID.SUFFIX",
        at: place(value))
    case .color:
      report(GoogleFindings.color, "\"\(name)\" is \(shown), expected #rrggbb", at: place(value))
    case .airport:
      report(
        GoogleFindings.airportCode, "\"\(name)\" is \(shown), expected three capital letters",
        at: place(value))
    case .digits:
      report(
        GoogleFindings.flightNumber, "\"\(name)\" is \(shown), expected digits", at: place(value))
    case .module:
      report(
        GoogleFindings.moduleID,
        "the module id \(shown) has other characters than letters, digits, _ and -",
        at: place(value))
    case .carrier, .icao, .sha256:
      let expected =
        switch form {
        case .carrier: "two letters or digits"
        case .icao: "three capital letters"
        default: "64 hexadecimal digits in lower case"
        }
      report(
        GoogleFindings.valueType, "\"\(name)\" is \(shown), expected \(expected)", at: place(value))
    }
  }

  private func checkTime(
    _ text: String, _ value: JSONValue, _ name: String, _ time: GoogleMember.Time,
    _ report: inout Report
  ) {
    guard let read = GoogleTime(text) else {
      return report(
        GoogleFindings.timeFormat, "\"\(name)\" is \(Excerpt.cell.quoted(text)), expected ISO 8601",
        at: place(value))
    }
    guard time == .local, read.hasOffset else { return }
    report(
      GoogleFindings.timeOffset, "\"\(name)\" has an offset, expected the clock at the airport",
      at: place(value))
  }

  private func checkLanguage(_ text: String, _ value: JSONValue, _ report: inout Report) {
    switch LanguageTag.validationError(in: text) {
    case .underscore, .malformed, .oldName, .notLanguage(_?):
      report(
        GoogleFindings.languageTag, "\"language\" is \(Excerpt.cell.quoted(text))",
        at: place(value),
        help: LanguageTag.correction(of: text).map { "did you mean \"\($0)\"?" })
    default: break
    }
  }

  private func checkURL(_ text: String, _ value: JSONValue, _ report: inout Report) {
    let scheme = text.prefix { $0 != ":" }
    let isScheme =
      scheme.count < text.count && scheme.first?.isLetter == true
      && scheme.utf8.allSatisfy { byte in
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      }
    guard !isScheme else { return }
    report(
      GoogleFindings.urlNoScheme, "the address \(Excerpt.cell.quoted(text)) has no scheme",
      at: place(value))
  }

  /// Returns whether the text is an https address with a host.
  package static func isHTTPS(_ text: String) -> Bool {
    guard let url = AbsoluteURL(text) else { return false }
    return url.scheme.lowercased() == "https" && url.host?.isEmpty == false
  }
}

extension GoogleMember.Form {
  func accepts(_ text: String) -> Bool {
    let bytes = text.utf8
    func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
    func isCapital(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }
    func isName(_ byte: UInt8) -> Bool {
      isDigit(byte) || isCapital(byte & ~0x20) && byte > 0x40 || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: "-")
    }
    switch self {
    case .id:
      guard let dot = bytes.firstIndex(of: UInt8(ascii: ".")) else { return false }
      let (issuer, suffix) = (bytes[..<dot], bytes[dot...].dropFirst())
      return !issuer.isEmpty && issuer.allSatisfy(isDigit) && !suffix.isEmpty
        && suffix.allSatisfy { isName($0) || $0 == UInt8(ascii: ".") }
    case .color:
      return bytes.first == UInt8(ascii: "#") && [4, 7].contains(bytes.count)
        && bytes.dropFirst().allSatisfy(Hex.isDigit)
    case .airport, .icao: return bytes.count == 3 && bytes.allSatisfy(isCapital)
    case .digits: return !bytes.isEmpty && bytes.allSatisfy(isDigit)
    case .carrier: return bytes.count == 2 && bytes.allSatisfy { isDigit($0) || isCapital($0) }
    case .sha256:
      return bytes.count == 64
        && bytes.allSatisfy { isDigit($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    case .module: return !bytes.isEmpty && bytes.allSatisfy(isName)
    }
  }
}
