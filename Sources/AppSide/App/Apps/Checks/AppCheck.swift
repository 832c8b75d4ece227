// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
package import PassModel
import PassSource

/// The values that the property lists of an app are compared with.
package struct AppExpectations: Sendable {
  package struct Pass: Sendable {
    /// The pass type identifier, or nil if the template has none.
    package let passType: String?
    /// The team of the certificate, if it is known.
    package let team: String?
    /// Whether its passes work with NFC readers.
    package let hasNFC: Bool

    package init(passType: String?, team: String? = nil, hasNFC: Bool = false) {
      self.passType = passType
      self.team = team
      self.hasNFC = hasNFC
    }
  }

  /// The templates of the passes that the app handles.
  package var passes: [Pass] = []
  /// The merchants of its payments.
  package var merchants: [String] = []
  /// The lowest iOS version of the app, or nil if it is unknown.
  package var ios: IOSVersion?
  /// Whether it reads payment tags.
  package var readsPaymentTags = false

  package init() {}
}

/// The check of the property lists of an app, each alone and together.
package struct AppCheck {
  let files: [AppFile]
  let projects: [AppProject]
  let expectations: AppExpectations

  package static func check(
    _ files: [AppFile], projects: [AppProject] = [], _ expectations: AppExpectations,
    report: inout Report
  ) {
    let check = AppCheck(files: files, projects: projects, expectations: expectations)
    for file in files {
      check.checkKeys(file, &report)
      switch file.kind {
      case .entitlements: check.checkEntitlements(file, &report)
      case .information: check.checkInformation(file, &report)
      case .extensionInformation: check.checkExtension(file, &report)
      case .profile: break
      }
    }
    check.checkProfiles(&report)
    for project in projects { check.checkProject(project, &report) }
  }

  /// Returns whether a string has a build variable. Only its form is checked.
  static func isVariable(_ text: String) -> Bool { text.contains("$(") || text.contains("${") }

  // MARK: Keys

  private func checkKeys(_ file: AppFile, _ report: inout Report) {
    let isEntitlements = file.kind == .entitlements
    guard file.kind != .profile else { return }
    for member in file.root.members ?? [] {
      guard let key = AppKey.named(member.key) else {
        checkUnknown(member, file, &report)
        continue
      }
      if (key.file == .entitlements) != isEntitlements {
        report(
          AppFindings.wrongFile,
          isEntitlements
            ? "\(key.name) belongs in Info.plist" : "\(key.name) belongs in the entitlements",
          at: file.place(member.offset, [member.key]))
      } else {
        checkType(member, key, file, &report)
      }
    }
  }

  private func checkUnknown(
    _ member: PropertyListValue.Member, _ file: AppFile, _ report: inout Report
  ) {
    guard AppKey.isOfKnownFamily(member.key) || member.key.hasPrefix("com.apple.developer.") else {
      return
    }
    guard let near = NearestName.of(member.key, among: AppKey.all.map(\.name)),
      AppKey.isOfKnownFamily(member.key) || near.count - member.key.count == 0
        || Self.differences(near, member.key) <= 3
    else { return }
    report(
      AppFindings.unknown,
      "unknown key \(Excerpt.passValue().quoted(member.key)), did you mean \(near)",
      at: file.place(member.offset, [member.key]))
  }

  /// Returns the number of different letters, plus the difference in length.
  private static func differences(_ a: String, _ b: String) -> Int {
    zip(a.utf8, b.utf8).count { $0 != $1 } + abs(a.utf8.count - b.utf8.count)
  }

  private func checkType(
    _ member: PropertyListValue.Member, _ key: AppKey, _ file: AppFile, _ report: inout Report
  ) {
    let value = member.value
    if let text = value.string, Self.isVariable(text) { return }
    let wanted: String
    let fits: Bool
    switch key.value {
    case .boolean: (wanted, fits) = ("a Boolean", value.boolean != nil)
    case .string: (wanted, fits) = ("a string", value.string != nil)
    case .strings:
      wanted = "an array of strings"
      fits = value.elements?.allSatisfy { $0.string != nil } ?? false
    }
    guard !fits else { return }
    let found = value.elements == nil ? value.inWords : "an array of something else"
    report(
      AppFindings.wrongType, "\(key.name) is \(found), expected \(wanted)",
      at: file.place(of: member.key, value))
  }

  /// Returns the strings of an array with their positions, without build variables.
  static func strings(_ value: PropertyListValue?) -> [(index: Int, text: String)] {
    (value?.elements ?? []).enumerated().compactMap { index, element in
      element.string.flatMap { isVariable($0) ? nil : (index, $0) }
    }
  }

  // MARK: Entitlements

  private func checkEntitlements(_ file: AppFile, _ report: inout Report) {
    checkFormats(file, &report)
    checkPassTypes(file, &report)
    checkMerchants(file, &report)
    guard let prefixes = file.root[AppKey.prefixes] else { return }
    if file.root[AppKey.emulation]?.boolean != true {
      report(
        AppFindings.hceMissing, "the prefixes need \(AppKey.emulation)",
        at: file.place(of: AppKey.prefixes, prefixes))
    }
    for (index, text) in Self.strings(prefixes)
    where !((10...32).contains(text.utf8.count) && Hex.decode(text) != nil) {
      report(
        AppFindings.hcePrefix,
        "the prefix \(Excerpt.passValue().quoted(text)) is not 5 to 16 bytes in hex",
        at: file.place(of: AppKey.prefixes, prefixes, index))
    }
  }

  private func checkFormats(_ file: AppFile, _ report: inout Report) {
    guard let formats = file.root[AppKey.formats], formats.elements != nil else { return }
    let all = Self.strings(formats)
    for (index, format) in all {
      let place = file.place(of: AppKey.formats, formats, index)
      switch format {
      case "TAG", "PACE": break
      case "NDEF":
        let lowest = expectations.ios ?? lowestIOS(of: file)
        let isCurrent = lowest.map { $0 >= IOSVersion(13) } ?? false
        report(
          AppFindings.ndef, "the formats include NDEF", at: place,
          severity: isCurrent ? nil : .warning)
      default:
        report(
          AppFindings.format, "unknown format \(Excerpt.passValue().quoted(format))",
          at: place)
      }
    }
    let others = informations(of: file)
    let hasVariables = all.count < formats.elements?.count ?? 0
    guard !all.contains(where: { $0.text == "TAG" }) else {
      return checkUsage(file, others, &report)
    }
    let hasIdentifiers =
      others.contains { $0.root[AppKey.identifiers] != nil || $0.root[AppKey.systemCodes] != nil }
    guard !hasVariables, hasIdentifiers else { return }
    report(
      AppFindings.noTag, "the formats lack TAG, but Info.plist lists identifiers",
      at: file.place(of: AppKey.formats, formats))
  }

  private func checkUsage(_ file: AppFile, _ others: [AppFile], _ report: inout Report) {
    // A key that Xcode writes from build settings counts.
    let settings = targets(of: file).compactMap { $0.information(AppKey.usage)?.value }
    if settings.contains(where: { !Self.isBlank($0) }) { return }
    for other in others where other.kind == .information {
      guard let usage = other.root[AppKey.usage] else {
        report(
          AppFindings.usage, "\(AppKey.usage) is missing, but \(file.name) has TAG",
          at: other.place(other.root.offset))
        continue
      }
      guard let text = usage.string, Self.isBlank(text) else { continue }
      report(
        AppFindings.usage, "\(AppKey.usage) is empty", at: other.place(of: AppKey.usage, usage))
    }
    if others.isEmpty, !targets(of: file).isEmpty, let formats = file.root[AppKey.formats] {
      report(
        AppFindings.usage, "the target has no \(AppKey.usage)",
        at: file.place(of: AppKey.formats, formats))
    }
  }

  private static func isBlank(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.properties.isWhitespace }
  }

  private func checkPassTypes(_ file: AppFile, _ report: inout Report) {
    guard let list = file.root[AppKey.passTypes], let elements = list.elements else { return }
    var entries: [PassTypeEntry] = []
    for (index, element) in elements.enumerated() {
      guard let text = element.string else { continue }
      guard let entry = PassTypeEntry(text) else {
        report(
          AppFindings.passForm,
          "\(Excerpt.passValue().quoted(text)) is not a team prefix followed by "
            + "a pass type identifier or *",
          at: file.place(of: AppKey.passTypes, list, index))
        continue
      }
      entries.append(entry)
      for pass in expectations.passes {
        guard let team = pass.team, let other = entry.team, other != team,
          pass.passType.map(entry.covers) ?? true
        else { continue }
        report(
          AppFindings.passTeam, "the team is \(other), but the certificate's team is \(team)",
          at: file.place(of: AppKey.passTypes, list, index))
        break
      }
    }
    guard entries.count == elements.count else { return }
    for pass in expectations.passes {
      guard let type = pass.passType, !entries.contains(where: { $0.covers(type) }) else {
        continue
      }
      report(
        AppFindings.passUncovered, "the entitlements do not cover \(type)",
        at: file.place(of: AppKey.passTypes, list))
    }
  }

  private func checkMerchants(_ file: AppFile, _ report: inout Report) {
    let list = file.root[AppKey.merchants]
    let all = Self.strings(list)
    if let list {
      for (index, text) in all where !(text.hasPrefix("merchant.") && text.utf8.count > 9) {
        report(
          AppFindings.merchantForm,
          "\(Excerpt.passValue().quoted(text)) is not a merchant identifier",
          at: file.place(of: AppKey.merchants, list, index))
      }
    }
    let hasVariables = (list?.elements?.count ?? 0) > all.count
    for merchant in expectations.merchants
    where !hasVariables && !all.contains(where: { $0.text == merchant }) {
      report(
        AppFindings.merchantUncovered, "the entitlements do not list the merchant \(merchant)",
        at: list.map { file.place(of: AppKey.merchants, $0) } ?? file.place(file.root.offset))
    }
  }
}

/// An entry of the pass type identifiers of an app: `$(TeamIdentifierPrefix)pass.com.example.gym`.
struct PassTypeEntry {
  /// The team, or nil for a build variable.
  let team: String?
  private let rest: Substring

  init?(_ text: String) {
    for variable in ["$(TeamIdentifierPrefix)", "$(AppIdentifierPrefix)"]
    where text.hasPrefix(variable) {
      guard let rest = Self.rest(text.dropFirst(variable.count)) else { return nil }
      (team, self.rest) = (nil, rest)
      return
    }
    guard let dot = text.firstIndex(of: "."), !text.hasPrefix("pass.") else { return nil }
    let prefix = text[..<dot]
    guard prefix.utf8.count == 10, prefix.utf8.allSatisfy({ $0 < 0x80 && $0 > 0x2F }),
      let rest = Self.rest(text[text.index(after: dot)...])
    else { return nil }
    (team, self.rest) = (String(prefix), rest)
  }

  private static func rest(_ text: Substring) -> Substring? {
    if text == "*" || AppCheck.isVariable(String(text)) { return text }
    return text.hasPrefix("pass.") && text.utf8.count > 5 && !text.contains("*") ? text : nil
  }

  /// The pass type identifier, or nil for * and a build variable.
  var passType: String? {
    rest == "*" || AppCheck.isVariable(String(rest)) ? nil : String(rest)
  }

  func covers(_ passType: String) -> Bool {
    rest == "*" || rest == passType || AppCheck.isVariable(String(rest))
  }
}
