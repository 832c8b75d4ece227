// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassModel
import PassPreview

/// The choices of the live page, which are in its URL.
struct WatchView: Sendable {
  /// The index of the pass, counted from 0.
  var pass: Int
  var language: String
  /// The name of a time zone, or empty for that of the pass.
  var zone: String
  /// The state of the pass, or nil to take it from pass.json.
  var state: PassState?
  var sides: PreviewOptions.Sides
  /// The major version of iOS.
  var system: Int
  var isDark: Bool

  /// Makes the initial view from the options of the command.
  init(_ options: PreviewOptions, _ settings: PreviewSettings) {
    pass = (options.sample ?? 1) - 1
    language = settings.language
    zone = ""
    state = settings.state
    sides = options.side ?? .both
    system = settings.system.major
    isDark = settings.isDark
  }

  /// Returns the view with the choices of a URL. Unknown names and values are ignored.
  func with(_ choices: [(name: String, value: String)]) -> WatchView {
    var view = self
    for (name, value) in choices {
      switch name {
      case "pass": view.pass = Int(value).flatMap { $0 >= 0 ? $0 : nil } ?? pass
      case "language": view.language = value
      case "zone": view.zone = PreviewZone(named: value) == nil ? "" : value
      case "state": view.state = PassState(rawValue: value)
      case "side": view.sides = PreviewOptions.Sides(rawValue: value) ?? sides
      case "system": view.system = Int(value).flatMap { (1...99).contains($0) ? $0 : nil } ?? system
      case "look": view.isDark = value == "dark"
      default: break
      }
    }
    return view
  }

  /// The view as JSON for the page.
  var json: JSONTree {
    .object([
      ("pass", .number(pass)), ("language", .string(language)), ("zone", .string(zone)),
      ("state", .string(state?.rawValue ?? "")), ("side", .string(sides.rawValue)),
      ("system", .number(system)), ("isDark", .boolean(isDark)),
    ])
  }

  /// Returns the settings for drawing.
  ///
  /// - Parameter zone: the zone of the pass. It is used if the view has none.
  func settings(_ base: PreviewSettings, zone own: PreviewZone) -> PreviewSettings {
    var settings = base
    settings.language = language
    settings.zone = PreviewZone(named: zone) ?? own
    settings.state = state
    settings.isDark = isDark
    if base.system.major != system { settings.system = IOSVersion(system) }
    // A browser can zoom in, so the largest images are used.
    settings.scale = .three
    return settings
  }
}
