// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
package import PassJSON

extension PassPackage {
  /// Reads the files of a package: pass.json, personalization.json and every pass.strings.
  ///
  /// Templates are read strictly, finished packages leniently. Every problem is reported. A
  /// document whose meaning is in doubt is left out, so that no rule relies on it.
  ///
  /// - Parameters:
  ///   - files: the files without manifest and signature, in any order.
  ///   - language: the language of pass.json, if it is known.
  package static func read(
    _ files: [PackagedFile], origin: Origin, language: String? = nil, report: inout Report
  ) -> PassPackage {
    let files = files.sorted { $0.path < $1.path }
    let mode: JSONReader.Mode = origin == .template ? .strict : .lenient
    var document: JSONDocument?
    var personalization: JSONDocument?
    var strings = StringsFiles()
    for file in files {
      switch file.kind {
      case .passJSON: document = readObject(file, mode, &report)
      case .personalizationJSON: personalization = readObject(file, mode, &report)
      case .strings(let language): strings.read(file, language, &report)
      case .image, nil: break
      }
    }
    if !files.contains(where: { $0.path == PackageKind.pass.document }) {
      report(
        PackageFindings.passJSONMissing, missingMessage(files), at: Place.file("pass.json"))
    }
    return PassPackage(
      origin: origin, files: files, document: document, personalization: personalization,
      strings: strings.tables, language: language)
  }

  private static func readObject(
    _ file: PackagedFile, _ mode: JSONReader.Mode, _ report: inout Report
  ) -> JSONDocument? {
    let before = report.diagnostics.count
    let document = JSONReader.read(
      file.bytes, name: file.name, bundle: file.bundle, mode: mode, report: &report)
    let doubts = report.diagnostics[before...].contains {
      $0.severity == .error && $0.finding.invalidatesLaterChecks
    }
    guard let document, !doubts else { return nil }
    guard document.root.isObject else {
      report(
        PackageFindings.notAnObject,
        "\(file.path) holds \(document.root.kind.article), expected an object",
        at: document.root)
      return nil
    }
    if UTF16Text.detect(file.bytes) == nil,
      let offset = ByteSearch.offset(of: LostText.utf8, in: file.bytes[...])
    {
      report(
        PackageFindings.lostText, LostText.message(file.path),
        at: PassDiagnostics.Origin(source: document.root.origin.source, offset: offset))
    }
    return document
  }

  private static func missingMessage(_ files: [PackagedFile]) -> String {
    guard let nested = files.first(where: { $0.path.hasSuffix("/pass.json") }) else {
      return "the package has no pass.json"
    }
    return "pass.json is in the folder \(nested.path.dropLast(10)), expected it at the top"
  }
}

/// The pass.strings of one pass. They are read in order until a limit for all of them together is
/// reached.
private struct StringsFiles {
  private(set) var tables: [StringsTable] = []
  private var languages = 0
  private var lines = 0
  private var bytes = 0
  /// Whether a limit was reached. That has a diagnostic.
  private var isFull = false

  /// Reads one more file. A table with errors is left out, because a comparison with it would
  /// report errors in the wrong file.
  mutating func read(_ file: PackagedFile, _ language: String, _ report: inout Report) {
    guard !isFull else { return }
    languages += 1
    bytes += file.bytes.count
    guard languages <= StringsFile.maxLanguages else {
      isFull = true
      return report(
        StringsFindings.tooManyLanguages,
        "the pass has more than \(StringsFile.maxLanguages) languages, passc does not read "
          + "this one and those after it", at: file)
    }
    guard bytes <= StringsFile.maxBytes else {
      isFull = true
      return report(
        StringsFindings.tooManyBytes,
        "all pass.strings have more than \(StringsFile.maxBytes) bytes, passc does not read "
          + "this one and those after it", at: file)
    }
    let before = report.diagnostics.count
    let table = StringsFile.read(
      file.bytes, name: file.name, bundle: file.bundle, language: language,
      cache: file.sharedContent?.strings, lines: StringsFile.maxLines - lines, report: &report)
    lines += table.entries.count
    let errors = report.diagnostics[before...].filter { $0.severity == .error }
    isFull = errors.contains { $0.finding == StringsFindings.tooManyLines }
    guard errors.isEmpty else { return }
    tables.append(table)
    if LostText.mayBe(in: file.bytes),
      let entry = table.entries.first(where: { LostText.isIn($0.key) || LostText.isIn($0.value) })
    {
      report(PackageFindings.lostText, LostText.message(file.path), at: entry.valueOrigin)
    }
  }
}

/// U+FFFD, which a program writes for bytes that it could not read as text.
private enum LostText {
  static let utf8: [UInt8] = [0xEF, 0xBF, 0xBD]

  /// Returns whether a strings file may contain the character, in UTF-8 or UTF-16.
  static func mayBe(in bytes: [UInt8]) -> Bool {
    let isUTF8 = bytes.count < 2 || bytes[0] < 0xFE && bytes[0] != 0 && bytes[1] != 0
    return isUTF8
      ? ByteSearch.contains(utf8, in: bytes)
      : ByteSearch.contains([0xFF, 0xFD], in: bytes)
        || ByteSearch.contains([0xFD, 0xFF], in: bytes)
  }

  static func isIn(_ text: String) -> Bool { text.unicodeScalars.contains("\u{FFFD}") }

  static func message(_ path: String) -> String {
    "\(path) contains U+FFFD (EF BF BD) in place of a lost character"
  }
}

extension JSONDocument.Kind {
  package var article: String {
    switch self {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string, .key: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// Problems of a package that are found before its content can be checked.
package enum PackageFindings {
  /// There is no pass.json at the top of the package.
  package static let passJSONMissing = Finding(
    "package.passJSON.missing", .error, effect: .refused, step: .passFile,
    why: """
      Wallet looks for pass.json at the top of the package. The usual cause is a zip of the \
      folder instead of its content.
      """,
    help: "put pass.json at the top of the package; zip the content, not the folder",
    source: .documented("Wallet Passes: Building a Pass"),
    wrong: "gym.pass/   icon.png  model/pass.json",
    right: "gym.pass/   icon.png  pass.json",
    bad: [
      Example([.remove("pass.json")], file: "pass.json"),
      Example(
        [.remove("pass.json"), .file("gym.pass/pass.json", .text("{}"))], file: "pass.json"),
    ],
    good: [.with("en.lproj/pass.json", .text("{}"))],
    fileFault: .missing("pass.json", oftenWithExtension: false))

  /// pass.json or personalization.json is a JSON value other than an object.
  package static let notAnObject = Finding(
    "package.document.notAnObject", .error, effect: .refused, step: .passObject,
    why: "pass.json and personalization.json must each hold one JSON object.",
    help: "put the members between { and }",
    source: .documented("Wallet Passes: Pass"),
    wrong: """
      [ "formatVersion", 1 ]
      """,
    right: """
      { "formatVersion": 1 }
      """,
    bad: [
      .with("pass.json", .text("[]"), at: ""), .with("pass.json", .text("\"pass\""), at: ""),
      .with("personalization.json", .text("null"), at: ""),
    ],
    good: [.json("{}")])

  /// A text contains U+FFFD. It is reported once for each file.
  package static let lostText = Finding(
    "package.text.lost", .warning, effect: .style,
    why: """
      A program that reads bytes in the wrong encoding writes U+FFFD (EF BF BD) for each byte that \
      it cannot read. Wallet shows a question mark in a diamond. The letter is lost, so the text \
      must be written again from its source.
      """,
    help: """
      write the text again, and read its source in the right encoding, such as Latin-1 or \
      Windows-1252
      """,
    source: .convention("no text needs U+FFFD"),
    wrong: """
      "value": "M\u{FFFD}ller"
      """,
    right: """
      "value": "Müller"
      """,
    bad: [
      .json("{\"organizationName\": \"M\u{FFFD}ller\"}"),
      .with("en.lproj/pass.strings", .text("\"NAME\" = \"M\u{FFFD}ller\";\n")),
      .with(
        "en.lproj/pass.strings",
        .bytes(
          [0xFF, 0xFE]
            + "\"NAME\" = \"M\u{FFFD}ller\";\n".utf16.flatMap {
              [UInt8($0 & 255), UInt8($0 >> 8)]
            })),
    ],
    good: [.json("{\"organizationName\": \"Müller\"}")])

  /// The findings of reading a package, except those of JSON and strings files.
  package static let all = [passJSONMissing, notAnObject, lostText]
}
