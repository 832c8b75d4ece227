// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
package import PassDrawing
import PassModel

/// What drawing needs beside the pass: fonts and decoded images, shared by many pictures.
package struct PreviewKit: Sendable {
  /// Sets the texts.
  package let fonts: FontSet
  /// Decodes the images.
  package let pictures: PictureReader

  /// Fonts and images for any number of pictures.
  package init(fonts: FontSet, pictures: PictureReader = PictureReader()) {
    self.fonts = fonts
    self.pictures = pictures
  }
}

/// What has been drawn of one side of a pass, and what there is to say about it.
struct FaceCanvas {
  let face: PassFace
  let kit: PreviewKit
  var palette: FacePalette
  var items: [DisplayItem] = []
  var report: Report
  /// Label and value of each field in the order they are read.
  var summary: [String] = []
  private var missing: Set<Unicode.Scalar> = []
  private var budget = PictureReader.Budget()

  init(_ face: PassFace, _ kit: PreviewKit, palette: FacePalette, report: Report) {
    self.face = face
    self.kit = kit
    self.palette = palette
    self.report = report
  }

  var width: Double { face.settings.width }

  /// Whether the language is read from right to left, which turns what is natural round.
  var isRightToLeft: Bool { Script.isRightToLeft(face.language) }

  func style(_ weight: FontWeight, _ size: Double) -> TextStyle {
    TextStyle(weight, size, language: face.language)
  }

  // MARK: Text

  /// Draws a line that was set, its left end at a place.
  mutating func draw(
    _ line: TextLine, at origin: Point, _ colour: Colour, role: String, place: Place
  ) {
    guard !line.words.isEmpty else { return }
    items.append(DisplayItem(.text(PlacedText(line, at: origin, colour: colour)), role: role))
    noteMissing(in: line, place)
  }

  /// Says once of each character that no font has it.
  private mutating func noteMissing(in line: TextLine, _ place: Place) {
    for scalar in line.missing where missing.insert(scalar).inserted && missing.count <= 20 {
      let hex = String(scalar.value, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      report(
        PreviewFindings.glyphMissing, "no available font has \(code)", at: place,
        help: FontAdvice.package(for: scalar).map {
          "install a font that has it (Debian package \($0)), and draw with the system's fonts"
        }, settings: [RunSetting(.fonts, "system")])
    }
  }

  // MARK: Images

  /// The picture of a slot; a finding and nil where it cannot be decoded.
  mutating func picture(_ slot: ImageSlot) -> (image: FaceImages.Image, picture: Picture?)? {
    guard let image = face.images[slot] else { return nil }
    switch kit.pictures.read(image.file.bytes, budget: &budget) {
    case .success(let picture): return (image, picture)
    case .failure(let refusal):
      report(
        PreviewFindings.imageUnreadable, "\(image.file.path) \(refusal.description)",
        at: image.file)
      return (image, nil)
    }
  }

  /// A grey box with a cross, for an image that cannot be shown.
  mutating func drawBroken(in box: Rect, role: String) {
    var cross = Path()
    cross.move(box.x, box.y)
    cross.line(box.maxX, box.maxY)
    cross.move(box.maxX, box.y)
    cross.line(box.x, box.maxY)
    let grey = Colour(grey: 128)
    items.append(
      DisplayItem(
        .group([
          DisplayItem(.rectangle(box, .colour(Colour(grey: 214)))),
          DisplayItem(.clip(.rectangle(box), [DisplayItem(.stroke(cross, width: 1, grey))])),
        ]), role: role))
  }
}

/// Which way languages are written.
enum Script {
  /// Whether a language is read from right to left.
  static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    guard let language = parts.first else { return false }
    if parts.contains("latn") || parts.contains("cyrl") { return false }
    return parts.contains("arab") || parts.contains("hebr")
      || ["ar", "he", "iw", "fa", "ur", "yi", "ps", "ug", "dv", "sd", "ckb"].contains(language)
  }
}
