// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The labels of a template from a table in its languages.
///
/// Columns with a known meaning have a label in every language that passc knows. The others keep
/// their header.
struct TableLabels {
  private let guess: TableGuess
  private let languages: StarterLanguages?
  /// The displayed strings of pass.json with their translations, in the order of their use.
  private var strings: [(own: String, others: [String])] = []

  init(_ guess: TableGuess, _ languages: StarterLanguages?) {
    self.guess = guess
    self.languages = languages
  }

  /// The language of pass.json. Nil if neither the user nor the headers tell it.
  var own: String? { languages?.mainLanguage ?? guess.language?.rawValue }

  // MARK: Strings

  /// Returns the label of a column in the language of pass.json, and records its translations.
  mutating func label(of column: GuessedColumn) -> String {
    let table = guess.language
    let header = column.header.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return add(orElse: header) { language in
      Self.isSame(language, table) ? nil : Self.label(column.role, language)
    }
  }

  /// Returns the label of a name that is in two columns.
  mutating func nameLabel() -> String { add(orElse: "Name") { Self.label(.name, $0) } }

  /// Returns the description of the card.
  mutating func description(_ organization: String) -> String {
    add(orElse: "\(organization): card") { language in
      Self.card(language).map { "\(organization): \($0)" }
    }
  }

  /// Returns the message about a new value of a field.
  mutating func changeMessage(_ column: GuessedColumn) -> String {
    let plain = label(of: column)
    guard let last = strings.first(where: { $0.own == plain }) else { return "\(plain): %@" }
    let message = (own: "\(plain): %@", others: last.others.map { "\($0): %@" })
    if !strings.contains(where: { $0.own == message.own }) { strings.append(message) }
    return message.own
  }

  private mutating func add(
    orElse fallback: String, _ text: (String) -> String?
  ) -> String {
    let mine = own.flatMap(text) ?? fallback
    // Where a language lacks the word, the one of pass.json is as good as the header.
    let others = (languages?.others ?? []).map { language in
      text(language) ?? (Self.isSame(language, guess.language) ? fallback : mine)
    }
    if !strings.contains(where: { $0.own == mine }) { strings.append((mine, others)) }
    return mine
  }

  private static func isSame(_ tag: String, _ language: TableLanguage?) -> Bool {
    language.map { LanguageTag.base(of: tag) == $0.rawValue } ?? false
  }

  /// The pass.strings of every language with a folder.
  var files: [(path: String, text: String)] {
    (languages?.others ?? []).enumerated().map { index, language in
      let known = Self.card(language) != nil
      let note = known ? "The texts of pass.json, in \(language)." : "Translate into \(language)."
      let lines = strings.map { string in
        "\"\(Self.escaped(string.own))\" = \"\(Self.escaped(TableFields.literal(string.others[index])))\";\n"
      }
      return ("\(language).lproj/pass.strings", "/* \(note) */\n" + lines.joined())
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }

  // MARK: Words

  /// Returns the label of a meaning, or nil if the meaning or the language has none.
  private static func label(_ role: ColumnRole, _ language: String) -> String? {
    let words: [String]
    switch role {
    case .serial:
      words = ["Number", "Nummer", "Numéro", "番号", "Numer", "Número", "Numero", "Nummer"]
    case .name:
      words = [
        "Name", "Name", "Nom", "氏名", "Imię i nazwisko", "Nombre", "Nome", "Naam", "Nome",
        "Ad Soyad", "Jméno", "Ονοματεπώνυμο", "Имя", "Namn", "Navn", "الاسم", "姓名", "이름",
      ]
    case .points:
      words = ["Points", "Punkte", "Points", "ポイント", "Punkty", "Puntos", "Punti", "Punten"]
    case .balance:
      words = ["Balance", "Guthaben", "Solde", "残高", "Saldo", "Saldo", "Saldo", "Tegoed"]
    case .tier:
      words = ["Level", "Stufe", "Niveau", "ランク", "Poziom", "Nivel", "Livello", "Niveau"]
    case .expires:
      words = [
        "Valid until", "Gültig bis", "Valable jusqu’au", "有効期限", "Ważna do", "Válido hasta",
        "Valido fino al", "Geldig tot",
      ]
    case .event:
      words = [
        "Event", "Veranstaltung", "Événement", "イベント", "Wydarzenie", "Evento", "Evento",
        "Evenement",
      ]
    case .venue:
      words = ["Venue", "Ort", "Lieu", "会場", "Miejsce", "Lugar", "Luogo", "Locatie"]
    case .phone:
      words = [
        "Phone", "Telefon", "Téléphone", "電話", "Telefon", "Teléfono", "Telefono", "Telefoon",
      ]
    case .firstName, .lastName, .date, .photo, .code, .mail, .secret, .other, .unused: return nil
    }
    return word(words, language)
  }

  private static func card(_ language: String) -> String? {
    word(["card", "Karte", "carte", "カード", "karta", "tarjeta", "tessera", "kaart"], language)
  }

  /// Returns the word of a language in a list in the order of `TableLanguage`.
  private static func word(_ words: [String], _ language: String) -> String? {
    let base = LanguageTag.base(of: language)
    guard let index = TableLanguage.allCases.firstIndex(where: { $0.rawValue == base }),
      words.indices.contains(index)
    else { return nil }
    return words[index]
  }
}
