// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

/// The rules of one time zone.
package struct ZoneRules: Sendable {
  /// From a moment on, in seconds since 1970, clocks are this many seconds ahead of Greenwich.
  struct Change {
    let moment: Int
    let offset: Int
  }

  /// The offset before any change.
  private let firstOffset: Int
  let changes: [Change]
  /// What holds after the last change, where clocks go on changing.
  private let summer: SummerTime?

  /// An IANA name (`Europe/Berlin`), `UTC` or `GMT`; nil for anything else, abbreviations such as
  /// `CET` included, which mean different things in different places.
  package init?(named name: String) {
    guard Self.accepts(name), let record = ZoneData.record(named: name) else { return nil }
    self.init(record: record.description)
  }

  /// Reads a record of `ZoneData`, which says how it is built; nil if it is built otherwise.
  init?(record: String) {
    let parts = record.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 4 else { return nil }
    let offsets = parts[1].split(separator: ",").compactMap { Int($0) }
    guard let first = offsets.first, let changes = Self.changes(parts[2], offsets) else {
      return nil
    }
    firstOffset = first
    self.changes = changes
    summer = SummerTime(parts[3])
    if summer == nil, !parts[3].isEmpty { return nil }
  }

  /// Seconds east of Greenwich at a moment, given in seconds since 1970.
  package func offset(at moment: Int) -> Int {
    guard let last = changes.last else { return firstOffset }
    if moment >= last.moment { return summer?.offset(at: moment) ?? last.offset }
    // The changes before `low` have happened, those from `high` on have not.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = low + (high - low) / 2
      if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].offset : firstOffset
  }

  /// Every name there is, for suggestions.
  package static var names: [String] { TimeZoneName.all.filter(accepts) }

  /// The release of the IANA time zone database, such as `2025b`.
  package static var dataVersion: String { ZoneData.version }

  private static func accepts(_ name: String) -> Bool {
    name == "UTC" || name == "GMT" || name.utf8.contains(UInt8(ascii: "/"))
  }

  private static func changes(_ text: Substring, _ offsets: [Int]) -> [Change]? {
    var changes: [Change] = []
    var quarters = 0
    var rest = text.utf8
    while let letter = rest.popFirst() {
      let digits = rest.prefix { !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
      rest = rest.dropFirst(digits.count)
      let index = Int(letter) - Int(UInt8(ascii: "A"))
      let numbers = Substring(digits).split(separator: ".").compactMap { Int($0, radix: 36) }
      guard offsets.indices.contains(index), let step = numbers.first else { return nil }
      quarters += step
      let seconds = numbers.count > 1 ? numbers[1] : 0
      changes.append(Change(moment: quarters * 900 + seconds, offset: offsets[index]))
    }
    return changes
  }
}

/// Two changes of the clocks in every year.
private struct SummerTime {
  let standardOffset: Int
  let summerOffset: Int
  let begins: Day
  let ends: Day

  /// The fourth part of a zone's record; nil if it is empty.
  init?(_ text: Substring) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let standard = Int(parts[0]), let summer = Int(parts[1]),
      let begins = Day(parts[2]), let ends = Day(parts[3])
    else { return nil }
    (standardOffset, summerOffset) = (standard, summer)
    (self.begins, self.ends) = (begins, ends)
  }

  /// No zone changes its clocks around New Year, where the year would be another in UTC.
  func offset(at moment: Int) -> Int {
    let year = CivilDate(ofSecondsSince1970: Int64(moment)).year
    let begin = begins.seconds(in: year) - standardOffset
    let end = ends.seconds(in: year) - summerOffset
    // South of the equator summer is what is left.
    let isSummer =
      begin < end ? begin <= moment && moment < end : moment < end || begin <= moment
    return isSummer ? summerOffset : standardOffset
  }

  /// The weekday of a month on which the clocks change.
  struct Day {
    let month: Int
    /// From 1; the fifth is the last, even if it is the fourth.
    let week: Int
    /// From Sunday, 0.
    let weekday: Int
    /// From midnight, by the clock that is in force until then; may be on another day.
    let second: Int

    /// `month.week.weekday/seconds`.
    init?(_ text: Substring) {
      let numbers = text.split { $0 == "." || $0 == "/" }.compactMap { Int($0) }
      guard numbers.count == 4, (1...12).contains(numbers[0]) else { return nil }
      (month, week, weekday, second) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Seconds from 1970 by the local clock.
    func seconds(in year: Int) -> Int {
      let first = CivilDate.daysSince1970(toMonth: month, of: year)
      var day = (weekday - CivilDate.weekday(ofDay: first) + 7) % 7 + (week - 1) * 7
      if day >= CivilDate.days(in: month, of: year) { day -= 7 }
      return (first + day) * CivilTime.secondsInDay + second
    }
  }
}
