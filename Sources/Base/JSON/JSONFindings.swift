// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What can be wrong with a JSON text.
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

  /// Something stands where JSON's grammar wants something else.
  package static let syntax = Finding(
    "json.syntax.invalid", .error, effect: .refused, step: .passText,
    why: "Wallet reads pass.json with a strict reader; one stray character and there is no pass.",
    help: "correct the text at this place; everything before it was read", source: grammar,
    bad: [raw("{\"a\" 1}"), raw("{'a': 1}"), raw("")], good: [valid], losesGround: true)
  /// The text ends inside a string, an array, an object or a comment.
  package static let truncated = Finding(
    "json.text.truncated", .error, effect: .refused, step: .passText,
    why: "A file that ends in the middle was cut while it was copied or written.",
    help: "close what is still open, or copy the file again", source: grammar,
    bad: [raw("{\"a\": [1"), raw("{\"a\": \"b")], good: [valid], losesGround: true)
  /// A comma before a closing bracket.
  package static let trailingComma = Finding(
    "json.comma.trailing", .warning, effect: .maybeRefused, step: .passText,
    why: """
      JSON allows no comma before a closing bracket. Some of Apple's own samples have one and \
      still open, so in other people's bundles it is a warning; in a template it is an error.
      """,
    help: "remove the comma", source: grammar,
    bad: [raw(sample.dropLast() + ",}")], good: [valid])
  /// A comment, which JSON does not have.
  package static let comment = Finding(
    "json.comment.present", .warning, effect: .maybeRefused, step: .passText,
    why: "JSON has no comments; readers differ in whether they put up with them.",
    help: "remove the comment", source: grammar,
    bad: [raw("/* gym */" + sample)], good: [member("\"userInfo\":{\"note\":\"// not one\"}")])
  /// A byte order mark before the text.
  package static let byteOrderMark = Finding(
    "json.encoding.byteOrderMark", .warning, effect: .maybeRefused, step: .passText,
    why: "JSON is UTF-8 without a byte order mark; a reader may take the mark for text.",
    help: "save the file as UTF-8 without a byte order mark", source: grammar,
    bad: [raw("\u{FEFF}" + sample)], good: [valid])
  /// A text in UTF-16.
  package static let utf16 = Finding(
    "json.encoding.utf16", .warning, effect: .maybeRefused, step: .passText,
    why: "Wallet expects pass.json in UTF-8; UTF-16 belongs into pass.strings.",
    help: "save the file as UTF-8", source: grammar,
    bad: [raw([0xFF, 0xFE] + sample.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })],
    good: [valid])
  /// Bytes that are not UTF-8.
  package static let invalidUTF8 = Finding(
    "json.encoding.invalidUTF8", .error, effect: .refused, step: .passText,
    why: "Bytes that are not UTF-8 have no meaning in JSON; often the file is Latin-1.",
    help: "save the file as UTF-8", source: grammar,
    bad: [raw(Array("{\"description\":\"caf".utf8) + [0xE9] + Array("\"}".utf8))],
    good: [member("\"logoText\":\"café\"")], losesGround: true)
  /// Two members of one object with the same name.
  package static let duplicateMember = Finding(
    "json.member.duplicate", .error, effect: .wrong,
    why: "Readers disagree on which of two members with one name counts.",
    help: "keep one of them", source: grammar,
    bad: [member("\"description\":\"second\"")], good: [valid])
  /// An escape for half of a character without its other half.
  package static let loneSurrogate = Finding(
    "json.string.loneSurrogate", .error, effect: .refused, step: .passText,
    why: "\\uD800 to \\uDFFF are halves of a character and mean nothing alone.",
    help: "write the whole pair, or the character itself", source: grammar,
    bad: [member("\"logoText\":\"\\ud83d\"")], good: [member("\"logoText\":\"\\ud83d\\ude00\"")])
  /// A control character inside a string that is not escaped.
  package static let controlCharacter = Finding(
    "json.string.controlCharacter", .error, effect: .refused, step: .passText,
    why: "A line break or tab inside a string must be escaped.",
    help: "write \\n, \\t or \\u00XX", source: grammar,
    bad: [member("\"logoText\":\"a\tb\"")], good: [member("\"logoText\":\"a\\tb\"")])
  /// A backslash before what makes no escape.
  package static let invalidEscape = Finding(
    "json.string.invalidEscape", .error, effect: .refused, step: .passText,
    why: "After a backslash only \" \\ / b f n r t and u with four hex digits may stand.",
    help: "write \\\\ for a backslash", source: grammar,
    bad: [member("\"logoText\":\"C:\\dir\"")], good: [member("\"logoText\":\"C:\\\\dir\"")])
  /// A number that is infinite, none at all (NaN), or too large for a double.
  package static let notFinite = Finding(
    "json.number.notFinite", .error, effect: .refused, step: .passText,
    why: """
      NaN and Infinity are not JSON; some writers put them out for a missing number. Of 1e999, \
      which no double holds, iOS makes such a thing and refuses the text.
      """,
    help: "write a number, or leave the member out", source: grammar,
    bad: [
      member("\"maxDistance\":NaN"), member("\"maxDistance\":-Infinity"),
      member("\"userInfo\":{\"a\":-1e999}"),
    ],
    good: [member("\"maxDistance\":100"), member("\"userInfo\":{\"a\":[1e308,1e-999]}")],
    losesGround: true)
  /// Digits and signs that make no number of JSON.
  package static let invalidNumber = Finding(
    "json.number.invalid", .error, effect: .refused, step: .passText,
    why: "A JSON number has no leading plus or zeros and digits on both sides of the point.",
    help: "write it as JSON does, such as 0.5 or 7", source: grammar,
    bad: [member("\"maxDistance\":007"), member("\"maxDistance\":.5")],
    good: [member("\"maxDistance\":0.5")], losesGround: true)
  /// Arrays and objects inside each other, deeper than the limit.
  package static let tooDeep = Finding(
    "json.nesting.tooDeep", .error, effect: .refused, step: .passText,
    why: "No pass nests more than a few levels; 512 are a mistake or an attack.",
    help: "look at the program that wrote the file", source: .convention("limit of passc"),
    bad: [raw(String(repeating: "[", count: 513))],
    good: [
      member(
        "\"userInfo\":{\"deep\":" + String(repeating: "[", count: 510)
          + String(repeating: "]", count: 510) + "}")
    ], mayBeAllowed: false, losesGround: true)
  /// A text with more bytes, or more values and names, than the limit.
  package static let tooLarge = Finding(
    "json.text.tooLarge", .error, effect: .refused, step: .passText,
    why: """
      A pass has some hundreds of values in a few kilobytes; 400,000 of them, or 8 MiB, are a \
      mistake or an attack.
      """,
    help: "look at the program that wrote the file", source: .convention("limit of passc"),
    bad: [raw("[" + String(repeating: "1,", count: 400_000) + "1]")],
    good: [
      member("\"userInfo\":{\"list\":[" + String(repeating: "1,", count: 9_999) + "1]}")
    ], mayBeAllowed: false, losesGround: true)
  /// More combining marks in a row than the limit.
  package static let tooManyMarks = Finding(
    "json.combiningMark.tooMany", .error, effect: .wrong,
    why: MarkRun.why,
    help: "remove the combining marks", source: .convention("limit of passc"),
    bad: [member("\"logoText\":\"a" + String(repeating: "\u{301}", count: 31) + "\"")],
    good: [member("\"logoText\":\"a" + String(repeating: "\u{301}", count: 30) + "\"")],
    mayBeAllowed: false, losesGround: true)
  /// Text behind the end of the value.
  package static let trailingBytes = Finding(
    "json.text.trailingBytes", .error, effect: .refused, step: .passText,
    why: "After the closing bracket nothing but blanks may follow.",
    help: "remove what follows", source: grammar,
    bad: [raw(sample + "}")], good: [raw(sample + "\n\n")], losesGround: true)

  /// Every finding about JSON texts, in the order of the reference.
  package static let all = [
    syntax, truncated, trailingComma, comment, byteOrderMark, utf16, invalidUTF8, duplicateMember,
    loneSurrogate, controlCharacter, invalidEscape, notFinite, invalidNumber, tooDeep, tooLarge,
    tooManyMarks, trailingBytes,
  ]
}
