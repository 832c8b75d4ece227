// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
package import PassDrawing
import PassModel

/// Fonts and decoded images, shared by many previews. It can be used from any thread.
package struct PreviewKit: Sendable {
  package let fonts: FontSet
  package let pictures: PictureReader

  package init(fonts: FontSet, pictures: PictureReader = PictureReader()) {
    self.fonts = fonts
    self.pictures = pictures
  }
}

/// One side of a pass that is being drawn, and the findings about it.
struct FaceCanvas {
  let face: PassFace
  let kit: PreviewKit
  var palette: FacePalette
  var items: [DisplayItem] = []
  var report: Report
  /// The strip, if it is drawn.
  var strip: (image: FaceImages.Image, placed: PlacedImage)?
  /// Label and value of each field in reading order.
  var summary: [String] = []
  private var missing: Set<Unicode.Scalar> = []
  private var hasNotedEmoji = false
  private var budget = PictureReader.Budget()

  init(_ face: PassFace, _ kit: PreviewKit, palette: FacePalette, report: Report) {
    self.face = face
    self.kit = kit
    self.palette = palette
    self.report = report
  }

  var width: Double { face.settings.width }

  /// Whether the language is read from right to left, which mirrors natural alignment.
  var isRightToLeft: Bool { Script.isRightToLeft(face.language) }

  func style(_ weight: FontWeight, _ size: Double) -> TextStyle {
    TextStyle(weight, size, language: face.language)
  }

  // MARK: Text

  /// Draws a line of text with its left end at `origin`.
  mutating func draw(
    _ line: TextLine, at origin: Point, _ colour: Colour, role: String, place: Place
  ) {
    guard !line.words.isEmpty else { return }
    items.append(DisplayItem(.text(PlacedText(line, at: origin, colour: colour)), role: role))
    noteMissing(in: line, place)
    if line.hasMonochromeEmoji, !hasNotedEmoji {
      hasNotedEmoji = true
      report(PreviewFindings.emojiMonochrome, "the emoji are drawn in one colour", at: place)
    }
  }

  /// Reports each character that no font has, once for each character and at most 20.
  private mutating func noteMissing(in line: TextLine, _ place: Place) {
    for scalar in line.missing where missing.insert(scalar).inserted && missing.count <= 20 {
      let hex = String(scalar.value, radix: 16, uppercase: true)
      let code = "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
      let source = FontAdvice.package(for: scalar)
      let isPinned = source == FontAdvice.emoji
      report(
        PreviewFindings.glyphMissing, "no available font has \(code)", at: place,
        help: source.map {
          "install a font that has it (Debian package \($0))"
            + (isPinned ? "" : ", and draw with the system's fonts")
        }, settings: isPinned ? [] : [RunSetting(.fonts, "system")])
    }
  }

  // MARK: Images

  /// Returns the image of a slot. If it cannot be decoded, reports a finding and returns no
  /// picture.
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

  /// Draws a grey box with a cross instead of an image that cannot be decoded.
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

/// The direction of scripts.
enum Script {
  static func isRightToLeft(_ tag: String) -> Bool {
    let parts = tag.lowercased().split { $0 == "-" || $0 == "_" }
    guard let language = parts.first else { return false }
    if parts.contains("latn") || parts.contains("cyrl") { return false }
    return parts.contains("arab") || parts.contains("hebr")
      || ["ar", "he", "iw", "fa", "ur", "yi", "ps", "ug", "dv", "sd", "ckb"].contains(language)
  }
}
