// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassNFC
import PassTemplate

/// Translated names of merchants and of their program, from the templates.
///
/// A name is translated like any text of a pass. The entry of `pass.strings` with the name as its
/// key has the translation.
struct NFCReaderNames {
  private var names: [String: [String: String]] = [:]
  private var programs: [String: String] = [:]

  /// Adds the translations of a template's names.
  mutating func add(_ merchant: Merchant, program: String?, of template: Template) {
    template.forEachPart { path, bytes in
      let parts = path.split(separator: "/")
      guard parts.count == 2, parts[1] == "pass.strings", parts[0].hasSuffix(".lproj") else {
        return
      }
      let language = String(parts[0].dropLast(".lproj".utf8.count))
      // The errors of reading are ignored. They were reported when the template was loaded.
      var report = Report()
      let table = StringsFile.read(bytes, name: path, language: language, report: &report)
      func translation(of text: String?) -> String? {
        text.flatMap { text in table.entries.last { $0.key == text }?.value }
      }
      if let name = translation(of: merchant.name) {
        names[language, default: [:]][merchant.id] = name
      }
      if let name = translation(of: program) { programs[language] = programs[language] ?? name }
    }
  }

  /// Returns one translation for each language that has any of the names.
  ///
  /// - Parameter withProgram: false if the templates name several programs. No program is shown
  ///   then.
  func translations(withProgram: Bool) -> [ReaderKit.Translation] {
    let programs = withProgram ? programs : [:]
    return Set(names.keys).union(programs.keys).sorted().map { language in
      ReaderKit.Translation(
        language: language, names: names[language] ?? [:], program: programs[language])
    }
  }
}
