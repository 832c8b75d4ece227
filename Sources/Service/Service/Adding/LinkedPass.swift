// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// The parts of a pass that a page shows: its name in the language of the visitor, and its colours.
struct LinkedPass: Sendable {
  /// Localised `organizationName`.
  let organisation: String
  /// Localised `description`.
  let description: String
  /// Background of the card. Nil if pass.json has no valid colour.
  let background: PassColour?
  /// Text colour. Nil if pass.json has no valid colour.
  let foreground: PassColour?
  /// The localisation that is used. Nil for the strings of pass.json.
  let language: String?
  /// All localisations of the pass.
  let languages: [String]

  /// Reads a bundle. Returns nil if it is not a pass.
  init?(_ bytes: [UInt8], for visitor: AddVisitor) {
    var report = Report(wantsNotes: false)
    guard let archive = ArchiveReader.read(bytes, name: "pass", report: &report) else { return nil }
    var files: [String: [UInt8]] = [:]
    for entry in archive.entries where entry.isIntact {
      if entry.plainPath == PackageKind.pass.document || entry.plainPath.hasSuffix("/pass.strings")
      {
        files[entry.plainPath] = entry.bytes
      }
    }
    guard let json = files[PackageKind.pass.document],
      let root = JSONReader.read(
        json, name: PackageKind.pass.document, mode: .lenient, report: &report)?.root
    else { return nil }
    languages = files.keys.filter { $0.hasSuffix(".lproj/pass.strings") }
      .map { String($0.dropLast(".lproj/pass.strings".utf8.count)) }.sorted()
    let language = visitor.choice(among: languages)
    self.language = language
    var words: [String: String] = [:]
    if let language, let strings = files["\(language).lproj/pass.strings"] {
      let table = StringsFile.read(strings, name: "strings", language: language, report: &report)
      for entry in table.entries { words[entry.key] = entry.value }
    }
    func text(_ name: String) -> String {
      let text = root[name]?.string ?? ""
      return words[text] ?? text
    }
    organisation = text("organizationName")
    description = text("description")
    background = root["backgroundColor"]?.string.flatMap { PassColour($0) }
    foreground = root["foregroundColor"]?.string.flatMap { PassColour($0) }
  }

  init(
    organisation: String, description: String, background: PassColour? = nil,
    foreground: PassColour? = nil
  ) {
    self.organisation = organisation
    self.description = description
    self.background = background
    self.foreground = foreground
    language = nil
    languages = []
  }
}
