// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassModel
import PassPreview
import PassTemplate

/// Conversion of options to settings.
enum SettingsReader {
  static func settings(_ options: PreviewOptions) throws -> PreviewSettings {
    var settings = PreviewSettings(now: try now(options.asOf))
    if let language = options.language { settings.language = try tag(language, "--language") }
    settings.locale = try options.locale.map { try tag($0, "--locale") }
    settings.width = options.width ?? settings.width
    settings.isDark = options.dark
    settings.state = options.state.flatMap { PassState(rawValue: $0.rawValue) }
    settings.scale = scale(options)
    if let zone = try zone(options) { settings.zone = zone }
    if let ios = options.ios {
      guard let version = IOSVersion(ios) else {
        throw CommandFailureError.usage(
          "\"\(ios)\" is not a version of iOS", help: "write --ios 17 or 18.1")
      }
      settings.system = version
    }
    return settings
  }

  /// Returns the zone of `--time-zone`, or nil without this option.
  static func zone(_ options: PreviewOptions) throws -> PreviewZone? {
    try options.timeZone.map(zone(named:))
  }

  /// Returns the zone with a name.
  ///
  /// - Throws: `CommandFailureError` with exit code 2 if there is none.
  static func zone(named name: String) throws -> PreviewZone {
    if let zone = PreviewZone(named: name) { return zone }
    let nearest = TimeZoneName.nearest(to: name)
    throw CommandFailureError.usage(
      "\"\(name)\" is not a time zone" + (nearest.map { ", did you mean \($0)" } ?? ""),
      help: "write --time-zone Europe/Berlin")
  }

  /// Returns the scale of the images in a pass. SVG, HTML and JSON can be enlarged, so they get the
  /// largest images.
  private static func scale(_ options: PreviewOptions) -> ImageSlot.Scale {
    (options.writtenFormat ?? .png) == .png
      ? ImageSlot.Scale(rawValue: options.scale ?? (options.contactSheet ? 1 : 2)) ?? .three
      : .three
  }

  private static func tag(_ text: String, _ option: String) throws -> String {
    let isTag =
      !text.isEmpty && text.utf8.count <= 40
      && text.utf8.allSatisfy {
        ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A) || ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2D
          || $0 == 0x5F || $0 == 0x40 || $0 == 0x3D
      }
    guard isTag else {
      throw CommandFailureError.usage(
        "\(option) \"\(text)\" is not a language", help: "write de or zh-Hans")
    }
    return text
  }

  private static func now(_ text: String?) throws -> Int64 {
    try text.map(TimeOption.asOf) ?? Environment.now
  }
}
