// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// JSON documents as the text of a report.
///
/// Reports pass through many hands. DEL and C1, which terminals obey, U+2028 and U+2029, which some
/// readers take for ends of lines, and marks of direction are escaped. Backspace and form feed are
/// written by number.
package enum ReportJSON {
  /// Returns finished JSON with control characters in its strings escaped.
  package static func safe(_ json: [UInt8]) -> String { text(json) }

  /// On one line, without blanks and without a line end.
  static func line(_ tree: JSONTree) -> String {
    var bytes: [UInt8] = []
    append(tree, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends it on one line, without blanks and without a line end.
  static func append(_ tree: JSONTree, to out: inout [UInt8]) {
    tree.write(to: &out, string: append)
  }

  /// Thousands of bundles have lines with a dozen strings each, and nearly all stand as they are.
  private static func append(_ text: String, to out: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy(standsAsItIs) else { return false }
      out.append(UInt8(ascii: "\""))
      out += utf8
      out.append(UInt8(ascii: "\""))
      return true
    }
    guard !isPlain else { return }
    var written: [UInt8] = []
    JSONWriter.writeString(text, to: &written)
    out += Self.text(written).utf8
  }

  private static func standsAsItIs(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && !mayBeginControl(byte)
  }

  /// A member or element a line, for files people look into.
  static func lines(_ tree: JSONTree) -> String {
    text(IndentedJSON.bytes(of: tree, foldedTo: 0))
  }

  /// What is spelled otherwise stands in strings only, so the finished text can be gone through.
  private static func text(_ json: [UInt8]) -> String {
    var out: [UInt8] = []
    // Most of it stands as it is.
    var written = 0
    var index = 0
    while index < json.count {
      let byte = json[index]
      guard byte == UInt8(ascii: "\\") || mayBeginControl(byte) else {
        index += 1
        continue
      }
      let (spelling, length) = spelling(of: json[index...])
      if let spelling {
        out += json[written..<index]
        out += spelling.utf8
        written = index + length
      }
      index += length
    }
    guard written > 0 else { return String(decoding: json, as: UTF8.self) }
    out += json[written...]
    return String(decoding: out, as: UTF8.self)
  }

  /// How a report spells the next character, nil for as it stands, and how many bytes it has.
  private static func spelling(of rest: ArraySlice<UInt8>) -> (String?, length: Int) {
    switch rest.first {
    case UInt8(ascii: "\\"):
      switch rest.dropFirst().first {
      case UInt8(ascii: "b"): ("\\u0008", 2)
      case UInt8(ascii: "f"): ("\\u000c", 2)
      default: (nil, 2)
      }
    case 0x7F: ("\\u007f", 1)
    case 0xC2, 0xD8, 0xE2: control(at: rest)
    // Azure and GitHub obey ##[group] anywhere in a line.
    case UInt8(ascii: "#"):
      (rest.starts(with: "#[".utf8) || rest.starts(with: "#vso[".utf8) ? "\\u0023" : nil, 1)
    default: (nil, 1)
    }
  }

  /// Whether a byte is DEL, or the first of C1, U+061C, the controls from U+200E on or a command of
  /// a CI system.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == UInt8(ascii: "#")
  }

  /// A control character of two or three bytes by its number.
  private static func control(at rest: ArraySlice<UInt8>) -> (String?, length: Int) {
    let length = rest.first == 0xE2 ? 3 : 2
    let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first
    guard let scalar, TextWriter.isControl(scalar) else { return (nil, 1) }
    return ("\\u" + Hex.number(scalar.value, digits: 4), length)
  }
}
