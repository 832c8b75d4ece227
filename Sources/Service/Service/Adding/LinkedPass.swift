// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassDiagnostics
import PassJSON
import PassModel

/// What a page shows of a pass: its words in a language, and its colours.
struct LinkedPass: Sendable {
  /// Who it is from.
  let organisation: String
  /// What it is, in its issuer's words.
  let description: String
  /// Of the card; nil where pass.json names none that can be read.
  let background: PassColour?
  /// Of its words.
  let foreground: PassColour?
  /// The language of the words, where the pass has it; nil for that of pass.json.
  let language: String?
  /// Every language the pass brings.
  let languages: [String]

  /// Reads a bundle that the service serves; nil for what is none.
  init?(_ bytes: [UInt8], for visitor: AddVisitor) {
    var report = Report(wantsNotes: false)
    guard let archive = ArchiveReader.read(bytes, name: "pass", report: &report) else { return nil }
    var files: [String: [UInt8]] = [:]
    for entry in archive.entries where entry.isIntact {
      if entry.plainPath == "pass.json" || entry.plainPath.hasSuffix("/pass.strings") {
        files[entry.plainPath] = entry.bytes
      }
    }
    guard let json = files["pass.json"],
      let root = JSONReader.read(json, name: "pass.json", mode: .lenient, report: &report)?.root
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
