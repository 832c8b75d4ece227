// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassLocale
package import PassModel
import PassTemplate

/// The settings of a preview: device, language, time and state of the pass.
package struct PreviewSettings: Sendable {
  /// Language of the device, such as `de` or `zh-Hans`.
  package var language = "en"
  /// Locale for dates and numbers, or nil for that of the language.
  package var locale: String?
  /// Time zone of the device.
  package var zone = PreviewZone.utc
  /// Time of the preview in seconds since 1970.
  package var now: Int64
  /// Width of the card in points.
  package var width = 358.0
  /// Version of iOS.
  package var system = IOSVersion(27)
  /// State of the pass, or nil to take it from pass.json.
  package var state: PassState?
  /// Pixels per point, which decides the images that are used.
  package var scale = ImageSlot.Scale.three
  /// Whether the back and the page around the card are dark.
  package var isDark = false

  package init(now: Int64) {
    self.now = now
  }

  /// Widths of cards on devices, in points.
  package static let widths = 343.0...408.0

  /// Locale for dates and numbers.
  package var formats: String {
    // Without a region, the locale data has a default for the language. For English it is set here,
    // because date formats differ much between countries.
    locale ?? (language == "en" ? "en_US" : language.replacing("-", with: "_"))
  }
}

/// The state of a pass.
package enum PassState: String, Sendable, CaseIterable {
  case current, expired, voided
}

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
