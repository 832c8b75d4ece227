// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The strings files of the kit.
extension ReaderKit {
  /// Every sentence that the app may show, in the order of the source.
  var messages: [ReaderMessages] {
    let passes =
      ReaderMessages.outcomes + ReaderMessages.statuses.dropFirst().map(\.words) + [
        ReaderMessages.noData
      ]
      + ReaderMessages.refusals.map(\.words) + ReaderMessages.steps.map(\.words)
    let unknown = [ReaderErrorMessages.unknown.words]
    let sessions =
      ReaderErrorMessages.sessions.map(\.words)
      + ReaderErrorMessages.newerSessions.map(\.error.words)
      + [ReaderErrorMessages.hold, ReaderErrorMessages.noNFC]
    switch api {
    case .proximity:
      return passes
        + (ReaderErrorMessages.reading + ReaderErrorMessages.newerReading
        + ReaderErrorMessages.preparing
        + ReaderErrorMessages.newerPreparing).map(\.words) + unknown
    case .coreNFC: return passes + sessions + unknown
    case .paymentTag:
      return passes + sessions
        + [ReaderErrorMessages.notEligible, ReaderErrorMessages.noTag, ReaderErrorMessages.notRead]
        + unknown
    }
  }

  /// `PassReader.strings` in English, which is complete, and the names in the other languages of
  /// the templates.
  var stringsFiles: [File] {
    var english = names(merchants.map { (id: $0.id, name: $0.name) }, program: program)
    for words in messages {
      english.append((words.key, words.sentence))
      if !words.advice.isEmpty { english.append((words.key + ".advice", words.advice)) }
    }
    let others = translations.filter { $0.language != "en" }.sorted { $0.language < $1.language }
    if let own = translations.first(where: { $0.language == "en" }) {
      let known = names(of: own)
      english = english.map { entry in
        (key: entry.key, text: known.first { $0.key == entry.key }?.text ?? entry.text)
      }
    }
    return [Self.file("en", english)]
      + others.compactMap { translation in
        let names = names(of: translation)
        return names.isEmpty ? nil : Self.file(translation.language, names)
      }
  }

  private func names(of translation: Translation) -> [(key: String, text: String)] {
    names(
      merchants.map { (id: $0.id, name: translation.names[$0.id]) },
      program: translation.program ?? "")
  }

  private func names(
    _ merchants: [(id: String, name: String?)], program: String
  ) -> [(key: String, text: String)] {
    var entries: [(key: String, text: String)] = []
    if !program.isEmpty { entries.append((Self.programKey, program)) }
    for merchant in merchants {
      if let name = merchant.name { entries.append((Self.key(forNameOf: merchant.id), name)) }
    }
    return entries
  }

  static let programKey = "name.program"

  static func key(forNameOf id: String) -> String { "name.\(id)" }

  private static func file(_ language: String, _ entries: [(key: String, text: String)]) -> File {
    let lines = entries.map { "\(quoted($0.key)) = \(quoted($0.text));\n" }
    return File(name: "\(language).lproj/PassReader.strings", text: lines.joined())
  }

  /// Returns a string literal of a strings file.
  static func quoted(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\\(scalar)"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\t": out += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        out += "\\U00" + Hex.encode([UInt8(scalar.value)])
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
