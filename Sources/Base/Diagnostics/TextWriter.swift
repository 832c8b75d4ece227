// SPDX-License-Identifier: Apache-2.0

/// Diagnostics for people: `file:line:column: severity: message [code]`, notes, help. The command's
/// messages and the descriptions of the library are written by it.
package struct TextWriter: Sendable {
  /// Whether severities are coloured; only on a terminal and without NO_COLOR.
  package var colour: Bool
  /// Whether notes are shown.
  package var showsNotes: Bool
  /// How often one code is printed before it is only counted; nil prints all.
  package var limitPerCode: Int?
  /// How the text at each place is shown; nil shows none.
  package var excerpts: ExcerptStyle?
  /// Whether a blank line follows each diagnostic.
  package var isSpaced = false

  /// What a diagnostic without a place of its own is about.
  package var subject = "passc"
  /// What is printed for a diagnostic's help.
  package var help: @Sendable (Diagnostic) -> String

  /// A writer of diagnostics.
  ///
  /// - Parameters:
  ///   - colour: marks severities with ANSI escape sequences.
  ///   - showsNotes: prints notes, which are left out otherwise.
  ///   - limitPerCode: how often one code is printed before it is only counted; nil prints all.
  ///   - subject: what a diagnostic without a place of its own is about.
  ///   - help: what is printed for a diagnostic's help; commands add their options to it.
  package init(
    colour: Bool = false, showsNotes: Bool = false, limitPerCode: Int? = nil,
    subject: String = "passc", help: @escaping @Sendable (Diagnostic) -> String = { $0.help }
  ) {
    self.subject = subject
    self.help = help
    self.colour = colour
    self.showsNotes = showsNotes
    self.limitPerCode = limitPerCode
  }

  /// The text of diagnostics, a line or more each, in the order given.
  package func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    var seen: [String: Int] = [:]
    for diagnostic in diagnostics where showsNotes || diagnostic.severity != .note {
      let count = seen[diagnostic.code, default: 0] + 1
      seen[diagnostic.code] = count
      if let limitPerCode, count > limitPerCode { continue }
      text += self.text(of: diagnostic)
    }
    if let limitPerCode {
      for (code, count) in seen.sorted(by: { $0.key < $1.key }) where count > limitPerCode {
        text += "and \(count - limitPerCode) more [\(code)]\n"
      }
    }
    return Self.withoutCommands(text)
  }

  private func text(of diagnostic: Diagnostic) -> String {
    var lines = ""
    let place = diagnostic.location.map { "\($0): " } ?? "\(subject): "
    lines += bold(Self.printable(place)) + coloured(diagnostic.severity)
    lines += Self.printable(diagnostic.message) + " [\(diagnostic.code)]\n"
    lines += excerpt(of: diagnostic)
    for note in diagnostic.notes {
      let place = note.location.map { "\($0): " } ?? ""
      lines += bold(Self.printable(place)) + coloured(.note) + Self.printable(note.message) + "\n"
    }
    let help = help(diagnostic)
    if !help.isEmpty {
      lines += (colour ? "\u{1B}[36mhelp:\u{1B}[0m " : "help: ")
      lines += Self.printable(help) + "\n"
    }
    return isSpaced ? lines + "\n" : lines
  }

  /// The text at its place with a mark below it.
  private func excerpt(of diagnostic: Diagnostic) -> String {
    guard let excerpts, let excerpt = diagnostic.location?.excerpt,
      let number = diagnostic.location?.line,
      let (margin, text, mark) = excerpts.lines(of: excerpt, number: number)
    else { return "" }
    let empty = String(repeating: " ", count: margin.utf8.count - 2) + "| "
    guard colour else { return margin + text + "\n" + empty + mark + "\n" }
    func dim(_ text: String) -> String { "\u{1B}[2m\(text)\u{1B}[0m" }
    return dim(margin) + text + "\n" + dim(empty)
      + "\u{1B}[1;\(Self.colourCode(diagnostic.severity))m\(mark)\u{1B}[0m\n"
  }

  private func bold(_ text: String) -> String {
    colour && !text.isEmpty ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }

  private func coloured(_ severity: Severity) -> String {
    guard colour else { return "\(severity.rawValue): " }
    return "\u{1B}[1;\(Self.colourCode(severity))m\(severity.rawValue):\u{1B}[0m "
  }

  private static func colourCode(_ severity: Severity) -> String {
    switch severity {
    case .error: "31"
    case .warning: "35"
    case .note: "34"
    }
  }

  /// Whether a character moves the cursor, ends a line or turns the direction of what follows.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Returns untrusted text with control characters and line breaks made visible, so that a file
  /// name or a value cannot move the cursor, hide the next line or begin a line.
  package static func printable(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    if isPlain { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case _ where isControl(scalar):
        result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  // MARK: Commands of CI systems

  /// Returns lines of text in which no CI system finds a command.
  ///
  /// GitHub obeys `::add-mask::x` at the beginning of a line, after blanks too, and `##[group]`
  /// anywhere in one. Azure obeys `##vso[...]`.
  package static func withoutCommands(_ text: String) -> String {
    let bytes = text.utf8
    let mayHoldOne =
      bytes.withContiguousStorageIfAvailable { mayHoldCommand($0) } ?? mayHoldCommand(bytes)
    guard mayHoldOne else { return text }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count + 16)
    var isAtStart = true
    var rest = Array(bytes)[...]
    while let byte = rest.popFirst() {
      if isAtStart, byte == colon, rest.first == colon {
        out += #"\u{3A}"#.utf8
      } else if byte == hash, hashCommands.contains(where: { rest.starts(with: $0) }) {
        out += #"\u{23}"#.utf8
      } else {
        out.append(byte)
      }
      isAtStart = byte == newline || (isAtStart && byte == blank)
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static let colon = UInt8(ascii: ":")
  private static let hash = UInt8(ascii: "#")
  private static let newline = UInt8(ascii: "\n")
  private static let blank = UInt8(ascii: " ")
  private static let hashCommands = ["#[", "#vso["].map { Array($0.utf8) }

  /// Whether two colons or two number signs follow each other.
  private static func mayHoldCommand(_ bytes: some Sequence<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte == last, byte == colon || byte == hash { return true }
      last = byte
    }
    return false
  }
}
