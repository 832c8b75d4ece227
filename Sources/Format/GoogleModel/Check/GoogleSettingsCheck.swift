// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
package import PassJSON
import PassModel

/// The check of google.json before its placeholders are filled in.
package struct GoogleSettingsCheck {
  private let root: JSONValue
  private let pass: JSONValue
  private let type: GoogleType?

  /// - Parameter pass: pass.json of the same template.
  package init(_ root: JSONValue, pass: JSONValue) {
    self.root = root
    self.pass = pass
    type = GoogleSettings(root).type ?? GoogleType.type(of: pass)
  }

  package func check(report: inout Report) {
    let names = GoogleSetting.allCases.map(\.rawValue)
    for member in root.members {
      guard let setting = GoogleSetting(rawValue: member.name) else {
        let nearest = NearestName.of(member.name, among: names)
        report(
          GoogleFindings.settingUnknown, "unknown member \(Excerpt.cell.quoted(member.name))",
          at: member, help: nearest.map { "did you mean \"\($0)\"?" })
        continue
      }
      check(setting, member.value, &report)
    }
  }

  private func check(_ setting: GoogleSetting, _ value: JSONValue, _ report: inout Report) {
    guard !isPlaceholder(value) else { return }
    switch setting {
    case .type: checkWord(value, setting, GoogleType.allCases.map(\.rawValue), &report)
    case .class, .androidPackage, .address:
      if value.string?.isEmpty ?? true {
        invalid("\"\(setting.rawValue)\" must be a string that is not empty", value, &report)
      }
    case .language: checkLanguage(value, &report)
    case .images: checkNames(value, setting, GoogleImageSlot.allCases.map(\.rawValue), &report)
    case .fields:
      checkNames(value, setting, GoogleFieldRole.allCases.map(\.rawValue), &report)
      checkKeys(value, &report)
    case .redemptionChannel: checkWord(value, setting, words("RedemptionChannel"), &report)
    case .transitType: checkWord(value, setting, words("TransitType"), &report)
    case .genericType: checkWord(value, setting, words("GenericType"), &report)
    case .notification: checkWord(value, setting, ["expiry", "upcoming"], &report)
    case .redemptionIssuers: checkIssuers(value, &report)
    case .classPatch: checkPatch(value, setting, .class, &report)
    case .objectPatch: checkPatch(value, setting, .object, &report)
    }
  }

  private func words(_ name: String) -> [String] { GoogleTable.enumerations[name]?.words ?? [] }

  private func checkWord(
    _ value: JSONValue, _ setting: GoogleSetting, _ words: [String], _ report: inout Report
  ) {
    guard let text = value.string else {
      return invalid("\"\(setting.rawValue)\" must be a string", value, &report)
    }
    guard !words.contains(text) else { return }
    let nearest = NearestName.of(text, among: words)
    report(
      GoogleFindings.settingInvalid,
      "\"\(setting.rawValue)\" is \(Excerpt.cell.quoted(text)), expected "
        + (words.count > 8 ? "another word" : words.joined(separator: ", ")), at: value,
      help: nearest.map { "did you mean \"\($0)\"?" })
  }

  private func checkLanguage(_ value: JSONValue, _ report: inout Report) {
    guard let tag = value.string, LanguageTag.isValid(tag) else {
      return report(
        GoogleFindings.settingInvalid, "\"language\" must be a language, such as en or pt-BR",
        at: value,
        help: value.string.flatMap(LanguageTag.correction(of:)).map { "did you mean \"\($0)\"?" })
    }
  }

  private func checkNames(
    _ value: JSONValue, _ setting: GoogleSetting, _ names: [String], _ report: inout Report
  ) {
    guard value.isObject else {
      return invalid("\"\(setting.rawValue)\" must be an object", value, &report)
    }
    for member in value.members {
      if !names.contains(member.name) {
        let nearest = NearestName.of(member.name, among: names)
        report(
          GoogleFindings.settingUnknown, "unknown member \(Excerpt.cell.quoted(member.name))",
          at: member, help: nearest.map { "did you mean \"\($0)\"?" })
      } else if member.value.string?.isEmpty ?? true {
        invalid("\"\(member.name)\" must be a string that is not empty", member.value, &report)
      } else if setting == .images {
        checkImage(member.value, &report)
      }
    }
  }

  private func checkKeys(_ fields: JSONValue, _ report: inout Report) {
    for member in fields.members {
      guard let key = member.value.string, !key.isEmpty,
        GoogleField.field(key, of: pass) == nil
      else { continue }
      let nearest = NearestName.of(key, among: GoogleField.keys(of: pass))
      report(
        GoogleFindings.settingFieldMissing,
        "pass.json has no field with the key \(Excerpt.cell.quoted(key))", at: member.value,
        help: nearest.map { "did you mean \"\($0)\"?" })
    }
  }

  /// An image is an https address or a file in the template.
  private func checkImage(_ value: JSONValue, _ report: inout Report) {
    guard let text = value.string, !isPlaceholder(value) else { return }
    if text.contains(":") {
      guard !GoogleValueCheck.isHTTPS(text) else { return }
      return report(
        GoogleFindings.imageNotHTTPS,
        "the address of an image is \(Excerpt.cell.quoted(text)), expected https", at: value)
    }
    let steps = FilePath.components(text)
    guard FilePath.isAbsolute(text) || steps.contains("..") || text.contains("\\") else { return }
    invalid("an image must be an https address or a file inside the template", value, &report)
  }

  private func checkIssuers(_ value: JSONValue, _ report: inout Report) {
    if value.bool == true { return }
    guard value.isArray, value.element(0) != nil else {
      return invalid("\"redemptionIssuers\" must be true or an array of issuer ids", value, &report)
    }
    for issuer in value.elements where !isPlaceholder(issuer) {
      guard !(issuer.string.map(GoogleIdentifier.isIssuer) ?? false) else { continue }
      report(
        GoogleFindings.issuerNotNumber, "an issuer id must be a string of digits", at: issuer)
    }
  }

  private func checkPatch(
    _ value: JSONValue, _ setting: GoogleSetting, _ level: GoogleType.Level, _ report: inout Report
  ) {
    guard value.isObject else {
      return invalid("\"\(setting.rawValue)\" must be an object", value, &report)
    }
    guard let type else { return }
    GoogleValueCheck(.patch).check(value, type, level, report: &report)
  }

  private func isPlaceholder(_ value: JSONValue) -> Bool { value.string?.contains("{{") ?? false }

  private func invalid(_ message: String, _ value: JSONValue, _ report: inout Report) {
    report(GoogleFindings.settingInvalid, message, at: value)
  }
}

/// Fields of a pass by their keys.
package enum GoogleField {
  /// Returns the field with a key.
  package static func field(_ key: String, of pass: JSONValue) -> JSONValue? {
    all(of: pass).first { $0["key"]?.string == key }
  }

  static func keys(of pass: JSONValue) -> [String] {
    all(of: pass).compactMap { $0["key"]?.string }
  }

  private static func all(of pass: JSONValue) -> [JSONValue] {
    guard let style = GoogleType.style(of: pass), let dictionary = pass[style.rawValue] else {
      return []
    }
    return FieldGroup.allCases.flatMap { dictionary[$0.rawValue]?.elements.map { $0 } ?? [] }
  }
}

extension GoogleType {
  /// Returns the type for the style of a pass. Nil if the pass has no style.
  package static func type(of pass: JSONValue) -> GoogleType? {
    guard let style = style(of: pass) else { return nil }
    switch style {
    case .generic, .posterGeneric: return .generic
    case .storeCard: return .loyalty
    case .coupon: return .offer
    case .eventTicket: return .eventTicket
    case .boardingPass:
      let isAir = pass[style.rawValue]?["transitType"]?.string == "PKTransitTypeAir"
      return isAir ? .flight : .transit
    }
  }

  /// Returns the style whose fields are mapped. Next to posterGeneric it is the other one, whose
  /// fields are arranged like those of Google Wallet.
  package static func style(of pass: JSONValue) -> PassStyle? {
    let styles = PassStyle.styles(of: pass).filter { pass[$0.rawValue]?.isObject == true }
    return styles.first { $0 != .posterGeneric } ?? styles.first
  }
}
