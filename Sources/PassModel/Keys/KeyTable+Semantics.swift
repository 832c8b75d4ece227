// SPDX-License-Identifier: Apache-2.0

// Semantic tags.
extension KeyTable {
  private static let securityPrograms = [
    "PKTransitSecurityProgramTSAPreCheck",
    "PKTransitSecurityProgramTSAPreCheckTouchlessID",
    "PKTransitSecurityProgramOSS",
    "PKTransitSecurityProgramITI",
    "PKTransitSecurityProgramITD",
    "PKTransitSecurityProgramGlobalEntry",
    "PKTransitSecurityProgramCLEAR",
  ]

  /// `$.semantics`.
  static let semanticsKeys = section(
    .semantics,
    [
      .init(
        "additionalTicketAttributes", .localizableString, use: .event, since: 18,
        source: "A27,A18,PB"),
      .init("admissionLevel", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "admissionLevelAbbreviation", .localizableString, use: .event, since: 18,
        source: "A27,A18,PB"),
      .init(
        "airlineCode", .localizableString, .conditional, use: .boardingAir, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init(
        "albumIDs", .localizableStrings, use: .event, since: 18,
        "Apple Music ids, most significant first", source: "A27,A18,PB"),
      .init(
        "artistIDs", .localizableStrings, use: .event, since: 12,
        "Apple Music ids, most significant first", source: "A27,A18,PB", confidence: .medium),
      .init("attendeeName", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "awayTeamAbbreviation", .localizableString, .conditional, use: .eventSports, since: 12,
        "required for sports poster tickets", source: "A27,A18,PB", confidence: .medium),
      .init(
        "awayTeamLocation", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "awayTeamName", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "balance", .currencyAmount, use: .storeCard, since: 12, holds: .currencyAmount,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "boardingGroup", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "boardingSequenceNumber", .localizableString, use: .boarding, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "boardingZone", .localizableString, use: .boardingAir, since: 26,
        "do not include the word zone", source: "A27,PKG"),
      .init(
        "carNumber", .localizableString, use: .boardingRail, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "confirmationNumber", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "currentArrivalDate", .date, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "currentBoardingDate", .date, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "currentDepartureDate", .date, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "departureAirportCode", .localizableString, .conditional, use: .boardingAir, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureAirportName", .localizableString, use: .boardingAir, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureCityName", .localizableString, .conditional, use: .boardingAir, since: 26,
        "required for semanticBoardingPass", source: "A27,PKG"),
      .init(
        "departureGate", .localizableString, use: .boarding, since: 12, "without the word gate",
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureLocation", .location, use: .boarding, since: 12, holds: .semanticLocation,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureLocationDescription", .localizableString, use: .boarding, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureLocationSecurityPrograms", .strings, use: .boardingAir, since: 26,
        "shown only when the program is also in passengerEligibleSecurityPrograms",
        values: securityPrograms, source: "A27,PKG"),
      .init(
        "departureLocationTimeZone", .timeZone, .conditional, use: .boardingAir, since: 26,
        "required for semanticBoardingPass", source: "A27,PKG"),
      .init(
        "departurePlatform", .localizableString, use: .boardingRail, since: 12,
        "without the word platform", source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureStationName", .localizableString, use: .boardingRail, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "departureTerminal", .localizableString, use: .boardingAir, since: 12,
        "without the word terminal", source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationAirportCode", .localizableString, .conditional, use: .boardingAir, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationAirportName", .localizableString, use: .boardingAir, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationCityName", .localizableString, .conditional, use: .boardingAir, since: 26,
        "required for semanticBoardingPass", source: "A27,PKG"),
      .init(
        "destinationGate", .localizableString, use: .boardingAir, since: 12,
        "without the word gate", source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationLocation", .location, use: .boarding, since: 12, holds: .semanticLocation,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationLocationDescription", .localizableString, use: .boarding, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationLocationSecurityPrograms", .strings, use: .boardingAir, since: 26,
        "as departureLocationSecurityPrograms", values: securityPrograms, source: "A27,PKG"),
      .init(
        "destinationLocationTimeZone", .timeZone, .conditional, use: .boardingAir, since: 26,
        "required for semanticBoardingPass", source: "A27,PKG"),
      .init(
        "destinationPlatform", .localizableString, use: .boardingRail, since: 12,
        "without the word platform", source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationStationName", .localizableString, use: .boardingRail, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "destinationTerminal", .localizableString, use: .boardingAir, since: 12,
        "without the word terminal", source: "A27,A18,PB", confidence: .medium),
      .init(
        "duration", .number, use: .boardingAndEvent, since: 12, "seconds", source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "entranceDescription", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "eventEndDate", .date, use: .event, since: 12, "not before eventStartDate",
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "eventName", .localizableString, .conditional, use: .event, since: 12,
        "required for all poster tickets", source: "A27,A18,PB", confidence: .medium),
      .init(
        "eventStartDate", .date, use: .event, since: 12, source: "A27,A18,PB", confidence: .medium),
      .init(
        "eventStartDateInfo", .eventDateInfo, use: .event, since: 18, holds: .eventDateInfo,
        source: "A27,A18,PB"),
      .init(
        "eventType", .string, use: .event, since: 12,
        values: [
          "PKEventTypeGeneric", "PKEventTypeLivePerformance", "PKEventTypeMovie",
          "PKEventTypeSports", "PKEventTypeConference", "PKEventTypeConvention",
          "PKEventTypeWorkshop", "PKEventTypeSocialGathering",
        ],
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "flightCode", .localizableString, use: .boardingAir, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "flightNumber", .number, .conditional, use: .boardingAir, since: 12,
        "number, numeric part of flightCode; required for semanticBoardingPass",
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "genre", .localizableString, use: .event, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "homeTeamAbbreviation", .localizableString, .conditional, use: .eventSports, since: 12,
        "required for sports poster tickets", source: "A27,A18,PB", confidence: .medium),
      .init(
        "homeTeamLocation", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "homeTeamName", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "internationalDocumentsAreVerified", .boolean, use: .boardingAir, since: 26,
        source: "A27,PKG"),
      .init(
        "internationalDocumentsVerifiedDeclarationName", .localizableString, use: .boardingAir,
        since: 26, "badge text when verified", source: "A27,PKG"),
      .init(
        "leagueAbbreviation", .localizableString, use: .eventSports, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "leagueName", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "loungePlaceIDs", .strings, use: .boardingAir, since: 26, "MapKit place ids",
        source: "A27,PKG"),
      .init(
        "membershipProgramName", .localizableString, use: .boarding, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "membershipProgramNumber", .localizableString, use: .boarding, since: 12,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "membershipProgramStatus", .localizableString, use: .boardingAir, since: 26,
        source: "A27,PKG"),
      .init(
        "originalArrivalDate", .date, .conditional, use: .boarding, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init(
        "originalBoardingDate", .date, .conditional, use: .boarding, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init(
        "originalDepartureDate", .date, .conditional, use: .boarding, since: 12,
        "required for semanticBoardingPass", source: "A27,A18,PB", confidence: .medium),
      .init("passengerAirlineSSRs", .strings, use: .boardingAir, since: 26, source: "A27,PKG"),
      .init(
        "passengerCapabilities", .strings, use: .boardingAir, since: 26,
        "exact spelling matters (Carryon)",
        values: [
          "PKPassengerCapabilityPreboarding", "PKPassengerCapabilityPriorityBoarding",
          "PKPassengerCapabilityCarryon", "PKPassengerCapabilityPersonalItem",
          "PKPassengerCapabilityLapInfant",
        ],
        source: "A27,PKG"),
      .init(
        "passengerEligibleSecurityPrograms", .strings, use: .boardingAir, since: 26,
        values: securityPrograms, source: "A27,PKG"),
      .init(
        "passengerInformationSSRs", .strings, use: .boardingAir, since: 26, "IATA codes",
        source: "A27,PKG"),
      .init(
        "passengerName", .personName, .conditional, use: .boarding, since: 12,
        "required for semanticBoardingPass", holds: .personName, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "passengerServiceSSRs", .strings, use: .boardingAir, since: 26, "IATA codes",
        source: "A27,PKG"),
      .init(
        "performerNames", .localizableStrings, .conditional, use: .event, since: 12,
        "required for live-performance poster tickets", source: "A27,A18,PB", confidence: .medium),
      .init(
        "playlistIDs", .localizableStrings, use: .event, since: 18,
        "Apple Music ids, most significant first", source: "A27,A18,PB"),
      .init(
        "priorityStatus", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "seats", .seats, use: .boardingAndEvent, since: 12, holds: .seat, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "securityScreening", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "silenceRequested", .boolean, use: .boardingAndEvent, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "sportName", .localizableString, use: .eventSports, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init("tailgatingAllowed", .boolean, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "ticketFareClass", .localizableString, use: .boardingAir, since: 26, "badge",
        source: "A27,PKG"),
      .init(
        "totalPrice", .currencyAmount, since: 12, holds: .currencyAmount, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "transitProvider", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "transitStatus", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "transitStatusReason", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "vehicleName", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "vehicleNumber", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "vehicleType", .localizableString, use: .boarding, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init("venueBoxOfficeOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueCloseDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueDoorsOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "venueEntrance", .localizableString, use: .event, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init("venueEntranceDoor", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueEntranceGate", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "venueEntrancePortal", .localizableString, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueFanZoneOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueGatesOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "venueLocation", .location, use: .event, since: 12, holds: .semanticLocation,
        source: "A27,A18,PB", confidence: .medium),
      .init(
        "venueName", .localizableString, .conditional, use: .event, since: 12,
        "required for all poster tickets", source: "A27,A18,PB", confidence: .medium),
      .init("venueOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init("venueParkingLotsOpenDate", .date, use: .event, since: 18, source: "A27,A18,PB"),
      .init(
        "venuePhoneNumber", .localizableString, use: .event, since: 12, source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "venueRegionName", .localizableString, .conditional, use: .event, since: 18,
        "required for all poster tickets (docs; not checked by pass-builder)",
        source: "A27,A18,PB"),
      .init(
        "venueRoom", .localizableString, .conditional, use: .event, since: 12,
        "required for all poster tickets (docs; not checked by pass-builder)", source: "A27,A18,PB",
        confidence: .medium),
      .init(
        "wifiAccess", .wifiNetworks, since: 12, holds: .wifiNetwork, source: "A27,A18,PB",
        confidence: .medium),
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
