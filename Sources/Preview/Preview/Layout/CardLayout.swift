// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
package import PassDiagnostics
package import PassDrawing
import PassJSON
import PassModel

/// Layout of the front.
package enum CardLayout {
  /// Lays out the front.
  ///
  /// - Parameter report: the report for findings. It must know the sources of the pass.
  package static func front(
    of face: PassFace, kit: PreviewKit, report: inout Report
  ) -> DisplayList {
    let height = CardShape.height(face.style, width: face.settings.width)
    let drawsStrip = face.style.drawsStrip && face.images[.strip] != nil
    let coversFace = face.style == .eventTicket && !drawsStrip && face.images[.background] != nil
    let palette = FacePalette(face, hasStrip: drawsStrip, hasBackgroundImage: coversFace)
    var canvas = FaceCanvas(face, kit, palette: palette, report: report)
    canvas.drawGround(height: height, coversFace: coversFace)
    switch face.style {
    case .boardingPass: canvas.drawBoardingPass(height)
    case .coupon, .storeCard: canvas.drawCard(height)
    case .eventTicket: canvas.drawEventTicket(height)
    case .generic: canvas.drawGeneric(height)
    case .posterEventTicket: canvas.drawPosterTicket(height)
    case .semanticBoardingPass: canvas.drawSemanticBoardingPass(height)
    case .posterGeneric: canvas.drawPosterGeneric(height)
    }
    canvas.drawNFCMark(height)
    canvas.noteImages()
    canvas.noteBusyStrip()
    canvas.noteContrast()
    canvas.noteInferred()
    canvas.noteLanguage()
    report = canvas.report
    return list(canvas, height: height)
  }

  private static func list(_ canvas: FaceCanvas, height: Double) -> DisplayList {
    let face = canvas.face
    var list = DisplayList(width: canvas.width, height: height)
    let outline = CardShape.outline(face.style, width: canvas.width)
    // The visible line is inside the edge, because the clip cuts off half of a stroke of twice the
    // width.
    let edge = DisplayItem(.stroke(outline, width: 2, Colour(grey: 0, alpha: 0.15)), role: "edge")
    list.add(.clip(outline, canvas.items + [edge]), role: "card")
    list.title = face.title
    list.summary = canvas.summary
    list.language = face.language
    list.timeZone = face.timeZone
    return list
  }
}

extension PreviewStyle {
  /// Whether the style shows a strip image.
  var drawsStrip: Bool { self == .coupon || self == .storeCard || self == .eventTicket }

  /// Whether artwork covers the whole card.
  var isPoster: Bool { self == .posterEventTicket || self == .posterGeneric }
}

extension FaceCanvas {
  // MARK: Behind everything

  mutating func drawGround(height: Double, coversFace: Bool) {
    let box = Rect(x: 0, y: 0, width: width, height: height)
    let colour = palette.background
    items.append(DisplayItem(.rectangle(box, .colour(colour)), role: "background"))
    if coversFace, let (_, picture) = picture(.background) {
      drawBackground(picture, in: box)
    } else if !face.style.isApproximate {
      // Wallet's sheen is 5 % brighter at the top and ends at 48 points.
      let sheen = Paint.gradient(
        from: Point(0, 0), to: Point(0, 48),
        stops: [GradientStop(0, colour.brightened(1.05)), GradientStop(1, colour)])
      items.append(
        DisplayItem(.rectangle(Rect(x: 0, y: 0, width: width, height: 48), sheen), role: "sheen"))
    }
  }

  private mutating func drawBackground(_ picture: Picture?, in box: Rect) {
    guard let picture else { return drawBroken(in: box, role: "background") }
    let larger = box.inset(x: -15, y: -15)
    items.append(
      DisplayItem(
        .image(PlacedImage(picture, in: larger, fit: .cover, blur: 10)), role: "background"))
  }

  // MARK: Styles

  fileprivate mutating func drawBoardingPass(_ height: Double) {
    drawHeader()
    draw(group(.primary), as: ClassicRows.boardingPrimary(width))
    drawTransitIcon(top: CardShape.y(68, width: width) + 18)
    draw(group(.auxiliary), as: ClassicRows.boardingAuxiliary(width))
    draw(group(.secondary), as: ClassicRows.boardingSecondary(width))
    let plate = drawBarcode(cardHeight: height)
    drawFooter(above: plate?.y ?? height - 14)
  }

  /// Draws coupons and store cards.
  fileprivate mutating func drawCard(_ height: Double) {
    drawStrip(height: 144)
    drawHeader()
    let primary = draw(
      group(.primary), as: ClassicRows.onStrip(width), value: palette.onStrip)
    if let field = primary.first?.field, !field.label.isEmpty {
      drawLabelOnStrip(field)
    }
    draw(
      group(.secondary) + group(.auxiliary),
      as: ClassicRows.belowStrip(width, isStoreCard: face.style == .storeCard))
    drawBarcode(cardHeight: height)
  }

  /// Draws the label below the large value, not in capitals, on up to two lines.
  private mutating func drawLabelOnStrip(_ field: FaceField) {
    let box = ClassicRows.labelOnStrip(width)
    let style = style(.light, 18)
    let block = kit.fonts.lines(
      PassText.firstLine(field.label).text, style, within: box.width, atMost: 2)
    for (index, line) in block.lines.enumerated() {
      let baseline = box.y + style.ascender + Double(index) * style.lineHeight
      let x = isRightToLeft ? box.maxX - line.width : box.x
      draw(
        line, at: Point(x, baseline), palette.onStrip, role: field.role + "/label",
        place: field.labelPlace)
    }
    if block.isCut {
      reportTruncation(
        field.label, shown: block.lines.map(\.words).joined(separator: " "), isCut: true,
        at: field.labelPlace)
    }
    if !summary.isEmpty, !field.value.isEmpty {
      summary[summary.count - 1] = "\(field.label): \(field.value)"
    }
  }

  fileprivate mutating func drawEventTicket(_ height: Double) {
    let auxiliary = group(.auxiliary)
    let first = auxiliary.filter { !$0.isInSecondRow }
    let second = auxiliary.filter(\.isInSecondRow)
    if face.images[.strip] != nil {
      drawStrip(height: 98)
      drawHeader()
      draw(group(.primary), as: ClassicRows.onStrip(width), value: palette.onStrip)
      for (number, fields) in [group(.secondary), first, second].enumerated() {
        draw(fields, as: ClassicRows.eventBelowStrip(number, width))
      }
    } else {
      drawHeader()
      let thumbnail = drawThumbnail(top: CardShape.y(72, width: width))
      draw(group(.primary), as: ClassicRows.eventPrimary(width, thumbnail: thumbnail))
      draw(group(.secondary), as: ClassicRows.eventSecondary(width, thumbnail: thumbnail))
      draw(first, as: ClassicRows.eventAuxiliary(width))
      draw(second, as: ClassicRows.eventAuxiliarySecondRow(width))
    }
    drawBarcode(cardHeight: height)
  }

  fileprivate mutating func drawGeneric(_ height: Double) {
    drawHeader()
    let thumbnail = drawThumbnail(top: CardShape.y(76, width: width))
    draw(group(.primary), as: ClassicRows.genericPrimary(width, thumbnail: thumbnail))
    draw(group(.secondary), as: ClassicRows.genericSecondary(width))
    draw(group(.auxiliary), as: ClassicRows.genericAuxiliary(width))
    drawBarcode(cardHeight: height)
  }

  func group(_ group: FieldGroup) -> [FaceField] { face.fields[group] ?? [] }

  // MARK: Header

  mutating func drawHeader() {
    let logo = drawLogo()
    let header = group(.header)
    let end = header.isEmpty ? width - 15 : width - 130
    if !face.logoText.isEmpty {
      let text = PassText.firstLine(face.logoText).text
      let style = style(.semibold, 18)
      let x = logo.map { $0.maxX + 8 } ?? 13
      let line = kit.fonts.line(text, style, within: max(0, end - x))
      let place = face.document["logoText"]?.place ?? .nowhere
      let baseline = ClassicRows.headerMiddle(width) - style.lineHeight / 2 + style.ascender
      draw(line, at: Point(x, baseline), palette.foreground, role: "logoText", place: place)
      reportTruncation(face.logoText, shown: line.words, isCut: line.isCut, at: place)
      summary.append(face.logoText)
    }
    draw(header, as: ClassicRows.header(width))
  }

  /// - Returns: the box of the logo.
  private mutating func drawLogo() -> Rect? {
    guard let (image, picture) = picture(.logo) else { return nil }
    let middle = ClassicRows.headerMiddle(width)
    guard let picture else {
      let box = Rect(x: 13, y: middle - 15, width: 30, height: 30)
      drawBroken(in: box, role: "logo")
      return box
    }
    let box = fitted(picture, image.scale, within: (160, 50), x: 13, middle: middle)
    items.append(
      DisplayItem(.image(PlacedImage(picture, in: box, fit: .stretched)), role: "logo"))
    return box
  }

  /// Returns the box of an image, made smaller if needed but never larger.
  func fitted(
    _ picture: Picture, _ scale: ImageSlot.Scale, within limit: (Double, Double), x: Double,
    middle: Double
  ) -> Rect {
    let width = Double(picture.widthInPixels) / Double(scale.rawValue)
    let height = Double(picture.heightInPixels) / Double(scale.rawValue)
    let factor = min(1, limit.0 / width, limit.1 / height)
    return Rect(
      x: x, y: middle - height * factor / 2, width: width * factor, height: height * factor)
  }

  // MARK: Other images

  /// - Parameter smallHeight: the height on a small card.
  private mutating func drawStrip(height smallHeight: Double) {
    guard let (image, picture) = picture(.strip) else { return }
    let top = CardShape.y(60, width: width)
    let height = CardShape.y(60 + smallHeight, width: width) - top
    let box = Rect(x: 0, y: top, width: width, height: height)
    guard let picture else { return drawBroken(in: box, role: "strip") }
    let placed = PlacedImage(picture, in: box, fit: .cover)
    items.append(DisplayItem(.image(placed), role: "strip"))
    strip = (image, placed)
    let extent = placed.extent
    let (sides, ends) = ((extent.width - box.width) / 2, (extent.height - box.height) / 2)
    guard max(sides, ends) > 0.5 else { return }
    let size = Self.number(box.width) + " x " + Self.number(height)
    report(
      PreviewFindings.stripCropped,
      sides > ends
        ? "\(Self.number(sides)) points are cut off at each side of \(image.file.path), its area "
          + "is \(size)"
        : "\(Self.number(ends)) points are cut off at top and bottom of \(image.file.path), its "
          + "area is \(size)", at: image.file)
  }

  /// - Returns: the width it takes from the rows next to it.
  private mutating func drawThumbnail(top: Double) -> Double {
    guard let (image, picture) = picture(.thumbnail) else { return 0 }
    guard let picture else {
      drawBroken(
        in: Rect(x: width - 15 - 90, y: top, width: 90, height: 90), role: "thumbnail")
      return 107
    }
    var box = fitted(picture, image.scale, within: (90, 90), x: 0, middle: 0)
    // Small images are enlarged to the available size.
    let factor = min(90 / box.width, 90 / box.height)
    box.width *= factor
    box.height *= factor
    box.x = width - 15 - box.width
    box.y = top
    items.append(
      DisplayItem(
        .image(PlacedImage(picture, in: box, fit: .stretched, radius: 4)), role: "thumbnail"))
    return box.width + 17
  }

  mutating func drawFooter(above y: Double) {
    guard let (image, picture) = picture(.footer) else { return }
    guard let picture else {
      let box = Rect(x: (width - 286) / 2, y: y - 21, width: 286, height: 15)
      return drawBroken(in: box, role: "footer")
    }
    var box = fitted(picture, image.scale, within: (286, 15), x: 0, middle: 0)
    box.x = (width - box.width) / 2
    box.y = y - 6 - box.height
    items.append(
      DisplayItem(.image(PlacedImage(picture, in: box, fit: .stretched)), role: "footer"))
  }

  mutating func drawTransitIcon(top: Double, middle: Double? = nil, scale: Double = 1) {
    let type = face.document[face.style.style.rawValue]?["transitType"]?.string
    let icon = type.flatMap(TransitIcon.init) ?? .generic
    let x = width / 2 - icon.size.width * scale / 2
    let y = middle.map { $0 - icon.size.height * scale / 2 } ?? top
    var path = icon.path.placed(scale: scale, x: x, y: y)
    if isRightToLeft, icon.pointsForward { path = path.mirrored(aroundX: width / 2) }
    items.append(
      DisplayItem(.fill(path, isEvenOdd: true, .colour(palette.label)), role: "transitIcon"))
  }

  /// Draws the mark of passes for an NFC reader.
  fileprivate mutating func drawNFCMark(_ height: Double) {
    guard face.hasNFC, !face.style.isPoster else { return }
    let (left, middle) = (width - 7 - 21, height - 7 - 12)
    var waves: [DisplayItem] = []
    for radius in [7.0, 13, 19] {
      var wave = Path()
      wave.arc(
        centre: Point(left, middle), radius: radius, from: -0.6, to: 0.6, isNewLine: true)
      waves.append(DisplayItem(.stroke(wave, width: 2.6, palette.foreground)))
    }
    items.append(DisplayItem(.opacity(0.7, waves), role: "nfc"))
  }
}
