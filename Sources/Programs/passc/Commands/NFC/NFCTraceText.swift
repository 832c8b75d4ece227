// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassDiagnostics
import PassNFC
import PassReport

/// Commands and responses as text, in lines of at most 80 columns.
struct NFCTraceText {
  /// Merchants that the trace can name if a command contains the hash of their pass type
  /// identifier.
  let merchants: [Merchant]
  let style: NFCTextStyle

  /// The columns, counted from 0, where raw bytes, tags, names and values begin.
  private static let bytesColumn = 8
  private static let tagColumn = 10
  private static let nameColumn = 18
  private static let valueColumn = 40
  private static let width = 80
  /// The number of bytes in a line, at two digits a byte.
  private static let bytesPerLine = (width - bytesColumn) / 2
  private static let valueWidth = width - valueColumn

  /// Returns a command, its response and an empty line.
  func text(of exchange: Exchange) -> String {
    let isSuccess = exchange.response.suffix(2) == [0x90, 0x00]
    let title = Trace.title(ofResponse: exchange.response)
    var text = "\(style.command("reader"))  \(Trace.title(ofCommand: exchange.command))\n"
    text += bytes(exchange.command)
    text += lines(Trace.lines(ofCommand: exchange.command, merchants: merchants))
    text += "\(style.response("phone"))   \(isSuccess ? title : style.attention(title))\n"
    text += bytes(exchange.response)
    text += lines(Trace.lines(ofResponse: exchange.response))
    return text + "\n"
  }

  private func bytes(_ bytes: [UInt8]) -> String {
    stride(from: 0, to: bytes.count, by: Self.bytesPerLine).map { start in
      let part = bytes[start..<min(start + Self.bytesPerLine, bytes.count)]
      return Self.blanks(Self.bytesColumn) + style.dim(Hex.encode(part)) + "\n"
    }.joined()
  }

  private func lines(_ lines: [Trace.Line]) -> String { lines.map(text).joined() }

  private func text(of line: Trace.Line) -> String {
    var head = Self.blanks(Self.tagColumn + 2 * line.depth) + (line.tag ?? "")
    head = Self.padded(head, to: max(Self.nameColumn, head.utf8.count + 2))
    head = Self.padded(head + (line.name ?? "unknown element"), to: Self.valueColumn)
    var text = ""
    for (index, value) in values(of: line).enumerated() {
      text += (index == 0 ? head : Self.blanks(Self.valueColumn)) + value + "\n"
    }
    return text
  }

  /// Returns the value of an element in lines: short bytes in hex, and the meaning if there is one.
  private func values(of line: Trace.Line) -> [String] {
    guard let meaning = line.meaning else {
      let digits = Array(line.hex ?? "")
      let starts = stride(from: 0, to: max(1, digits.count), by: 32)
      return starts.map { String(digits[$0..<min($0 + 32, digits.count)]) }
    }
    let shown = TextWriter.printable(meaning)
    guard let hex = line.hex, !hex.isEmpty, hex.utf8.count <= 16, hex != meaning,
      line.tag != "50"
    else { return Self.wrapped(shown, at: Self.valueWidth) }
    let parts = Self.wrapped(shown, at: Self.valueWidth - hex.utf8.count - 2)
    return parts.enumerated().map { index, part in
      (index == 0 ? hex : Self.blanks(hex.utf8.count)) + "  " + part
    }
  }

  /// Wraps a text after commas. A part that is longer than a line, such as a long URL, is split
  /// where the line is full.
  private static func wrapped(_ text: String, at width: Int) -> [String] {
    let width = max(width, 8)
    var lines: [String] = []
    for whole in text.split(separator: ", ") {
      var part = whole
      while part.count > width {
        if let last = lines.popLast() { lines.append(part == whole ? last + "," : last) }
        lines.append(String(part.prefix(width)))
        part = part.dropFirst(width)
      }
      guard part == whole else {
        lines.append(String(part))
        continue
      }
      if let last = lines.last, last.count + 2 + part.count <= width {
        lines[lines.count - 1] = last + ", " + part
      } else {
        if let last = lines.popLast() { lines.append(last + ",") }
        lines.append(String(part))
      }
    }
    return lines.isEmpty ? [text] : lines
  }

  private static func blanks(_ count: Int) -> String { String(repeating: " ", count: count) }

  private static func padded(_ text: String, to width: Int) -> String {
    text + blanks(max(1, width - text.utf8.count))
  }
}

/// Emphasis with terminal codes, or none if `colour` is false.
struct NFCTextStyle {
  let colour: Bool

  func bold(_ text: String) -> String { marked(text, "1") }
  func dim(_ text: String) -> String { marked(text, "2") }
  func command(_ text: String) -> String { marked(text, "1;36") }
  func response(_ text: String) -> String { marked(text, "1;32") }
  func attention(_ text: String) -> String { marked(text, "33") }

  private func marked(_ text: String, _ code: String) -> String {
    colour ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
