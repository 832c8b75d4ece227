// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTemplate

/// Decides what the columns of a table are, by their headers and their cells.
struct ColumnGuesser {
  private let profile: TableProfile
  private let answers: TableAnswers
  private let style: StarterStyle

  init(_ profile: TableProfile, answers: TableAnswers, style: StarterStyle) {
    self.profile = profile
    self.answers = answers
    self.style = style
  }

  /// - Throws: `TableAmbiguityError`, or `TableError`.
  mutating func columns(photoExists: (String) -> Bool) throws -> [GuessedColumn] {
    let headers = profile.columns.map(\.header)
    var columns = profile.columns.map { column in
      meaning(of: column, isRepeated: headers.count { $0 == column.header } > 1)
    }
    for column in columns where column.role == .mail {
      guard answers.columns[column.header] != nil else { continue }
      throw TableError(
        "\(quoted(column.header)) has e-mail addresses, which are never put on a pass",
        help: "choose another column", or: .column(column.header, .none))
    }
    chooseSerial(&columns)
    try checkSerial(columns)
    chooseNames(&columns)
    leaveOneOfEach(&columns)
    chooseTier(&columns)
    choosePhoto(&columns, photoExists)
    for index in columns.indices where columns[index].isUsed {
      try chooseReading(&columns[index])
      if columns[index].reading.isNumeric, columns[index].isOptional {
        columns[index].reason += "; some are empty"
      }
      try checkCells(columns[index])
    }
    return columns
  }

  // MARK: Meanings

  private func meaning(of column: ColumnProfile, isRepeated: Bool) -> GuessedColumn {
    func guess(_ role: ColumnRole, _ reason: String) -> GuessedColumn {
      GuessedColumn(profile: column, role: role, reason: reason)
    }
    let answer = answers.columns[column.header]?.role
    if column.mails > 0, answer != .unused {
      return guess(.mail, "\(column.mails) of \(column.filled) cells are e-mail addresses")
    }
    if let answer { return guess(answer, "you said so") }
    if column.header.isEmpty { return guess(.unused, "the column has no name") }
    if isRepeated { return guess(.unused, "two columns have this name") }
    if AddedColumns.rejects.contains(column.header) || AddedColumns.index.contains(column.header) {
      return guess(.unused, "passc adds this column to its outputs")
    }
    if column.filled == 0 { return guess(.unused, "every cell is empty") }
    if column.documents > 0 { return guess(.unused, "a cell is a list or an object") }
    let meaning = HeaderWords.meaning(of: column.header)
    switch meaning?.role {
    case .mail?: return guess(.mail, "the header means an e-mail address")
    case .secret?: return guess(.secret, "the header means a bank account or a password")
    case let role?: return guess(role, "by its header")
    case nil: break
    }
    return guess(.other, "passc knows no word of the header")
  }

  /// Chooses one column with a different value in every row.
  private func chooseSerial(_ columns: inout [GuessedColumn]) {
    let isGiven = answers.columns.values.contains(.serial)
    let named = columns.indices.filter { columns[$0].role == .serial }
    let chosen: Int?
    if isGiven {
      chosen = named.first { answers.columns[columns[$0].header] == .serial }
    } else {
      chosen =
        named.first { columns[$0].profile.isUnique }
        ?? columns.indices.first { index in
          let column = columns[index]
          return named.isEmpty && column.profile.isUnique && Self.looksLikeCode(column)
        }
    }
    for index in named where index != chosen && !(chosen == nil && index == named.first) {
      columns[index].role = .other
      columns[index].reason = "another column is the serial number"
    }
    guard let chosen else { return }
    columns[chosen].role = .serial
    columns[chosen].reason =
      isGiven
      ? "you said so"
      : "every row has another value" + (named.contains(chosen) ? ", and by its header" : "")
  }

  private static func looksLikeCode(_ column: GuessedColumn) -> Bool {
    guard column.role == .other else { return false }
    return column.profile.firstCells.allSatisfy { cell in
      cell.text.count <= 40 && cell.text.contains(where: \.isNumber)
        && !cell.text.contains(where: \.isWhitespace)
    } && column.profile.readings.allSatisfy { $0 != .url && $0.type != .date }
      && (column.profile.readings.contains(.integer)
        || !column.profile.readings.contains(where: \.isNumeric))
  }

  private func checkSerial(_ columns: [GuessedColumn]) throws(TableError) {
    guard let column = columns.first(where: { $0.role == .serial }) else {
      throw TableError(
        "no column has a different value in every row, expected a serial number",
        help: "add a column Number with 1, 2, 3 and so on",
        or: columns.first { $0.profile.isUnique }.map { .column($0.header, .serial) })
    }
    let header = quoted(column.header)
    let other = columns.first { $0.profile.isUnique && $0.header != column.header }
    let instead = other.map { TableAnswers.Answer.column($0.header, .serial) }
    if let (place, earlier) = column.profile.firstRepeat {
      throw TableError(
        "\(header) is \(quoted(place.text)) as on line \(earlier), expected another serial number",
        line: place.line, help: "give every row its own number", or: instead)
    }
    if let line = column.profile.firstEmpty {
      throw TableError(
        "\(header) is empty, expected a serial number", line: line,
        help: "write a number, or delete the row if it is not a pass, such as a total",
        or: instead)
    }
  }

  /// Uses a first and a last name if the table has both, otherwise one name.
  private func chooseNames(_ columns: inout [GuessedColumn]) {
    func first(_ role: ColumnRole) -> Int? { columns.firstIndex { $0.role == role } }
    if first(.name) == nil, first(.firstName) == nil, first(.lastName) == nil,
      let index = columns.firstIndex(where: { column in
        column.role == .other && answers.columns[column.header] == nil
          && column.profile.names * 2 > column.profile.filled
      })
    {
      columns[index].role = .name
      columns[index].reason = "most cells are two words with capitals"
    }
    if first(.firstName) != nil, first(.lastName) == nil, let name = first(.name),
      columns[name].profile.names * 2 <= columns[name].profile.filled
    {
      columns[name].role = .lastName
    }
    if let given = first(.firstName), let family = first(.lastName), first(.name) == nil {
      // A missing half would leave a space at the end of the name.
      guard columns[given].profile.empty + columns[family].profile.empty > 0 else { return }
      columns[family].role = .name
      columns[given].role = .other
      columns[given].reason = "a separate field, because some first or last names are empty"
      return
    }
    if first(.name) == nil, let only = first(.lastName) ?? first(.firstName) {
      columns[only].role = .name
      columns[only].reason = "by its header"
    }
    for index in columns.indices where [.firstName, .lastName].contains(columns[index].role) {
      columns[index].role = .other
      columns[index].reason = "another column has the whole name"
    }
  }

  /// Keeps the first column of each meaning that a pass shows once.
  private func leaveOneOfEach(_ columns: inout [GuessedColumn]) {
    let single: [ColumnRole] = [
      .name, .firstName, .lastName, .points, .tier, .expires, .event, .venue, .photo, .balance,
    ]
    for role in single {
      // What the user says about a column comes before what its header says.
      let all = columns.indices.filter { columns[$0].role == role }
      let kept = all.first { answers.columns[columns[$0].header] != nil } ?? all.first
      for index in all where index != kept {
        columns[index].role = role == .expires ? .date : .other
        columns[index].reason = "another column comes first"
      }
    }
    guard style != .eventTicket else { return }
    for index in columns.indices where [.event, .venue].contains(columns[index].role) {
      columns[index].role = .other
    }
  }

  private func chooseTier(_ columns: inout [GuessedColumn]) {
    guard !columns.contains(where: { $0.role == .tier }), style != .eventTicket else { return }
    let index = columns.firstIndex { column in
      guard column.role == .other, answers.columns[column.header] == nil, column.profile.empty == 0,
        let counts = column.profile.counts
      else { return false }
      return counts.count <= 6 && column.profile.filled >= 3 * counts.count
        && column.profile.maxLength <= 16 && !column.profile.readings.contains { $0.isNumeric }
        && !column.profile.readings.contains { $0.type == .date }
    }
    guard let index else { return }
    columns[index].role = .tier
    columns[index].reason = "few words, each in several rows"
  }

  private func choosePhoto(_ columns: inout [GuessedColumn], _ exists: (String) -> Bool) {
    for index in columns.indices where columns[index].role == .photo {
      let column = columns[index].profile
      let reason: String?
      if ![.generic, .eventTicket].contains(style) {
        reason = "\(style.rawValue) has no photo, generic and eventTicket have"
      } else if column.pngs < column.filled {
        reason = "a photo, but Wallet shows only PNG files"
      } else if let missing = column.firstCells.first(where: { !exists($0.text) }) {
        reason = "a photo, but there is no file \(missing.text) next to the table"
      } else {
        reason = nil
      }
      guard let reason else {
        columns[index].reading = .file
        columns[index].reason += ", and every cell is a PNG file"
        continue
      }
      columns[index].role = .unused
      columns[index].reason = reason
    }
  }

  // MARK: Readings

  private func chooseReading(_ column: inout GuessedColumn) throws {
    guard !column.profile.firstCells.isEmpty else { return }
    let answer = answers.columns[column.header]
    switch answer {
    case .string?: return
    case .integer?, .number?: return try chooseNumber(&column, answer)
    case .date?, .expires?: return try chooseDate(&column, isWanted: true)
    case .url?:
      column.reading = .url
      return
    default: break
    }
    switch column.role {
    case .points, .balance: try chooseNumber(&column, answer)
    case .expires, .date: try chooseDate(&column, isWanted: true)
    case .other:
      if column.profile.readings.contains(.url) {
        column.reading = .url
        column.reason += ", every cell is an address"
      } else if column.profile.readings.contains(where: { $0.type == .date }) {
        try chooseDate(&column, isWanted: false)
      } else {
        try chooseOther(&column)
      }
    case .serial, .code, .phone, .name:
      if column.profile.leadingZeros > 0 { column.reason += "; zeros at the start stay" }
    case .tier, .event, .venue, .firstName, .lastName, .photo, .mail, .secret, .unused: break
    }
  }

  /// Reads a column without a known meaning. Its text is right on a pass, so it is a number only if
  /// the cells leave no doubt.
  private func chooseOther(_ column: inout GuessedColumn) throws {
    let readings = column.profile.readings
    if readings.contains(.integer) {
      let isCode =
        column.profile.shortest == column.profile.maxLength && column.profile.maxLength > 3
      if !isCode, column.profile.leadingZeros == 0 {
        column.reading = .integer
        column.reason += ", every cell is a whole number"
      }
      return
    }
    guard readings.contains(where: \.isNumeric) else { return }
    if let doubt = doubtAboutNumber(column) {
      guard let sign = tableDecimal, let doubted = doubtedSign(column.profile) else { throw doubt }
      if sign != doubted { try chooseNumber(&column, nil) }
      return
    }
    // 10.30 may be a time. As text it is on the pass as it is in the table.
    if readings.contains(where: { $0.type == .integer }) { try chooseNumber(&column, nil) }
  }

  private func chooseNumber(_ column: inout GuessedColumn, _ answer: ColumnAnswer?) throws {
    let readings = column.profile.readings
    func use(_ reading: ColumnReading, _ reason: String) {
      column.reading = reading
      column.reason += ", \(reason)"
    }
    if readings.contains(.integer) {
      return use(answer == .number ? .number(".") : .integer, "every cell is a whole number")
    }
    if let sign = doubtedSign(column.profile) {
      let example = Self.example(with: sign, in: column.profile)
      let isGrouping: Bool
      if answer == .integer || answer == .number {
        isGrouping = answer == .integer
      } else if let decimal = tableDecimal {
        isGrouping = decimal != sign
      } else if let doubt = doubtAboutNumber(column) {
        throw doubt
      } else {
        return
      }
      return isGrouping
        ? use(.integer(grouping: String(sign)), "\(example) is a whole number")
        : use(.number(sign), "\(example) has decimals")
    }
    let reading = readings.first { $0.isNumeric && (answer != .integer || $0.type == .integer) }
    if let reading { return use(reading, Self.description(for: reading)) }
    try complainAboutNumbers(column, answer)
    if column.profile.firstCells.contains(where: { cell in
      cell.text.contains { "€$£¥円".contains($0) } || cell.text.contains("zł")
    }) {
      column.reason += ", text because the cells have a currency"
    } else {
      column.reason += ", text because not every cell is a number"
    }
  }

  private static func description(for reading: ColumnReading) -> String {
    var words: [String] = []
    if let decimal = reading.decimal { words.append("\"\(decimal)\" before decimals") }
    if let grouping = reading.grouping {
      words.append("\(grouping == " " ? "a space" : "\"\(grouping)\"") between groups of three")
    }
    return words.joined(separator: " and ")
  }

  /// Rejects a column of numbers in which few cells are not numbers.
  private func complainAboutNumbers(
    _ column: GuessedColumn, _ answer: ColumnAnswer?
  ) throws(TableError) {
    let nearly = column.profile.nearly(\.isNumeric)
    guard let miss = nearly?.misses.first ?? (answer == nil ? nil : column.profile.firstCells.first)
    else { return }
    if answer == nil, miss.text.contains(where: { "€$£¥円%".contains($0) }) { return }
    throw TableError(
      "\(quoted(column.header)) is \(quoted(miss.text)), expected a number as in other rows",
      line: miss.line, help: "correct the cell, or leave it empty",
      or: .column(column.header, .string))
  }

  // MARK: Signs that may mean two things

  /// The sign that separates groups or decimals, if every cell allows both.
  private func doubtedSign(_ column: ColumnProfile) -> Character? {
    let readings = column.readings
    guard !readings.contains(.integer) else { return nil }
    return [".", ","].first { sign in
      readings.contains(.number(sign)) && readings.contains(.integer(grouping: String(sign)))
    }
  }

  /// The decimal sign of the table's other columns, if all agree.
  private var tableDecimal: Character? {
    var signs: Set<Character> = []
    for column in profile.columns where column.mails == 0 && column.filled > 0 {
      let readings = column.readings
      guard !readings.contains(.integer), doubtedSign(column) == nil,
        HeaderWords.meaning(of: column.header).map({ [.points, .balance].contains($0.role) })
          ?? false,
        let reading = readings.first(where: \.isNumeric)
      else { continue }
      if let decimal = reading.decimal {
        signs.insert(decimal)
      } else if let grouping = reading.grouping, grouping == "." || grouping == "," {
        signs.insert(grouping == "." ? "," : ".")
      }
    }
    return signs.count == 1 ? signs.first : nil
  }

  private static func example(with sign: Character, in column: ColumnProfile) -> String {
    column.firstCells.first { $0.text.contains(sign) }?.text ?? "1\(sign)250"
  }

  private func doubtAboutNumber(_ column: GuessedColumn) -> TableAmbiguityError? {
    guard let sign = doubtedSign(column.profile) else { return nil }
    let example = Self.example(with: sign, in: column.profile)
    let whole = example.filter { $0 != sign }
    let header = column.header
    return TableAmbiguityError(
      question: "\(quoted(header)) is \(quoted(example)), which may be two numbers",
      choices: [
        TableAmbiguityError.Choice(meaning: whole, answer: .column(header, .integer)),
        TableAmbiguityError.Choice(
          meaning: example.replacing(String(sign), with: ".") + ", with decimals",
          answer: .column(header, .number)),
        TableAmbiguityError.Choice(meaning: "text as it is", answer: .column(header, .string)),
      ])
  }

  // MARK: Dates

  /// - Parameter isWanted: whether the header or the user says that it is a date.
  private func chooseDate(_ column: inout GuessedColumn, isWanted: Bool) throws {
    // Years with two digits are dates only where somebody says so: 1.2.10 may be a version.
    let readings = column.profile.readings.filter {
      $0.type == .date && (isWanted || Self.hasWholeYear($0))
    }
    guard !readings.isEmpty else {
      guard isWanted else { return }
      try complainAboutDates(column)
      if column.role == .expires { column.role = .other }
      column.reason += ", text because not every cell is a date"
      return
    }
    if column.role != .expires { column.role = .date }
    if let reading = readings.first(where: { $0.order == .ymd && Self.hasWholeYear($0) }) {
      column.reading = reading
      column.reason += ", every cell is a date with the year first"
      return
    }
    let orders = Set(readings.compactMap(\.order)).subtracting([.ymd])
    let order: DateOrder
    let why: String
    if answers.dateOrder == .ymd, let reading = readings.first(where: { $0.order == .ymd }) {
      column.reading = reading
      column.reason += ", you said so"
      return
    } else if orders.count == 1, let only = orders.first {
      (order, why) = (only, "a day is over 12")
    } else if let given = answers.dateOrder, orders.contains(given) {
      (order, why) = (given, "you said so")
    } else if let others = tableOrder {
      (order, why) = (others, "as in another column")
    } else {
      throw Self.doubtAboutDate(column.profile.firstCells[0].text)
    }
    guard let reading = readings.first(where: { $0.order == order }) else { return }
    column.reading = reading
    column.reason += ", every cell is a date; \(why)"
  }

  private static func hasWholeYear(_ reading: ColumnReading) -> Bool {
    reading.format.map { $0.contains("yyyy") } ?? true
  }

  /// The order of the dates in columns that leave no doubt, if all agree.
  private var tableOrder: DateOrder? {
    var orders: Set<DateOrder> = []
    for column in profile.columns where column.filled > 0 {
      let found = Set(
        column.readings.filter { $0.type == .date && Self.hasWholeYear($0) }.compactMap(\.order))
      if found == [.dmy] || found == [.mdy] { orders.formUnion(found) }
    }
    return orders.count == 1 ? orders.first : nil
  }

  private static func doubtAboutDate(_ example: String) -> TableAmbiguityError {
    let numbers = example.split { !$0.isNumber }.prefix(3).map(String.init)
    let months = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September",
      "October", "November", "December",
    ]
    func words(_ day: Int, _ month: Int, _ year: Int) -> String? {
      guard numbers.count == 3, let number = Int(numbers[month]), (1...12).contains(number),
        let date = Int(numbers[day])
      else { return nil }
      let years = numbers[year].count == 2 ? "20" + numbers[year] : numbers[year]
      return "\(date) \(months[number - 1]) \(years)"
    }
    return TableAmbiguityError(
      question: "\(quoted(example)) may be two days",
      choices: [
        TableAmbiguityError.Choice(
          meaning: words(0, 1, 2) ?? "day first", answer: .dateOrder(.dmy)),
        TableAmbiguityError.Choice(
          meaning: words(1, 0, 2) ?? "month first", answer: .dateOrder(.mdy)),
      ])
  }

  /// Rejects a column of dates in which few cells are not dates, or all are numbers of days.
  private func complainAboutDates(_ column: GuessedColumn) throws(TableError) {
    let header = quoted(column.header)
    let text = TableAnswers.Answer.column(column.header, .string)
    if let cell = column.profile.firstCells.first, column.profile.readings.contains(.integer),
      column.profile.shortest == 5, column.profile.maxLength == 5
    {
      throw TableError(
        "\(header) is \(quoted(cell.text)), the number of a day in a spreadsheet", line: cell.line,
        help: "format the column as dates in the spreadsheet and save the table again", or: text)
    }
    let isAnswer = answers.columns[column.header] != nil
    let nearly = column.profile.nearly { $0.type == .date }
    guard let miss = nearly?.misses.first ?? (isAnswer ? column.profile.firstCells.first : nil)
    else { return }
    let form = nearly?.reading.format.map { " as \($0)" } ?? ""
    throw TableError(
      "\(header) is \(quoted(miss.text)), expected a date\(form)", line: miss.line,
      help: "correct the cell, or leave it empty", or: text)
  }

  /// Rejects cells that no column accepts, such as `#N/A`.
  private func checkCells(_ column: GuessedColumn) throws(TableError) {
    guard let cell = column.profile.unreadable.first else { return }
    throw TableError(
      cell.message.replacing("column \"\"", with: quoted(column.header)), line: cell.line,
      help: cell.help, or: .column(column.header, .none))
  }
}
