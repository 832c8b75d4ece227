// SPDX-License-Identifier: Apache-2.0

/// A limit and a format for untrusted text in messages.
package struct Excerpt: Sendable {
  /// The unit of the limit.
  enum Unit: Sendable {
    /// Grapheme clusters.
    case characters
    /// Unicode code points.
    case scalars
  }

  private let limit: Int
  private let unit: Unit
  private let mark: String
  private let empty: String
  private let spellsControls: Bool
  private let isOneLine: Bool

  init(
    _ limit: Int, _ unit: Unit = .characters, mark: String = "…", empty: String = "",
    spellsControls: Bool = false, isOneLine: Bool = false
  ) {
    self.limit = limit
    self.unit = unit
    self.mark = mark
    self.empty = empty
    self.spellsControls = spellsControls
    self.isOneLine = isOneLine
  }

  /// A cell of data: 40 characters, with control characters escaped.
  package static let cell = Excerpt(40, spellsControls: true)
  /// A serial number or group: 40 characters.
  package static let serial = Excerpt(40)
  /// A name in an archive: 120 code points, with control characters escaped.
  package static let entryName = Excerpt(120, .scalars, spellsControls: true)
  /// One of two versions of a string: 100 characters, or "(empty)".
  package static let version = Excerpt(100, empty: "(empty)")
  /// An invalid word in JSON: 40 characters, without a mark at the cut.
  package static let word = Excerpt(40, mark: "")
  /// A member name in JSON: 80 characters, without a mark at the cut.
  package static let memberName = Excerpt(80, mark: "")
  /// A string of a pass that is drawn: 32 characters on one line.
  package static let drawn = Excerpt(32, isOneLine: true)
  /// A short string without a limit.
  package static let whole = Excerpt(.max)

  /// A value of a pass: 60 characters by default, with three dots at the cut.
  package static func passValue(limit: Int = 60) -> Excerpt { Excerpt(limit, mark: "...") }

  /// Returns the text in double quotes.
  package func quoted(_ text: some StringProtocol) -> String {
    text.isEmpty ? "\"\"" : "\"\(shown(text))\""
  }

  /// Returns the text. If it is longer than the limit, it is cut and marked.
  package func shown(_ text: some StringProtocol) -> String {
    if text.isEmpty { return empty }
    // Most strings are short ASCII. This path is fast, because archives have a name for every
    // entry.
    let isPlain = text.utf8.withContiguousStorageIfAvailable { bytes in
      bytes.count <= limit && bytes.allSatisfy { (0x20..<0x7F).contains($0) }
    }
    if isPlain ?? false { return String(text) }
    let end =
      switch unit {
      case .characters:
        text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
      case .scalars:
        text.unicodeScalars.index(
          text.startIndex, offsetBy: limit, limitedBy: text.endIndex) ?? text.endIndex
      }
    let part = text[..<end]
    let spelled =
      spellsControls
      ? Self.spelled(part.unicodeScalars)
      : isOneLine ? String(part.map { $0.isNewline ? " " : $0 }) : String(part)
    return end == text.endIndex ? spelled : spelled + mark
  }

  /// Returns two versions of a string, both from shortly before the first difference.
  package func shown(_ old: String, nextTo new: String) -> (old: String, new: String) {
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = common > 30 ? common - 20 : 0
    let begin = start > 0 ? mark : ""
    return (begin + shown(old.dropFirst(start)), begin + shown(new.dropFirst(start)))
  }

  /// Escapes control characters, such as `\u{1b}`.
  private static func spelled(_ scalars: some Sequence<Unicode.Scalar>) -> String {
    var text = ""
    for scalar in scalars {
      if scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) {
        text += "\\u{" + Hex.number(scalar.value, digits: 1) + "}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
