// SPDX-License-Identifier: Apache-2.0

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

/// A time zone: one of the IANA database, or a fixed distance from Greenwich.
package struct PreviewZone: Sendable {
  private let rules: ZoneRules?
  private let fixed: Int
  /// The name of the database.
  package let name: String?

  /// Greenwich.
  package static let utc = PreviewZone(fixed: 0)

  private init(fixed: Int) {
    rules = nil
    self.fixed = fixed
    name = nil
  }

  /// A zone by its name: `Europe/Berlin`, `UTC`; nil for what the database does not know.
  package init?(named name: String) {
    guard let rules = ZoneRules(named: name) else { return nil }
    self.rules = rules
    fixed = 0
    self.name = name
  }

  /// The moment with the offset the zone has then.
  func moment(_ seconds: Int64) -> ZonedMoment {
    ZonedMoment(
      seconds: seconds, offset: rules.map { $0.offset(at: Int(seconds)) } ?? fixed, zone: name)
  }
}
