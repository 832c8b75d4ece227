// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings about the syntax and encoding of JSON.
package enum JSONFindings {
  private static let grammar = Basis.documented("RFC 8259")
  private static let valid = Example.with("pass.json", .text(sample))
  private static let sample = """
    {"formatVersion":1,"serialNumber":"1","description":"d","organizationName":"o",\
    "passTypeIdentifier":"pass.com.example.passc","teamIdentifier":"EXAMPLE123","generic":{}}
    """

  private static func raw(_ text: String) -> Example { .with("pass.json", .text(text)) }
  private static func raw(_ bytes: [UInt8]) -> Example { .with("pass.json", .bytes(bytes)) }
  private static func member(_ text: String) -> Example {
    raw(sample.dropLast() + "," + text + "}")
  }

  /// A syntax error that no other finding describes.
  package static let syntax = Finding(
    "json.syntax.invalid", .error, effect: .refused, step: .passText,
    why: """
      Wallet reads pass.json with a strict parser. One wrong character makes it reject the pass.
      """,
    help: "correct the JSON at this place. Everything before it is valid", source: grammar,
    wrong: """
      "description": "Gym card"
      "organizationName": "Example Gym"
      """,
    right: """
      "description": "Gym card",
      "organizationName": "Example Gym"
      """,
    bad: [raw("{\"a\" 1}"), raw("{'a': 1}"), raw("")], good: [valid], losesGround: true)
  /// The text ends inside a string, an array, an object or a comment.
  package static let truncated = Finding(
    "json.text.truncated", .error, effect: .refused, step: .passText,
    why: "The file ends in the middle. It was probably cut off when it was copied or written.",
    help: "close what is still open, or copy the file again", source: grammar,
    wrong: """
      {
        "description": "Gym card",
        "storeCard": { "primaryFields": [
      """,
    right: """
      {
        "description": "Gym card",
        "storeCard": { "primaryFields": [] }
      }
      """,
    bad: [raw("{\"a\": [1"), raw("{\"a\": \"b")], good: [valid], losesGround: true)
  package static let trailingComma = Finding(
    "json.comma.trailing", .warning, effect: .maybeRefused, step: .passText,
    why: """
      JSON allows no comma before a closing bracket. Some of Apple's own samples have one and open \
      nevertheless, so passc only warns about it in finished passes, packed or in a folder. In a \
      template it is an error.
      """,
    help: "remove the comma", source: grammar,
    wrong: """
      "barcodes": [
        { "message": "A-1", "format": "PKBarcodeFormatQR" },
      ]
      """,
    right: """
      "barcodes": [
        { "message": "A-1", "format": "PKBarcodeFormatQR" }
      ]
      """,
    bad: [raw(sample.dropLast() + ",}")], good: [valid])
  package static let comment = Finding(
    "json.comment.present", .warning, effect: .maybeRefused, step: .passText,
    why: "JSON has no comments. Some parsers skip them, others reject the file.",
    help: "remove the comment", source: grammar,
    wrong: """
      {
        // the card of our gym
        "description": "Gym card"
      }
      """,
    right: """
      {
        "description": "Gym card"
      }
      """,
    bad: [raw("/* gym */" + sample)], good: [member("\"userInfo\":{\"note\":\"// not one\"}")])
  /// A byte order mark before the text.
  package static let byteOrderMark = Finding(
    "json.encoding.byteOrderMark", .note, effect: .style,
    why: """
      JSON is UTF-8 without a byte order mark. Wallet skips the mark, but other programs that read \
      passes may take it for text.
      """,
    help: "save the file as UTF-8 without a byte order mark", source: grammar,
    wrong: "pass.json   EF BB BF 7B ...   a byte order mark, then {",
    right: "pass.json   7B ...            begins with {",
    bad: [raw("\u{FEFF}" + sample)], good: [valid])
  package static let utf16 = Finding(
    "json.encoding.utf16", .warning, effect: .maybeRefused, step: .passText,
    why: "Wallet expects pass.json in UTF-8. Only pass.strings may be UTF-16.",
    help: "save the file as UTF-8", source: grammar,
    wrong: "pass.json   FF FE 7B 00 22 00 ...   { and \" with two bytes each",
    right: "pass.json   7B 22 ...               { and \" with one byte each",
    bad: [raw([0xFF, 0xFE] + sample.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })],
    good: [valid])
  package static let invalidUTF8 = Finding(
    "json.encoding.invalidUTF8", .error, effect: .refused, step: .passText,
    why: "JSON is UTF-8. A file with other bytes is often Latin-1 or Windows-1252.",
    help: "save the file as UTF-8", source: grammar,
    wrong: #"""
      "description": "Café card"      é is the byte E9 (Windows-1252)
      """#,
    right: #"""
      "description": "Café card"      é is the bytes C3 A9 (UTF-8)
      """#,
    bad: [raw(Array("{\"description\":\"caf".utf8) + [0xE9] + Array("\"}".utf8))],
    good: [member("\"logoText\":\"café\"")], losesGround: true)
  /// Two members of one object with the same name.
  package static let duplicateMember = Finding(
    "json.member.duplicate", .error, effect: .wrong,
    why: "If an object has two members with one name, some parsers use the first, some the second.",
    help: "delete one of the two members", source: grammar,
    wrong: """
      "description": "Gym card",
      "description": "Gold card",
      """,
    right: """
      "description": "Gold card",
      """,
    bad: [member("\"description\":\"second\"")], good: [valid])
  /// A surrogate escape without its other half.
  package static let loneSurrogate = Finding(
    "json.string.loneSurrogate", .error, effect: .refused, step: .passText,
    why: "\\uD800 to \\uDFFF are halves of a character. One half alone is not a character.",
    help: "write both halves, or the character itself", source: grammar,
    wrong: #"""
      "logoText": "Gym \ud83d"
      """#,
    right: #"""
      "logoText": "Gym \ud83d\udcaa"
      """#,
    bad: [member("\"logoText\":\"\\ud83d\"")], good: [member("\"logoText\":\"\\ud83d\\ude00\"")])
  /// A control character that is not escaped.
  package static let controlCharacter = Finding(
    "json.string.controlCharacter", .error, effect: .refused, step: .passText,
    why: "A line break, a tab or another control character in a JSON string must be escaped.",
    help: "write \\n for a line break, \\t for a tab", source: grammar,
    wrong: """
      "value": "Main Street 1
      Springfield"
      """,
    right: #"""
      "value": "Main Street 1\nSpringfield"
      """#,
    bad: [member("\"logoText\":\"a\tb\"")], good: [member("\"logoText\":\"a\\tb\"")])
  /// A backslash before a character that is not part of an escape.
  package static let invalidEscape = Finding(
    "json.string.invalidEscape", .error, effect: .refused, step: .passText,
    why: """
      JSON has the escapes \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hex digits, no \
      others.
      """,
    help: "write \\\\ for a backslash", source: grammar,
    wrong: #"""
      "value": "Locker A\D"
      """#,
    right: #"""
      "value": "Locker A\\D"
      """#,
    bad: [member("\"logoText\":\"C:\\dir\"")], good: [member("\"logoText\":\"C:\\\\dir\"")])
  /// A number that is infinite, NaN or too large for a double.
  package static let notFinite = Finding(
    "json.number.notFinite", .error, effect: .refused, step: .passText,
    why: """
      NaN and Infinity are not JSON. Some programs write them for a missing number. A number that \
      a double cannot hold, such as 1e999, becomes infinite, and iOS rejects the file.
      """,
    help: "write a number, or leave the member out", source: grammar,
    wrong: """
      "maxDistance": NaN
      """,
    right: """
      "maxDistance": 100
      """,
    bad: [
      member("\"maxDistance\":NaN"), member("\"maxDistance\":-Infinity"),
      member("\"userInfo\":{\"a\":-1e999}"),
    ],
    good: [member("\"maxDistance\":100"), member("\"userInfo\":{\"a\":[1e308,1e-999]}")],
    losesGround: true)
  /// Digits and signs that are not a JSON number.
  package static let invalidNumber = Finding(
    "json.number.invalid", .error, effect: .refused, step: .passText,
    why: """
      A JSON number has no leading plus and no leading zeros. A decimal point has digits on both \
      sides.
      """,
    help: "write the number as in JSON, such as 0.5 or 7", source: grammar,
    wrong: """
      "maxDistance": 007
      """,
    right: """
      "maxDistance": 7
      """,
    bad: [member("\"maxDistance\":007"), member("\"maxDistance\":.5")],
    good: [member("\"maxDistance\":0.5")], losesGround: true)
  /// Containers that are nested deeper than the limit.
  package static let tooDeep = Finding(
    "json.nesting.tooDeep", .error, effect: .refused, step: .passText,
    why: "The JSON of a pass has a few levels. More than 512 are a mistake or an attack.",
    help: "correct the program that wrote the file", source: .convention("limit of passc"),
    wrong: """
      "userInfo": [[[[[[[[ ... 513 levels ... ]]]]]]]]
      """,
    right: """
      "userInfo": [[1, 2], [3, 4]]
      """,
    bad: [raw(String(repeating: "[", count: 513))],
    good: [
      member(
        "\"userInfo\":{\"deep\":" + String(repeating: "[", count: 510)
          + String(repeating: "]", count: 510) + "}")
    ], mayBeAllowed: false, losesGround: true)
  /// A file with more bytes or more values and names than the limit.
  package static let tooLarge = Finding(
    "json.text.tooLarge", .error, effect: .refused, step: .passText,
    why: """
      The JSON of a pass has a few hundred values in a few kilobytes. More than 400,000 values, or \
      8 MiB, are a mistake or an attack.
      """,
    help: "correct the program that wrote the file", source: .convention("limit of passc"),
    wrong: """
      "userInfo": { "visits": [ 1, 2, 3, ... 500,000 numbers ... ] }
      """,
    right: """
      "userInfo": { "visits": 500000 }
      """,
    bad: [raw("[" + String(repeating: "1,", count: 400_000) + "1]")],
    good: [
      member("\"userInfo\":{\"list\":[" + String(repeating: "1,", count: 9_999) + "1]}")
    ], mayBeAllowed: false, losesGround: true)
  /// More combining marks in a row than the limit.
  package static let tooManyMarks = Finding(
    "json.combiningMark.tooMany", .error, effect: .wrong,
    why: MarkRun.why,
    help: "remove the combining marks", source: .convention("limit of passc"),
    wrong: """
      "logoText": "Gým"     the y has 31 accents
      """,
    right: """
      "logoText": "Gým"     the y has 1 accent
      """,
    bad: [member("\"logoText\":\"a" + String(repeating: "\u{301}", count: 31) + "\"")],
    good: [member("\"logoText\":\"a" + String(repeating: "\u{301}", count: 30) + "\"")],
    mayBeAllowed: false, losesGround: true)
  /// Text after the end of the value.
  package static let trailingBytes = Finding(
    "json.text.trailingBytes", .error, effect: .refused, step: .passText,
    why: "Only spaces and line breaks may follow the closing bracket of a JSON text.",
    help: "delete everything after the closing bracket", source: grammar,
    wrong: """
        "storeCard": { "primaryFields": [] }
      }
      }
      """,
    right: """
        "storeCard": { "primaryFields": [] }
      }
      """,
    bad: [raw(sample + "}")], good: [raw(sample + "\n\n")], losesGround: true)

  /// All findings about JSON, in the order of the reference pages.
  package static let all = [
    syntax, truncated, trailingComma, comment, byteOrderMark, utf16, invalidUTF8, duplicateMember,
    loneSurrogate, controlCharacter, invalidEscape, notFinite, invalidNumber, tooDeep, tooLarge,
    tooManyMarks, trailingBytes,
  ]
}
