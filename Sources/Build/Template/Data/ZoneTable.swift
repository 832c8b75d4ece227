// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The time zone of a column, with a cache of the changes of its clocks by year.
///
/// The offset at a moment is fast to find, but the offset of a local time needs the changes of the
/// year.
struct ZoneTable {
  /// The meaning of a local time.
  enum Resolution: Equatable {
    /// Seconds east of Greenwich.
    case offset(Int)
    /// The time is skipped when clocks go forward.
    case skipped
  }

  /// A period with one offset. Its end is not included.
  private struct Stretch {
    let start: Int
    let end: Int
    let offset: Int
  }

  private let rules: ZoneRules
  private var years: [Int: [Stretch]] = [:]
  private var lastYear = Int.min
  private var lastStretches: [Stretch] = []

  init(_ rules: ZoneRules) {
    self.rules = rules
  }

  /// Finds the offset of a local time. If the time occurs twice, the earlier one is used.
  ///
  /// - Parameters:
  ///   - local: seconds since 1970-01-01T00:00:00 of the same clock.
  ///   - year: the year of that clock.
  mutating func resolve(local: Int, year: Int) -> Resolution {
    if year != lastYear {
      lastStretches = years[year] ?? stretches(of: year)
      years[year] = lastStretches
      lastYear = year
    }
    // Ascending in time, so the first match is the earlier one.
    for stretch in lastStretches {
      let moment = local - stretch.offset
      if moment >= stretch.start, moment < stretch.end { return .offset(stretch.offset) }
    }
    return .skipped
  }

  /// Checks the offset on every day and finds the moment of a change by bisection. The rule of
  /// daylight saving time would not be enough, because zones also change for other reasons.
  private func stretches(of year: Int) -> [Stretch] {
    let day = CivilTime.secondsInDay
    let first = (CivilDate.daysSince1970(toMonth: 1, of: year) - 2) * day
    let last = (CivilDate.daysSince1970(toMonth: 1, of: year + 1) + 2) * day
    var result: [Stretch] = []
    var start = first
    var offset = rules.offset(at: first)
    var moment = first
    while moment < last {
      let next = moment + day
      let nextOffset = rules.offset(at: next)
      if nextOffset != offset {
        // Invariant: the old offset applies at `low` and not at `high`.
        var (low, high) = (moment, next)
        while high - low > 1 {
          let middle = low + (high - low) / 2
          if rules.offset(at: middle) == offset { low = middle } else { high = middle }
        }
        result.append(Stretch(start: start, end: high, offset: offset))
        start = high
        offset = nextOffset
      }
      moment = next
    }
    result.append(Stretch(start: start, end: last, offset: offset))
    return result
  }
}
