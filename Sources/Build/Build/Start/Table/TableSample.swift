// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassTemplate

/// Three invented rows of the same form as a table: the lengths, signs and dates are alike, and no
/// cell is copied. Words that at least three rows share, such as a tier, are taken as they are. Names
/// and remarks are not, even if rows share them, because the sample may be published.
struct TableSample {
  static let rowCount = 3
  /// The file in the form of the table.
  let bytes: [UInt8]

  init(_ guess: TableGuess, options: DataOptions, bytes table: [UInt8], now: Int64) throws {
    let year = CivilDate(ofSecondsSince1970: now).year
    var invention = CellInvention(year: year)
    let candidates = guess.columns.map { invention.candidates(for: $0, style: guess.style) }
    let columns = try Self.chosen(candidates, guess, options, table)
    var lines = [guess.columns.map(\.header)]
    for row in 0..<Self.rowCount { lines.append(columns.map { $0[row] }) }
    let delimiter = guess.profile.delimiter ?? UInt8(ascii: ",")
    let text = lines.map { Self.line($0, delimiter) }.joined()
    let writer = FormWriter(guess.profile.form)
    let body = writer?.bytes(of: Array(text.utf8)) ?? Array(text.utf8)
    bytes = (writer?.mark ?? []) + body
  }

  /// Returns three texts for each column. None of them is a cell of the table.
  private static func chosen(
    _ candidates: [CellInvention.Candidates], _ guess: TableGuess, _ options: DataOptions,
    _ table: [UInt8]
  ) throws -> [[String]] {
    let invented = Set(candidates.filter { !$0.isShared }.flatMap(\.texts))
    var taken: Set<String> = []
    try guess.profile.forEachCell(options: options, bytes: table) { cell in
      if invented.contains(cell) { taken.insert(cell) }
    }
    return candidates.map { column in
      let free = column.isShared ? column.texts : column.texts.filter { !taken.contains($0) }
      return (0..<rowCount).map { free.isEmpty ? "" : free[$0 % free.count] }
    }
  }

  private static func line(_ cells: [String], _ delimiter: UInt8) -> String {
    let sign = Character(UnicodeScalar(delimiter))
    let quoted = cells.map { cell in
      cell.contains { $0 == sign || $0 == "\"" || $0.isNewline }
        ? "\"" + cell.replacing("\"", with: "\"\"") + "\"" : cell
    }
    return quoted.joined(separator: String(sign)) + "\n"
  }
}

/// Invents cells that look like those of a column.
struct CellInvention {
  struct Candidates {
    var texts: [String]
    /// Whether they are words that several rows of the table share.
    var isShared = false
  }

  private let year: Int
  // A fixed start, so that the same table gives the same sample.
  private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

  init(year: Int) { self.year = year }

  private mutating func random(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }

  mutating func candidates(for column: GuessedColumn, style: StarterStyle) -> Candidates {
    let cells = column.profile.firstCells.map(\.text)
    guard !cells.isEmpty, column.role != .photo else { return Candidates(texts: [""]) }
    if column.reading.type == .date { return Candidates(texts: dates(column, cells, style)) }
    if column.profile.mails > 0 || column.role == .mail {
      return Candidates(texts: (1...30).map { "ada.example\($0)@example.com" })
    }
    if column.reading.type == .url {
      return Candidates(texts: (1...30).map { "https://www.example.com/\($0)" })
    }
    let shared = Self.sharedWords(of: column)
    if !shared.isEmpty { return Candidates(texts: Array(shared.prefix(3)), isShared: true) }
    var texts: [String] = []
    for number in 0..<60 {
      var text = shape(cells[number % cells.count], keepsZeros: !column.reading.isNumeric)
      // If a table has every code of this length, a longer one is free.
      for _ in 0..<max(0, number - 40) / 5 { text += "\(1 + random(9))" }
      if !texts.contains(text) { texts.append(text) }
    }
    return Candidates(texts: texts)
  }

  /// Returns the words of a column that may be in the sample.
  private static func sharedWords(of column: GuessedColumn) -> [String] {
    let shared = column.profile.sharedTexts.filter { $0.contains(where: \.isLetter) }
    guard column.reading.type == .string else { return [] }
    switch column.role {
    case .tier, .event, .venue: return shared
    case .other:
      // The column has no known role, so it may have names or remarks. If most rows share a few short
      // words, it is a kind or a place.
      let profile = column.profile
      let sharing = shared.reduce(0) { $0 + (profile.counts?[$1] ?? 0) }
      let isKind =
        shared.count <= kindLimit && sharing * 2 >= profile.filled + profile.empty
        && shared.allSatisfy { $0.split(separator: " ").count <= 2 }
      return isKind ? shared : []
    default: return []
    }
  }

  /// Most different words in a column of kinds.
  private static let kindLimit = 8

  // MARK: Letters and digits

  /// Returns a text with other letters and digits in the same places.
  ///
  /// - Parameter keepsZeros: whether zeros at the start stay, as in codes. In a number they would
  ///   make it invalid if it gets longer.
  private mutating func shape(_ text: String, keepsZeros: Bool) -> String {
    var result = ""
    var isStart = true
    var isVowel = random(2) == 0
    for character in text {
      guard let scalar = character.unicodeScalars.first else { continue }
      if let digit = character.wholeNumberValue, character.isASCII {
        result += keepsZeros && isStart && digit == 0 ? "0" : "\(1 + random(9))"
        isStart = isStart && digit == 0
        continue
      }
      isStart = !character.isLetter
      guard character.isLetter else {
        result.append(character)
        continue
      }
      result.append(letter(like: scalar, character, &isVowel))
    }
    return result
  }

  private mutating func letter(
    like scalar: Unicode.Scalar, _ character: Character, _ isVowel: inout Bool
  ) -> Character {
    func pick(_ pool: String, _ index: Int) -> Character {
      pool[pool.index(pool.startIndex, offsetBy: index)]
    }
    switch scalar.value {
    case 0x3040...0x309F: return pick("あいうかきさしたなはまやら", random(13))
    case 0x30A0...0x30FF: return character == "ー" ? "ー" : pick("アイウカキサシタナハマヤラ", random(13))
    case 0x3400...0x9FFF: return pick("山川田中木林森本村石花春", random(12))
    case 0xAC00...0xD7A3: return pick("가나다라마바사아자하", random(10))
    case 0x0370...0x03FF: return pick("αεικνοπρστ", random(10))
    case 0x0400...0x04FF: return pick("авеиклмнорст", random(12))
    default: break
    }
    let letter = isVowel ? pick("aeiou", random(5)) : pick("bdfglmnprst", random(11))
    isVowel.toggle()
    return character.isUppercase ? Character(letter.uppercased()) : letter
  }

  // MARK: Dates

  private func dates(_ column: GuessedColumn, _ cells: [String], _ style: StarterStyle) -> [String]
  {
    let isAhead = column.role == .expires || style == .eventTicket
    let days = [(12, 31), (6, 30), (9, 15), (2, 3), (4, 5), (8, 9), (11, 22), (10, 7)]
    return (0..<64).map { number in
      let (month, day) = days[number % days.count]
      let offset = number / days.count
      let years = isAhead ? year + 2 + offset : year - 1 - offset
      guard let format = column.reading.format else {
        let date = "\(years)-\(Self.twoDigits(month))-\(Self.twoDigits(day))"
        let cell = cells[number % cells.count]
        return date + (cell.contains(":") ? "T18:30:00" + Self.offset(of: cell) : "")
      }
      return Self.written(format, years, month, day)
    }
  }

  /// Returns the offset from UTC at the end of a date as ISO 8601.
  private static func offset(of cell: String) -> String {
    if cell.hasSuffix("Z") { return "Z" }
    guard let sign = cell.lastIndex(where: { $0 == "+" || $0 == "-" }),
      cell.distance(from: cell.startIndex, to: sign) > 10
    else { return "" }
    return String(cell[sign...])
  }

  private static func twoDigits(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }

  /// Returns a day in a format, with 18:30:00 as its time.
  private static func written(_ format: String, _ year: Int, _ month: Int, _ day: Int) -> String {
    var text = ""
    var rest = format[...]
    while let first = rest.first {
      let run = rest.prefix { $0 == first }
      rest = rest.dropFirst(run.count)
      switch run {
      case "yyyy": text += "\(year)"
      case "yy": text += twoDigits(year % 100)
      case "MM": text += twoDigits(month)
      case "M": text += "\(month)"
      case "dd": text += twoDigits(day)
      case "d": text += "\(day)"
      case "HH", "H": text += "18"
      case "mm": text += "30"
      case "ss": text += "00"
      default: text += run
      }
    }
    return text
  }
}
