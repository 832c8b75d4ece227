// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassModel

package struct ZoneRules: Sendable {
  /// A change of the offset from a moment on. The moment is in seconds since 1970, the offset in
  /// seconds east of Greenwich.
  struct Change {
    let moment: Int
    let offset: Int
  }

  /// The offset before any change.
  private let firstOffset: Int
  let changes: [Change]
  /// The rule after the last change, if the offset continues to change.
  private let summer: SummerTime?

  /// Finds a zone by its IANA name (`Europe/Berlin`), `UTC` or `GMT`. Returns nil for other names,
  /// also for abbreviations such as `CET`, whose meaning differs between places.
  package init?(named name: String) {
    guard Self.accepts(name), let record = ZoneData.record(named: name) else { return nil }
    self.init(record: record.description)
  }

  /// Parses a record of `ZoneData`, which describes the syntax. Returns nil if the record is
  /// invalid.
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

  /// Returns the seconds east of Greenwich at a moment in seconds since 1970.
  package func offset(at moment: Int) -> Int {
    guard let last = changes.last else { return firstOffset }
    if moment >= last.moment { return summer?.offset(at: moment) ?? last.offset }
    // Invariant: the changes before `low` have happened, those from `high` on have not.
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = low + (high - low) / 2
      if changes[middle].moment <= moment { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? changes[low - 1].offset : firstOffset
  }

  /// All names, for suggestions.
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

  /// Parses the fourth part of a zone's record. Nil if it is empty.
  init?(_ text: Substring) {
    let parts = text.split(separator: " ")
    guard parts.count == 4, let standard = Int(parts[0]), let summer = Int(parts[1]),
      let begins = Day(parts[2]), let ends = Day(parts[3])
    else { return nil }
    (standardOffset, summerOffset) = (standard, summer)
    (self.begins, self.ends) = (begins, ends)
  }

  /// Returns the offset at a moment. The year is that in UTC, which is right because no zone
  /// changes its clocks around New Year.
  func offset(at moment: Int) -> Int {
    let year = CivilDate(ofSecondsSince1970: Int64(moment)).year
    let begin = begins.seconds(in: year) - standardOffset
    let end = ends.seconds(in: year) - summerOffset
    // In the southern hemisphere summer is the rest of the year.
    let isSummer =
      begin < end ? begin <= moment && moment < end : moment < end || begin <= moment
    return isSummer ? summerOffset : standardOffset
  }

  /// The day on which the clocks change, as a weekday in a month.
  struct Day {
    let month: Int
    /// From 1. The fifth is the last, even if there are only four.
    let week: Int
    /// From 0 for Sunday.
    let weekday: Int
    /// Seconds from midnight by the clock before the change. It may be on another day.
    let second: Int

    /// Parses `month.week.weekday/seconds`.
    init?(_ text: Substring) {
      let numbers = text.split { $0 == "." || $0 == "/" }.compactMap { Int($0) }
      guard numbers.count == 4, (1...12).contains(numbers[0]) else { return nil }
      (month, week, weekday, second) = (numbers[0], numbers[1], numbers[2], numbers[3])
    }

    /// Returns seconds since 1970 by the local clock.
    func seconds(in year: Int) -> Int {
      let first = CivilDate.daysSince1970(toMonth: month, of: year)
      var day = (weekday - CivilDate.weekday(ofDay: first) + 7) % 7 + (week - 1) * 7
      if day >= CivilDate.days(in: month, of: year) { day -= 7 }
      return (first + day) * CivilTime.secondsInDay + second
    }
  }
}
