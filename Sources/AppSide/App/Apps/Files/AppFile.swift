// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
package import PassSource

/// A property list of an app: its kind and the places of its values.
package struct AppFile: Sendable {
  /// The purpose of a property list.
  package enum Kind: Sendable {
    case entitlements
    /// Info.plist of an app.
    case information
    /// Info.plist of an extension.
    case extensionInformation
    /// The list inside a provisioning profile.
    case profile
  }

  /// The path as the user knows it, or the path of the entry in an archive.
  package let name: String
  /// The archive that contains it.
  package let bundle: String?
  package let kind: Kind
  package let root: PropertyListValue
  /// The number of its source, or nil for a binary list without lines.
  let source: UInt32?
  /// The offset of the list in its file.
  let shift: Int

  /// Returns the place of a value.
  func place(_ offset: Int, _ path: [String] = []) -> Place {
    let pointer = path.map {
      "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1")
    }.joined()
    return Place(
      origin: source.map { Origin(source: $0, offset: offset + shift) } ?? .none,
      pointer: pointer, file: name, bundle: bundle)
  }

  /// Returns the place of the value of a top-level key.
  func place(of key: String, _ value: PropertyListValue, _ index: Int? = nil) -> Place {
    let base = kind == .profile ? ["Entitlements", key] : [key]
    guard let index, let element = value.elements?[index] else {
      return place(value.offset, base)
    }
    return place(element.offset, base + ["\(index)"])
  }

  /// The dictionary whose keys are checked. For a profile, the granted entitlements.
  package var keys: PropertyListValue? { kind == .profile ? root["Entitlements"] : root }

  /// Reads a list. Returns nil if it cannot be read, which is reported, or if it is not a list of an
  /// app.
  ///
  /// - Parameter kind: the kind of list, if it is known.
  package static func read(
    _ bytes: [UInt8], name: String, bundle: String? = nil, kind: Kind? = nil,
    report: inout Report
  ) -> AppFile? {
    let wanted = kind ?? Self.kind(of: name)
    var list = bytes
    var shift = 0
    if wanted == .profile, let range = embeddedList(in: bytes) {
      list = Array(bytes[range])
      shift = range.lowerBound
    }
    let isBinary = PropertyList.isBinary(list)
    // The list of a profile is inside a signed message, whose lines are of no use.
    let source =
      isBinary || wanted == .profile
      ? nil : report.sources.add(Source(name: name, bundle: bundle, bytes: bytes))
    do {
      let root = try PropertyList.read(list)
      guard root.members != nil else {
        report(
          AppFindings.unreadable, "the list is \(root.inWords), expected a dictionary",
          at: Place(
            origin: source.map { Origin(source: $0, offset: root.offset) } ?? .none, pointer: "",
            file: name, bundle: bundle))
        return nil
      }
      guard let kind = wanted ?? Self.kind(of: root) else { return nil }
      let isExtension = kind == .information && root["NSExtension"] != nil
      return AppFile(
        name: name, bundle: bundle, kind: isExtension ? .extensionInformation : kind, root: root,
        source: source, shift: source == nil ? 0 : shift)
    } catch {
      report(
        AppFindings.unreadable, error.message,
        at: Place(
          origin: source.map { Origin(source: $0, offset: error.offset) } ?? .none, pointer: "",
          file: name, bundle: bundle))
      return nil
    }
  }

  /// Returns the kind by the name of the file.
  private static func kind(of name: String) -> Kind? {
    let last = name.split(separator: "/").last.map(String.init) ?? name
    if last.hasSuffix(".entitlements") || last.hasSuffix(".xcent") { return .entitlements }
    if last.hasSuffix(".mobileprovision") || last.hasSuffix(".provisionprofile") { return .profile }
    return last.hasSuffix(".plist") && last.contains("Info") ? .information : nil
  }

  /// Returns the kind by the keys.
  private static func kind(of root: PropertyListValue) -> Kind? {
    if root["Entitlements"] != nil, root["TeamIdentifier"] != nil { return .profile }
    for member in root.members ?? [] {
      if let known = AppKey.named(member.key) {
        return known.file == .entitlements ? .entitlements : .information
      }
      if member.key == "CFBundleIdentifier" { return .information }
    }
    return nil
  }

  /// Returns the range of the list in the signed message of a profile.
  private static func embeddedList(in bytes: [UInt8]) -> Range<Int>? {
    func first(_ text: String, from start: Int) -> Int? {
      ByteSearch.offset(of: Array(text.utf8), in: bytes[start...])
    }
    guard let start = first("<?xml", from: 0), let end = first("</plist>", from: start) else {
      return nil
    }
    return start..<(end + 8)
  }
}
