// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassModel
import PassPreview

/// What the live page shows: the choices its address carries.
struct WatchView: Sendable {
  /// Which of the passes, from 0.
  var pass: Int
  var language: String
  /// The name of a time zone; empty for that of the pass.
  var zone: String
  /// nil for what the dates of the pass say.
  var state: PassState?
  var sides: PreviewOptions.Sides
  /// The major version of iOS.
  var system: Int
  var isDark: Bool

  /// The view that the options of the command ask for.
  init(_ options: PreviewOptions, _ settings: PreviewSettings) {
    pass = (options.sample ?? 1) - 1
    language = settings.language
    zone = ""
    state = settings.state
    sides = options.side ?? .both
    system = settings.system.major
    isDark = settings.isDark
  }

  /// The same with what an address says; what nobody knows is passed over.
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

  /// The view for the page, which marks what is chosen.
  var json: JSONTree {
    .object([
      ("pass", .number(pass)), ("language", .string(language)), ("zone", .string(zone)),
      ("state", .string(state?.rawValue ?? "")), ("side", .string(sides.rawValue)),
      ("system", .number(system)), ("isDark", .boolean(isDark)),
    ])
  }

  /// The settings pictures are drawn with.
  ///
  /// - Parameter zone: that of the pass.
  func settings(_ base: PreviewSettings, zone own: PreviewZone) -> PreviewSettings {
    var settings = base
    settings.language = language
    settings.zone = PreviewZone(named: zone) ?? own
    settings.state = state
    settings.isDark = isDark
    if base.system.major != system { settings.system = IOSVersion(system) }
    // What is looked at in a browser is enlarged there.
    settings.scale = .three
    return settings
  }
}
