// SPDX-License-Identifier: Apache-2.0

/// What a column of a table is on a pass.
package enum ColumnRole: Sendable, Hashable {
  case serial, name, firstName, lastName, points, balance, tier, expires, date, event, venue
  case photo, phone
  /// Digits that are not a number, such as a postcode.
  case code
  case mail
  /// Bank accounts and passwords.
  case secret
  case other
  /// A column that the pass does not use.
  case unused
}

/// A language of headers.
package enum TableLanguage: String, Sendable, CaseIterable {
  // The labels of passes are in the first eight.
  case en, de, fr, ja, pl, es, it, nl
  case pt, tr, cs, el, ru, sv, da, ar, zh, ko

  /// The name in English.
  package var name: String {
    switch self {
    case .en: "English"
    case .de: "German"
    case .fr: "French"
    case .ja: "Japanese"
    case .pl: "Polish"
    case .es: "Spanish"
    case .it: "Italian"
    case .nl: "Dutch"
    case .pt: "Portuguese"
    case .tr: "Turkish"
    case .cs: "Czech"
    case .el: "Greek"
    case .ru: "Russian"
    case .sv: "Swedish"
    case .da: "Danish or Norwegian"
    case .ar: "Arabic"
    case .zh: "Chinese"
    case .ko: "Korean"
    }
  }

  /// The zone of most people who write this language. Nil if there is no such zone.
  var zone: String? {
    switch self {
    case .en, .pt, .ru, .ar: nil
    case .de: "Europe/Berlin"
    case .fr: "Europe/Paris"
    case .ja: "Asia/Tokyo"
    case .pl: "Europe/Warsaw"
    case .es: "Europe/Madrid"
    case .it: "Europe/Rome"
    case .nl: "Europe/Amsterdam"
    case .tr: "Europe/Istanbul"
    case .cs: "Europe/Prague"
    case .el: "Europe/Athens"
    case .sv: "Europe/Stockholm"
    case .da: "Europe/Copenhagen"
    case .zh: "Asia/Shanghai"
    case .ko: "Asia/Seoul"
    }
  }

  /// The encoding of its spreadsheets that are not Unicode. Nil if there are several.
  var encoding: String? {
    switch self {
    case .en, .de, .fr, .es, .it, .nl, .pt, .sv, .da: "windows-1252"
    case .pl, .cs: "windows-1250"
    case .tr: "windows-1254"
    case .el: "windows-1253"
    case .ru: "windows-1251"
    case .ar: "windows-1256"
    case .ja: "windows-31j"
    case .ko: "euc-kr"
    case .zh: nil
    }
  }
}

/// The words of headers by what they mean, for `passc init --from`.
enum HeaderWords {
  /// Words of one meaning in one language. A word with `=` is the whole header, others are a part.
  struct Entry {
    let role: ColumnRole
    let language: TableLanguage
    let words: [String]

    init(_ role: ColumnRole, _ language: TableLanguage, _ words: String) {
      self.role = role
      self.language = language
      self.words = words.split(separator: "|").map(String.init)
    }

    func fits(_ plain: String) -> Bool {
      words.contains { word in
        word.hasPrefix("=") ? plain == word.dropFirst() : plain.contains(word)
      }
    }
  }

  /// Returns the meaning of a header and the language of the word, or nil if no word fits.
  static func meaning(of header: String) -> (role: ColumnRole, language: TableLanguage)? {
    let plain = normalised(header)
    return entries.first { $0.fits(plain) }.map { ($0.role, $0.language) }
  }

  /// Returns the language of most headers, or nil if no word is known.
  static func language(of headers: [String]) -> TableLanguage? {
    var counts: [TableLanguage: Int] = [:]
    // Languages with a word that no other language has, such as Punkte.
    var certain: Set<TableLanguage> = []
    for header in headers {
      let plain = normalised(header)
      let languages = Set(entries.filter { $0.fits(plain) }.map(\.language))
      for language in languages { counts[language, default: 0] += 1 }
      if languages.count == 1 { certain.formUnion(languages) }
    }
    let most = counts.values.max() ?? 0
    let best = TableLanguage.allCases.filter { most > 0 && counts[$0] == most }
    return best.first { certain.contains($0) } ?? best.first
  }

  /// Returns the header in lower case, with one space in place of other signs.
  private static func normalised(_ header: String) -> String {
    let text = header.lowercased().map { character in
      character.isLetter || character.isNumber || "°º#".contains(character) ? character : " "
    }
    return String(text).split(separator: " ").joined(separator: " ")
  }

  /// Returns the code of a currency that the header names, such as EUR for `Guthaben (€)`.
  static func currency(in header: String) -> String? {
    let upper = header.uppercased()
    let words = upper.split { !$0.isLetter }.map(String.init)
    let codes = [
      "EUR", "USD", "GBP", "CHF", "PLN", "JPY", "CAD", "AUD", "SEK", "NOK", "DKK", "CZK", "TRY",
      "BRL", "HUF", "RON", "INR", "CNY", "KRW", "ILS", "AED", "SAR", "NZD", "MXN", "ZAR",
    ]
    if let code = codes.first(where: words.contains) { return code }
    let signs = [
      ("€", "EUR"), ("£", "GBP"), ("ZŁ", "PLN"), ("円", "JPY"), ("KČ", "CZK"), ("₺", "TRY"),
      ("R$", "BRL"), ("₽", "RUB"), ("₩", "KRW"), ("₪", "ILS"), ("₹", "INR"),
    ]
    if let code = signs.first(where: { upper.contains($0.0) })?.1 { return code }
    return words.contains("TL") ? "TRY" : nil
  }

  // The first entry that fits counts, so that special words come before general ones.
  private static let entries: [Entry] =
    [
      Entry(.mail, .en, "e mail|email|mail address|=mail"),
      Entry(.mail, .de, "mailadresse"),
      Entry(.mail, .fr, "courriel|adresse électronique"),
      Entry(.mail, .ja, "メール"),
      Entry(.mail, .es, "correo"),
      Entry(.secret, .en, "password|=pin|iban|=bic|bank account|credit card|social security|=ssn"),
      Entry(
        .secret, .de, "passwort|kennwort|bankverbindung|kontonummer|konto nr|kreditkart|steuer id"),
      Entry(.secret, .fr, "mot de passe|=rib|compte bancaire"),
      Entry(.secret, .ja, "パスワード|口座|暗証"),
      Entry(.secret, .pl, "hasło|pesel|numer konta|nr konta"),
      Entry(.phone, .en, "phone|mobile|=tel|=fax|=cell"),
      Entry(.phone, .de, "telefon|mobil|handy|rufnummer"),
      Entry(.phone, .fr, "téléphone|portable"),
      Entry(.phone, .ja, "電話|携帯"),
      Entry(.phone, .pl, "komórk"),
      Entry(.phone, .es, "teléfono|móvil"),
      Entry(.code, .en, "zip|postcode|postal|=year|house number"),
      Entry(.code, .de, "plz|postleitzahl|hausnummer|haus nr|=jahr"),
      Entry(.code, .fr, "code postal|=année|=cp"),
      Entry(.code, .ja, "郵便番号"),
      Entry(.code, .pl, "kod pocztowy|=rok"),
      Entry(.photo, .en, "photo|picture|=image"),
      Entry(.photo, .de, "foto|=bild|passbild|lichtbild"),
      Entry(.photo, .ja, "写真|画像"),
      Entry(.photo, .pl, "zdjęcie"),
      Entry(
        .expires, .en,
        "valid until|valid thru|valid through|valid to|valid till|paid until|good until|good through"
          + "|expir|=until|=to|end date|renewal"),
      Entry(
        .expires, .de, "gültig bis|gueltig bis|ablauf|gültigkeit|verfall|läuft ab|=bis|=gültig"),
      Entry(
        .expires, .fr, "valable jusqu|valide jusqu|validité|date de fin|échéance|date d expiration"),
      Entry(.expires, .ja, "有効期限|期限|満了"),
      Entry(.expires, .pl, "ważn|wygasa|wygaśni"),
      Entry(.expires, .es, "válido hasta|valido hasta|caduc|vence|vencimiento"),
      Entry(.expires, .it, "scaden|valido fino|valida fino"),
      Entry(.expires, .nl, "geldig tot|verval|geldigheid"),
      Entry(.date, .en, "date|since|joined|birthday|born|=dob|=start|begins|starts|=from|=day"),
      Entry(.date, .de, "datum|seit|beitritt|eintritt|geburt|beginn|=tag"),
      Entry(.date, .fr, "depuis|naissance|adhésion|inscription|début"),
      Entry(.date, .ja, "日付|入会|生年月日|登録日|開演|日時"),
      Entry(.date, .pl, "=data|data |od kiedy|dołącz|urodz|przystąp"),
      Entry(.date, .es, "fecha|desde"),
      Entry(.date, .it, "data di|iscrizione|dal"),
      Entry(.date, .nl, "sinds"),
      // Both names in one column come before the parts of a name.
      Entry(.name, .fr, "nom et prénom|prénom et nom|nom complet|=prénom nom|=nom prénom"),
      Entry(.name, .pl, "imię i nazwisko|nazwisko i imię|=imię nazwisko"),
      Entry(.name, .de, "vor und nachname|vollständiger name|=vorname nachname"),
      Entry(.firstName, .en, "first name|firstname|given name|forename|=first|=given"),
      Entry(.firstName, .de, "vorname|rufname"),
      Entry(.firstName, .fr, "prénom|=prenom"),
      Entry(.firstName, .ja, "=名|名（|=下の名前"),
      Entry(.firstName, .pl, "imię|=imie"),
      Entry(.firstName, .es, "=nombre"),
      Entry(.firstName, .it, "=nome"),
      Entry(.firstName, .nl, "voornaam"),
      Entry(.lastName, .en, "last name|lastname|surname|family name|=last|=family"),
      Entry(.lastName, .de, "nachname|familienname|zuname"),
      Entry(.lastName, .fr, "nom de famille"),
      Entry(.lastName, .ja, "=姓|=氏|苗字"),
      Entry(.lastName, .pl, "nazwisko"),
      Entry(.lastName, .es, "apellido"),
      Entry(.lastName, .it, "cognome"),
      Entry(.lastName, .nl, "achternaam"),
      Entry(
        .name, .en,
        "full name|=name|member name|customer name|guest name|holder|=member|=customer|=guest|=attendee"
          + "|=passenger|=employee|=visitor|=reader|=patron|=student|=owner"),
      Entry(
        .name, .de,
        "=name|=mitglied|=kunde|=kundin|inhaber|=teilnehmer|=gast|=mitarbeiter|mitgliedsname"
          + "|kundenname"),
      Entry(.name, .fr, "=nom|=adhérent|=titulaire|=client|=membre"),
      Entry(.name, .ja, "氏名|名前|会員名|顧客名"),
      Entry(.name, .pl, "=klient|=członek|nazwa klienta"),
      Entry(.name, .nl, "=naam|=lid"),
      Entry(.points, .en, "points|=score|=stamps"),
      Entry(.points, .de, "punkte|stempel"),
      Entry(.points, .fr, "points"),
      Entry(.points, .ja, "ポイント|点数"),
      Entry(.points, .pl, "punkty|punktów|=pkt"),
      Entry(.points, .es, "puntos"),
      Entry(.points, .it, "punti"),
      Entry(.points, .nl, "punten"),
      Entry(
        .balance, .en,
        "balance|amount|=credit|store credit|=price|=fee|=fees|=fine|=fines|=fare|=cost"),
      Entry(.balance, .de, "guthaben|kontostand|betrag|=preis|umsatz"),
      Entry(.balance, .fr, "solde|montant|=crédit|=prix|cagnotte"),
      Entry(.balance, .ja, "残高|金額|残額"),
      Entry(.balance, .pl, "saldo|kwota|stan konta|=cena|środki"),
      Entry(.balance, .es, "saldo|importe"),
      Entry(.balance, .it, "saldo|importo|=credito"),
      Entry(.balance, .nl, "tegoed|=saldo|bedrag"),
      // Before the tiers, because "Membership no." is a number.
      Entry(
        .serial, .en,
        "member number|member no|member id|=member #|=card #|=ticket #|=order #|=customer #"
          + "|membership number|membership no|membership id|card number"
          + "|card no|card id|customer number|customer no|customer id|ticket number|ticket no"
          + "|serial|voucher code|coupon code|permit no|permit number|=permit|reader no|reader number|barcode|employee number|employee id|staff number"
          + "|staff id|=id|=no|=nr|=number|=code|=card|=ticket|=#|=uid|=uuid|=coupon|=voucher"),
      Entry(
        .serial, .de,
        "mitgliedsnummer|mitglieds nr|mitgliedsnr|mitglied nr|mitgliednr|kartennummer|karten nr"
          + "|kartennr|kundennummer|kunden nr|kundennr|personalnummer|personal nr|ticketnummer"
          + "|ticket nr|gutscheincode|gutscheinnummer|gutschein nr|seriennummer|lfd nr|=nummer|=nr"
          + "|=karte|ausweis|=kennung"),
      Entry(
        .serial, .fr,
        "numéro|n° |=n°|identifiant|matricule|=référence|=réf|n de carte|code client"),
      Entry(.serial, .ja, "番号|会員id|=コード|会員コード|顧客コード"),
      Entry(
        .serial, .pl,
        "numer karty|nr karty|numer członk|nr członk|numer klienta|nr klienta|identyfikator|=numer"
          + "|=kod|numer biletu|nr biletu"),
      Entry(.serial, .es, "número|nº|=socio"),
      Entry(.serial, .it, "tessera|codice|matricola|=numero"),
      Entry(.serial, .nl, "lidnummer|klantnummer|kaartnummer|pasnummer"),
      Entry(
        .tier, .en,
        "tier|=level|=status|=category|=type|=class|=plan|=grade|=rank|membership|member type"),
      Entry(
        .tier, .de,
        "stufe|=status|=rang|kategorie|tarif|mitgliedsart|mitgliedschaft|=klasse|=typ|=art|karten art"
      ),
      Entry(.tier, .fr, "statut|niveau|catégorie|formule|palier|=rang|abonnement"),
      Entry(.tier, .ja, "ランク|種別|ステータス|レベル|等級|区分|クラス"),
      Entry(.tier, .pl, "poziom|=status|kategoria|rodzaj|=typ|członkostw"),
      Entry(.tier, .es, "nivel|categoría"),
      Entry(.tier, .it, "livello|categoria"),
      Entry(.tier, .nl, "niveau|soort"),
      Entry(.event, .en, "event|concert|exhibition|=show|=film|=match|=title"),
      Entry(.event, .de, "veranstaltung|konzert|vorstellung|=titel|=film"),
      Entry(.event, .fr, "événement|spectacle|concert|=titre"),
      Entry(.event, .ja, "イベント|公演|=タイトル"),
      Entry(.event, .pl, "wydarzenie|koncert|=tytuł"),
      Entry(.venue, .en, "venue|location|=place|=hall"),
      Entry(.venue, .de, "=ort|=saal|veranstaltungsort|spielort"),
      Entry(.venue, .fr, "=lieu|=salle"),
      Entry(.venue, .ja, "会場|場所"),
      Entry(.venue, .pl, "=miejsce|=sala"),
    ] + others
}
