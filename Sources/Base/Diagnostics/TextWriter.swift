// SPDX-License-Identifier: Apache-2.0

/// A writer of diagnostics as text: `file:line:column: severity: message [code]`, notes and help.
/// The command and the descriptions of the library use it.
package struct TextWriter: Sendable {
  /// Whether severities are coloured. Set it only for a terminal without NO_COLOR.
  package var colour: Bool
  package var showsNotes: Bool
  /// The code or prefix of notes that are printed even if other notes are not.
  package var requestedNotes: String?
  /// Maximum number of diagnostics with one code. More are only counted. Nil prints all.
  package var limitPerCode: Int?
  /// How the text at each place is shown; nil shows none.
  package var excerpts: ExcerptStyle?
  /// Whether a blank line follows each diagnostic.
  package var isSpaced = false

  /// Subject of a diagnostic without a place.
  package var subject = "passc"
  /// Returns the help of a diagnostic.
  package var help: @Sendable (Diagnostic) -> String

  /// - Parameters:
  ///   - colour: whether to mark severities with ANSI escape sequences.
  ///   - showsNotes: whether to print notes.
  ///   - limitPerCode: maximum number of diagnostics with one code, or nil for all.
  ///   - subject: subject of a diagnostic without a place.
  ///   - help: returns the help of a diagnostic. Commands add their options to it.
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

  /// Returns whether a diagnostic is printed.
  package func shows(_ diagnostic: Diagnostic) -> Bool {
    if showsNotes || diagnostic.severity != .note { return true }
    return requestedNotes.map { Policy.matches($0, diagnostic.code) } ?? false
  }

  /// Returns the text of diagnostics in the given order.
  package func text(of diagnostics: [Diagnostic]) -> String {
    var text = ""
    var seen: [String: Int] = [:]
    for diagnostic in diagnostics where shows(diagnostic) {
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
      let (margin, text, mark) = excerpts.lines(
        of: excerpt, number: number, printable: Self.printable)
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

  /// Returns whether a character moves the cursor, ends a line or changes the direction of text.
  package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// Makes control characters and line breaks in untrusted text visible. A file name or value can
  /// then not move the cursor, hide a line or begin one.
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

  /// Escapes text so that it contains no commands for CI systems, which would be a command
  /// injection.
  ///
  /// GitHub executes `::add-mask::x` at the beginning of a line, even after spaces, and `##[group]`
  /// anywhere. Azure executes `##vso[...]`.
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

  /// Returns whether the text contains two colons or two number signs in a row.
  private static func mayHoldCommand(_ bytes: some Sequence<UInt8>) -> Bool {
    var last: UInt8 = 0
    for byte in bytes {
      if byte == last, byte == colon || byte == hash { return true }
      last = byte
    }
    return false
  }
}
