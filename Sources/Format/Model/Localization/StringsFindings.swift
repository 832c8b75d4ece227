// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Problems in the text of a pass.strings.
package enum StringsFindings {
  private static let format = Basis.documented(
    "Wallet Passes: localizing a pass; strings files of the Apple platforms")
  private static let lost = """
    Wallet reads a strings file completely or not at all. After an error it shows the keys instead \
    of their translations, in this language only.
    """

  private static func file(_ text: String) -> Example { .with(name, .text(text)) }
  private static func file(_ bytes: [UInt8]) -> Example { .with(name, .bytes(bytes)) }
  private static let name = "en.lproj/pass.strings"
  private static let valid = file("\"NAME\" = \"NAME\";\n")

  private static func utf16(_ text: String, mark: [UInt8]) -> [UInt8] {
    mark + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
  }

  /// Text that does not have the form `"key" = "value";`.
  package static let syntax = Finding(
    "strings.syntax.invalid", .error, effect: .wrong, why: lost,
    help: "write each line as \"key\" = \"value\";",
    source: format,
    wrong: """
      "POINTS" "Punkte";
      """,
    right: """
      "POINTS" = "Punkte";
      """,
    bad: [file("\"NAME\" \"Punkte\";"), file("\"NAME\" = ;"), file("= \"Punkte\";")],
    good: [valid, file("NAME = Punkte;\n"), file("/* none yet */\n"), file("")])
  /// A value without a semicolon after it.
  package static let missingSemicolon = Finding(
    "strings.semicolon.missing", .error, effect: .wrong, why: lost,
    help: "write a semicolon after the value", source: format,
    wrong: """
      "POINTS" = "Punkte"
      "SINCE" = "Mitglied seit";
      """,
    right: """
      "POINTS" = "Punkte";
      "SINCE" = "Mitglied seit";
      """,
    bad: [file("\"NAME\" = \"Punkte\"\n\"SINCE\" = \"SINCE\";"), file("\"NAME\" = \"Punkte\"")],
    good: [file("\"NAME\" = \"Punkte\" ;\n\"SINCE\"=\"SINCE\";")])
  /// A quotation mark without a closing one.
  package static let unterminatedString = Finding(
    "strings.string.unterminated", .error, effect: .wrong, why: lost,
    help: "close the string with a quotation mark, and write \\\" for one inside it",
    source: format,
    wrong: """
      "POINTS" = "Punkte;
      """,
    right: """
      "POINTS" = "Punkte";
      """, bad: [file("\"NAME\" = \"Punkte;\n")],
    good: [file("\"NAME\" = \"say \\\"points\\\"\";\n"), file("\"NAME\" = \"two\nlines\";\n")])
  /// A quotation mark inside a string, without a backslash before it.
  package static let innerQuote = Finding(
    "strings.string.innerQuote", .error, effect: .wrong,
    why: "A quotation mark inside a text ends the string, unless it has a backslash. " + lost,
    help: "write \\\" for a quotation mark inside a text",
    source: format,
    wrong: #"""
      "CLUB" = "The "Tide" club";
      """#,
    right: #"""
      "CLUB" = "The \"Tide\" club";
      """#,
    bad: [
      file("\"NAME\" = \"The \"Tide\" club\";\n"), file("\"NAME\" = \"\"Tide\" club\";\n"),
      file("\"NAME\" = \"The \"Tide\"\";\n"), file("\"NAME\" = \"see <a href=\"x\">it</a>\";\n"),
    ],
    good: [
      file("\"NAME\" = \"The \\\"Tide\\\" club\";\n"), file("'NAME' = 'The \"Tide\" club';\n"),
    ])
  /// A comment that begins with `/*` and has no `*/`.
  package static let unterminatedComment = Finding(
    "strings.comment.unterminated", .error, effect: .wrong, why: lost,
    help: "close the comment with */", source: format,
    wrong: """
      /* the front
      "POINTS" = "Punkte";
      """,
    right: """
      /* the front */
      "POINTS" = "Punkte";
      """,
    bad: [file("\"NAME\" = \"Punkte\";\n/* more to come")],
    good: [file("\"NAME\" = \"Punkte\"; /* more to come */ // soon")])
  /// A backslash before a character that is not an escape.
  package static let invalidEscape = Finding(
    "strings.escape.invalid", .warning, effect: .style,
    why: """
      After a backslash only \" ' \\ a b f n r t v, three octal digits or U with four hex digits \
      have a meaning. Wallet reads any other character as itself.
      """,
    help: "write \\\\ for a backslash", source: format,
    wrong: #"""
      "PATH" = "C:\gym";
      """#,
    right: #"""
      "PATH" = "C:\\gym";
      """#,
    bad: [file("\"NAME\" = \"C:\\dir\";\n"), file("\"NAME\" = \"\\U00\";\n")],
    good: [file("\"NAME\" = \"C:\\\\dir \\U00e9 \\n\";\n")])
  /// A key that occurs in an earlier line of the file.
  package static let duplicateKey = Finding(
    "strings.key.duplicate", .note, effect: .ignored,
    why: """
      If a key has two translations, only one is shown. It is not documented which one. passc \
      reports this once for each file.
      """,
    help: "keep one of them", source: .convention("the file means one value per key"),
    wrong: """
      "POINTS" = "Punkte";
      "POINTS" = "Zähler";
      """,
    right: """
      "POINTS" = "Punkte";
      "NUMBER" = "Zähler";
      """,
    bad: [file("\"NAME\" = \"Punkte\";\n\"NAME\" = \"Zähler\";\n")],
    good: [file("\"NAME\" = \"Punkte\";\n\"NUMBER\" = \"Zähler\";\n")])
  /// A file larger than `StringsFile.limitInBytes`. passc reads no part of it.
  package static let tooLarge = Finding(
    "strings.file.tooLarge", .error, effect: .wrong,
    why: "A pass has a few dozen strings in a few kilobytes. 2 MiB are a mistake or an attack.",
    help: "check the program that wrote the file", source: .convention("limit of passc"),
    wrong: "en.lproj/pass.strings   2,400,000 bytes",
    right: "en.lproj/pass.strings   2,400 bytes",
    bad: [file("/* " + String(repeating: "x", count: 2 << 20) + " */")], good: [valid])
  /// More languages with a pass.strings than `StringsFile.maxLanguages`.
  package static let tooManyLanguages = Finding(
    "strings.language.tooMany", .error, effect: .wrong,
    why: """
      Published passes have up to about forty languages, and iOS offers fewer than two hundred. \
      passc reads the first 256 of a pass, in alphabetical order. It does not read the others.
      """,
    help: "remove the languages that nobody reads", source: .convention("limit of passc"),
    wrong: "gym.pass/   300 folders such as en.lproj, each with pass.strings",
    right: "gym.pass/   40 folders such as en.lproj, each with pass.strings")
  /// More lines in all pass.strings together than `StringsFile.maxLines`.
  package static let tooManyLines = Finding(
    "strings.line.tooMany", .error, effect: .wrong,
    why: """
      A pass shows a few hundred strings at most. passc reads 300,000 lines of all pass.strings \
      together, enough for 7,000 in each of forty languages. It does not read the files after that.
      """,
    help: "remove the lines that the pass does not show", source: .convention("limit of passc"),
    wrong: "gym.pass/   60 pass.strings with 10,000 lines each",
    right: "gym.pass/   60 pass.strings with 100 lines each")
  /// More bytes in all pass.strings together than `StringsFile.maxBytes`.
  package static let tooManyBytes = Finding(
    "strings.total.tooLarge", .error, effect: .wrong,
    why: """
      The largest published pass has 4 MB, with its images. passc reads 16 MiB of all pass.strings \
      together. It does not read the files after that.
      """,
    help: "check the program that wrote the files", source: .convention("limit of passc"),
    wrong: "gym.pass/   40 pass.strings with 1 MB each",
    right: "gym.pass/   40 pass.strings with 20 kB each")
  /// More combining marks in a row than the limit.
  package static let tooManyMarks = Finding(
    "strings.combiningMark.tooMany", .error, effect: .wrong,
    why: MarkRun.why,
    help: "remove the combining marks", source: .convention("limit of passc"),
    wrong: """
      "NAME" = "A";   with 31 accents on the A
      """,
    right: """
      "NAME" = "A";   with 1 accent on the A
      """,
    bad: [file("\"NAME\" = \"a" + String(repeating: "\u{301}", count: 31) + "\";\n")],
    good: [file("\"NAME\" = \"a" + String(repeating: "\u{301}", count: 30) + "\";\n")])
  /// Bytes that are not valid UTF-8 or UTF-16, such as Latin-1 or UTF-32.
  package static let invalidEncoding = Finding(
    "strings.encoding.invalid", .error, effect: .wrong,
    why: """
      Bytes that are neither UTF-8 nor UTF-16 are often Latin-1 or Mac Roman from an old editor. \
      Wallet shows wrong characters or no translations.
      """,
    help: "save the file as UTF-8, or as UTF-16 with a byte order mark", source: format,
    wrong: """
      "TERMS" = "Café";   with é as the byte E9 (Latin-1)
      """,
    right: """
      "TERMS" = "Café";   with é as the bytes C3 A9 (UTF-8)
      """,
    bad: [file(Array("\"TERMS\" = \"Caf".utf8) + [0xE9] + Array("\";\n".utf8))],
    good: [
      file("\"TERMS\" = \"Café\";\n"), file("\u{FEFF}\"TERMS\" = \"Café\";\n"),
      file(utf16("\"TERMS\" = \"Café\";\n", mark: [0xFF, 0xFE])),
    ])
  /// UTF-16 without a byte order mark, recognized by its zero bytes.
  package static let withoutMark = Finding(
    "strings.encoding.withoutMark", .warning, effect: .maybeRefused,
    why: "Readers must guess UTF-16 without a byte order mark, and not every reader does.",
    help: "save the file as UTF-16 with a byte order mark, or as UTF-8",
    source: .convention("none of 48 public strings files lacks the mark"),
    wrong: "pass.strings   begins with the bytes 22 00 50 00",
    right: "pass.strings   begins with the bytes FF FE 22 00 50 00",
    bad: [file(utf16("\"NAME\" = \"Punkte\";\n", mark: []))],
    good: [file(utf16("\"NAME\" = \"Punkte\";\n", mark: [0xFF, 0xFE]))])
  /// A binary or XML property list in place of text.
  package static let propertyList = Finding(
    "strings.format.propertyList", .error, effect: .wrong,
    why: """
      Build tools for apps turn strings files into binary or XML property lists. It is not \
      documented that Wallet reads those, and no published pass has one.
      """,
    help: "pack the text file that the app's build converted",
    source: .convention("none of 48 public strings files is one"),
    wrong: """
      <?xml version="1.0"?>
      <plist><dict><key>POINTS</key><string>Punkte</string></dict></plist>
      """,
    right: """
      "POINTS" = "Punkte";
      """,
    bad: [file(Array("bplist00".utf8) + [0xD0]), file("<?xml version=\"1.0\"?><plist></plist>")],
    good: [valid])

  package static let all = [
    syntax, missingSemicolon, unterminatedString, innerQuote, unterminatedComment, invalidEscape,
    duplicateKey, tooLarge, tooManyLanguages, tooManyLines, tooManyBytes, tooManyMarks,
    invalidEncoding, withoutMark, propertyList,
  ]
}
