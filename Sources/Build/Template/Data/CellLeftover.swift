// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics

/// A remnant of a spreadsheet, a program or a conversion in place of a value.
enum CellLeftover: Equatable {
  /// Such as `#N/A`.
  case spreadsheetError
  /// `#####`, because the column was too narrow to show its number.
  case narrowColumn
  /// Begins with `=`.
  case formula
  /// Such as `undefined`.
  case noValue
  case zeroByte
  /// U+FFFD.
  case lostCharacter
  /// UTF-8 that was encoded twice, with the original string if that can be restored.
  case twiceEncoded(String?)

  /// Returns the remnant in a cell. For nearly every cell it returns nil after looking at each byte
  /// once.
  ///
  /// - Parameter range: includes the spaces around the value, which may be half of a character.
  static func found(
    in bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>
  ) -> CellLeftover? {
    var isASCII = true
    for index in range {
      let byte = bytes[index]
      if byte == 0 { return .zeroByte }
      if byte >= 0x80 { isASCII = false }
    }
    if !isASCII, let damage = TwiceEncoded.damage(in: bytes, range) {
      switch damage {
      case .lostCharacter: return .lostCharacter
      case .encodedTwice(let text): return .twiceEncoded(text)
      }
    }
    let value = TrimmedSpaces.trimmed(bytes, range)
    guard let first = bytes[value].first else { return nil }
    switch first {
    case UInt8(ascii: "="): return .formula
    case UInt8(ascii: "#"), 0xEF:
      // U+FF03 is the full-width #.
      let isWide = first == 0xEF
      guard !isWide || bytes[value].starts(with: [0xEF, 0xBC, 0x83]) else { return nil }
      return SpreadsheetErrors.kind(of: String(decoding: bytes[value], as: UTF8.self))
    case UInt8(ascii: "u"): return bytes[value].elementsEqual("undefined".utf8) ? .noValue : nil
    case UInt8(ascii: "N"):
      // NaT and nan of pandas. The name Nan begins with a capital.
      guard value.count == 3 else { return nil }
      return ["NaN", "NaT"].contains { bytes[value].elementsEqual($0.utf8) } ? .noValue : nil
    case UInt8(ascii: "n"): return bytes[value].elementsEqual("nan".utf8) ? .noValue : nil
    // (null) of Objective-C, and \N of MySQL.
    case UInt8(ascii: "("): return bytes[value].elementsEqual("(null)".utf8) ? .noValue : nil
    case UInt8(ascii: "\\"): return bytes[value].elementsEqual("\\N".utf8) ? .noValue : nil
    case UInt8(ascii: "["): return isObject(bytes[value]) ? .noValue : nil
    default:
      // `Err:502` of LibreOffice.
      guard bytes[value.upperBound - 1].isDigit, value.count < 24 else { return nil }
      return SpreadsheetErrors.isNumbered(bytes[value]) ? .spreadsheetError : nil
    }
  }

  /// Returns whether the bytes are `[object Object]` or similar, which JavaScript writes for an
  /// object.
  private static func isObject(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    bytes.starts(with: "[object ".utf8) && bytes.last == UInt8(ascii: "]")
      && bytes.dropFirst(8).dropLast().allSatisfy(\.isLetter) && bytes.count > 9
  }

  /// Whether a column with "verbatim" accepts it.
  var mayBeMeant: Bool {
    switch self {
    case .zeroByte, .lostCharacter: false
    default: true
    }
  }

  var finding: Finding {
    switch self {
    case .spreadsheetError, .narrowColumn: CellFindings.spreadsheetError
    case .formula: CellFindings.formula
    case .noValue: CellFindings.noValue
    case .zeroByte: CellFindings.zeroByte
    case .lostCharacter: CellFindings.lostCharacter
    case .twiceEncoded: CellFindings.twiceEncoded
    }
  }

  /// A phrase that follows the value in a message.
  var description: String {
    switch self {
    case .spreadsheetError: "a spreadsheet's error"
    case .narrowColumn: "which a spreadsheet shows if a column is too narrow"
    case .formula: "a formula in place of its value"
    case .noValue: "which a program writes if it has no value"
    case .zeroByte: "which has a zero byte"
    case .lostCharacter: "in which a character was lost (U+FFFD)"
    case .twiceEncoded(let text):
      text.map { "which is \(quoted($0)) encoded as UTF-8 twice" }
        ?? "UTF-8 read with another encoding"
    }
  }

  /// Returns the help for a value, or nil for the help of the finding.
  func help(for text: String) -> String? {
    switch self {
    case .narrowColumn: return "widen the column in the spreadsheet and export it again"
    case .formula:
      // ="00417" keeps the zeros when a spreadsheet opens the file.
      guard text.hasPrefix("=\""), text.hasSuffix("\""), text.count > 3 else { return nil }
      let value = text.dropFirst(2).dropLast()
      return value.contains("\"") ? nil : "write \(Excerpt.cell.shown(value)) without = and quotes"
    default: return nil
    }
  }
}

/// The errors that spreadsheets show in cells, in all their languages.
enum SpreadsheetErrors {
  /// Returns the kind of a string that begins with `#`, or nil.
  static func kind(of text: String) -> CellLeftover? {
    var plain = narrow(text)
    if plain.utf8.count > 1, plain.utf8.allSatisfy({ $0 == UInt8(ascii: "#") }) {
      return .narrowColumn
    }
    guard plain.utf8.count <= 40 else { return nil }
    plain.removeFirst()
    // Spanish has ¡ and ¿ at the beginning: #¡REF!, #¿NOMBRE?.
    plain.removeAll { $0 == "¡" || $0 == "¿" }
    // Words without a sign are errors only in capitals, because #nv may be a tag.
    let isMarked = plain.contains { "!?/".contains($0) }
    return names.contains(isMarked ? plain.uppercased() : plain) ? .spreadsheetError : nil
  }

  /// Returns whether it is `Err:502` of LibreOffice. French has a space before the colon.
  static func isNumbered(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard bytes.count > 6, bytes.suffix(3).allSatisfy(\.isDigit) else { return false }
    var word = String(decoding: bytes.dropLast(3), as: UTF8.self)
    guard word.last == ":" else { return false }
    word.removeLast()
    return ["Err", "Fehler", "Erreur", "Error", "Errore", "Błąd", "エラー"]
      .contains(word.trimmingBlanks)
  }

  /// Converts full-width characters of Japanese keyboards to ASCII, such as ＃Ｎ／Ａ.
  private static func narrow(_ text: String) -> String {
    var narrow = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      let isWide = (0xFF01...0xFF5E).contains(scalar.value)
      narrow.append(isWide ? Unicode.Scalar(scalar.value - 0xFEE0) ?? scalar : scalar)
    }
    return String(narrow)
  }

  /// Without `#`, in capitals.
  private static let names: Set<String> = [
    // English, and names that other languages use too.
    "N/A", "N/A!", "REF!", "VALUE!", "NAME?", "DIV/0!", "NUM!", "NULL!", "SPILL!", "CALC!",
    "FIELD!", "GETTING_DATA", "BLOCKED!", "CONNECT!", "BUSY!", "UNKNOWN!", "EXTERNAL!",
    "PYTHON!", "TIMEOUT!", "DATA!", "ERROR!",
    // German.
    "NV", "BEZUG!", "WERT!", "ZAHL!", "ÜBERLAUF!", "UEBERLAUF!", "KALK!", "FELD!",
    "DATEN_ABRUFEN", "BLOCKIERT!", "VERBINDEN!", "BESETZT!", "UNBEKANNT!", "FEHLER!",
    // French.
    "VALEUR!", "NOM?", "NOMBRE!", "NUL!", "PROPAGATION!", "EPARS!", "ÉPARS!", "CHAMP!",
    "CHARGEMENT_DONNEES", "CHARGEMENT_DONNÉES", "BLOQUE!", "BLOQUÉ!", "CONNEXION!", "OCCUPE!",
    "OCCUPÉ!", "INCONNU!", "ERREUR!",
    // Spanish, Portuguese.
    "N/D", "VALOR!", "NOMBRE?", "NULO!", "NÚM!", "DESBORDAMIENTO!", "CAMPO!",
    "OBTENIENDO_DATOS", "BLOQUEADO!", "CONECTAR!", "OCUPADO!", "DESCONOCIDO!", "DESPEJAR!",
    "DERRAMAR!", "DESPEJO!", "OBTENDO_DADOS",
    // Italian.
    "RIF!", "VALORE!", "NOME?", "NULLO!", "ESPANSIONE!", "PROPAGAZIONE!", "BLOCCATO!",
    "OCCUPATO!", "ERRORE!",
    // Polish.
    "N/D!", "ADR!", "ARG!", "NAZWA?", "LICZBA!", "ZERO!", "DZIEL/0!", "ROZLANIE!", "OBL!",
    "OBLICZ!", "POLE!", "POBIERANIE_DANYCH",
    // Japanese.
    "スピル!", "フィールド!", "名前?", "計算!", "ブロック!", "ビジー!",
    // Dutch, Swedish, Norwegian, Danish, Finnish.
    "N/B", "VERW!", "WAARDE!", "NAAM?", "DEEL/0!", "GETAL!", "LEEG!", "SAKNAS!", "REFERENS!",
    "VÄRDEFEL!", "NAMN?", "DIVISION/0!", "OGILTIGT!", "SKÄRNING!", "I/T", "REFERANSE!", "VERDI!",
    "NAVN?", "REFERENCE!", "VÆRDI!", "PUUTTUU!", "VIITTAUS!", "ARVO!", "NIMI?", "JAKO/0!",
    "LUKU!", "TYHJÄ!",
    // Czech, Turkish, Hungarian, Russian.
    "HODNOTA!", "ODKAZ!", "NÁZEV?", "ČÍSLO!", "NENÍ_K_DISPOZICI", "DĚLENÍ_NULOU!", "YOK",
    "BAŞV!", "DEĞER!", "AD?", "SAYI!", "SAYI/0!", "BOŞ!", "HIÁNYZIK", "HIV!", "ÉRTÉK!", "NÉV?",
    "SZÁM!", "ZÉRÓOSZTÓ!", "NULLA!", "Н/Д", "ССЫЛКА!", "ЗНАЧ!", "ИМЯ?", "ДЕЛ/0!", "ЧИСЛО!",
    "ПУСТО!",
  ]
}
