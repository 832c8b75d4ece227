// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel

// Event tickets, and tickets of trains, buses and boats.
extension GoogleMapping {
  mutating func addEvent() {
    if let name = tagText("eventName") {
      classMembers["eventName"] = name.localized
    } else if let field = layout.dictionary(of: pass)?[FieldGroup.primary.rawValue]?.element(0) {
      classMembers["eventName"] = texts.value(of: field)?.localized
      if let raw = field["value"]?.string { shownTexts.insert(raw) }
      losses.exact(field["value"])
    }
    addEventTimes()
    addVenue()
    addSeat()
    objectMembers["ticketHolderName"] = tagText("attendeeName")?.plain
    objectMembers["ticketType"] = tagText("admissionLevel")?.localized
    if let serial = pass["serialNumber"], let text = serial.string {
      objectMembers["ticketNumber"] = .text(text, serial.origin)
    }
    if let code = tagText("confirmationNumber") {
      objectMembers["reservationInfo"] = .object(["confirmationCode": code.plain])
    }
    if let price = amount("totalPrice") { objectMembers["faceValue"] = price }
  }

  private mutating func addEventTimes() {
    var times = GoogleMembers()
    if let doors = time("venueDoorsOpenDate") {
      times["doorsOpen"] = doors
    } else if let gates = time("venueGatesOpenDate") {
      times["doorsOpen"] = gates
      times["doorsOpenLabel"] = .text("GATES_OPEN")
    }
    times["start"] = time("eventStartDate")
    times["end"] = time("eventEndDate")
    if !times.isEmpty { classMembers["dateTime"] = .object(times) }
  }

  private mutating func addVenue() {
    guard let address = texts.text(settings.value(.address)) else { return }
    guard let name = tagText("venueName") else { return }
    classMembers["venue"] = .object(["name": name.localized, "address": address.localized])
  }

  private mutating func addSeat() {
    let seats = semantics?["seats"]
    let seat = seats?.isArray == true ? seats?.element(0) : nil
    var info = GoogleMembers()
    for (name, key) in [("section", "seatSection"), ("row", "seatRow"), ("seat", "seatNumber")] {
      guard let value = seat?[key], let text = texts.text(value) else { continue }
      losses.exact(value)
      shownTexts.insert(text.value)
      info[name] = text.localized
    }
    // Seats from a column are not known in a loss report.
    if seats?.string != nil {
      losses.changed(
        seats, GoogleFindings.lossApproximated, "Google Wallet shows the first seat")
    } else if let seats, seats.element(1) != nil {
      for extra in seats.elements.dropFirst() {
        losses.changed(extra, GoogleFindings.lossLost, "Google Wallet shows one seat")
      }
    }
    if let gate = tagText("venueEntranceGate") ?? tagText("venueEntrance") {
      info["gate"] = gate.localized
    }
    if !info.isEmpty { objectMembers["seatInfo"] = .object(info) }
  }

  /// Returns the time of a semantic tag.
  private mutating func time(_ name: String) -> GoogleDraft? {
    guard let value = tag(name), let text = value.string else { return nil }
    return .text(text, value.origin)
  }

  /// Returns the amount of money of a semantic tag.
  private mutating func amount(_ name: String) -> GoogleDraft? {
    guard let value = semantics?[name], value.isObject else { return nil }
    let (amount, currency) = (value["amount"], value["currencyCode"])
    losses.exact(amount)
    losses.exact(currency)
    guard let amount, let text = amount.string ?? amount.number?.spelling else { return nil }
    shownTexts.insert(text)
    return Self.money(text, currency?.string, amount)
  }

  // MARK: Transit

  mutating func addTransit() {
    let kind = layout.dictionary(of: pass)?["transitType"]?.string
    let type =
      switch kind {
      case "PKTransitTypeTrain": "RAIL"
      case "PKTransitTypeBus": "BUS"
      case "PKTransitTypeBoat": "FERRY"
      default: "OTHER"
      }
    let named = settings.value(.transitType)
    classMembers["transitType"] = .text(named?.string ?? type, named?.origin ?? .none)
    classMembers["transitOperatorName"] = tagText("transitProvider")?.localized
    objectMembers["tripType"] = .text("ONE_WAY")
    objectMembers["passengerType"] = .text("SINGLE_PASSENGER")
    objectMembers["passengerNames"] = passengerName()
    if let serial = pass["serialNumber"], let text = serial.string {
      objectMembers["ticketNumber"] = .text(text, serial.origin)
    }
    addLeg()
  }

  private mutating func addLeg() {
    var leg = GoogleMembers()
    leg["originName"] = tagText("departureStationName")?.localized
    leg["destinationName"] = tagText("destinationStationName")?.localized
    leg["departureDateTime"] = time("currentDepartureDate") ?? time("originalDepartureDate")
    leg["arrivalDateTime"] = time("currentArrivalDate") ?? time("originalArrivalDate")
    for name in ["originalDepartureDate", "originalArrivalDate"] {
      losses.changed(
        semantics?[name], GoogleFindings.lossApproximated, "Google shows the current time only")
    }
    leg["platform"] = tagText("departurePlatform")?.plain
    leg["carriage"] = (tagText("vehicleNumber") ?? tagText("vehicleName"))?.plain
    let seats = semantics?["seats"]
    losses.exact(seats)
    var drafts: [GoogleDraft] = []
    let coach = tagText("carNumber")
    for seat in seats?.elements.map({ $0 }) ?? [] {
      guard let number = texts.text(seat["seatNumber"]) else { continue }
      shownTexts.insert(number.value)
      var members = GoogleMembers()
      members["coach"] = coach?.plain
      members["seat"] = number.plain
      drafts.append(.object(members))
    }
    if drafts.count == 1 { leg["ticketSeat"] = drafts[0] }
    if drafts.count > 1 { leg["ticketSeats"] = .array(drafts) }
    if !leg.isEmpty { objectMembers["ticketLeg"] = .object(leg) }
  }

  /// Returns the passenger's name, whole or from its parts.
  mutating func passengerName() -> GoogleDraft? {
    guard let name = semantics?["passengerName"] else { return nil }
    if name.string != nil { return tagText("passengerName")?.plain }
    var parts: [String] = []
    for key in ["givenName", "familyName"] {
      losses.exact(name[key])
      if let part = name[key]?.string, !part.isEmpty { parts.append(part) }
    }
    guard !parts.isEmpty else { return nil }
    let whole = parts.joined(separator: " ")
    shownTexts.insert(whole)
    return .text(whole, name.origin)
  }
}
