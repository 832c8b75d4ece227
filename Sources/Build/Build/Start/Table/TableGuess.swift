// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
package import PassTemplate

/// A column of a table with what `passc init --from` takes it for.
package struct GuessedColumn: Sendable {
  /// The evidence: what the cells have in common.
  package let profile: ColumnProfile
  /// The meaning on the pass.
  package internal(set) var role: ColumnRole
  /// The way the cells are read.
  package internal(set) var reading = ColumnReading.text
  /// Why, in a few words.
  package internal(set) var reason: String
  /// The name in template.json. Empty if the pass does not use the column.
  package internal(set) var name = ""
  /// The name of a second column that reads the same cells as text. Nil if there is none.
  package internal(set) var textName: String?

  /// The name in the table.
  package var header: String { profile.header }
  /// Whether the template declares the column.
  package var isUsed: Bool { ![.unused, .mail, .secret].contains(role) }
  /// Whether a cell is empty in some row.
  var isOptional: Bool { profile.empty > 0 || role == .photo }
  /// Whether 0 is a value that the pass shows.
  var mayBeZero: Bool { profile.hasFalsy || [.points, .balance].contains(role) }
}

/// What `passc init --from` takes a table for. Everything that is guessed is in here.
package struct TableGuess: Sendable {
  /// The evidence: the table and its cells.
  package let profile: TableProfile
  /// The style of the template.
  package let style: StarterStyle
  /// All columns in the order of the table.
  package internal(set) var columns: [GuessedColumn]
  /// The language of the headers, if their words are known.
  package let language: TableLanguage?
  /// The time zone of the dates, with the reason.
  package let zone: (name: String, reason: String)

  /// The styles that a table alone can fill.
  package static let styles: [StarterStyle] = [.storeCard, .coupon, .eventTicket, .generic]

  /// Reads a table and guesses what its columns are.
  ///
  /// - Parameters:
  ///   - options: the format and the delimiter, if the user named them.
  ///   - machineZone: the time zone of the machine, for headers in English.
  ///   - photoExists: whether there is a file of that name next to the table.
  /// - Returns: nil after an error in `report`.
  /// - Throws: `TableAmbiguityError`, or `TableError`.
  package static func read(
    _ bytes: [UInt8], name: String, options: DataOptions, answers: TableAnswers,
    style: StarterStyle,
    machineZone: String?, photoExists: (String) -> Bool, report: inout Report
  ) throws -> TableGuess? {
    var options = options
    options.encoding = answers.encoding ?? options.encoding
    guard
      var profile = try TableProfile(name: name, options: options, bytes: bytes, report: &report)
    else { return nil }
    if let encoding = profile.encoding, let rival = encoding.rival {
      // The letters fit in two encodings: the words of the headers decide.
      options.encoding = try Self.choice(
        encoding.name, rival, HeaderWords.language(of: profile.columns.map(\.header)), name)
      if options.encoding == rival {
        guard
          let other = try TableProfile(name: name, options: options, bytes: bytes, report: &report)
        else { return nil }
        profile = other
      }
    }
    return try TableGuess(
      profile, answers: answers, style: style, machineZone: machineZone, photoExists: photoExists)
  }

  /// Returns the encoding that spreadsheets in the language of the headers have.
  private static func choice(
    _ encoding: String, _ rival: String, _ language: TableLanguage?, _ name: String
  ) throws(TableAmbiguityError) -> String {
    if let language { return language.encoding == rival ? rival : encoding }
    throw TableAmbiguityError(
      question: "\(name) may be \(encoding) or \(rival)",
      choices: [encoding, rival].map {
        TableAmbiguityError.Choice(meaning: "the encoding is \($0)", answer: .encoding($0))
      })
  }

  init(
    _ profile: TableProfile, answers: TableAnswers, style: StarterStyle, machineZone: String?,
    photoExists: (String) -> Bool
  ) throws {
    self.profile = profile
    self.style = style
    let headers = profile.columns.map(\.header)
    language = HeaderWords.language(of: headers)
    zone = Self.zone(language, machineZone)
    try Self.checkShape(profile)
    try Self.checkAnswers(answers, headers)
    var guesser = ColumnGuesser(profile, answers: answers, style: style)
    columns = try guesser.columns(photoExists: photoExists)
    nameColumns()
  }

  private static func zone(
    _ language: TableLanguage?, _ machineZone: String?
  ) -> (name: String, reason: String) {
    if let language, let zone = language.zone { return (zone, "the headers are \(language.name)") }
    if let machineZone { return (machineZone, "the time zone of this computer") }
    return ("UTC", "the table names no other time zone")
  }

  // MARK: The table as a whole

  private static func checkShape(_ profile: TableProfile) throws(TableError) {
    if profile.hasTitle {
      throw TableError(
        "the first line is a title, expected the names of the columns", line: 1,
        help: "delete the lines above the names of the columns")
    }
    if let total = profile.totals.first {
      throw TableError(
        "the row \(quoted(total.text)) looks like a total, not like a pass", line: total.line,
        help: "delete the row and save the table again")
    }
    if profile.rows == 0 {
      throw TableError(
        "the table has no rows", help: "add a row for each pass below the names of the columns")
    }
    if profile.rows == 1, let list = profile.columns.first(where: { $0.lists > 0 }),
      profile.columns.count(where: { $0.documents == 0 }) < 2
    {
      throw TableError(
        "the rows are in the member \(quoted(list.header)), expected one object per row",
        help: "save the rows alone: jq -c '.[\"\(list.header)\"][]' \(profile.name) > rows.jsonl")
    }
    let headers = profile.columns.map(\.header).filter { !$0.isEmpty }
    let values = headers.filter { header in
      header.contains("@")
        || header.contains(where: \.isNumber) && !header.contains(where: \.isLetter)
    }
    let hasMail = headers.contains { $0.contains("@") && $0.contains(".") }
    if !values.isEmpty, hasMail || values.count * 2 >= headers.count {
      throw TableError(
        "the first line has values such as \(quoted(values[0])), expected the names of the columns",
        line: 1, help: "add a first line with a name for each column")
    }
  }

  private static func checkAnswers(
    _ answers: TableAnswers, _ headers: [String]
  ) throws(TableError) {
    for header in answers.columns.keys.sorted() where !headers.contains(header) {
      let nearest = NearestName.of(header, among: headers)
      throw TableError(
        "the table has no column \(quoted(header))",
        help: nearest.map { "did you mean \(quoted($0))?" }
          ?? "its columns are \(headers.map { quoted($0) }.joined(separator: ", "))")
    }
  }

  // MARK: Names

  /// The column with this meaning, if there is one.
  func column(_ role: ColumnRole) -> GuessedColumn? { columns.first { $0.role == role } }

  private mutating func nameColumns() {
    var taken: Set<String> = []
    for index in columns.indices where columns[index].isUsed {
      let base = Self.name(of: columns[index], number: index + 1)
      var name = base
      var count = 2
      while !taken.insert(name).inserted {
        name = "\(base)\(count)"
        count += 1
      }
      columns[index].name = name
    }
    for index in columns.indices where columns[index].isUsed {
      let column = columns[index]
      guard column.isOptional, column.mayBeZero, column.reading.isNumeric else { continue }
      var name = column.name + "Text"
      while !taken.insert(name).inserted { name += "2" }
      columns[index].textName = name
    }
  }

  private static func name(of column: GuessedColumn, number: Int) -> String {
    switch column.role {
    case .serial: return "serial"
    case .name: return "name"
    case .firstName: return "firstName"
    case .lastName: return "lastName"
    case .points: return "points"
    case .balance: return "balance"
    case .tier: return "tier"
    case .expires: return "expires"
    case .event: return "event"
    case .venue: return "venue"
    case .photo: return "photo"
    case .date, .phone, .code, .other, .mail, .secret, .unused: break
    }
    let words = column.header.lowercased().split {
      !($0.isASCII && ($0.isLetter || $0.isNumber))
    }
    let isPlain = column.header.allSatisfy(\.isASCII)
    guard isPlain, let first = words.first, first.first?.isLetter ?? false else {
      return column.role == .date ? "date" : "column\(number)"
    }
    return words.dropFirst().reduce(String(first)) {
      $0 + $1.prefix(1).uppercased() + $1.dropFirst()
    }
  }
}
