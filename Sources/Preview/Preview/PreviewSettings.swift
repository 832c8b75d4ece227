// SPDX-License-Identifier: Apache-2.0

package import PassLocale
package import PassModel

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
