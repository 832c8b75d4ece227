// SPDX-License-Identifier: Apache-2.0

/// The strings of a new template: pass.json, template.json, sample rows and one translation.
///
/// `YEAR` stands for a future year, so that nothing has expired.
struct StarterTexts {
  /// The dictionary of the style as JSON, indented for pass.json.
  let style: String
  /// Members of pass.json in addition to the common ones. Each line ends with a comma.
  var members = ""
  /// The description of the pass for VoiceOver.
  let description: String
  let organization: String
  /// The column of the serial number.
  let serialColumn: String
  let columns: String
  let rows: String
  /// Displayed strings and their German translation.
  let german: [(String, String)]

  static func of(_ style: StarterStyle) -> StarterTexts {
    switch style {
    case .storeCard: storeCard
    case .coupon: coupon
    case .eventTicket: eventTicket
    case .generic: generic
    case .boardingPass: boardingPass
    case .posterGeneric: posterGeneric
    case .posterEventTicket: posterEventTicket
    case .semanticBoardingPass: semanticBoardingPass
    }
  }

  /// The last day of validity: the member of pass.json, the field and the column.
  static let expires = "  \"expirationDate\": \"{{ until }}\",\n"
  static let untilField = """
    {
            "key": "until",
            "label": "Valid until",
            "value": "{{ until }}",
            "dateStyle": "PKDateStyleMedium",
            "timeStyle": "PKDateStyleNone",
            "ignoresTimeZone": true,
            "textAlignment": "PKTextAlignmentRight"
          }
    """
  static let untilColumn = """
    "until": {
          "type": "date",
          "from": "Valid until",
          "format": "yyyy-MM-dd",
          "time": "23:59:59",
          "zone": "Europe/Berlin"
        }
    """

  private static let storeCard = StarterTexts(
    style: """
      "storeCard": {
          "headerFields": [
            {
              "key": "points",
              "label": "Points",
              "value": "{{ points }}",
              "changeMessage": "You now have %@ points."
            }
          ],
          "primaryFields": [
            { "key": "member", "label": "Member", "value": "{{ name }}" }
          ],
          "secondaryFields": [
            {
              "key": "tier",
              "label": "Tier",
              "value": "{{ tier }}",
              "changeMessage": "Your tier is now %@."
            },
            \(untilField)
          ],
          "backFields": [
            {
              "$if": "advisor",
              "key": "advisor",
              "label": "Your contact",
              "value": "{{ advisor }}"
            },
            { "key": "number", "label": "Card number", "value": "{{ card }}" },
            { "key": "website", "label": "Website", "value": "https://www.example.com/club" }
          ]
        }
      """,
    members: expires,
    description: "Membership card of the Example Club", organization: "Example Club",
    serialColumn: "card",
    columns: """
          "card": { "type": "string", "from": "Card", "pattern": "^C-[0-9]{4}$" },
          "name": { "type": "string", "from": "Name", "holder": true },
          "points": { "type": "integer", "from": "Points" },
          "tier": { "type": "enum", "from": "Tier", "values": ["Silver", "Gold"] },
          \(untilColumn),
          "advisor": { "type": "string", "from": "Contact", "optional": true }
      """,
    rows: """
      Card,Name,Points,Tier,Valid until,Contact
      C-1001,Ada Example,1250,Gold,YEAR-12-31,Grace Sample
      C-1002,Emre Yıldız,0,Silver,YEAR-06-30,
      C-1003,"O'Hara, Sophie",42,Silver,YEAR-09-15,Grace Sample
      """,
    german: [
      ("Membership card of the Example Club", "Mitgliedskarte des Example Club"),
      ("Points", "Punkte"), ("You now have %@ points.", "Du hast jetzt %@ Punkte."),
      ("Member", "Mitglied"), ("Tier", "Stufe"),
      ("Your tier is now %@.", "Deine Stufe ist jetzt %@."), ("Valid until", "Gültig bis"),
      ("Your contact", "Dein Kontakt"), ("Card number", "Kartennummer"), ("Website", "Webseite"),
    ])

  private static let coupon = StarterTexts(
    style: """
      "coupon": {
          "headerFields": [
            { "key": "code", "label": "Code", "value": "{{ code }}" }
          ],
          "primaryFields": [
            {
              "key": "discount",
              "label": "off your next order",
              "value": "{{ discount }}",
              "numberStyle": "PKNumberStylePercent"
            }
          ],
          "secondaryFields": [
            { "key": "offer", "label": "Good for", "value": "{{ offer }}" },
            {
              "key": "until",
              "label": "Valid until",
              "value": "{{ until }}",
              "dateStyle": "PKDateStyleMedium",
              "timeStyle": "PKDateStyleNone",
              "ignoresTimeZone": true,
              "textAlignment": "PKTextAlignmentRight",
              "changeMessage": "Your coupon is now valid until %@."
            }
          ],
          "backFields": [
            { "$if": "name", "key": "name", "label": "Made out to", "value": "{{ name }}" },
            {
              "key": "terms",
              "label": "Terms",
              "value": "Once per customer, not together with other coupons."
            },
            { "key": "website", "label": "Website", "value": "https://www.example.com/shop" }
          ]
        }
      """,
    members: expires,
    description: "Coupon of the Example Shop", organization: "Example Shop",
    serialColumn: "code",
    columns: """
          "code": { "type": "string", "from": "Code", "pattern": "^[A-Z0-9]{6}$" },
          "name": { "type": "string", "from": "Name", "optional": true, "holder": true },
          "discount": { "type": "number", "from": "Discount" },
          "offer": { "type": "string", "from": "Offer" },
          \(untilColumn)
      """,
    rows: """
      Code,Name,Discount,Offer,Valid until
      SPRING,Ada Example,0.2,all books,YEAR-04-30
      AUT7MN,,0.15,everything,YEAR-11-15
      HELL00,Emre Yıldız,0.1,coffee and cake,YEAR-12-31
      """,
    german: [
      ("Coupon of the Example Shop", "Gutschein des Example Shop"),
      ("off your next order", "auf den nächsten Einkauf"), ("Code", "Code"),
      ("Good for", "Gilt für"), ("Valid until", "Gültig bis"),
      ("Your coupon is now valid until %@.", "Dein Gutschein gilt jetzt bis %@."),
      ("Made out to", "Ausgestellt auf"), ("Terms", "Bedingungen"),
      (
        "Once per customer, not together with other coupons.",
        "Einmal je Kunde, nicht mit anderen Gutscheinen."
      ), ("Website", "Webseite"),
    ])

  private static let eventTicket = StarterTexts(
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
            { "key": "row", "label": "Row", "value": "{{ row }}" },
            { "key": "seat", "label": "Seat", "value": "{{ seat }}" },
            { "$if": "guest", "key": "guest", "label": "Guest", "value": "{{ guest }}" }
          ],
          "backFields": [
            { "key": "number", "label": "Ticket number", "value": "{{ ticket }}" },
            {
              "key": "rules",
              "label": "House rules",
              "value": "Doors open an hour before it begins. Bags up to A4."
            }
          ]
        }
      """,
    members: """
        "relevantDate": "{{ begins }}",
        "relevantDates": [{ "date": "{{ begins }}" }],

      """,
    description: "Ticket of the Example Theatre", organization: "Example Theatre",
    serialColumn: "ticket",
    columns: """
          "ticket": { "type": "string", "from": "Ticket", "pattern": "^T-[0-9]{5}$" },
          "event": { "type": "string", "from": "Event" },
          "venue": { "type": "string", "from": "Venue" },
          "begins": {
            "type": "date",
            "from": "Begins",
            "format": "yyyy-MM-dd HH:mm",
            "zone": "Europe/Berlin"
          },
          "row": { "type": "string", "from": "Row" },
          "seat": { "type": "integer", "from": "Seat" },
          "guest": { "type": "string", "from": "Guest", "optional": true, "holder": true }
      """,
    rows: """
      Ticket,Event,Venue,Begins,Row,Seat,Guest
      T-00017,The Paper Lighthouse,Main stage,YEAR-06-14 19:30,C,12,Ada Example
      T-00018,The Paper Lighthouse,Main stage,YEAR-06-14 19:30,C,13,
      T-00452,Late Night Quartet,Studio,YEAR-07-02 22:00,A,4,Emre Yıldız
      """,
    german: [
      ("Ticket of the Example Theatre", "Eintrittskarte des Example Theatre"), ("Date", "Datum"),
      ("Event", "Veranstaltung"), ("Venue", "Ort"), ("Begins", "Beginn"),
      ("It now begins at %@.", "Beginn ist jetzt %@."), ("Row", "Reihe"), ("Seat", "Platz"),
      ("Guest", "Gast"), ("Ticket number", "Kartennummer"), ("House rules", "Hausordnung"),
      (
        "Doors open an hour before it begins. Bags up to A4.",
        "Einlass eine Stunde vor Beginn. Taschen bis A4."
      ),
    ])

  private static let generic = StarterTexts(
    style: """
      "generic": {
          "headerFields": [
            { "key": "number", "label": "Number", "value": "{{ number }}" }
          ],
          "primaryFields": [
            { "key": "name", "label": "Name", "value": "{{ name }}" }
          ],
          "secondaryFields": [
            { "key": "role", "label": "Role", "value": "{{ role }}" },
            \(untilField)
          ],
          "backFields": [
            { "$if": "phone", "key": "phone", "label": "Phone", "value": "{{ phone }}" },
            {
              "key": "lost",
              "label": "Lost and found",
              "value": "Example Street 1, 10115 Berlin"
            }
          ]
        }
      """,
    members: expires,
    description: "Staff card of Example Works", organization: "Example Works",
    serialColumn: "number",
    columns: """
          "number": { "type": "string", "from": "Number", "pattern": "^[0-9]{5}$" },
          "name": { "type": "string", "from": "Name", "holder": true },
          "role": { "type": "string", "from": "Role" },
          \(untilColumn),
          "phone": { "type": "string", "from": "Phone", "optional": true }
      """,
    rows: """
      Number,Name,Role,Valid until,Phone
      00417,Ada Example,Research,YEAR-12-31,+49 30 5550 123
      00418,Emre Yıldız,Staff,YEAR-12-31,
      00733,Sophie O'Hara,Workshop,YEAR-06-30,+49 30 5550 124
      """,
    german: [
      ("Staff card of Example Works", "Betriebsausweis der Example Works"), ("Number", "Nummer"),
      ("Name", "Name"), ("Role", "Aufgabe"), ("Valid until", "Gültig bis"), ("Phone", "Telefon"),
      ("Lost and found", "Fundbüro"),
    ])

  private static let boardingPass = StarterTexts(
    style: """
      "boardingPass": {
          "transitType": "PKTransitTypeTrain",
          "headerFields": [
            { "key": "platform", "label": "Platform", "value": "{{ platform }}",
              "changeMessage": "Your train now leaves from platform %@." }
          ],
          "primaryFields": [
            { "key": "from", "label": "{{ fromName }}", "value": "{{ from }}" },
            { "key": "to", "label": "{{ toName }}", "value": "{{ to }}" }
          ],
          "auxiliaryFields": [
            { "key": "train", "label": "Train", "value": "{{ train }}" },
            { "key": "coach", "label": "Coach", "value": "{{ coach }}" },
            { "key": "seat", "label": "Seat", "value": "{{ seat }}" }
          ],
          "secondaryFields": [
            { "key": "passenger", "label": "Passenger", "value": "{{ passenger }}" },
            {
              "key": "departs",
              "label": "Departs",
              "value": "{{ departs }}",
              "dateStyle": "PKDateStyleShort",
              "timeStyle": "PKDateStyleShort",
              "ignoresTimeZone": true,
              "textAlignment": "PKTextAlignmentRight",
              "changeMessage": "Your train now departs at %@."
            }
          ],
          "backFields": [
            { "key": "ticket", "label": "Ticket number", "value": "{{ ticket }}" },
            { "$if": "meal", "key": "meal", "label": "Meal", "value": "{{ meal }}" },
            { "key": "website", "label": "Website", "value": "https://www.example.com/trains" }
          ]
        }
      """,
    members: """
        "relevantDate": "{{ departs }}",
        "relevantDates": [{ "date": "{{ departs }}" }],

      """,
    description: "Train ticket of Example Railways", organization: "Example Railways",
    serialColumn: "ticket",
    columns: """
          "ticket": { "type": "string", "from": "Ticket", "pattern": "^R[0-9]{6}$" },
          "passenger": { "type": "string", "from": "Passenger", "holder": true },
          "train": { "type": "string", "from": "Train" },
          "from": { "type": "string", "from": "From" },
          "fromName": { "type": "string", "from": "From, name" },
          "to": { "type": "string", "from": "To" },
          "toName": { "type": "string", "from": "To, name" },
          "departs": {
            "type": "date",
            "from": "Departs",
            "format": "yyyy-MM-dd HH:mm",
            "zone": "Europe/Berlin"
          },
          "platform": { "type": "string", "from": "Platform" },
          "coach": { "type": "integer", "from": "Coach" },
          "seat": { "type": "string", "from": "Seat" },
          "meal": { "type": "string", "from": "Meal", "optional": true }
      """,
    rows: """
      Ticket,Passenger,Train,From,"From, name",To,"To, name",Departs,Platform,Coach,Seat,Meal
      R204811,Ada Example,EX 17,BER,Berlin,VIE,Vienna,YEAR-05-02 08:34,7,12,41A,vegetarian
      R204812,Emre Yıldız,EX 17,BER,Berlin,VIE,Vienna,YEAR-05-02 08:34,7,12,41B,
      R205220,Sophie O'Hara,EX 90,HAM,Hamburg,CPH,Copenhagen,YEAR-08-19 21:10,4,3,8,
      """,
    german: [
      ("Train ticket of Example Railways", "Fahrkarte der Example Railways"),
      ("Platform", "Gleis"),
      ("Your train now leaves from platform %@.", "Dein Zug fährt jetzt von Gleis %@."),
      ("Train", "Zug"), ("Coach", "Wagen"), ("Seat", "Platz"), ("Passenger", "Fahrgast"),
      ("Departs", "Abfahrt"),
      ("Your train now departs at %@.", "Dein Zug fährt jetzt am %@ ab."),
      ("Ticket number", "Fahrkartennummer"), ("Meal", "Essen"), ("Website", "Webseite"),
    ])
}
