// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The `format` of a column: yyyy MM dd HH mm ss and the signs between them.
struct DateFormat: Sendable {
  enum Part: Sendable, Equatable {
    case year, month, day, hour, minute, second
    case literal([UInt8])
  }

  struct DateFormatError: Error {
    let message: String
  }

  private static let tokens: [(String, Part)] = [
    ("yyyy", .year), ("MM", .month), ("dd", .day), ("HH", .hour), ("mm", .minute),
    ("ss", .second),
  ]

  let parts: [Part]
  let text: String

  var hasTime: Bool { parts.contains(.hour) }

  /// Parses a format. Other letters must be literals in single quotes, or a `T`.
  init(_ text: String) throws(DateFormatError) {
    self.text = text
    var parts: [Part] = []
    var literal: [UInt8] = []
    var rest = Substring(text)
    func flush() {
      if !literal.isEmpty { parts.append(.literal(literal)) }
      literal = []
    }
    while let character = rest.first {
      if character == "'" {
        rest = rest.dropFirst()
        if rest.first == "'" {
          literal.append(0x27)
          rest = rest.dropFirst()
          continue
        }
        guard let end = rest.firstIndex(of: "'") else {
          throw DateFormatError(message: "the quote in \(quoted(text)) is not closed")
        }
        literal += rest[..<end].utf8
        rest = rest[rest.index(after: end)...]
        continue
      }
      guard character.isASCII, character.isLetter else {
        literal += String(character).utf8
        rest = rest.dropFirst()
        continue
      }
      let run = String(rest.prefix { $0 == character })
      if let (_, part) = Self.tokens.first(where: { $0.0 == run }) {
        guard !parts.contains(part) else {
          throw DateFormatError(message: "\(run) occurs twice in \(quoted(text))")
        }
        flush()
        parts.append(part)
      } else if run == "T" {
        literal.append(UInt8(ascii: "T"))
      } else {
        let meant = Self.tokens.first { $0.0.lowercased().first == run.lowercased().first }?.0
        let expected = meant.map { "expected \($0)" } ?? "expected yyyy MM dd HH mm ss"
        throw DateFormatError(message: "\(quoted(run)) means nothing in a format, \(expected)")
      }
      rest = rest.dropFirst(run.count)
    }
    flush()
    for (name, part) in Self.tokens.prefix(3) where !parts.contains(part) {
      throw DateFormatError(message: "\(quoted(text)) has no \(name)")
    }
    if parts.contains(.hour) != parts.contains(.minute) {
      throw DateFormatError(message: "\(quoted(text)) has only one of HH and mm")
    }
    if parts.contains(.second), !parts.contains(.minute) {
      throw DateFormatError(message: "\(quoted(text)) has ss without HH and mm")
    }
    self.parts = parts
  }

  /// Returns a format with the letters of other programs replaced, such as `YYYY-MM-DD`, or nil if
  /// it is still not a format.
  static func corrected(_ text: String) -> String? {
    let corrected = text.replacing("YYYY", with: "yyyy").replacing("DD", with: "dd")
      .replacing("hh", with: "HH").replacing("%Y", with: "yyyy").replacing("%m", with: "MM")
      .replacing("%d", with: "dd").replacing("%H", with: "HH").replacing("%M", with: "mm")
      .replacing("%S", with: "ss")
    for form in [corrected, corrected.replacing("mm", with: "MM")]
    where form != text && (try? DateFormat(form)) != nil {
      return form
    }
    return nil
  }

  /// Returns a date in this format.
  func text(of time: CivilTime) -> String {
    let bytes = parts.flatMap { part -> [UInt8] in
      switch part {
      case .literal(let literal): literal
      case .year:
        Array((twoDigits(time.date.year / 100) + twoDigits(time.date.year % 100)).utf8)
      case .month: Array(twoDigits(time.date.month).utf8)
      case .day: Array(twoDigits(time.date.day).utf8)
      case .hour: Array(twoDigits(time.hour).utf8)
      case .minute: Array(twoDigits(time.minute).utf8)
      case .second: Array(twoDigits(time.second).utf8)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a date, or returns nil if the bytes do not match the format.
  func date(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> WrittenDate? {
    var cursor = DigitScanner(bytes, range)
    var date = WrittenDate()
    var time = WrittenTime(hour: 0, minute: 0, second: 0)
    func read(_ digits: Int, _ value: inout Int) -> Bool {
      guard let number = cursor.number(digits: digits) else { return false }
      value = number
      return true
    }
    for part in parts {
      let fits =
        switch part {
        case .literal(let literal): literal.allSatisfy { cursor.skip($0) }
        case .year: read(4, &date.year)
        case .month: read(2, &date.month)
        case .day: read(2, &date.day)
        case .hour: read(2, &time.hour)
        case .minute: read(2, &time.minute)
        case .second: read(2, &time.second)
        }
      guard fits else { return nil }
    }
    guard cursor.isAtEnd else { return nil }
    if hasTime { date.time = time }
    return date
  }
}
