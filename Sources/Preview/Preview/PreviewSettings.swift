// SPDX-License-Identifier: Apache-2.0

import PassLocale
package import PassModel
import PassTemplate

/// What a pass is drawn as: the device, its language, its clock, and what of the pass is asked for.
package struct PreviewSettings: Sendable {
  /// The language of the texts, whose folder of the pass is taken: `de`, `zh-Hans`.
  package var language = "en"
  /// The locale dates and numbers are written in; that of the language when nil.
  package var locale: String?
  /// The zone of the device.
  package var zone = PreviewZone.utc
  /// The moment the picture shows, seconds since 1970.
  package var now: Int64
  /// The width of the card in points.
  package var width = 358.0
  /// The version of iOS it is shown by.
  package var system = IOSVersion(27)
  /// The state of the pass, where it is not to be told from the pass.
  package var state: PassState?
  /// How many pixels of the picture a point has, by which images are chosen.
  package var scale = ImageSlot.Scale.three
  /// The back is drawn as on a dark screen, and so is the page around the card.
  package var isDark = false

  /// The usual device, in English and UTC.
  package init(now: Int64) {
    self.now = now
  }

  /// The widths of cards there are, in points.
  package static let widths = 343.0...408.0

  /// The locale dates and numbers are written in.
  package var formats: String {
    // Without a region the language's largest country decides, but English is ambiguous enough
    // to be said.
    locale ?? (language == "en" ? "en_US" : language.replacing("-", with: "_"))
  }
}

/// What is left of a pass.
package enum PassState: String, Sendable, CaseIterable {
  case current, expired, voided
}

/// The time zone a pass is drawn in.
package struct PreviewZone: Sendable {
  private enum Clock: Sendable {
    case rules(ZoneRules)
    /// Seconds east of Greenwich.
    case fixed(Int)
    /// The offset that each date is written with.
    case written
  }

  private let clock: Clock
  /// The name of a zone that has one, which long times show.
  private let name: String?
  /// What the zone is called: `Europe/Berlin`, `UTC`, `+02:00`.
  package let label: String

  /// Greenwich.
  package static let utc = PreviewZone(clock: .fixed(0), name: nil, label: "UTC")

  private init(clock: Clock, name: String?, label: String) {
    self.clock = clock
    self.name = name
    self.label = label
  }

  /// A zone as template.json names it: `Europe/Berlin`, `UTC`, `+02:00`; nil for an unknown one.
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

  /// No zone: every date at the offset it is written with.
  ///
  /// - Parameter offsets: those of the dates, in seconds east of Greenwich.
  package init(writtenWith offsets: Set<Int>) {
    self.init(
      clock: .written, name: nil,
      label: offsets.sorted().map(Self.label(ofOffset:)).joined(separator: ", "))
  }

  private static func label(ofOffset offset: Int) -> String {
    guard offset != 0 else { return "UTC" }
    let (hours, minutes) = (abs(offset) / 3_600, abs(offset) / 60 % 60)
    func twoDigits(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
    return (offset < 0 ? "-" : "+") + twoDigits(hours) + ":" + twoDigits(minutes)
  }

  /// A moment with the offset the zone has then.
  ///
  /// - Parameter written: the offset the date is written with, in seconds.
  func moment(_ seconds: Int64, written: Int) -> ZonedMoment {
    let offset =
      switch clock {
      case .rules(let rules): rules.offset(at: Int(seconds))
      case .fixed(let offset): offset
      case .written: written
      }
    return ZonedMoment(seconds: seconds, offset: offset, zone: name)
  }
}
