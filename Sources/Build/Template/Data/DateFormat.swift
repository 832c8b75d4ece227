// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The `format` of a column: yyyy MM dd HH mm ss and the signs between them. M, d and H are numbers
/// of one or two digits, and yy is a year from 2000 to 2099.
struct DateFormat: Sendable {
  enum Part: Sendable, Equatable {
    case year, month, day, hour, minute, second
    case literal([UInt8])
  }

  /// A part with the numbers of digits that it reads.
  struct Field: Sendable, Equatable {
    let part: Part
    var digits = 2...2
  }

  struct DateFormatError: Error {
    let message: String
  }

  private static let tokens: [(String, Field)] = [
    ("yyyy", Field(part: .year, digits: 4...4)), ("MM", Field(part: .month)),
    ("dd", Field(part: .day)), ("HH", Field(part: .hour)), ("mm", Field(part: .minute)),
    ("ss", Field(part: .second)),
    ("yy", Field(part: .year)), ("M", Field(part: .month, digits: 1...2)),
    ("d", Field(part: .day, digits: 1...2)), ("H", Field(part: .hour, digits: 1...2)),
  ]

  let fields: [Field]
  let text: String

  var hasTime: Bool { fields.contains { $0.part == .hour } }

  /// Parses a format. Other letters must be literals in single quotes, or a `T`.
  init(_ text: String) throws(DateFormatError) {
    self.text = text
    var fields: [Field] = []
    var literal: [UInt8] = []
    var rest = Substring(text)
    func flush() {
      if !literal.isEmpty { fields.append(Field(part: .literal(literal))) }
      literal = []
    }
    func has(_ part: Part) -> Bool { fields.contains { $0.part == part } }
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
      if let (_, field) = Self.tokens.first(where: { $0.0 == run }) {
        guard !has(field.part) else {
          throw DateFormatError(message: "\(run) occurs twice in \(quoted(text))")
        }
        flush()
        if let before = fields.last, before.digits == 1...2 {
          throw DateFormatError(
            message: "\(quoted(text)) has nothing between \(run) and the number before")
        }
        fields.append(field)
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
    self.fields = fields
    try checkParts()
  }

  /// Rejects a format without a year, month or day, or with a part of a time alone.
  private func checkParts() throws(DateFormatError) {
    func has(_ part: Part) -> Bool { fields.contains { $0.part == part } }
    for (name, field) in Self.tokens.prefix(3) where !has(field.part) {
      throw DateFormatError(message: "\(quoted(text)) has no \(name)")
    }
    if has(.hour) != has(.minute) {
      throw DateFormatError(message: "\(quoted(text)) has only one of HH and mm")
    }
    if has(.second), !has(.minute) {
      throw DateFormatError(message: "\(quoted(text)) has ss without HH and mm")
    }
  }

  /// Returns a format with the letters of other programs replaced, such as `YYYY-MM-DD`, or nil if
  /// it is still not a format.
  static func corrected(_ text: String) -> String? {
    let corrected = text.replacing("YY", with: "yy").replacing("D", with: "d")
      .replacing("hh", with: "HH").replacing("%Y", with: "yyyy").replacing("%y", with: "yy")
      .replacing("%m", with: "MM")
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
    let bytes = fields.flatMap { field -> [UInt8] in
      switch field.part {
      case .literal(let literal): literal
      case .year:
        // With all its digits, a year of another century is an error and not a wrong date.
        Array(
          (field.digits.upperBound == 2 && time.date.year / 100 == 20
            ? "" : twoDigits(time.date.year / 100)).utf8)
          + Array(twoDigits(time.date.year % 100).utf8)
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
    for field in fields {
      if case .literal(let literal) = field.part {
        guard literal.allSatisfy({ cursor.skip($0) }) else { return nil }
        continue
      }
      guard
        let number = cursor.number(digits: field.digits.upperBound)
          ?? cursor.number(digits: field.digits.lowerBound)
      else { return nil }
      switch field.part {
      case .year: date.year = field.digits.upperBound == 2 ? 2000 + number : number
      case .month: date.month = number
      case .day: date.day = number
      case .hour: time.hour = number
      case .minute: time.minute = number
      case .second: time.second = number
      case .literal: break
      }
    }
    guard cursor.isAtEnd else { return nil }
    if hasTime { date.time = time }
    return date
  }
}
