// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel
import PassTemplate

// Flights, which are made from semantic tags only.
extension GoogleMapping {
  /// Adds the members of a flight. Returns false if a tag is missing, which is one error for all
  /// missing tags.
  mutating func addFlight() -> Bool {
    var missing: [String] = []
    var header = GoogleMembers()
    if let carrier = carrier() {
      header["carrier"] = carrier
    } else {
      missing.append("airlineCode")
    }
    if let number = flightNumber() {
      header["flightNumber"] = number
    } else {
      missing.append("flightNumber")
    }
    classMembers["flightHeader"] = .object(header)
    for (end, name) in [("departure", "origin"), ("destination", "destination")] {
      if let airport = airport(end) {
        classMembers[name] = airport
      } else {
        missing.append(end + "AirportCode")
      }
    }
    if let departure = localTime("originalDepartureDate", at: "departure") {
      classMembers["localScheduledDepartureDateTime"] = departure
    } else {
      missing.append("originalDepartureDate")
    }
    if let name = passengerName() {
      objectMembers["passengerName"] = name
    } else {
      missing.append("passengerName")
    }
    guard missing.isEmpty else {
      report(
        GoogleFindings.flightIncomplete,
        "a flight needs the semantic tags " + missing.joined(separator: ", "),
        at: (semantics ?? pass).origin)
      return false
    }
    addFlightTimes()
    addBoarding()
    addReservation()
    return true
  }

  private mutating func carrier() -> GoogleDraft? {
    guard let code = tag("airlineCode"), let text = code.string else { return nil }
    let member = text.utf8.count == 3 ? "carrierIcaoCode" : "carrierIataCode"
    return .object([member: .text(text, code.origin)])
  }

  private mutating func flightNumber() -> GoogleDraft? {
    let code = tag("flightCode")
    if let number = tag("flightNumber") {
      return .text(number.number?.spelling ?? number.string ?? "", number.origin)
    }
    guard let code, let text = code.string else { return nil }
    // The code of the airline can contain a digit, so only the digits at the end count.
    let digits = String(text.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    return digits.isEmpty && !text.contains("{{") ? nil : .text(digits, code.origin)
  }

  private mutating func airport(_ end: String) -> GoogleDraft? {
    guard let code = tag(end + "AirportCode"), let text = code.string else { return nil }
    var members = GoogleMembers(["airportIataCode": .text(text, code.origin)])
    members["terminal"] = tagText(end + "Terminal")?.plain
    members["gate"] = tagText(end + "Gate")?.plain
    for name in ["AirportName", "CityName", "LocationDescription"] {
      losses.changed(
        semantics?[end + name], GoogleFindings.lossServer, "Google knows the airport by its code")
      // A label with the name of the city would repeat it.
    }
    return .object(members)
  }

  private mutating func addFlightTimes() {
    classMembers["localScheduledArrivalDateTime"] = localTime(
      "originalArrivalDate", at: "destination")
    let original = localTime("originalBoardingDate", at: "departure")
    let current = localTime("currentBoardingDate", at: "departure")
    classMembers["localBoardingDateTime"] = later(original, current)
    addCurrent("Departure", at: "departure")
    addCurrent("Arrival", at: "destination")
  }

  /// Adds the current time if it differs from the original one.
  private mutating func addCurrent(_ name: String, at end: String) {
    guard let current = localTime("current\(name)Date", at: end),
      case .scalar(_, let text, _) = current
    else { return }
    if case .scalar(_, let original, _)? = localTime("original\(name)Date", at: end),
      original == text
    {
      return
    }
    classMembers["localEstimatedOrActual\(name)DateTime"] = current
  }

  private func later(_ one: GoogleDraft?, _ other: GoogleDraft?) -> GoogleDraft? {
    guard case .scalar(_, let first, _)? = one, case .scalar(_, let second, _)? = other else {
      return one ?? other
    }
    return second > first ? other : one
  }

  /// Returns a time as the clock at an airport shows it, without an offset.
  private mutating func localTime(_ name: String, at end: String) -> GoogleDraft? {
    guard let value = tag(name), let text = value.string else { return nil }
    let zone = semantics?[end + "LocationTimeZone"] ?? semantics?[end + "AirportTimeZone"]
    for spelling in ["LocationTimeZone", "AirportTimeZone"] {
      losses.changed(
        semantics?[end + spelling], GoogleFindings.lossServer,
        "Google knows the zone of the airport")
    }
    guard let date = W3CDate(text) else { return .text(text, value.origin) }
    let rules = zone?.string.flatMap { ZoneRules(named: $0) }
    let offset = rules?.offset(at: Int(date.seconds)) ?? date.offsetInMinutes * 60
    let (local, isOver) = date.seconds.addingReportingOverflow(Int64(offset))
    guard !isOver else { return .text(text, value.origin) }
    let clock = CivilTime(secondsSince1970: local).text(offsetInMinutes: nil)
    return .text(String(clock.dropLast()), value.origin)
  }

  private mutating func addBoarding() {
    var info = GoogleMembers()
    info["boardingGroup"] = (tagText("boardingGroup") ?? tagText("boardingZone"))?.plain
    info["sequenceNumber"] = tagText("boardingSequenceNumber")?.plain
    let seats = semantics?["seats"]
    if seats?.string != nil {
      losses.changed(
        seats, GoogleFindings.lossApproximated, "Google Wallet shows the number of the first seat")
    }
    if let seat = seats?.element(0), let number = texts.text(seat["seatNumber"]) {
      losses.exact(seat["seatNumber"])
      shownTexts.insert(number.value)
      info["seatNumber"] = number.plain
    }
    info["seatClass"] = tagText("ticketFareClass")?.plain
    if !info.isEmpty { objectMembers["boardingAndSeatingInfo"] = .object(info) }
  }

  private mutating func addReservation() {
    var info = GoogleMembers()
    info["confirmationCode"] = tagText("confirmationNumber")?.plain
    if let number = tagText("membershipProgramNumber") {
      var program = GoogleMembers(["frequentFlyerNumber": number.plain])
      program["frequentFlyerProgramName"] = tagText("membershipProgramName")?.localized
      info["frequentFlyerInfo"] = .object(program)
    }
    objectMembers["reservationInfo"] = .object(info)
  }
}
