// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassReport

/// The output of `passc init` after its first line: the commands to run next, and what is left to
/// do.
struct InitNextSteps {
  /// The template's folder as the user named it.
  let folder: String
  let style: StarterStyle
  let languages: StarterLanguages
  /// The private key for the reader of a pass with NFC.
  let keyPath: String?
  /// The table to issue from. Nil for the sample in the template.
  var data: String?
  /// The export of Pass Designer that the template extends.
  var export: String?

  /// Writes the lines to standard output.
  func print() {
    let template = shown(folder)
    let data = shown(self.data ?? FilePath.join(folder, "sample.csv"))
    Console.show(
      """

      Look at a pass, check every row, and make a signed pass for each:

        passc preview \(template) -o \(shown(outside + name + ".png"))
        passc check \(template)
        passc cert example -o \(shown(outside + "my-identity"))
        passc issue \(template) --data \(data) --identity \(shown(outside + "my-identity")) \
      -o \(shown(outside + "passes"))

      This identity is for trying: no iPhone accepts its passes. For real ones, run:

        passc cert request --pass-type pass.com.example.\(shown(label)) -o \(shown(outside + "apple"))

      """)
    for line in leftToDo { Console.print(line) }
  }

  private var leftToDo: [String] {
    if let export {
      return [
        "Then give template.json and sample.csv the columns of your table. passc never changes "
          + "\(export): save it again in Pass Designer, and the next build has the changes."
      ]
    }
    var lines: [String] = []
    if let keyPath {
      lines.append("The reader's private key is in \(keyPath): it is for the reader alone.")
    } else if style == .posterEventTicket {
      lines.append(
        "Without --nfc only iOS 27 draws the poster. Older systems draw the eventTicket.")
    }
    for language in languages.untranslated {
      let file =
        language == languages.mainLanguage
        ? PackageKind.pass.document : "\(language).lproj/pass.strings"
      lines.append("The strings in \(file) are in English: translate them into \(language).")
    }
    return lines + [
      "Then edit pass.json, template.json and sample.csv, and put your own images in."
    ]
  }

  /// The name for outputs. "." and ".." do not contain one.
  private var name: String {
    let stem = FilePath.stem(FilePath.normalised(folder))
    return [".", ".."].contains(stem) ? "sample" : stem
  }

  /// The name for a pass type identifier, with the characters that one may have.
  private var label: String {
    let label = name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    return label.isEmpty ? "card" : label
  }

  /// The way out of the template if it is the current folder or the one above. An output inside it
  /// would be a file of the template.
  private var outside: String {
    switch FilePath.normalised(folder) {
    case ".": "../"
    case "..": "../../"
    default: ""
    }
  }

  private func shown(_ path: String) -> String { TextWriter.printable(ShellWord.quoted(path)) }
}
