// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON
package import PassModel

/// A file that `passc images` scales into the images of a slot. `"sources"` in template.json names
/// it.
package struct ImageSource: Sendable {
  /// The way a source is brought into the shape of its slot.
  package enum Fit: String, Sendable, CaseIterable {
    /// The whole source, as large as the slot allows.
    case fit
    /// A part of the source that fills the slot.
    case crop
  }

  /// The point of a source that stays visible when it is cropped.
  package struct Focus: Sendable, Hashable {
    /// The part of the width to the left of the point, in thousandths.
    package let x: Int
    /// The part of the height above the point, in thousandths.
    package let y: Int

    package static let centre = Focus(x: 500, y: 500)

    private init(x: Int, y: Int) { (self.x, self.y) = (x, y) }

    /// Reads `0.5,0.3`: two numbers from 0 to 1 from the upper left corner. Returns nil for
    /// anything else.
    package init?(_ text: String) {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        .map { Self.thousandths($0.filter { $0 != " " }) }
      guard parts.count == 2, let x = parts[0], let y = parts[1] else { return nil }
      self.init(x: x, y: y)
    }

    private static func thousandths(_ text: String) -> Int? {
      guard let number = Double(text), (0...1).contains(number) else { return nil }
      return Int((number * 1000).rounded())
    }

    /// The form that `init(_:)` reads.
    package var text: String { "\(Self.spelled(x)),\(Self.spelled(y))" }

    private static func spelled(_ thousandths: Int) -> String {
      if thousandths % 1000 == 0 { return "\(thousandths / 1000)" }
      var digits = String(thousandths + 1000).dropFirst()
      while digits.last == "0" { digits.removeLast() }
      return "0." + digits
    }
  }

  package let slot: ImageSlot
  /// The language of the images, such as `de` for `de.lproj`. Nil for those at the top.
  package let language: String?
  /// The path as it is in template.json.
  package let written: String
  /// The folder with the images: that of the template.json with the source.
  package let folder: String
  package let fit: Fit?
  package let focus: Focus
  package let place: Place

  package init(
    slot: ImageSlot, language: String? = nil, written: String, folder: String, fit: Fit? = nil,
    focus: Focus = .centre, place: Place
  ) {
    self.slot = slot
    self.language = language
    self.written = written
    self.folder = folder
    self.fit = fit
    self.focus = focus
    self.place = place
  }

  /// The path of the source for reading it.
  package var path: String { FilePath.normalised(FilePath.join(folder, written)) }

  /// The name in `"sources"`: `logo`, or `de.lproj/logo`.
  package var name: String { Self.name(of: slot, in: language) }

  /// The file with the digests of the images that `passc images` made. It is never packed.
  package static let notesFile = ".passc-images.json"

  package static func name(of slot: ImageSlot, in language: String?) -> String {
    (language.map { "\($0).lproj/" } ?? "") + slot.rawValue
  }

  /// Returns the slot and the language of a name such as `de.lproj/logo`. Returns nil if Wallet
  /// knows no such image.
  package static func slot(named name: String) -> (slot: ImageSlot, language: String?)? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let slot = parts.last.flatMap(ImageSlot.init) else { return nil }
    if parts.count == 1 { return (slot, nil) }
    guard parts.count == 2, let language = LanguageTag.language(ofFolder: parts[0]) else {
      return nil
    }
    return (slot, language)
  }
}

/// The members of an object in `sources` in template.json.
package enum ImageSourceMember: String, Sendable, CaseIterable {
  case file, fit, focus

  /// A description in one line, for editors.
  package var summary: String {
    switch self {
    case .file: "the path of a PNG, JPEG or SVG, relative to this file"
    case .fit: "fit shows the whole source, crop fills the slot"
    case .focus: "what a crop keeps, such as 0.5,0.3 from the upper left"
    }
  }
}

extension TemplateSettings {
  /// Reads `"sources"`.
  ///
  /// - Parameter folderOf: returns the template folder of a value.
  static func readSources(
    _ value: JSONValue?, _ folderOf: (Origin) -> String, _ report: inout Report
  ) -> [ImageSource] {
    guard let value else { return [] }
    guard value.isObject else {
      report(
        TemplateFindings.invalidSetting, "\"sources\" must be an object of image names and files",
        at: value)
      return []
    }
    return value.members.compactMap { member in
      guard let (slot, language) = ImageSource.slot(named: member.name) else {
        let name = NearestName.of(member.name, among: ImageSlot.allCases.map(\.rawValue))
        report(
          TemplateFindings.unknownImage,
          "\"\(member.name)\" is not an image that Wallet knows"
            + (name.map { ", did you mean \"\($0)\"" } ?? ""), at: member,
          help: "write the name without scale and .png, such as \"logo\"")
        return nil
      }
      return readSource(member.value, slot, language, folderOf(member.value.origin), &report)
    }
  }

  private static func readSource(
    _ value: JSONValue, _ slot: ImageSlot, _ language: String?, _ folder: String,
    _ report: inout Report
  ) -> ImageSource? {
    if value.isObject { reportUnknownMembers(of: value, &report) }
    let file = value.isObject ? value["file"] : value
    guard let file, let written = file.string, !written.isEmpty else {
      report(
        TemplateFindings.invalidSetting,
        "the source of \(slot.rawValue) must be a path, or an object with \"file\"",
        at: file ?? value)
      return nil
    }
    var fit: ImageSource.Fit?
    if value.isObject, let given = value["fit"] {
      fit = given.string.flatMap(ImageSource.Fit.init)
      guard fit != nil else {
        report(
          TemplateFindings.invalidSetting, "\"fit\" must be \"fit\" or \"crop\"", at: given)
        return nil
      }
    }
    var focus = ImageSource.Focus.centre
    if value.isObject, let given = value["focus"] {
      guard let read = given.string.flatMap(ImageSource.Focus.init) else {
        report(
          TemplateFindings.invalidSetting,
          "\"focus\" must be two numbers from 0 to 1, such as \"0.5,0.3\"", at: given)
        return nil
      }
      focus = read
    }
    return ImageSource(
      slot: slot, language: language, written: written, folder: folder, fit: fit, focus: focus,
      place: file.place)
  }

  private static func reportUnknownMembers(of value: JSONValue, _ report: inout Report) {
    let names = ImageSourceMember.allCases.map(\.rawValue)
    for member in value.members where !names.contains(member.name) {
      let nearest = NearestName.of(member.name, among: names)
      report(
        TemplateFindings.unknownSetting, "unknown member \"\(member.name)\"", at: member,
        help: nearest.map { "did you mean \"\($0)\"?" })
    }
  }
}
