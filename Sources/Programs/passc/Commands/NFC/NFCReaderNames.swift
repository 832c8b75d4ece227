// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel
import PassNFC
import PassTemplate

/// Names of merchants and of their program in the languages of the templates.
///
/// A name is translated as any text of a pass is: by the entry of `pass.strings` whose key it is.
struct NFCReaderNames {
  private var names: [String: [String: String]] = [:]
  private var programs: [String: String] = [:]

  /// Looks a template's names up in its languages.
  mutating func add(_ merchant: Merchant, program: String?, of template: Template) {
    template.forEachPart { path, bytes in
      let parts = path.split(separator: "/")
      guard parts.count == 2, parts[1] == "pass.strings", parts[0].hasSuffix(".lproj") else {
        return
      }
      let language = String(parts[0].dropLast(".lproj".utf8.count))
      // What reading complains about was reported when the template was loaded.
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

  /// One for each language that has any of the names.
  ///
  /// - Parameter withProgram: false where the templates name several programs and none is shown.
  func translations(withProgram: Bool) -> [ReaderKit.Translation] {
    let programs = withProgram ? programs : [:]
    return Set(names.keys).union(programs.keys).sorted().map { language in
      ReaderKit.Translation(
        language: language, names: names[language] ?? [:], program: programs[language])
    }
  }
}
