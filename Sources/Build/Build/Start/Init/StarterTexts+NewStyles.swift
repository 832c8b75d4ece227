// SPDX-License-Identifier: Apache-2.0

// The styles that came with iOS 18 to 27. Each has the fields of an older style too.
extension StarterTexts {
  // long: the fields of two styles, the sample and the translation
  static let posterGeneric = StarterTexts(
    style: """
      "posterGeneric": {
          "headerFields": [
            { "key": "posterLevel", "label": "Level", "value": "{{ level }}" }
          ],
          "primaryFields": [
            { "key": "posterName", "label": "Name", "value": "{{ name }}" }
          ],
          "footerFields": [
            { "key": "posterGuests", "label": "Guests", "value": "{{ guests }}" },
            {
              "key": "posterUntil",
              "label": "Valid until",
              "value": "{{ until }}",
              "dateStyle": "PKDateStyleMedium",
              "timeStyle": "PKDateStyleNone",
              "ignoresTimeZone": true
            }
          ],
          "additionalInfoFields": [
            {
              "key": "posterHours",
              "label": "Opening hours",
              "value": "Tuesday to Sunday, 10 am to 6 pm"
            }
          ],
          "backFields": [
            { "$if": "patron", "key": "posterPatron", "label": "Patron of", "value": "{{ patron }}" },
            { "key": "posterNumber", "label": "Member number", "value": "{{ number }}" }
          ]
        },
        "generic": {
          "headerFields": [
            {
              "key": "level",
              "label": "Level",
              "value": "{{ level }}",
              "changeMessage": "Your level is now %@."
            }
          ],
          "primaryFields": [
            { "key": "name", "label": "Name", "value": "{{ name }}" }
          ],
          "secondaryFields": [
            { "key": "guests", "label": "Guests", "value": "{{ guests }}" },
            \(untilField)
          ],
          "backFields": [
            { "$if": "patron", "key": "patron", "label": "Patron of", "value": "{{ patron }}" },
            { "key": "number", "label": "Member number", "value": "{{ number }}" },
            {
              "key": "hours",
              "label": "Opening hours",
              "value": "Tuesday to Sunday, 10 am to 6 pm"
            }
          ]
        }
      """,
    members: expires,
    description: "Membership of the Example Museum", organization: "Example Museum",
    serialColumn: "number",
    columns: """
          "number": { "type": "string", "from": "Number", "pattern": "^M-[0-9]{5}$" },
          "name": { "type": "string", "from": "Name", "holder": true },
          "level": { "type": "enum", "from": "Level", "values": ["Friend", "Family", "Patron"] },
          "guests": { "type": "integer", "from": "Guests" },
          \(untilColumn),
          "patron": { "type": "string", "from": "Patron of", "optional": true }
      """,
    rows: """
      Number,Name,Level,Guests,Valid until,Patron of
      M-00417,Ada Example,Patron,2,YEAR-12-31,The Blue Room
      M-00418,Emre Yıldız,Friend,0,YEAR-06-30,
      M-00733,Sophie O'Hara,Family,4,YEAR-09-15,
      """,
    german: [
      ("Membership of the Example Museum", "Mitgliedschaft im Example Museum"),
      ("Level", "Stufe"), ("Your level is now %@.", "Deine Stufe ist jetzt %@."),
      ("Name", "Name"), ("Guests", "Gäste"), ("Valid until", "Gültig bis"),
      ("Opening hours", "Öffnungszeiten"),
      ("Tuesday to Sunday, 10 am to 6 pm", "Dienstag bis Sonntag, 10 bis 18 Uhr"),
      ("Patron of", "Förderer von"), ("Member number", "Mitgliedsnummer"),
    ])

  // long: the fields, the tags of the poster, the sample and the translation
  static let posterEventTicket = StarterTexts(
    style: """
      "eventTicket": {
          "headerFields": [
            {
              "key": "date",
              "label": "Date",
              "value": "{{ begins }}",
              "dateStyle": "PKDateStyleShort",
              "timeStyle": "PKDateStyleNone",
              "ignoresTimeZone": true
            }
          ],
          "primaryFields": [
            { "key": "event", "label": "Event", "value": "{{ event }}" }
          ],
          "secondaryFields": [
            { "key": "venue", "label": "Venue", "value": "{{ venue }}" },
            {
              "key": "begins",
              "label": "Begins",
              "value": "{{ begins }}",
              "dateStyle": "PKDateStyleNone",
              "timeStyle": "PKDateStyleShort",
              "ignoresTimeZone": true,
              "textAlignment": "PKTextAlignmentRight",
              "changeMessage": "It now begins at %@."
            }
          ],
          "auxiliaryFields": [
            { "key": "category", "label": "Category", "value": "{{ category }}" },
            { "key": "row", "label": "Row", "value": "{{ row }}" },
            { "key": "seat", "label": "Seat", "value": "{{ seat }}" },
            { "$if": "guest", "key": "guest", "label": "Guest", "value": "{{ guest }}" }
          ],
          "backFields": [
            { "key": "performer", "label": "On stage", "value": "{{ performer }}" },
            { "key": "number", "label": "Ticket number", "value": "{{ ticket }}" },
            {
              "key": "rules",
              "label": "House rules",
              "value": "Doors open an hour before it begins. Bags up to A4."
            }
          ],
          "additionalInfoFields": [
            {
              "key": "posterRules",
              "label": "House rules",
              "value": "Doors open an hour before it begins. Bags up to A4."
            }
          ]
        }
      """,
    members: """
        "preferredStyleSchemes": ["posterEventTicket", "eventTicket"],
        "eventLogoText": "{{ event }}",
        "relevantDate": "{{ begins }}",
        "relevantDates": [{ "date": "{{ begins }}" }],
        "bagPolicyURL": "https://www.example.com/theatre/rules",
        "directionsInformationURL": "https://www.example.com/theatre/directions",
        "contactVenueWebsite": "https://www.example.com/theatre",
        "semantics": {
          "eventType": "PKEventTypeLivePerformance",
          "eventName": "{{ event }}",
          "performerNames": ["{{ performer }}"],
          "eventStartDate": "{{ begins }}",
          "venueName": "{{ venue }}",
          "venueRegionName": "{{ city }}",
          "venueRoom": "{{ room }}",
          "admissionLevel": "{{ category }}",
          "attendeeName": "{{ guest }}",
          "seats": [{ "seatRow": "{{ row }}", "seatNumber": "{{ seat }}" }]
        },

      """,
    description: "Ticket of the Example Theatre", organization: "Example Theatre",
    serialColumn: "ticket",
    columns: """
          "ticket": { "type": "string", "from": "Ticket", "pattern": "^T-[0-9]{5}$" },
          "event": { "type": "string", "from": "Event" },
          "performer": { "type": "string", "from": "Performer" },
          "venue": { "type": "string", "from": "Venue" },
          "city": { "type": "string", "from": "City" },
          "room": { "type": "string", "from": "Room" },
          "begins": {
            "type": "date",
            "from": "Begins",
            "format": "yyyy-MM-dd HH:mm",
            "zone": "Europe/Berlin"
          },
          "category": { "type": "string", "from": "Category" },
          "row": { "type": "string", "from": "Row" },
          "seat": { "type": "integer", "from": "Seat" },
          "guest": { "type": "string", "from": "Guest", "optional": true, "holder": true }
      """,
    rows: """
      Ticket,Event,Performer,Venue,City,Room,Begins,Category,Row,Seat,Guest
      T-00017,The Paper Lighthouse,Mara Sample,Example Theatre,Berlin,Main stage,YEAR-06-14 19:30,Stalls,C,12,Ada Example
      T-00018,The Paper Lighthouse,Mara Sample,Example Theatre,Berlin,Main stage,YEAR-06-14 19:30,Stalls,C,13,
      T-00452,Late Night Quartet,The Example Four,Example Theatre,Berlin,Studio,YEAR-07-02 22:00,Balcony,A,4,Emre Yıldız
      """,
    german: [
      ("Ticket of the Example Theatre", "Eintrittskarte des Example Theatre"), ("Date", "Datum"),
      ("Event", "Veranstaltung"), ("Venue", "Ort"), ("Begins", "Beginn"),
      ("It now begins at %@.", "Beginn ist jetzt %@."), ("Category", "Kategorie"),
      ("Row", "Reihe"), ("Seat", "Platz"), ("Guest", "Gast"), ("On stage", "Auf der Bühne"),
      ("Ticket number", "Kartennummer"), ("House rules", "Hausordnung"),
      (
        "Doors open an hour before it begins. Bags up to A4.",
        "Einlass eine Stunde vor Beginn. Taschen bis A4."
      ),
    ])

  // long: the fields, the tags of the flight, the sample and the translation
  static let semanticBoardingPass = StarterTexts(
    style: """
      "boardingPass": {
          "transitType": "PKTransitTypeAir",
          "headerFields": [
            { "key": "flight", "label": "Flight", "value": "{{ airline }} {{ flight }}" },
            {
              "key": "gate",
              "label": "Gate",
              "value": "{{ gate }}",
              "changeMessage": "Your gate is now %@."
            }
          ],
          "primaryFields": [
            { "key": "from", "label": "{{ fromCity }}", "value": "{{ from }}" },
            { "key": "to", "label": "{{ toCity }}", "value": "{{ to }}" }
          ],
          "auxiliaryFields": [
            {
              "key": "boards",
              "label": "Boarding",
              "value": "{{ boards }}",
              "dateStyle": "PKDateStyleNone",
              "timeStyle": "PKDateStyleShort",
              "ignoresTimeZone": true,
              "changeMessage": "Boarding now begins at %@."
            },
            { "key": "group", "label": "Group", "value": "{{ group }}" },
            { "key": "seat", "label": "Seat", "value": "{{ seat }}" }
          ],
          "secondaryFields": [
            { "key": "passenger", "label": "Passenger", "value": "{{ given }} {{ family }}" },
            {
              "key": "departs",
              "label": "Departs",
              "value": "{{ departs }}",
              "dateStyle": "PKDateStyleShort",
              "timeStyle": "PKDateStyleShort",
              "ignoresTimeZone": true,
              "textAlignment": "PKTextAlignmentRight",
              "changeMessage": "Your flight now departs at %@."
            }
          ],
          "backFields": [
            { "key": "booking", "label": "Booking", "value": "{{ booking }}" },
            {
              "key": "ticket",
              "label": "Ticket number",
              "value": "{{ ticket }}",
              "dataDetectorTypes": []
            },
            { "key": "cabin", "label": "Cabin", "value": "{{ cabin }}" },
            {
              "key": "arrives",
              "label": "Arrives",
              "value": "{{ arrives }}",
              "dateStyle": "PKDateStyleMedium",
              "timeStyle": "PKDateStyleShort",
              "ignoresTimeZone": true
            },
            { "$if": "meal", "key": "meal", "label": "Meal", "value": "{{ meal }}" },
            { "key": "website", "label": "Website", "value": "https://www.example.com/airways" }
          ]
        }
      """,
    members: """
        "preferredStyleSchemes": ["semanticBoardingPass", "boardingPass"],
        "relevantDate": "{{ boards }}",
        "relevantDates": [{ "startDate": "{{ boards }}", "endDate": "{{ departs }}" }],
        "managementURL": "https://www.example.com/airways/bookings",
        "transitProviderWebsiteURL": "https://www.example.com/airways",
        "semantics": {
          "airlineCode": "{{ airline }}",
          "flightCode": "{{ airline }} {{ flight }}",
          "flightNumber": "{{ flight }}",
          "transitProvider": "Example Airways",
          "confirmationNumber": "{{ booking }}",
          "originalBoardingDate": "{{ boards }}",
          "originalDepartureDate": "{{ departs }}",
          "originalArrivalDate": "{{ arrives }}",
          "departureAirportCode": "{{ from }}",
          "departureCityName": "{{ fromCity }}",
          "departureLocationTimeZone": "{{ fromZone }}",
          "departureAirportTimeZone": "{{ fromZone }}",
          "departureGate": "{{ gate }}",
          "destinationAirportCode": "{{ to }}",
          "destinationCityName": "{{ toCity }}",
          "destinationLocationTimeZone": "{{ toZone }}",
          "passengerName": { "givenName": "{{ given }}", "familyName": "{{ family }}" },
          "boardingGroup": "{{ group }}",
          "seats": [{ "seatNumber": "{{ seat }}" }],
          "ticketFareClass": "{{ cabin }}"
        },

      """,
    description: "Boarding pass of Example Airways", organization: "Example Airways",
    serialColumn: "ticket",
    columns: """
          "ticket": { "type": "string", "from": "Ticket", "pattern": "^Z1-[0-9]{6}$" },
          "booking": { "type": "string", "from": "Booking" },
          "given": { "type": "string", "from": "Given name", "holder": true },
          "family": { "type": "string", "from": "Family name", "holder": true },
          "airline": { "type": "string", "from": "Airline" },
          "flight": { "type": "integer", "from": "Flight" },
          "from": { "type": "string", "from": "From" },
          "fromCity": { "type": "string", "from": "From, city" },
          "fromZone": { "type": "string", "from": "From, time zone" },
          "to": { "type": "string", "from": "To" },
          "toCity": { "type": "string", "from": "To, city" },
          "toZone": { "type": "string", "from": "To, time zone" },
          "boards": { "type": "date", "from": "Boards" },
          "departs": { "type": "date", "from": "Departs" },
          "arrives": { "type": "date", "from": "Arrives" },
          "gate": { "type": "string", "from": "Gate" },
          "group": { "type": "string", "from": "Group" },
          "seat": { "type": "string", "from": "Seat" },
          "cabin": { "type": "string", "from": "Cabin" },
          "meal": { "type": "string", "from": "Meal", "optional": true }
      """,
    rows: """
      Ticket,Booking,Given name,Family name,Airline,Flight,From,"From, city","From, time zone",To,"To, city","To, time zone",Boards,Departs,Arrives,Gate,Group,Seat,Cabin,Meal
      Z1-204811,Q7XK2P,Ada,Example,Z1,1482,HAM,Hamburg,Europe/Berlin,KEF,Reykjavík,Atlantic/Reykjavik,YEAR-05-02T08:00+02:00,YEAR-05-02T08:40+02:00,YEAR-05-02T10:05+00:00,B12,2,6C,Comfort,vegetarian
      Z1-204812,Q7XK2P,Emre,Yıldız,Z1,1482,HAM,Hamburg,Europe/Berlin,KEF,Reykjavík,Atlantic/Reykjavik,YEAR-05-02T08:00+02:00,YEAR-05-02T08:40+02:00,YEAR-05-02T10:05+00:00,B12,2,6D,Comfort,
      Z1-305220,M4TBW9,Sophie,O'Hara,Z1,807,VIE,Vienna,Europe/Vienna,HAM,Hamburg,Europe/Berlin,YEAR-08-19T20:30+02:00,YEAR-08-19T21:10+02:00,YEAR-08-19T22:45+02:00,F4,4,21F,Economy,
      """,
    german: [
      ("Boarding pass of Example Airways", "Bordkarte der Example Airways"), ("Flight", "Flug"),
      ("Gate", "Gate"), ("Your gate is now %@.", "Dein Gate ist jetzt %@."),
      ("Boarding", "Einstieg"),
      ("Boarding now begins at %@.", "Der Einstieg beginnt jetzt um %@."), ("Group", "Gruppe"),
      ("Seat", "Platz"), ("Passenger", "Fluggast"), ("Departs", "Abflug"),
      ("Your flight now departs at %@.", "Dein Flug geht jetzt am %@."), ("Booking", "Buchung"),
      ("Ticket number", "Ticketnummer"), ("Cabin", "Klasse"), ("Arrives", "Ankunft"),
      ("Meal", "Essen"), ("Website", "Webseite"),
    ])
}
