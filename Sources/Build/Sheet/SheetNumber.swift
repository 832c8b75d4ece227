// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A number of a sheet with its format.
package struct SheetNumber: Sendable, Equatable {
  /// The meaning of the number by its format.
  package enum Meaning: Sendable, Equatable {
    case number
    case date(CivilTime, hasTime: Bool)
    case time(seconds: Int)
  }

  /// The value as the workbook stores it.
  package let value: Double
  package let format: NumberFormat
  package let meaning: Meaning
  /// The value with all its digits, if the workbook stores it as digits alone.
  private let digits: String?

  /// Parses a stored number. Returns nil if it is not a finite number.
  init?(_ spelling: String, format: NumberFormat, from1904: Bool) {
    // Swift reads hexadecimal numbers and words too.
    guard spelling.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let value = Double(spelling), value.isFinite
    else { return nil }
    self.value = value
    self.format = format
    let isDigits =
      spelling.utf8.count < 19 && (spelling.utf8.first != 0x30 || spelling == "0")
      && spelling.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
    digits = isDigits ? spelling : nil
    switch format.kind {
    case .date(let hasTime, _):
      meaning =
        Self.date(value, hasTime: hasTime, from1904: from1904)
        .map { .date($0, hasTime: hasTime) } ?? .number
    case .time(_, let isElapsed):
      let seconds = (value * 86_400).rounded()
      let isShown = seconds >= 0 && seconds < 1e12
      meaning =
        isShown ? .time(seconds: isElapsed ? Int(seconds) : Int(seconds) % 86_400) : .number
    default: meaning = .number
    }
  }

  /// Returns the moment of a day number, or nil if the calendar of spreadsheets has none.
  ///
  /// The calendar from 1900 has a day 60 that did not exist, 29 February 1900.
  static func date(_ value: Double, hasTime: Bool, from1904: Bool) -> CivilTime? {
    guard value >= (from1904 ? 0 : 1), value < 2_958_466 else { return nil }
    var day = Int(value)
    var second = hasTime ? Int(((value - Double(day)) * 86_400).rounded()) : 0
    if second == 86_400 { (day, second) = (day + 1, 0) }
    if !from1904, day == 60 { return nil }
    // Days from the day 0 of each calendar to 1970.
    let shift = from1904 ? 24_107 : day < 60 ? 25_568 : 25_569
    let seconds = Int64(day - shift) * 86_400 + Int64(second)
    let time = CivilTime(secondsSince1970: seconds)
    return time.date.year <= 9_999 ? time : nil
  }

  /// Whether it has more digits than spreadsheets keep, so that the last ones were lost.
  package var hasLostDigits: Bool {
    guard meaning == .number, value.rounded() == value, abs(value) >= 1e15 else { return false }
    let plain = plain
    return plain.utf8.count > 15 && plain.dropFirst(value < 0 ? 16 : 15).allSatisfy { $0 == "0" }
  }

  // MARK: Text

  /// The number with the digits that its format shows, in JSON's spelling. A percentage is a
  /// fraction of one.
  package var plain: String {
    if let digits { return digits }
    switch format.kind {
    case .decimal(_, let least, let most, let isPercent) where abs(value) < 1e15:
      return Self.fixed(value, least: isPercent ? 0 : least, most: most + (isPercent ? 2 : 0))
    case .mask where abs(value) < 1e15: return Self.fixed(value, least: 0, most: 0)
    default: return Self.general(value)
    }
  }

  /// The number as its format shows it, with a point as the decimal sign and without grouping.
  package var shown: String {
    switch format.kind {
    case .mask(let parts) where abs(value) < 1e15: return Self.masked(plain, parts)
    case .decimal(let whole, let least, let most, let isPercent) where abs(value) < 1e15:
      let text = Self.fixed(isPercent ? value * 100 : value, least: least, most: most)
      return Self.padded(text, to: whole) + (isPercent ? "%" : "")
    default: return plain
    }
  }

  /// The time of day or elapsed time as `HH:mm`, with seconds if they are shown or not zero.
  package func timeText(_ seconds: Int) -> String {
    var hasSeconds = seconds % 60 != 0
    if case .time(true, _) = format.kind { hasSeconds = true }
    let minutes = "\(twoDigits(seconds / 3_600)):\(twoDigits(seconds / 60 % 60))"
    return hasSeconds ? minutes + ":" + twoDigits(seconds % 60) : minutes
  }

  /// Returns a number with at most 15 significant digits, as spreadsheets show them.
  private static func general(_ value: Double) -> String {
    let size = abs(value)
    guard size != 0 else { return "0" }
    // The digits and the exponent of ten, as in 1.2500000000000e+03.
    let text = String(unsafeUninitializedCapacity: 40) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { chars in
        withVaList([value]) { Int(vsnprintf(chars.baseAddress, chars.count, "%.14e", $0)) }
      }
    }
    let parts = text.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return "\(value)" }
    var digits = parts[0].filter { $0.isASCII && $0.isNumber }
    while digits.count > 1, digits.last == "0" { digits.removeLast() }
    let sign = value < 0 ? "-" : ""
    if exponent > 20 || exponent < -10 {
      let fraction = digits.count > 1 ? "." + digits.dropFirst() : ""
      return sign + digits.prefix(1) + fraction + "e\(exponent)"
    }
    if exponent < 0 {
      return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
    if digits.count <= exponent + 1 {
      return sign + digits + String(repeating: "0", count: exponent + 1 - digits.count)
    }
    return sign + digits.prefix(exponent + 1) + "." + digits.dropFirst(exponent + 1)
  }

  /// Returns a number with a range of decimals. Halves are rounded away from zero, as spreadsheets
  /// do.
  private static func fixed(_ value: Double, least: Int, most: Int) -> String {
    // From 15 significant digits, because 1.005 is a little less than that in binary.
    var text = general(value)
    if text.contains("e") { return abs(value) < 1 ? fixed(0, least: least, most: most) : text }
    let isNegative = text.first == "-"
    if isNegative { text.removeFirst() }
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var whole = Array(parts[0].utf8)
    var behind = parts.count > 1 ? Array(parts[1].utf8) : []
    if behind.count > most {
      let roundsUp = behind[most] >= UInt8(ascii: "5")
      behind.removeSubrange(most...)
      if roundsUp { increment(&whole, &behind) }
    }
    while behind.count > least, behind.last == UInt8(ascii: "0") { behind.removeLast() }
    while behind.count < least { behind.append(UInt8(ascii: "0")) }
    let isZero = (whole + behind).allSatisfy { $0 == UInt8(ascii: "0") }
    let digits = String(decoding: whole, as: UTF8.self)
    let decimals = behind.isEmpty ? "" : "." + String(decoding: behind, as: UTF8.self)
    return (isNegative && !isZero ? "-" : "") + digits + decimals
  }

  /// Adds one to the last digit.
  private static func increment(_ whole: inout [UInt8], _ behind: inout [UInt8]) {
    let nine = UInt8(ascii: "9")
    for index in behind.indices.reversed() {
      if behind[index] < nine {
        behind[index] += 1
        return
      }
      behind[index] = UInt8(ascii: "0")
    }
    for index in whole.indices.reversed() {
      if whole[index] < nine {
        whole[index] += 1
        return
      }
      whole[index] = UInt8(ascii: "0")
    }
    whole.insert(UInt8(ascii: "1"), at: 0)
  }

  private static func padded(_ text: String, to count: Int) -> String {
    let isNegative = text.first == "-"
    let digits = isNegative ? text.dropFirst() : text[...]
    let whole = digits.prefix { $0 != "." }.count
    return (isNegative ? "-" : "") + String(repeating: "0", count: max(0, count - whole)) + digits
  }

  /// Puts digits into the places of a format, from the right. Digits without a place come before
  /// the first one.
  private static func masked(_ number: String, _ parts: [NumberFormat.MaskPart]) -> String {
    let isNegative = number.first == "-"
    var digits = Array((isNegative ? number.dropFirst() : number[...]).utf8)
    if digits == [UInt8(ascii: "0")] { digits = [] }
    let first = parts.firstIndex { if case .digit = $0 { true } else { false } }
    var out: [[UInt8]] = []
    for (index, part) in parts.enumerated().reversed() {
      switch part {
      case .literal(let text): out.append(text)
      case .digit(let isRequired):
        if let digit = digits.popLast() {
          out.append([digit])
        } else if isRequired {
          out.append([UInt8(ascii: "0")])
        }
        if index == first { out.append(digits) }
      }
    }
    return (isNegative ? "-" : "") + String(decoding: out.reversed().joined(), as: UTF8.self)
  }
}
