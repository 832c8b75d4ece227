// SPDX-License-Identifier: Apache-2.0

/// A number format of a workbook, as far as it decides what a number means and how it is shown.
///
/// Only the section for positive numbers counts. Grouping signs, currencies, colors and other
/// decoration are left out, because how they are shown depends on the language of the program.
package struct NumberFormat: Sendable, Equatable {
  enum Kind: Sendable, Equatable {
    /// As many digits as needed.
    case general
    /// Digits with a minimum before the decimal sign, and a range behind it.
    case decimal(whole: Int, least: Int, most: Int, isPercent: Bool)
    /// Digits at fixed places between other characters, such as an account number.
    case mask([MaskPart])
    case date(hasTime: Bool, hasSeconds: Bool)
    /// A time of day, or elapsed hours.
    case time(hasSeconds: Bool, isElapsed: Bool)
  }

  enum MaskPart: Sendable, Equatable {
    case digit(isRequired: Bool)
    case literal([UInt8])
  }

  /// The format as the workbook spells it, such as `dd.mm.yyyy`.
  package let code: String
  let kind: Kind

  static let general = NumberFormat(code: "General")

  init(code: String) {
    self.code = code
    kind = FormatCode(code).kind
  }

  /// The formats that workbooks name only by their number. In Excel some of them follow the
  /// language of the system, but always as a date or an amount.
  static func builtIn(_ number: Int) -> String? {
    switch number {
    case 0: "General"
    case 1: "0"
    case 2: "0.00"
    case 3: "#,##0"
    case 4: "#,##0.00"
    case 5, 6, 37, 38, 41, 42: "#,##0"
    case 7, 8, 39, 40, 43, 44: "#,##0.00"
    case 9: "0%"
    case 10: "0.00%"
    case 11: "0.00E+00"
    case 12: "# ?/?"
    case 13: "# ??/??"
    case 14: "m/d/yyyy"
    case 15: "d-mmm-yy"
    case 16: "d-mmm"
    case 17: "mmm-yy"
    case 18: "h:mm AM/PM"
    case 19: "h:mm:ss AM/PM"
    case 20: "h:mm"
    case 21: "h:mm:ss"
    case 22: "m/d/yyyy h:mm"
    // Dates of East Asian languages, except for the times of day.
    case 27...31, 36, 50...54, 57, 58: "yyyy/m/d"
    case 32, 34, 55: "h:mm"
    case 33, 35, 56: "h:mm:ss"
    case 45: "mm:ss"
    case 46: "[h]:mm:ss"
    case 47: "mm:ss.0"
    case 48: "##0.0E+0"
    case 49: "@"
    default: nil
    }
  }
}

/// The first section of a format code, split into its parts.
private struct FormatCode {
  private enum Token: Equatable {
    /// 0, # or ?
    case placeholder(UInt8)
    case point, comma, percent, slash, exponent
    case literal([UInt8])
    /// A run of y, m, d, h, s or e. In brackets it counts elapsed time.
    case time(UInt8, count: Int, isElapsed: Bool)
    case other
  }

  private var tokens: [Token] = []

  init(_ code: String) {
    guard code.prefix(7).lowercased() != "general" else { return }
    let bytes = Array(code.utf8)
    var index = 0
    while index < bytes.count, bytes[index] != UInt8(ascii: ";") {
      append(bytes, &index)
    }
  }

  private mutating func append(_ bytes: [UInt8], _ index: inout Int) {
    let byte = bytes[index]
    let start = index
    index += 1
    switch byte {
    case UInt8(ascii: "0"), UInt8(ascii: "#"), UInt8(ascii: "?"): tokens.append(.placeholder(byte))
    case UInt8(ascii: "."): tokens.append(.point)
    case UInt8(ascii: ","): tokens.append(.comma)
    case UInt8(ascii: "%"): tokens.append(.percent)
    case UInt8(ascii: "/"): tokens.append(.slash)
    case UInt8(ascii: "\""):
      let end = bytes[index...].firstIndex(of: byte) ?? bytes.count
      tokens.append(.literal(Array(bytes[index..<end])))
      index = min(end + 1, bytes.count)
    case UInt8(ascii: "\\"):
      // A character of up to four bytes.
      while index < bytes.count, index == start + 1 || bytes[index] & 0xC0 == 0x80 { index += 1 }
      tokens.append(.literal(Array(bytes[start + 1..<index])))
    // Space of the width of a character, or a character that fills the cell.
    case UInt8(ascii: "_"), UInt8(ascii: "*"):
      while index < bytes.count, index == start + 1 || bytes[index] & 0xC0 == 0x80 { index += 1 }
    case UInt8(ascii: "["):
      let end = bytes[index...].firstIndex(of: UInt8(ascii: "]")) ?? bytes.count
      let content = bytes[index..<end].map { $0 | 0x20 }
      if let first = content.first, "hms".utf8.contains(first),
        content.allSatisfy({ $0 == first })
      {
        tokens.append(.time(first, count: content.count, isElapsed: true))
      }
      index = min(end + 1, bytes.count)
    default: appendLetter(bytes, start, &index)
    }
  }

  private mutating func appendLetter(_ bytes: [UInt8], _ start: Int, _ index: inout Int) {
    let byte = bytes[start]
    let letter = byte | 0x20
    let isSign = index < bytes.count && "+-".utf8.contains(bytes[index])
    switch letter {
    case UInt8(ascii: "e") where isSign:
      tokens.append(.exponent)
      index += 1
    case UInt8(ascii: "y"), UInt8(ascii: "m"), UInt8(ascii: "d"), UInt8(ascii: "h"),
      UInt8(ascii: "s"), UInt8(ascii: "e"):
      while index < bytes.count, bytes[index] | 0x20 == letter { index += 1 }
      tokens.append(.time(letter, count: index - start, isElapsed: false))
    case UInt8(ascii: "a"):
      // AM/PM or A/P.
      let rest = bytes[start...].prefix(5).map { $0 | 0x20 }
      if rest.elementsEqual("am/pm".utf8.map { $0 | 0x20 }) { index = start + 5 }
      if rest.starts(with: "a/p".utf8.map { $0 | 0x20 }) { index = start + 3 }
      tokens.append(.other)
    default:
      let isLetter = letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z")
      tokens.append(isLetter || byte == UInt8(ascii: "@") ? .other : .literal([byte]))
    }
  }

  var kind: NumberFormat.Kind {
    if let kind = timeKind { return kind }
    let isPlain = tokens.allSatisfy { token in
      switch token {
      case .slash, .exponent, .other, .time: false
      default: true
      }
    }
    guard isPlain, tokens.contains(where: Self.isPlaceholder) else { return .general }
    if let mask { return .mask(mask) }
    return decimal
  }

  // MARK: Dates

  /// The kind if the format shows a date or a time. A run of m is a month, except after hours and
  /// before seconds.
  private var timeKind: NumberFormat.Kind? {
    let runs = tokens.compactMap { token -> (letter: UInt8, isElapsed: Bool)? in
      if case .time(let letter, _, let isElapsed) = token { (letter, isElapsed) } else { nil }
    }
    guard !runs.isEmpty else { return nil }
    let (hour, minute, second) = (UInt8(ascii: "h"), UInt8(ascii: "m"), UInt8(ascii: "s"))
    var hasDate = false
    for (index, run) in runs.enumerated() {
      switch run.letter {
      case hour, second: break
      case minute:
        let isMinute =
          run.isElapsed || index > 0 && runs[index - 1].letter == hour
          || index + 1 < runs.count && runs[index + 1].letter == second
        if !isMinute { hasDate = true }
      default: hasDate = true
      }
    }
    let hasTime = runs.contains { $0.letter == hour || $0.letter == second || $0.isElapsed }
    let hasSeconds = runs.contains { $0.letter == second }
    if hasDate { return .date(hasTime: hasTime, hasSeconds: hasSeconds) }
    return .time(hasSeconds: hasSeconds, isElapsed: runs.contains { $0.isElapsed })
  }

  // MARK: Numbers

  private static func isPlaceholder(_ token: Token) -> Bool {
    if case .placeholder = token { true } else { false }
  }

  /// The parts if digits have fixed places: several zeros, or other characters between the digits.
  private var mask: [NumberFormat.MaskPart]? {
    guard !tokens.contains(where: { $0 == .point || $0 == .comma || $0 == .percent }),
      let first = tokens.firstIndex(where: Self.isPlaceholder),
      let last = tokens.lastIndex(where: Self.isPlaceholder)
    else { return nil }
    let zeros = tokens.count { $0 == .placeholder(UInt8(ascii: "0")) }
    guard zeros > 1 || tokens[first...last].contains(where: { !Self.isPlaceholder($0) }) else {
      return nil
    }
    return tokens.compactMap { token in
      switch token {
      case .placeholder(let sign): .digit(isRequired: sign == UInt8(ascii: "0"))
      case .literal(let text): .literal(text)
      default: nil
      }
    }
  }

  private var decimal: NumberFormat.Kind {
    let point = tokens.firstIndex(of: .point)
    let whole = tokens[..<(point ?? tokens.count)]
    let behind = point.map { tokens[($0 + 1)...] } ?? []
    // A comma after the last digit divides by a thousand, which would change the value.
    let digits = (point == nil ? whole : whole + behind).drop { !Self.isPlaceholder($0) }
    if let last = digits.lastIndex(where: Self.isPlaceholder), last + 1 < digits.endIndex,
      digits[last + 1] == .comma
    {
      return .general
    }
    let required = Token.placeholder(UInt8(ascii: "0"))
    return .decimal(
      whole: min(whole.count { $0 == required }, 30),
      least: min(behind.count { $0 == required }, 15),
      most: min(behind.count(where: Self.isPlaceholder), 15),
      isPercent: tokens.contains(.percent))
  }
}
