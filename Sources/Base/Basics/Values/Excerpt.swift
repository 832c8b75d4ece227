// SPDX-License-Identifier: Apache-2.0

/// How much of a stranger's text a message shows, and how it shows it.
package struct Excerpt: Sendable {
  /// What a limit counts.
  enum Unit: Sendable {
    /// What a reader takes for one sign.
    case characters
    /// The code points of Unicode.
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

  /// A cell of data: 40 characters, control characters spelled out.
  package static let cell = Excerpt(40, spellsControls: true)
  /// A serial number or group: 40 characters.
  package static let serial = Excerpt(40)
  /// A name in an archive: 120 code points, control characters spelled out.
  package static let entryName = Excerpt(120, .scalars, spellsControls: true)
  /// One version of a text beside another: 100 characters, and words where there is none.
  package static let version = Excerpt(100, empty: "(empty)")
  /// A word of JSON that is no value: 40 characters, the cut not marked.
  package static let word = Excerpt(40, mark: "")
  /// The name of a member of JSON: 80 characters, the cut not marked.
  package static let memberName = Excerpt(80, mark: "")
  /// A text of a pass that is drawn: 32 characters on one line.
  package static let drawn = Excerpt(32, isOneLine: true)
  /// A short text that is shown whole.
  package static let whole = Excerpt(.max)

  /// A value of a pass: 60 characters unless said otherwise, the cut marked with three points.
  package static func passValue(limit: Int = 60) -> Excerpt { Excerpt(limit, mark: "...") }

  /// The text in double quotes.
  package func quoted(_ text: some StringProtocol) -> String {
    text.isEmpty ? "\"\"" : "\"\(shown(text))\""
  }

  /// The text, its end replaced with a mark where it is longer than the limit.
  package func shown(_ text: some StringProtocol) -> String {
    if text.isEmpty { return empty }
    // Most texts are short and plain, and archives have a name for every entry.
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

  /// Two versions of a text, both from shortly before the first character that differs.
  package func shown(_ old: String, beside new: String) -> (old: String, new: String) {
    let common = zip(old, new).prefix { $0 == $1 }.count
    let start = common > 30 ? common - 20 : 0
    let begin = start > 0 ? mark : ""
    return (begin + shown(old.dropFirst(start)), begin + shown(new.dropFirst(start)))
  }

  /// Control characters as `\u{1b}`, everything else as it is.
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
