// SPDX-License-Identifier: Apache-2.0

import Foundation

/// A formatter based on Foundation's locale data, which Wallet uses as well.
///
/// Use it on one thread only. Creating a `DateFormatter` takes milliseconds, so there is one per
/// combination of styles.
package final class FoundationFormatter: ValueFormatter {
  private let locale: Locale
  private let words: RelativeDateWording
  private var dates: [DateKey: DateFormatter] = [:]
  private var numbers: [String: NumberFormatter] = [:]
  private let language: String

  private struct DateKey: Hashable {
    let date: DateStyle
    let time: DateStyle
    let offset: Int
    let zone: String?
  }

  /// Creates a formatter for a locale, such as `de` or `de_AT`.
  package init(locale name: String) {
    locale = Locale(identifier: name)
    words = RelativeDateWording(locale: name)
    language = String(name.prefix { $0 != "-" && $0 != "_" }).lowercased()
  }

  // MARK: Dates

  package func text(
    of clock: ZonedMoment, date: DateStyle, time: DateStyle, dayFromNow: Int?
  ) -> String {
    if let dayFromNow, date != .none, let word = words.word(forDay: dayFromNow) {
      guard time != .none else { return word }
      return joined(word, clock, time)
    }
    return plain(clock, date, time)
  }

  /// Replaces the day in the long form by a word, such as "Tomorrow at 8:30 PM".
  private func joined(_ word: String, _ clock: ZonedMoment, _ time: DateStyle) -> String {
    let both = plain(clock, .long, time)
    let day = plain(clock, .long, .none)
    guard let place = both.range(of: day) else { return "\(word), \(plain(clock, .none, time))" }
    let isFirst = place.lowerBound == both.startIndex
    return both.replacingCharacters(in: place, with: isFirst ? word : word.lowercased())
  }

  private func plain(_ clock: ZonedMoment, _ date: DateStyle, _ time: DateStyle) -> String {
    // Only the longer time styles show the name of the zone. For the others the offset is enough.
    // It comes from our own time zone table and is the same on every machine.
    let namesZone = time == .long || time == .full
    let key = DateKey(
      date: date, time: time, offset: clock.offset, zone: namesZone ? clock.zone : nil)
    let formatter = dates[key] ?? makeDate(key)
    dates[key] = formatter
    return formatter.string(from: Date(timeIntervalSince1970: Double(clock.seconds)))
  }

  private func makeDate(_ key: DateKey) -> DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = locale
    formatter.timeZone =
      key.zone.flatMap { TimeZone(identifier: $0) } ?? TimeZone(secondsFromGMT: key.offset)
    formatter.dateStyle = Self.style(key.date)
    formatter.timeStyle = Self.style(key.time)
    return formatter
  }

  private static func style(_ style: DateStyle) -> DateFormatter.Style {
    switch style {
    case .none: .none
    case .short: .short
    case .medium: .medium
    case .long: .long
    case .full: .full
    }
  }

  // MARK: Numbers

  package func currency(_ spelling: String, code: String) -> String? {
    let formatter = numbers["¤" + code] ?? makeNumber(.currency)
    formatter.currencyCode = code
    numbers["¤" + code] = formatter
    return Self.number(spelling).flatMap { formatter.string(from: $0) }
  }

  package func number(_ spelling: String, style: NumberStyle) -> String? {
    let formatter = numbers[style.rawValue] ?? makeNumber(Self.style(style))
    numbers[style.rawValue] = formatter
    let text = Self.number(spelling).flatMap { formatter.string(from: $0) }
    // Foundation adds soft hyphens to German numbers in words.
    return style == .spellOut ? text?.replacingOccurrences(of: "\u{AD}", with: "") : text
  }

  private func makeNumber(_ style: NumberFormatter.Style) -> NumberFormatter {
    let formatter = NumberFormatter()
    formatter.locale = locale
    formatter.numberStyle = style
    return formatter
  }

  private static func style(_ style: NumberStyle) -> NumberFormatter.Style {
    switch style {
    case .decimal: .decimal
    case .percent: .percent
    case .scientific: .scientific
    case .spellOut: .spellOut
    }
  }

  /// Returns a decimal number, so that 0.1 stays exact, or a double if it is out of range.
  private static func number(_ spelling: String) -> NSNumber? {
    guard let double = Double(spelling), double.isFinite else { return nil }
    guard abs(double) < 1e30, spelling.utf8.count < 40, let decimal = Decimal(string: spelling)
    else { return double as NSNumber }
    return decimal as NSDecimalNumber
  }

  // MARK: Capitals

  package func uppercased(_ text: String) -> String {
    switch language {
    case "tr", "az":
      return String(text.map { $0 == "i" ? "İ" : $0 }).uppercased()
    case "el":
      // Greek capitals have no accents.
      let plain = text.decomposedStringWithCanonicalMapping.unicodeScalars.filter {
        $0 != "\u{301}"
      }
      return String(String.UnicodeScalarView(plain)).precomposedStringWithCanonicalMapping
        .uppercased()
    default:
      return text.uppercased()
    }
  }
}
