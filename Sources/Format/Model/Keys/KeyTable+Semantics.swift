// SPDX-License-Identifier: Apache-2.0

// Keys of semantic tags.
extension KeyTable {
  private static let iOS12 = KeyFamily(since: 12, source: "A27,A18,PB", confidence: .medium)
  private static let iOS18 = KeyFamily(since: 18, source: "A27,A18,PB")
  private static let iOS26 = KeyFamily(since: 26, source: "A27,PKG")

  private static let securityPrograms = [
    "PKTransitSecurityProgramTSAPreCheck",
    "PKTransitSecurityProgramTSAPreCheckTouchlessID",
    "PKTransitSecurityProgramOSS",
    "PKTransitSecurityProgramITI",
    "PKTransitSecurityProgramITD",
    "PKTransitSecurityProgramGlobalEntry",
    "PKTransitSecurityProgramCLEAR",
  ]

  /// The keys of `$.semantics`.
  static let semanticsKeys = section(
    .semantics,
    [
      iOS18("additionalTicketAttributes", .localizableString, use: .event),
      iOS18("admissionLevel", .localizableString, use: .event),
      iOS18("admissionLevelAbbreviation", .localizableString, use: .event),
      iOS12(
        "airlineCode", .localizableString, "required for semanticBoardingPass", need: .conditional,
        use: .boardingAir),
      iOS18(
        "albumIDs", .localizableStrings, "Apple Music ids, most significant first", use: .event),
      iOS12(
        "artistIDs", .localizableStrings, "Apple Music ids, most significant first", use: .event),
      iOS18("attendeeName", .localizableString, use: .event),
      iOS12(
        "awayTeamAbbreviation", .localizableString, "required for sports poster tickets",
        need: .conditional, use: .eventSports),
      iOS12("awayTeamLocation", .localizableString, use: .eventSports),
      iOS12("awayTeamName", .localizableString, use: .eventSports),
      iOS12("balance", .currencyAmount, use: .storeCard, holds: .currencyAmount),
      iOS12("boardingGroup", .localizableString, use: .boarding),
      iOS12("boardingSequenceNumber", .localizableString, use: .boarding),
      iOS26("boardingZone", .localizableString, "do not include the word zone", use: .boardingAir),
      iOS12("carNumber", .localizableString, use: .boardingRail),
      iOS12("confirmationNumber", .localizableString, use: .boarding),
      iOS12("currentArrivalDate", .date, use: .boarding),
      iOS12("currentBoardingDate", .date, use: .boarding),
      iOS12("currentDepartureDate", .date, use: .boarding),
      iOS12(
        "departureAirportCode", .localizableString, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12("departureAirportName", .localizableString, use: .boardingAir),
      iOS26(
        "departureCityName", .localizableString, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12("departureGate", .localizableString, "without the word gate", use: .boarding),
      iOS12("departureLocation", .location, use: .boarding, holds: .semanticLocation),
      iOS12("departureLocationDescription", .localizableString, use: .boarding),
      iOS26(
        "departureLocationSecurityPrograms", .strings,
        "shown only when the program is also in passengerEligibleSecurityPrograms",
        use: .boardingAir, values: securityPrograms),
      iOS26(
        "departureLocationTimeZone", .timeZone, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12(
        "departurePlatform", .localizableString, "without the word platform", use: .boardingRail),
      iOS12("departureStationName", .localizableString, use: .boardingRail),
      iOS12(
        "departureTerminal", .localizableString, "without the word terminal", use: .boardingAir),
      iOS12(
        "destinationAirportCode", .localizableString, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12("destinationAirportName", .localizableString, use: .boardingAir),
      iOS26(
        "destinationCityName", .localizableString, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12("destinationGate", .localizableString, "without the word gate", use: .boardingAir),
      iOS12("destinationLocation", .location, use: .boarding, holds: .semanticLocation),
      iOS12("destinationLocationDescription", .localizableString, use: .boarding),
      iOS26(
        "destinationLocationSecurityPrograms", .strings, "as departureLocationSecurityPrograms",
        use: .boardingAir, values: securityPrograms),
      iOS26(
        "destinationLocationTimeZone", .timeZone, "required for semanticBoardingPass",
        need: .conditional, use: .boardingAir),
      iOS12(
        "destinationPlatform", .localizableString, "without the word platform", use: .boardingRail),
      iOS12("destinationStationName", .localizableString, use: .boardingRail),
      iOS12(
        "destinationTerminal", .localizableString, "without the word terminal", use: .boardingAir),
      iOS12("duration", .number, "seconds", use: .boardingAndEvent),
      iOS18("entranceDescription", .localizableString, use: .event),
      iOS12("eventEndDate", .date, "not before eventStartDate", use: .event),
      iOS12(
        "eventName", .localizableString, "required for all poster tickets", need: .conditional,
        use: .event),
      iOS12("eventStartDate", .date, use: .event),
      iOS18("eventStartDateInfo", .eventDateInfo, use: .event, holds: .eventDateInfo),
      iOS12(
        "eventType", .string, use: .event,
        values: [
          "PKEventTypeGeneric", "PKEventTypeLivePerformance", "PKEventTypeMovie",
          "PKEventTypeSports", "PKEventTypeConference", "PKEventTypeConvention",
          "PKEventTypeWorkshop", "PKEventTypeSocialGathering",
        ]),
      iOS12("flightCode", .localizableString, use: .boardingAir),
      iOS12(
        "flightNumber", .number,
        "number, numeric part of flightCode; required for semanticBoardingPass", need: .conditional,
        use: .boardingAir),
      iOS12("genre", .localizableString, use: .event),
      iOS12(
        "homeTeamAbbreviation", .localizableString, "required for sports poster tickets",
        need: .conditional, use: .eventSports),
      iOS12("homeTeamLocation", .localizableString, use: .eventSports),
      iOS12("homeTeamName", .localizableString, use: .eventSports),
      iOS26("internationalDocumentsAreVerified", .boolean, use: .boardingAir),
      iOS26(
        "internationalDocumentsVerifiedDeclarationName", .localizableString,
        "badge text when verified", use: .boardingAir),
      iOS12("leagueAbbreviation", .localizableString, use: .eventSports),
      iOS12("leagueName", .localizableString, use: .eventSports),
      iOS26("loungePlaceIDs", .strings, "MapKit place ids", use: .boardingAir),
      iOS12("membershipProgramName", .localizableString, use: .boarding),
      iOS12("membershipProgramNumber", .localizableString, use: .boarding),
      iOS26("membershipProgramStatus", .localizableString, use: .boardingAir),
      iOS12(
        "originalArrivalDate", .date, "required for semanticBoardingPass", need: .conditional,
        use: .boarding),
      iOS12(
        "originalBoardingDate", .date, "required for semanticBoardingPass", need: .conditional,
        use: .boarding),
      iOS12(
        "originalDepartureDate", .date, "required for semanticBoardingPass", need: .conditional,
        use: .boarding),
      iOS26("passengerAirlineSSRs", .strings, use: .boardingAir),
      iOS26(
        "passengerCapabilities", .strings, "exact spelling matters (Carryon)", use: .boardingAir,
        values: [
          "PKPassengerCapabilityPreboarding", "PKPassengerCapabilityPriorityBoarding",
          "PKPassengerCapabilityCarryon", "PKPassengerCapabilityPersonalItem",
          "PKPassengerCapabilityLapInfant",
        ]),
      iOS26(
        "passengerEligibleSecurityPrograms", .strings, use: .boardingAir, values: securityPrograms),
      iOS26("passengerInformationSSRs", .strings, "IATA codes", use: .boardingAir),
      iOS12(
        "passengerName", .personName, "required for semanticBoardingPass", need: .conditional,
        use: .boarding, holds: .personName),
      iOS26("passengerServiceSSRs", .strings, "IATA codes", use: .boardingAir),
      iOS12(
        "performerNames", .localizableStrings, "required for live-performance poster tickets",
        need: .conditional, use: .event),
      iOS18(
        "playlistIDs", .localizableStrings, "Apple Music ids, most significant first", use: .event),
      iOS12("priorityStatus", .localizableString, use: .boarding),
      iOS12("seats", .seats, use: .boardingAndEvent, holds: .seat),
      iOS12("securityScreening", .localizableString, use: .boarding),
      iOS12("silenceRequested", .boolean, use: .boardingAndEvent),
      iOS12("sportName", .localizableString, use: .eventSports),
      iOS18("tailgatingAllowed", .boolean, use: .event),
      iOS26("ticketFareClass", .localizableString, "badge", use: .boardingAir),
      iOS12("totalPrice", .currencyAmount, holds: .currencyAmount),
      iOS12("transitProvider", .localizableString, use: .boarding),
      iOS12("transitStatus", .localizableString, use: .boarding),
      iOS12("transitStatusReason", .localizableString, use: .boarding),
      iOS12("vehicleName", .localizableString, use: .boarding),
      iOS12("vehicleNumber", .localizableString, use: .boarding),
      iOS12("vehicleType", .localizableString, use: .boarding),
      iOS18("venueBoxOfficeOpenDate", .date, use: .event),
      iOS18("venueCloseDate", .date, use: .event),
      iOS18("venueDoorsOpenDate", .date, use: .event),
      iOS12("venueEntrance", .localizableString, use: .event),
      iOS18("venueEntranceDoor", .localizableString, use: .event),
      iOS18("venueEntranceGate", .localizableString, use: .event),
      iOS18("venueEntrancePortal", .localizableString, use: .event),
      iOS18("venueFanZoneOpenDate", .date, use: .event),
      iOS18("venueGatesOpenDate", .date, use: .event),
      iOS12("venueLocation", .location, use: .event, holds: .semanticLocation),
      iOS12(
        "venueName", .localizableString, "required for all poster tickets", need: .conditional,
        use: .event),
      iOS18("venueOpenDate", .date, use: .event),
      iOS18("venueParkingLotsOpenDate", .date, use: .event),
      iOS12("venuePhoneNumber", .localizableString, use: .event),
      iOS18(
        "venueRegionName", .localizableString,
        "required for all poster tickets (docs; not checked by pass-builder)", need: .conditional,
        use: .event),
      iOS12(
        "venueRoom", .localizableString,
        "required for all poster tickets (docs; not checked by pass-builder)", need: .conditional,
        use: .event),
      iOS12("wifiAccess", .wifiNetworks, holds: .wifiNetwork),
      .init(
        "venuePlaceID", .string, use: .event, since: 26,
        "MapKit place id, used in upcomingPassInformation semantics", source: "W25,PKG",
        confidence: .low),
      .init(
        "eventLiveMessage", .string, use: .event, since: 18,
        "message in the Live Activity; not in Apple's tag list", source: "PKG,WILD",
        confidence: .low),
      .init(
        "airplay", .objects, use: .event, since: 18,
        """
        objects with airPlayDeviceGroupToken (spelled airplayDeviceGroupToken in the runtime \
        schema); not in Apple's tag list
        """,
        source: "PKG", confidence: .low),
      .init(
        "departureAirportTimeZone", .timeZone, use: .boardingAir, since: 26,
        "pass-builder spelling of departureLocationTimeZone", source: "PB", confidence: .low),
      .init(
        "destinationAirportTimeZone", .timeZone, use: .boardingAir, since: 26,
        "pass-builder spelling of destinationLocationTimeZone", source: "PB", confidence: .low),
      .init(
        "departureAirportSecurityPrograms", .strings, use: .boardingAir, since: 26,
        "pass-builder spelling of departureLocationSecurityPrograms", source: "PB",
        confidence: .low),
      .init(
        "destinationAirportSecurityPrograms", .strings, use: .boardingAir, since: 26,
        "pass-builder spelling of destinationLocationSecurityPrograms", source: "PB",
        confidence: .low),
      .init(
        "airlineLoungePlaceID", .string, use: .boardingAir, since: 26,
        "pass-builder's single value instead of loungePlaceIDs", source: "PB", confidence: .low),
    ])
}
