// SPDX-License-Identifier: Apache-2.0

/// Text for lines of a given width. Prose is wrapped, and indented lines are unchanged.
struct HelpParagraph {
  /// The number of characters in a line.
  let columns: Int

  /// The column at which the explanation of an option begins.
  private static let indent = 26

  /// Wraps the lines of a text, except lines that begin with two spaces, such as examples.
  func text(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("  ") ? [String($0)] : Self.wrapped($0, to: columns) }
      .joined().joined(separator: "\n")
  }

  /// Wraps a text after a prefix of `indent` characters and indents its further lines by the same
  /// number.
  func hanging(_ text: String, by indent: Int) -> String {
    Self.wrapped(text[...], to: columns - indent)
      .joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Formats an option or command. The explanation is next to the label, or below it if the label
  /// is long.
  func entry(_ label: String, _ text: String) -> String {
    let room = max(20, columns - Self.indent)
    let lines = Self.wrapped(text[...], to: room)
    let margin = String(repeating: " ", count: Self.indent)
    let first = "  " + label
    guard first.count < Self.indent - 1, let start = lines.first else {
      return ([first] + lines.map { margin + $0 }).joined(separator: "\n") + "\n"
    }
    let gap = String(repeating: " ", count: Self.indent - first.count)
    return ([first + gap + start] + lines.dropFirst().map { margin + $0 })
      .joined(separator: "\n") + "\n"
  }

  private static func wrapped(_ text: Substring, to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
