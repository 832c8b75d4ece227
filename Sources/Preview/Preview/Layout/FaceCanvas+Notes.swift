// SPDX-License-Identifier: Apache-2.0

import PassBarcode
import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassDrawing
import PassJSON
import PassModel

// Findings about a card as a whole.
extension FaceCanvas {
  /// Reports images that the style does not show.
  mutating func noteImages() {
    for image in face.images.all {
      guard let reason = reasonNotDrawn(image.slot) else { continue }
      report(
        PreviewFindings.imageNotDrawn, "\(image.file.path) is not drawn: \(reason)",
        at: image.file)
    }
  }

  private func reasonNotDrawn(_ slot: ImageSlot) -> String? {
    let style = face.style
    // A pass often has the images of a newer style and of the style that older systems draw. Only
    // images that none of its styles shows are reported.
    let other = PassStyle.styles(of: face.document)
    let schemes = StyleScheme.schemes(of: face.document)
    switch slot {
    case .icon, .personalizationLogo, .venueMap: return nil
    case .background where style == .eventTicket && face.images[.strip] != nil:
      return "the ticket has a strip"
    case .thumbnail where style == .eventTicket && face.images[.strip] != nil:
      return "the ticket has a strip"
    default: break
    }
    let isShown = other.contains { slot.showing(in: $0, schemes: schemes) != .notShown }
    return isShown ? nil : "\(style.rawValue) does not show it"
  }

  /// Reports text on busy parts of the strip, once for all of it.
  mutating func noteBusyStrip() {
    guard report.wantsNotes, let (image, placed) = strip else { return }
    let map = LightnessMap(placed, over: palette.background)
    var texts: [String] = []
    var worst = 0.0
    for item in items {
      guard case .text(let text) = item.shape, let ink = text.ink else { continue }
      let share = map.busyShare(of: ink)
      guard share > 0.03 else { continue }
      texts.append(Excerpt.drawn.quoted(text.line.words))
      worst = max(worst, share)
    }
    guard !texts.isEmpty else { return }
    report(
      PreviewFindings.stripBusy,
      "\(texts.joined(separator: " and ")) \(texts.count == 1 ? "is" : "are") on a busy part of "
        + "\(image.file.path), \(Int((worst * 100).rounded())) % of the area has strong edges",
      at: image.file)
  }

  /// Reports labels and values with low contrast to the card.
  mutating func noteContrast() {
    guard !face.style.isApproximate || face.style == .semanticBoardingPass,
      face.images[.background] == nil || face.style != .eventTicket
    else { return }
    check("value", palette.foreground, "foregroundColor")
    check("label", palette.label, "labelColor")
  }

  private mutating func check(_ name: String, _ colour: Colour, _ key: String) {
    let contrast = colour.contrast(with: palette.background)
    guard contrast < 3 else { return }
    let tenths = Int(contrast * 10)
    let place = face.document[key]?.place ?? face.document["backgroundColor"]?.place
    report(
      PreviewFindings.contrastLow,
      "the contrast of \(name)s to the background is \(tenths / 10).\(tenths % 10), expected 3 or "
        + "more", at: place ?? face.document.place)
  }

  /// Reports that no folder fits the language, so that a device may show another language.
  mutating func noteLanguage() {
    let face = face
    guard face.isFallback, let folder = face.folder else { return }
    report(
      PreviewFindings.languageFallback,
      "no folder fits the language \(face.language), so the texts are from \(folder).lproj",
      at: face.document.place)
  }

  /// Reports which parts of the image are not measured on a device.
  mutating func noteInferred() {
    let style = face.style
    let place = face.document[style.style.rawValue]?.place ?? face.document.place
    if style.isApproximate {
      report(
        PreviewFindings.inferred,
        "\(style.rawValue) is drawn approximately, without measurements on a device", at: place)
    } else {
      var parts: [String] = []
      if CardShape.isInferred(style, width: width) {
        parts.append("the heights on a card of \(Self.number(width)) points")
      }
      if style == .eventTicket, face.images[.strip] == nil, face.images[.background] != nil {
        parts.append("the blur of background.png and the colours of the text on it")
      }
      if style != .boardingPass, face.images[.thumbnail] != nil,
        style == .generic || style == .eventTicket
      {
        parts.append("the top edge of thumbnail.png")
      }
      if style == .boardingPass, face.images[.footer] != nil {
        parts.append("the position of footer.png")
      }
      if let format = face.barcode?.format,
        format == .aztec || format.since >= IOSVersion(27)
      {
        parts.append("the size of the \(format.shortName) code")
      }
      if isRightToLeft { parts.append("the alignment in languages read from right to left") }
      if !parts.isEmpty {
        report(
          PreviewFindings.inferred,
          "estimated, not measured on a device: " + parts.joined(separator: ", "),
          at: place)
      }
    }
    if face.hasTooManyFields {
      report(
        PreviewFindings.fieldDropped,
        "the pass has more than \(FieldReader.limit) fields, only these are drawn", at: place)
    }
  }
}
