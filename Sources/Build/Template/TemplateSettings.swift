// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON
import PassModel

/// The content of template.json, which is never packed.
package struct TemplateSettings: Sendable {
  /// A finding that the author allows, with the reason.
  package struct Allowance: Sendable {
    /// A code, or the beginning of codes with `.*`.
    package let pattern: String
    package let place: Place
    /// Whether the entry is in a base, which other templates extend too.
    package let isInherited: Bool
  }

  /// An image from a row: its name in the package, and the string that names its file.
  package struct Image: Sendable {
    /// The image's name in the package, such as `thumbnail@2x.png`.
    package let path: String
    /// The string with the placeholder of a file column.
    package let text: String
    package let place: Place
  }

  /// A column that a customer fills in by signing up.
  package struct Personal: Sendable {
    package let column: String
    /// The field of the sign-up form.
    package let field: PersonalField
    package let place: Place
  }

  /// The data of the NFC reader, for the reader kit.
  package struct Reader: Sendable {
    package let name: String?
    package let program: String?
    /// The address for an iPhone without the pass.
    package let url: String?
  }

  /// The path of the sample for messages.
  package var sample: String?
  /// The place of the sample in template.json.
  package var samplePlace: Place?
  /// The language of pass.json, such as `en`. The build adds its folder to the other languages.
  package var language: String?
  /// The place of the language in template.json.
  package var languagePlace: Place?
  /// The form of CSV files with rows, if the template states it.
  package var data = DataOptions()
  /// More files to pack, with their places in template.json.
  package var include: [(path: String, place: Place)] = []
  package var images: [Image] = []
  /// The columns that customers fill in.
  package var personalization: [Personal] = []
  package var allowances: [Allowance] = []
  package var reader: Reader?

  static let allKeys = TemplateMember.allCases.map(\.rawValue)

  /// Returns the value of an unknown member whose name is similar to a known one.
  static func misspelt(_ name: String, in root: JSONValue) -> JSONValue? {
    root.members.first { member in
      !allKeys.contains(member.name) && NearestName.of(member.name, among: allKeys) == name
    }?.value
  }

  /// Reads the merged settings.
  ///
  /// - Parameters:
  ///   - folder: the template's own folder, not that of a base.
  ///   - folderOf: returns the template folder of a value, for relative paths.
  static func read(
    _ root: JSONValue, folder: String, folderOf: (Origin) -> String, report: inout Report
  ) -> TemplateSettings {
    var settings = TemplateSettings()
    for member in root.members where !allKeys.contains(member.name) {
      let nearest = NearestName.of(member.name, among: allKeys)
      report(
        TemplateFindings.unknownSetting,
        "unknown member \"\(member.name)\"", at: member,
        help: nearest.map { "did you mean \"\($0)\"?" })
    }
    if let sample = root["sample"] {
      if let path = sample.string, !path.isEmpty {
        settings.sample = FilePath.join(folderOf(sample.origin), path)
        settings.samplePlace = sample.place
      } else {
        invalid("\"sample\" must be a string, the path of a data file", sample, &report)
      }
    }
    settings.readLanguage(root["language"], &report)
    settings.readData(root["data"], &report)
    settings.readInclude(root["include"], &report)
    settings.readImages(root["images"], &report)
    settings.readPersonalization(root["personalization"], &report)
    settings.readAllowances(root["allow"], { folderOf($0) != folder }, &report)
    settings.readReader(root["reader"], &report)
    return settings
  }

  private static func invalid(_ message: String, _ value: JSONValue, _ report: inout Report) {
    report(TemplateFindings.invalidSetting, message, at: value)
  }

  private mutating func readLanguage(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard let tag = value.string else {
      return Self.invalid("\"language\" must be a string, such as \"en\"", value, &report)
    }
    guard LanguageTag.isValid(tag) else {
      return report(
        TemplateFindings.invalidSetting,
        "\"language\" is \(quoted(tag)), expected a language such as en or pt-BR", at: value,
        help: LanguageTag.correction(of: tag).map { "did you mean \"\($0)\"?" })
    }
    language = tag
    languagePlace = value.place
  }

  private mutating func readData(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid("\"data\" must be an object", value, &report)
    }
    let names = DataMember.allCases.map(\.rawValue)
    for member in value.members {
      guard let known = DataMember(rawValue: member.name) else {
        let nearest = NearestName.of(member.name, among: names)
        report(
          TemplateFindings.unknownSetting,
          "unknown member \"\(member.name)\"", at: member,
          help: nearest.map { "did you mean \"\($0)\"?" })
        continue
      }
      guard let text = member.value.string else {
        Self.invalid("\"\(member.name)\" must be a string", member.value, &report)
        continue
      }
      switch known {
      case .encoding:
        if let fault = DataOptions.unknownEncoding(text) {
          Self.invalid(fault.message, member.value, &report)
        } else {
          data.encoding = text
        }
      case .delimiter:
        data.delimiter = DataOptions.delimiter(text)
        if data.delimiter == nil {
          Self.invalid(
            "\(quoted(text)) is not a delimiter, expected one ASCII character or tab",
            member.value, &report)
        }
      }
    }
  }

  private mutating func readInclude(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isArray else {
      return Self.invalid("\"include\" must be an array of paths", value, &report)
    }
    for element in value.elements {
      guard let path = element.string.map(Self.withoutLeadingDots), isInnerPath(path) else {
        Self.invalid(
          "\"include\" must list paths inside the template, without ..", element, &report)
        continue
      }
      let suffix = FilePath.extension(path).lowercased()
      if ["csv", "tsv", "jsonl", "xlsx", "sqlite"].contains(suffix) {
        report(
          TemplateFindings.includedData, "\(path) is a data file; passc never packs data",
          at: element)
        continue
      }
      let isForGoogle = path == "google.json" || path.hasPrefix("google/")
      if (PackageKind.pass.requiredFiles + ["template.json"]).contains(path) || isForGoogle {
        Self.invalid("\(path) cannot be listed in \"include\"", element, &report)
        continue
      }
      include.append((path, element.place))
    }
  }

  /// Shells complete paths as `./a.txt`, so this removes `./`.
  private static func withoutLeadingDots(_ path: String) -> String {
    var path = path[...]
    while path.hasPrefix("./") { path = path.dropFirst(2) }
    return String(path)
  }

  private func isInnerPath(_ path: String) -> Bool {
    !path.isEmpty && !FilePath.isAbsolute(path) && !path.contains("\\")
      && FilePath.components(path).allSatisfy { $0 != ".." && $0 != "." && !$0.isEmpty }
  }

  private mutating func readImages(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid(
        "\"images\" must be an object of image names and placeholders", value, &report)
    }
    for member in value.members {
      guard PackingRule.isImage(member.name) else {
        let nearest = PackingRule.nearestName(to: member.name)
        report(
          TemplateFindings.unknownImage,
          "\"\(member.name)\" is not an image that Wallet knows"
            + (nearest.map { ", did you mean \"\($0)\"" } ?? ""), at: member)
        continue
      }
      guard let text = member.value.string else {
        Self.invalid(
          "\(quoted(member.name)) must be a string with a placeholder", member.value, &report)
        continue
      }
      images.append(Image(path: member.name, text: text, place: member.value.place))
    }
  }

  private mutating func readPersonalization(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid(
        "\"personalization\" must be an object of columns and fields", value, &report)
    }
    let names = PersonalField.allCases.map(\.rawValue)
    for member in value.members {
      guard let field = member.value.string.flatMap(PersonalField.init) else {
        let given = member.value.string ?? ""
        let nearest = NearestName.of(given, among: names)
        Self.invalid(
          "\"\(given)\" is not a field that a customer can enter"
            + (nearest.map { ", did you mean \"\($0)\"" } ?? ", expected one of \(listed(names))"),
          member.value, &report)
        continue
      }
      personalization.append(
        Personal(column: member.name, field: field, place: member.value.place))
    }
  }

  private mutating func readAllowances(
    _ value: JSONValue?, _ isInherited: (Origin) -> Bool, _ report: inout Report
  ) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid("\"allow\" must be an object of codes and reasons", value, &report)
    }
    for member in value.members {
      guard let reason = member.value.string, reason.contains(where: { $0 != " " }) else {
        report(
          TemplateFindings.allowWithoutReason, "\"\(member.name)\" is allowed without a reason",
          at: member.value)
        continue
      }
      allowances.append(
        Allowance(
          pattern: member.name, place: member.place, isInherited: isInherited(member.place.origin)))
    }
  }

  private mutating func readReader(_ value: JSONValue?, _ report: inout Report) {
    guard let value else { return }
    guard value.isObject else {
      return Self.invalid("\"reader\" must be an object", value, &report)
    }
    let names = ReaderMember.allCases.map(\.rawValue)
    for member in value.members {
      if !names.contains(member.name) {
        let nearest = NearestName.of(member.name, among: names)
        report(
          TemplateFindings.unknownSetting,
          "unknown member \"\(member.name)\"", at: member,
          help: nearest.map { "did you mean \"\($0)\"?" })
      } else if member.value.string == nil {
        Self.invalid("\"\(member.name)\" must be a string", member.value, &report)
      }
    }
    reader = Reader(
      name: value["name"]?.string, program: value["program"]?.string, url: value["url"]?.string)
  }
}
