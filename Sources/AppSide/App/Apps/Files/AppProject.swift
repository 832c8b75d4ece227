// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassModel

/// The settings of the targets of an Xcode project. They have keys that Xcode writes into
/// Info.plist, the files of a target, and its lowest iOS version.
package struct AppProject: Sendable {
  /// A setting with its place.
  struct Setting: Sendable {
    let value: String
    let origin: Origin
  }

  /// The settings of one target in one configuration.
  package struct Target: Sendable {
    var settings: [String: Setting] = [:]

    /// Returns the value of a key that Xcode writes into Info.plist.
    func information(_ key: String) -> Setting? { settings["INFOPLIST_KEY_" + key] }
    var entitlements: String? { path("CODE_SIGN_ENTITLEMENTS") }
    var informationFile: String? { path("INFOPLIST_FILE") }
    var lowestIOS: IOSVersion? {
      settings["IPHONEOS_DEPLOYMENT_TARGET"].flatMap { IOSVersion($0.value) }
    }

    private func path(_ name: String) -> String? {
      guard var path = settings[name]?.value, !path.isEmpty else { return nil }
      for prefix in ["$(SRCROOT)/", "$(PROJECT_DIR)/", "${SRCROOT}/", "./"]
      where path.hasPrefix(prefix) {
        path.removeFirst(prefix.count)
      }
      return path
    }
  }

  /// Folder that the paths in the settings are relative to.
  package let folder: String
  /// The targets, once for each configuration with settings.
  package let targets: [Target]

  /// Reads the settings of a `project.pbxproj` or an `.xcconfig`, which are lines of `NAME =
  /// value;`.
  package static func read(
    _ bytes: [UInt8], name: String, folder: String, report: inout Report
  ) -> AppProject {
    let source = report.sources.add(Source(name: name, bytes: bytes))
    var targets: [Target] = []
    var current = Target()
    let hasBlocks = name.hasSuffix(".pbxproj")
    var isInside = !hasBlocks
    var offset = 0
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let text = trimmed(hasBlocks ? line : withoutComment(line))
      if hasBlocks, text == "buildSettings = {" {
        isInside = true
        current = Target()
      } else if hasBlocks, isInside, text == "};" {
        isInside = false
        targets.append(current)
      } else if isInside, let (key, value) = setting(text) {
        let blanks = line.prefix { $0 <= 0x20 }.count
        current.settings[key] = Setting(
          value: value, origin: Origin(source: source, offset: offset + blanks))
      }
      offset += line.count + 1
    }
    if !hasBlocks { targets.append(current) }
    return AppProject(folder: folder, targets: targets.filter { !$0.settings.isEmpty })
  }

  /// Returns a line of an `.xcconfig` without its comment. As in Xcode, `//` begins one everywhere,
  /// even in quotes and addresses.
  private static func withoutComment(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let slash = UInt8(ascii: "/")
    let start = line.indices.dropLast().first { line[$0] == slash && line[$0 + 1] == slash }
    return start.map { line[..<$0] } ?? line
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> String {
    let rest = line.drop { $0 <= 0x20 }
    let end = rest.lastIndex { $0 > 0x20 }.map { $0 + 1 } ?? rest.startIndex
    return String(decoding: rest[rest.startIndex..<end], as: UTF8.self)
  }

  /// Parses `NAME = value;`, `NAME[sdk=…] = "value";` or `NAME = value`.
  private static func setting(_ line: String) -> (String, String)? {
    guard let range = line.firstRange(of: " = ") ?? line.firstRange(of: "=") else { return nil }
    let name = line[..<range.lowerBound].prefix { $0 != "[" && $0 != " " && $0 != "\"" }
    guard !name.isEmpty, !name.hasPrefix("/") else { return nil }
    var value = line[range.upperBound...]
    if value.hasSuffix(";") { value = value.dropLast() }
    if value.hasPrefix("\""), value.hasSuffix("\""), value.count > 1 {
      value = value.dropFirst().dropLast()
    }
    let text = String(value)
    return (String(name), text.replacing("\\\"", with: "\"").replacing("\\\\", with: "\\"))
  }
}
