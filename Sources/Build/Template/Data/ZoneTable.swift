// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A column's time zone, with the changes of its clocks remembered by year.
///
/// What holds at a moment is quickly told; what a local time means takes the year's changes.
struct ZoneTable {
  /// What a local time means.
  enum Resolution: Equatable {
    /// Seconds east of Greenwich.
    case offset(Int)
    /// The clocks skip it.
    case skipped
  }

  /// A stretch of time with one offset; its end belongs to the next.
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

  /// The offset of a local time; of a time that is there twice, the earlier one's.
  ///
  /// - Parameters:
  ///   - local: seconds from 1970-01-01T00:00:00 of the same clock.
  ///   - year: the year of that clock.
  mutating func resolve(local: Int, year: Int) -> Resolution {
    if year != lastYear {
      lastStretches = years[year] ?? stretches(of: year)
      years[year] = lastStretches
      lastYear = year
    }
    // Ascending in time, so the first that fits is the earlier.
    for stretch in lastStretches {
      let moment = local - stretch.offset
      if moment >= stretch.start, moment < stretch.end { return .offset(stretch.offset) }
    }
    return .skipped
  }

  /// Looks at every day and halves where the offset changes, rather than ask for the next change
  /// of daylight saving time: zones also move for other reasons.
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
        // The old offset holds at `low`, no longer at `high`.
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
