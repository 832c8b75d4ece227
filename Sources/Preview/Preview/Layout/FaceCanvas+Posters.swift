// SPDX-License-Identifier: Apache-2.0

import PassDrawing
import PassJSON
import PassLocale
import PassModel

// The styles that came with iOS 18 to 27. They were not measured on a device. The layout follows
// Apple's documentation and known values of Wallet.
extension FaceCanvas {
  /// Returns a string of the semantic tags, or an empty string.
  private func tag(_ name: String) -> String {
    guard let value = face.document["semantics"]?[name] else { return "" }
    return PassText.firstLine(face.reader.plain(value)).text
  }

  private func date(_ name: String) -> W3CDate? {
    face.document["semantics"]?[name]?.string.flatMap { W3CDate($0) }
  }

  /// Draws one line of text. Returns its width.
  @discardableResult
  private mutating func drawText(
    _ text: String, _ weight: FontWeight, _ size: Double, x: Double, baseline: Double,
    within width: Double, colour: Colour, role: String, alignsRight: Bool = false
  ) -> Double {
    guard !text.isEmpty, width > 0 else { return 0 }
    let line = kit.fonts.line(text, style(weight, size), within: width)
    draw(
      line, at: Point(alignsRight ? x - line.width : x, baseline), colour, role: role,
      place: face.document.place)
    reportTruncation(text, shown: line.words, isCut: line.isCut, at: face.document.place)
    return line.width
  }

  // MARK: Posters

  /// Draws artwork, shade and footer. Text on it is white or black, depending on the lightness of
  /// the image.
  private mutating func drawPoster(_ height: Double, footer: Double) {
    let box = Rect(x: 0, y: 0, width: width, height: height)
    let slot: ImageSlot = face.images[.artwork] != nil ? .artwork : .background
    var isLight = false
    if let (_, picture) = picture(slot) {
      if let picture {
        items.append(
          DisplayItem(.image(PlacedImage(picture, in: box, fit: .cover)), role: slot.rawValue))
        isLight = picture.meanLightness >= 0.85
      } else {
        drawBroken(in: box, role: slot.rawValue)
      }
    } else {
      isLight = palette.background.luminance >= 0.7
    }
    if face.document["useAutomaticColors"]?.bool == true || face.colour("foregroundColor") == nil {
      palette.foreground = isLight ? .black : .white
    }
    if face.document["useAutomaticColors"]?.bool == true || face.colour("labelColor") == nil {
      palette.label = palette.foreground.with(alpha: 0.6)
    }
    if face.document["suppressHeaderDarkening"]?.bool != true, !isLight {
      let shade = Paint.gradient(
        from: Point(0, 0), to: Point(0, 120),
        stops: [
          GradientStop(0, Colour(grey: 0, alpha: 0.5)), GradientStop(1, Colour(grey: 0, alpha: 0)),
        ])
      items.append(
        DisplayItem(.rectangle(Rect(x: 0, y: 0, width: width, height: 120), shade), role: "shade"))
    }
    let tint = face.colour("footerBackgroundColor").map { Colour($0) } ?? palette.background
    items.append(
      DisplayItem(
        .rectangle(
          Rect(x: 0, y: height - footer, width: width, height: footer),
          .colour(tint.with(alpha: 0.88))), role: "footer/material"))
  }

  /// Draws the logo at the top left, or text instead.
  ///
  /// - Returns: its right edge.
  private mutating func drawPrimaryLogo(orWords words: String, x: Double, within limit: Double)
    -> Double
  {
    if let (image, picture) = picture(.primaryLogo), let picture {
      let box = fitted(picture, image.scale, within: (min(126, limit), 30), x: x, middle: 29)
      items.append(
        DisplayItem(.image(PlacedImage(picture, in: box, fit: .stretched)), role: "primaryLogo"))
      return box.maxX
    }
    let width = drawText(
      words, .bold, 17, x: x, baseline: 35, within: limit, colour: palette.foreground,
      role: "logoText")
    return x + width
  }

  // MARK: Event tickets

  mutating func drawPosterTicket(_ height: Double) {
    let factor = width / 358
    let footer = 120 * factor
    drawPoster(height, footer: footer)
    let words = face.document["eventLogoText"].map(face.reader.plain) ?? face.logoText
    _ = drawPrimaryLogo(
      orWords: words.isEmpty ? tag("eventName") : words, x: 14, within: (width - 28) * 0.6)
    drawEventDate()
    drawEventText(height, footer: footer)
    drawSecondaryLogo(height)
    summary += [tag("eventName"), tag("venueName")].filter { !$0.isEmpty }
  }

  private mutating func drawEventDate() {
    let info = face.document["semantics"]?["eventStartDateInfo"]
    let start = info?["date"]?.string.flatMap { W3CDate($0) } ?? date("eventStartDate")
    guard let start else { return }
    let isUnannounced = info?["unannounced"]?.bool == true
    let isUndetermined = info?["undetermined"]?.bool == true
    let zone = info?["timeZone"]?.string.flatMap { PreviewZone(named: $0) }
    let keepsClock = info?["ignoreTimeComponents"]?.bool != nil || zone == nil
    let reader = face.reader
    let day =
      isUnannounced
      ? "TBA"
      : isUndetermined
        ? "TBD"
        : reader.text(
          of: start, date: .medium, time: .none, ignoresTimeZone: keepsClock, zone: zone)
    let hasTime = info?["ignoreTimeComponents"]?.bool != true && !isUnannounced && !isUndetermined
    drawText(
      day, .bold, hasTime ? 15 : 17, x: width - 14, baseline: 29, within: width * 0.36,
      colour: palette.foreground, role: "date", alignsRight: true)
    guard hasTime else { return }
    let time = reader.text(
      of: start, date: .none, time: .short, ignoresTimeZone: keepsClock, zone: zone)
    drawText(
      time, .medium, 15, x: width - 14, baseline: 47, within: width * 0.36,
      colour: palette.label, role: "time", alignsRight: true)
  }

  private mutating func drawEventText(_ height: Double, footer: Double) {
    let top = height - footer
    let seats = seats()
    let seatsWidth = drawSeats(seats, right: width - 14, top: top + 12)
    let level = tag("admissionLevel")
    let words = level.isEmpty ? group(.primary).first?.value ?? "" : level
    let room = width - 28 - (seatsWidth > 0 ? seatsWidth + 16 : 0)
    let size: Double =
      [34.0, 17].first {
        kit.fonts.width(words, style(.bold, $0)) <= room
      } ?? 13.5
    let block = kit.fonts.lines(
      PassText.firstLine(words).text, style(.bold, size), within: room, atMost: 2)
    for (index, line) in block.lines.enumerated() {
      draw(
        line, at: Point(14, top + 14 + line.style.ascender + Double(index) * line.style.lineHeight),
        palette.foreground, role: "admissionLevel", place: face.document.place)
    }
    let venueRoom = tag("venueRoom").isEmpty ? tag("venueRegionName") : tag("venueRoom")
    let limit = width - 28 - (face.images[.secondaryLogo] == nil ? 0 : 145)
    drawText(
      venueRoom, .semibold, 13, x: 14, baseline: height - 14 - 18, within: limit,
      colour: palette.foreground, role: "venueRoom")
    drawText(
      tag("venueName"), .regular, 13, x: 14, baseline: height - 14 - 3, within: limit,
      colour: palette.foreground, role: "venueName")
  }

  /// Returns label and value of up to three parts of the first seat: aisle, section, row, seat.
  private func seats() -> [(String, String)] {
    guard let seat = face.document["semantics"]?["seats"]?.element(0) else { return [] }
    let parts = [
      ("Aisle", "seatAisle"), ("Section", "seatSection"), ("Row", "seatRow"),
      ("Seat", "seatNumber"),
    ]
    return Array(
      parts.compactMap { name, key in
        seat[key].map { (name, PassText.firstLine(face.reader.plain($0)).text) }
      }.filter { !$0.1.isEmpty }.prefix(3))
  }

  /// - Returns: the total width.
  private mutating func drawSeats(
    _ seats: [(String, String)], right: Double, top: Double
  ) -> Double {
    guard !seats.isEmpty else { return 0 }
    let full = (seats.count <= 2 ? 42.0 : 36) * width / 358
    let room = width * 0.55
    var size = full
    func total(_ size: Double) -> Double {
      seats.reduce(26 * Double(seats.count - 1)) {
        $0
          + max(
            kit.fonts.width($1.1, style(.regular, size)), kit.fonts.width($1.0, style(.regular, 13))
          )
      }
    }
    while size > full * 0.6, total(size) > room { size -= 1 }
    var x = right
    for (label, value) in seats.reversed() {
      let share = min(room / Double(seats.count), room)
      let value = kit.fonts.line(value, style(.regular, size), within: share)
      let label = kit.fonts.line(label, style(.regular, 13), within: share)
      let cell = max(value.width, label.width)
      x -= cell
      draw(
        label, at: Point(x, top + 12), palette.label, role: "seat/label", place: face.document.place
      )
      draw(
        value, at: Point(x, top + 15 + value.style.ascender), palette.foreground,
        role: "seat/value", place: face.document.place)
      x -= 26
    }
    return right - x - 26
  }

  private mutating func drawSecondaryLogo(_ height: Double) {
    guard let (image, picture) = picture(.secondaryLogo), let picture else { return }
    var box = fitted(picture, image.scale, within: (135, 12), x: 0, middle: 0)
    box.x = width - 14 - box.width
    box.y = height - 14 - box.height
    items.append(
      DisplayItem(.image(PlacedImage(picture, in: box, fit: .stretched)), role: "secondaryLogo"))
  }

  // MARK: Generic posters

  mutating func drawPosterGeneric(_ height: Double) {
    let footer = 92 * width / 358
    drawPoster(height, footer: footer)
    let header = group(.header)
    _ = drawPrimaryLogo(
      orWords: face.logoText, x: 14, within: header.isEmpty ? width - 28 : width * 0.55)
    var row = ClassicRows.header(width)
    row.limit = 1
    row.box = Rect(x: width - 144, y: 10, width: 130, height: 40)
    draw(header, as: row)
    let primary = FieldRow(
      kind: .justified,
      box: Rect(x: 14, y: height - footer + 12, width: width - 28, height: 44), limit: 4,
      minGap: 12, weight: .regular, size: 22)
    draw(group(.primary), as: primary)
    let footers = group(.footer)
    for field in footers.dropFirst(2) { drop(field, limit: 2) }
    var x = 14.0
    for field in footers.prefix(2) {
      let words = [field.label, field.value].filter { !$0.isEmpty }.joined(separator: " ")
      x +=
        drawText(
          PassText.firstLine(words).text, .medium, 13, x: x, baseline: height - 16,
          within: width - 14 - x, colour: palette.foreground, role: field.role + "/value") + 16
      read(field)
    }
    var place = BarcodePlace()
    place.bottom = footer + 14
    drawBarcode(cardHeight: height, place)
  }

  // MARK: Boarding passes

  mutating func drawSemanticBoardingPass(_ height: Double) {
    let margin = 15.0
    _ = drawPrimaryLogo(
      orWords: airline(), x: margin, within: (width - 2 * margin) * 0.6)
    drawText(
      flight(), .bold, 15, x: width - margin, baseline: 28, within: width * 0.35,
      colour: palette.foreground, role: "flight", alignsRight: true)
    if let departure = date("originalDepartureDate") {
      let day = face.reader.text(
        of: departure, date: .medium, time: .none, zone: zone("departureLocationTimeZone"))
      drawText(
        day, .regular, 13, x: width - margin, baseline: 45, within: width * 0.35,
        colour: palette.label, role: "date", alignsRight: true)
    }
    // The icon between them points in the reading direction.
    drawEnd("departure", isRight: isRightToLeft, margin)
    drawEnd("destination", isRight: !isRightToLeft, margin)
    drawTransitIcon(top: 0, middle: 112, scale: 0.8)
    drawPassenger(margin, top: 176)
    let place = BarcodePlace(ideal: 135, radius: 12, bottom: width < 343 ? 8 : 24)
    let plate = drawBarcode(cardHeight: height, place)
    drawFooter(above: plate?.y ?? height - 24)
  }

  private func airline() -> String {
    let name = tag("transitProvider")
    return name.isEmpty ? face.document["organizationName"].map(face.reader.plain) ?? "" : name
  }

  private func flight() -> String {
    let code = tag("flightCode")
    guard code.isEmpty else { return code }
    return [tag("airlineCode"), tag("flightNumber")].filter { !$0.isEmpty }.joined(separator: " ")
  }

  private func zone(_ key: String) -> PreviewZone? { PreviewZone(named: tag(key)) }

  /// Draws city, airport and time of one end of the journey.
  private mutating func drawEnd(_ end: String, isRight alignsRight: Bool, _ margin: Double) {
    let x = alignsRight ? width - margin : margin
    let room = (width - 30) / 2 - 26
    drawText(
      tag(end + "CityName"), .regular, 13, x: x, baseline: 86, within: room,
      colour: palette.label, role: end + "/city", alignsRight: alignsRight)
    drawText(
      tag(end + "AirportCode"), .heavy, width < 343 ? 42 : 44, x: x, baseline: 126, within: room,
      colour: palette.foreground, role: end + "/airport", alignsRight: alignsRight)
    let isStart = end == "departure"
    if let moment = date(isStart ? "originalDepartureDate" : "originalArrivalDate") {
      let time = face.reader.text(
        of: moment, date: .none, time: .short, zone: zone(end + "LocationTimeZone"))
      drawText(
        time, .regular, 13, x: x, baseline: 146, within: room, colour: palette.foreground,
        role: end + "/time", alignsRight: alignsRight)
    }
    summary.append("\(isStart ? "From" : "To"): \(tag(end + "AirportCode"))")
  }

  private mutating func drawPassenger(_ margin: Double, top: Double) {
    let name = face.document["semantics"]?["passengerName"]
    let words = ["givenName", "familyName"].compactMap { key in
      name?[key].map { PassText.firstLine(face.reader.plain($0)).text }
    }.filter { !$0.isEmpty }.joined(separator: " ")
    drawText(
      words, .bold, 15, x: margin, baseline: top + 14, within: width - 2 * margin,
      colour: palette.foreground, role: "passenger")
    if !words.isEmpty { summary.append(words) }
    var y = top + 28
    let badges = ["ticketFareClass", "membershipProgramStatus", "membershipProgramName"]
      .map(tag).filter { !$0.isEmpty }
    if !badges.isEmpty { y = drawBadges(badges, margin, top: y) + 15 } else { y += 10 }
    let details: [(String, String)] = [
      ("Gate", tag("departureGate")), ("Terminal", tag("departureTerminal")),
      ("Group", tag("boardingGroup")), ("Seat", seats().map(\.1).joined()),
      (
        "Boarding",
        date("originalBoardingDate").map {
          face.reader.text(
            of: $0, date: .none, time: .short, zone: zone("departureLocationTimeZone"))
        } ?? ""
      ),
    ].filter { !$0.1.isEmpty }
    drawDetails(details, margin, top: y)
  }

  /// - Returns: the bottom edge.
  private mutating func drawBadges(_ badges: [String], _ margin: Double, top: Double) -> Double {
    var (x, y) = (margin, top)
    let height = 18.0
    for badge in badges {
      let line = kit.fonts.line(badge, style(.semibold, 11), within: width - 2 * margin - 12)
      if x > margin, x + line.width + 12 > width - margin {
        guard y == top else { break }
        (x, y) = (margin, y + height + 5)
      }
      items.append(
        DisplayItem(
          .rectangle(
            Rect(x: x, y: y, width: line.width + 12, height: height), radius: 5,
            .colour(palette.foreground)), role: "badge"))
      draw(
        line, at: Point(x + 6, y + 12.8), palette.background, role: "badge/text",
        place: face.document.place)
      x += line.width + 12 + 6
    }
    return y + height
  }

  private mutating func drawDetails(
    _ details: [(String, String)], _ margin: Double, top: Double
  ) {
    guard !details.isEmpty else { return }
    let room = width - 2 * margin
    var size = 17.0
    func widths(_ size: Double) -> [Double] {
      details.map {
        max(
          kit.fonts.width($0.0, style(.regular, 13)), kit.fonts.width($0.1, style(.regular, size)))
      }
    }
    let gaps = 10 * Double(details.count - 1)
    while size > 17 * 0.6, widths(size).reduce(gaps, +) > room { size -= 0.5 }
    let limit = (room - gaps) / Double(details.count)
    let isTight = widths(size).reduce(gaps, +) > room
    var x = margin
    for (index, (label, value)) in details.enumerated() {
      let width = isTight ? limit : widths(size)[index]
      drawText(
        label, .regular, 13, x: x, baseline: top + 12, within: width + 0.01,
        colour: palette.label, role: "detail/\(index)/label")
      drawText(
        value, .regular, size, x: x, baseline: top + 32, within: width + 0.01,
        colour: palette.foreground, role: "detail/\(index)/value")
      summary.append("\(label): \(value)")
      x += width + 10
    }
  }
}
