// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// A table as `passc init --from` sees it: its form, and what the cells of each column have in
/// common.
package struct TableProfile: Sendable {
  /// The file as the user named it.
  package let name: String
  /// The encoding, which the user gave or passc guessed. Nil for data that is not CSV.
  package let encoding: EncodingGuess?
  /// The byte between two cells. Nil for data that is not CSV.
  package let delimiter: UInt8?
  /// The text form of the file, for the sample rows.
  package let form: TextForm
  /// The columns in the order of the table.
  package private(set) var columns: [ColumnProfile] = []
  /// The number of rows with a value.
  package private(set) var rows = 0
  /// The number of rows that were skipped because they are empty.
  package private(set) var emptyRows = 0
  /// The rows that look like totals: the line, and the first cell.
  package private(set) var totals: [ColumnProfile.Place] = []
  /// Whether the first line has one name and the next one more cells. Such a line is a title.
  package private(set) var hasTitle = false

  /// The column numbers of JSON data by their names.
  private var numbers: [String: Int] = [:]

  /// Reads a whole table.
  ///
  /// - Returns: nil after an error in `report`. Errors in rows are there too.
  package init?(
    name: String, options: DataOptions, bytes: [UInt8], report: inout Report
  ) throws {
    var options = options
    let format = options.format ?? DataFormat.of(fileName: name)
    var guess: EncodingGuess?
    if format == .csv || format == .tsv, UnsupportedTable.binary(bytes) == nil {
      guess = options.encoding.map { EncodingGuess(given: $0) } ?? EncodingGuess(bytes)
      options.encoding = guess?.name
    }
    guard
      var reader = try DataReader(
        name: name, options: options, read: Self.once(bytes), report: &report)
    else { return nil }
    if format == .csv, options.delimiter == nil, Self.isSeparatedByBars(reader.header) {
      options.delimiter = UInt8(ascii: "|")
      guard
        let other = try DataReader(
          name: name, options: options, read: Self.once(bytes), report: &report)
      else { return nil }
      reader = other
    }
    self.name = name
    encoding = guess
    delimiter = guess == nil ? nil : reader.header?.delimiter
    form = guess == nil ? TextForm(encoding: .utf8, mark: nil) : reader.textForm
    columns = reader.header?.names.map { ColumnProfile(header: $0) } ?? []
    while let row = try reader.next(&report) {
      if rows == 0, let header = reader.header,
        Self.isTitle(header, before: row) || header.names.count == 1 && reader.isWiderThanHeader
      {
        hasTitle = true
        return
      }
      if row.isRejected { continue }
      add(row, header: reader.header, sheetCells: reader.sheetCells)
    }
    emptyRows = reader.emptyRows
    if reader.hasFailed || report.hasErrors { return nil }
  }

  /// Calls `body` with every cell of the table, without surrounding spaces.
  package func forEachCell(
    options: DataOptions, bytes: [UInt8], _ body: (String) -> Void
  ) throws {
    var report = Report(wantsNotes: false)
    var options = options
    options.encoding = encoding?.name
    options.delimiter = delimiter
    guard
      var reader = try DataReader(
        name: name, options: options, read: Self.once(bytes), report: &report)
    else { return }
    while let row = try reader.next(&report) {
      for index in 0..<row.cellCount { body(row.text(ofCell: index)?.trimmingBlanks ?? "") }
      guard let members = row.document?.root.members else { continue }
      for member in members {
        if let text = Self.scalar(member.value)?.text { body(text.trimmingBlanks) }
      }
    }
  }

  private mutating func add(_ row: Row, header: DataHeader?, sheetCells: [SheetCell]?) {
    guard let header else { return addDocument(row) }
    let cells = header.names.indices.map { row.text(ofCell: $0) ?? "" }
    if let first = totalWord(in: cells) {
      totals.append(ColumnProfile.Place(text: first, line: row.line))
      return
    }
    rows += 1
    for (index, cell) in cells.enumerated() {
      var isNumber = false
      if let sheetCells, index < sheetCells.count, case .number = sheetCells[index].value {
        isNumber = true
      }
      columns[index].add(cell, line: row.line, isNumber: isNumber)
    }
  }

  /// Returns whether the header is one name with vertical bars, which databases write between cells.
  private static func isSeparatedByBars(_ header: DataHeader?) -> Bool {
    guard let names = header?.names, names.count == 1 else { return false }
    return names[0].contains("|")
  }

  private static func isTitle(_ header: DataHeader, before row: Row) -> Bool {
    guard header.names.count(where: { !$0.isEmpty }) == 1 else { return false }
    let cells = (0..<row.cellCount).map { row.text(ofCell: $0) ?? "" }
    return cells.count { !$0.isEmpty } > 1
      || header.names.count == 1 && cells.contains { $0.contains(";") || $0.contains("\t") }
  }

  private mutating func addDocument(_ row: Row) {
    guard let root = row.document?.root else { return }
    var seen: Set<Int> = []
    for member in root.members {
      let number = numbers[member.name] ?? columns.count
      if number == columns.count {
        numbers[member.name] = number
        columns.append(ColumnProfile(header: member.name, emptyRows: rows))
      }
      guard seen.insert(number).inserted else { continue }
      if let (text, isNumber) = Self.scalar(member.value) {
        columns[number].add(text, line: row.line, isNumber: isNumber)
      } else {
        let isList = member.value.isArray && member.value.elements.contains { $0.isObject }
        columns[number].addDocument(line: row.line, isListOfObjects: isList)
      }
    }
    rows += 1
    for number in columns.indices where !seen.contains(number) {
      columns[number].addEmpty(line: row.line)
    }
  }

  /// Returns the text of a value, or nil for an array or object.
  private static func scalar(_ value: JSONValue) -> (text: String, isNumber: Bool)? {
    switch value.kind {
    case .string: (value.string ?? "", false)
    case .number: (value.number?.spelling ?? "", true)
    case .true: ("true", false)
    case .false: ("false", false)
    case .null, .key: ("", false)
    case .array, .object: nil
    }
  }

  private static let totalWords: Set<String> = [
    "total", "totals", "sum", "subtotal", "grand total", "count", "average",
    "summe", "gesamt", "gesamtsumme", "insgesamt", "anzahl", "zwischensumme", "mittelwert",
    "somme", "sous-total", "total général", "moyenne", "totale", "somma", "suma", "suma całkowita",
    "razem", "ogółem", "łącznie", "średnia", "totaal", "som", "summa", "totalt", "yhteensä",
    "celkem", "součet", "σύνολο", "soma", "المجموع", "الإجمالي", "összesen", "toplam", "итого",
    "всего", "合計", "総計", "小計", "平均", "计",
    "总计", "합계",
  ]

  /// Returns the first cell of a row that looks like a total: it begins with such a word, and at
  /// most half of its cells have a value.
  private func totalWord(in cells: [String]) -> String? {
    let filled = cells.map(\.trimmingBlanks).filter { !$0.isEmpty }
    guard let first = filled.first, filled.count * 2 <= max(cells.count + 1, 4) else { return nil }
    let word = first.lowercased().prefix { $0 != ":" && $0 != "：" }
    return Self.totalWords.contains(String(word).trimmingBlanks) ? first : nil
  }

  private static func once(_ bytes: [UInt8]) -> ByteSource {
    var rest: [UInt8]? = bytes
    return {
      defer { rest = nil }
      return rest
    }
  }
}
