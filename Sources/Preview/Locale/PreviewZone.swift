// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTemplate

/// The time zone of a preview.
package struct PreviewZone: Sendable {
  private enum Clock: Sendable {
    case rules(ZoneRules)
    /// A fixed offset in seconds east of Greenwich.
    case fixed(Int)
    /// The offset that each date is written with.
    case written
  }

  private let clock: Clock
  /// Name of the zone, if it has one. Long times show it.
  private let name: String?
  /// Name for captions, such as `Europe/Berlin`, `UTC` or `+02:00`.
  package let label: String

  package static let utc = PreviewZone(clock: .fixed(0), name: nil, label: "UTC")

  private init(clock: Clock, name: String?, label: String) {
    self.clock = clock
    self.name = name
    self.label = label
  }

  /// Creates a zone from its name in template.json, such as `Europe/Berlin`, `UTC` or `+02:00`.
  /// Returns nil if it is unknown.
  package init?(named text: String) {
    switch ColumnZone(text) {
    case .named(let rules)?: self.init(clock: .rules(rules), name: text, label: text)
    case .fixed(let offset, let isZulu)?:
      let isNamed = text == "UTC" || text == "GMT"
      self.init(
        clock: .fixed(offset), name: isNamed ? text : nil,
        label: isNamed ? text : isZulu ? "UTC" : Self.label(ofOffset: offset))
    case nil: return nil
    }
  }

  /// Creates a zone that keeps the offset each date is written with.
  ///
  /// - Parameter offsets: the offsets of the dates in seconds east of Greenwich, for the label.
  package init(writtenWith offsets: Set<Int>) {
    self.init(
      clock: .written, name: nil,
      label: offsets.sorted().map(Self.label(ofOffset:)).joined(separator: ", "))
  }

  private static func label(ofOffset offset: Int) -> String {
    guard offset != 0 else { return "UTC" }
    let (hours, minutes) = (abs(offset) / 3_600, abs(offset) / 60 % 60)
    return (offset < 0 ? "-" : "+") + twoDigits(hours) + ":" + twoDigits(minutes)
  }

  /// Returns a time with the offset of the zone at that time.
  ///
  /// - Parameter written: the offset that the date is written with, in seconds.
  package func moment(_ seconds: Int64, written: Int) -> ZonedMoment {
    let offset =
      switch clock {
      case .rules(let rules): rules.offset(at: Int(seconds))
      case .fixed(let offset): offset
      case .written: written
      }
    return ZonedMoment(seconds: seconds, offset: offset, zone: name)
  }
}
