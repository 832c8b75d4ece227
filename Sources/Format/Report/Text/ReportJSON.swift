// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// JSON as the text of a report.
///
/// Reports are printed in terminals and CI logs, so characters with a side effect there are
/// escaped. These are DEL and C1, which terminals interpret, U+2028 and U+2029, which some readers
/// treat as line ends, and directional marks. Backspace and form feed are written as numbers.
package enum ReportJSON {
  /// Returns finished JSON with control characters in its strings escaped.
  package static func safe(_ json: [UInt8]) -> String { text(json) }

  /// Returns the JSON on one line, without spaces and without a line end.
  static func line(_ tree: JSONTree) -> String {
    var bytes: [UInt8] = []
    append(tree, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the JSON on one line, without spaces and without a line end.
  static func append(_ tree: JSONTree, to out: inout [UInt8]) {
    tree.write(to: &out, string: append)
  }

  /// Appends a string. Nearly all of the strings need no escapes, so these are copied in one step.
  private static func append(_ text: String, to out: inout [UInt8]) {
    var text = text
    let isPlain = text.withUTF8 { utf8 in
      guard utf8.allSatisfy(isWrittenAsIs) else { return false }
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

  private static func isWrittenAsIs(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
      && !mayBeginControl(byte)
  }

  /// Returns the JSON with one member or element a line, for files that people read.
  static func lines(_ tree: JSONTree) -> String {
    text(IndentedJSON.bytes(of: tree, foldedTo: 0))
  }

  /// Escapes characters in finished JSON. They occur only inside strings, so no parser is needed.
  private static func text(_ json: [UInt8]) -> String {
    var out: [UInt8] = []
    // The bytes between escapes are copied in one step.
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

  /// Returns the escape of the next character and its length in bytes. The escape is nil if the
  /// character needs none.
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
    // Azure and GitHub interpret ##[group] anywhere in a line.
    case UInt8(ascii: "#"):
      (rest.starts(with: "#[".utf8) || rest.starts(with: "#vso[".utf8) ? "\\u0023" : nil, 1)
    default: (nil, 1)
    }
  }

  /// Returns whether a byte is DEL, or the first byte of C1, of U+061C, of the controls from U+200E
  /// on, or of a command of a CI system.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    byte == 0x7F || byte == 0xC2 || byte == 0xD8 || byte == 0xE2 || byte == UInt8(ascii: "#")
  }

  /// Returns the escape of a control character of two or three bytes.
  private static func control(at rest: ArraySlice<UInt8>) -> (String?, length: Int) {
    let length = rest.first == 0xE2 ? 3 : 2
    let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first
    guard let scalar, TextWriter.isControl(scalar) else { return (nil, 1) }
    return ("\\u" + Hex.number(scalar.value, digits: 4), length)
  }
}
