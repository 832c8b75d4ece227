// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Converts rows of values to typed cells by the names of the columns. It contains compiled
/// patterns and zone tables, so each worker needs its own.
///
/// It reads a value as `RowParser` reads a value of JSON data. ValueRowTests compare the two.
package struct ValueRowReader {
  private var readers: [CellReader]
  private let schema: ColumnSchema
  private let origins: [Origin]
  /// The cells of the last row by column. If the row was rejected, only the cells that could be
  /// read are valid. A column that could not be read still has the cell of an earlier row.
  package private(set) var cells: [Cell]
  /// A cache of the value of each cell, for single values. Many values stay the same from row to
  /// row.
  private var values: [RowValue?]
  private var names: [String]?
  /// The index of each column's value in rows with these names. Nil if they have none.
  private var places: [Int?] = []
  /// The columns whose names are similar to an unknown name in such rows. Nil if not computed yet.
  private var near: [(column: Int, name: String)]?
  /// The template's sources, and one for the value of each column.
  package let sources: SourceTable

  package init(_ template: Template) {
    var sources = template.sources
    schema = template.schema
    readers = schema.columns.map { CellReader($0) }
    cells = Array(repeating: .empty(at: .none), count: readers.count)
    values = readers.map { _ in nil }
    origins = template.schema.columns.map {
      Origin(source: sources.add(Source(valueOf: $0.name)), offset: 0)
    }
    self.sources = sources
  }

  /// Returns a path that represents an image in the row. It cannot be the path of a file, because
  /// those do not begin with a slash.
  private static func path(ofImageIn column: String) -> String { "/" + column }

  /// Returns the bytes and the name of an image in the row, or nil for another path.
  package static func image(
    _ path: String, in row: ValueRow
  ) -> (name: String, bytes: [UInt8])? {
    guard path.utf8.first == UInt8(ascii: "/"),
      case .image(let bytes)? = row[String(path.dropFirst())]
    else { return nil }
    return ("row." + path.dropFirst(), bytes)
  }

  /// Reads the cells of a row by column, and reports all errors.
  ///
  /// - Parameter report: a report with `sources`.
  /// - Returns: false if a value was rejected.
  package mutating func read(_ row: ValueRow, report: inout Report) -> Bool {
    if !hasNamesOfLast(row) { find(row) }
    var isGood = true
    var hasAbsent = false
    for number in readers.indices {
      let outcome: CellReader.Outcome
      if let place = places[number] {
        if let value = values[number], Self.areSame(value, row.members[place].value) { continue }
        outcome = cell(number, row.members[place].value)
      } else {
        hasAbsent = true
        outcome = absent(number, row)
      }
      values[number] = nil
      switch outcome {
      case .success(let cell):
        cells[number] = cell
        if let place = places[number] { store(row.members[place].value, number) }
      case .failure(let faults):
        isGood = false
        for fault in faults.list {
          report(fault.finding, fault.message, at: fault.origin, help: fault.help)
        }
      }
    }
    // An unknown name may be meant for a column without a value.
    if hasAbsent, places.count(where: { $0 != nil }) < row.members.count {
      noteNearNames(row, &report)
    }
    guard isGood, fillsNothing(row) else { return isGood }
    let (message, help) = UnusedColumns.ofAll(
      row.members.map(\.name).sorted(), "row", schema)
    report(DataFindings.unusedTable, message, at: origins.first ?? Origin.none, help: help)
    return false
  }

  /// Returns whether the row has values and none of them belongs to a column.
  private func fillsNothing(_ row: ValueRow) -> Bool {
    guard !row.members.isEmpty, places.allSatisfy({ $0 == nil }) else { return false }
    return readers.indices.allSatisfy { number in
      if case .success(nil) = member(number, of: row) { true } else { false }
    }
  }

  private func hasNamesOfLast(_ row: ValueRow) -> Bool {
    guard let names, names.count == row.members.count else { return false }
    for place in names.indices where !names[place].hasBytes(of: row.members[place].name) {
      return false
    }
    return true
  }

  /// Finds the columns in a row with other names than the last one.
  private mutating func find(_ row: ValueRow) {
    names = row.members.map(\.name)
    near = nil
    places = readers.map { reader in
      row.members.firstIndex { $0.name == reader.column.name }
    }
  }

  /// Returns whether two values have the same bytes. Strings that are equal in Swift may have
  /// different bytes.
  private static func areSame(_ one: RowValue, _ other: RowValue) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)), (.decimal(let one), .decimal(let other)):
      one.hasBytes(of: other)
    case (.integer, .integer), (.boolean, .boolean), (.date, .date): one == other
    default: false
    }
  }

  /// Stores the value of a cell if it is short.
  private mutating func store(_ value: RowValue, _ number: Int) {
    switch value {
    case .string, .integer, .decimal, .boolean, .date: values[number] = value
    case .empty, .json, .image: break
    }
  }

  private mutating func cell(_ number: Int, _ value: RowValue) -> CellReader.Outcome {
    let origin = origins[number]
    switch value {
    case .empty: return readers[number].empty(at: origin)
    case .string(let text): return read(number, text)
    case .integer(let integer): return read(number, "\(integer)", isNumber: true)
    case .decimal(let spelling): return read(number, spelling, isNumber: true)
    case .boolean(let value): return read(number, value ? "true" : "false")
    case .date(let seconds, let offset):
      guard let iso = RowValue.iso(seconds, offset) else {
        return reject(number, CellFindings.date, "a moment outside the years of dates")
      }
      guard readers[number].column.type == .date else { return read(number, iso) }
      return .success(Cell(.date(iso), text: iso, origin: origin))
    case .json(let text):
      // In any column, a string of white space is an empty cell.
      guard readers[number].column.type != .json, !text.allSatisfy(\.isWhitespace) else {
        return read(number, text)
      }
      switch document(text, number) {
      case .success(let document): return cell(number, of: document.root)
      case .failure(let faults): return .failure(faults)
      }
    case .image:
      let column = readers[number].column
      guard column.type == .file else {
        return reject(
          number, CellFindings.wrongKind, "an image",
          help: "declare the column with \"type\": \"file\"")
      }
      let path = Self.path(ofImageIn: column.name)
      return .success(Cell(.file(path), text: path, origin: origin))
    }
  }

  private mutating func read(
    _ number: Int, _ text: String, isNumber: Bool = false
  ) -> CellReader.Outcome {
    var text = text
    return text.withUTF8 { bytes in
      readers[number].cell(
        bytes, 0..<bytes.count, origin: origins[number], content: .unknown, isNumber: isNumber)
    }
  }

  private func reject(
    _ number: Int, _ finding: Finding, _ found: String, help: String? = nil
  ) -> CellReader.Outcome {
    let column = readers[number].column
    return .failure(
      CellErrors(
        finding, "\(column.described) is \(found), expected \(column.type.described)",
        at: origins[number], help: help))
  }

  // MARK: Absent values

  /// Returns the result for a column whose name no value has: a member of a JSON value,
  /// `member.name`, or nothing.
  private mutating func absent(_ number: Int, _ row: ValueRow) -> CellReader.Outcome {
    let column = readers[number].column
    switch member(number, of: row) {
    case .success(let value?): return cell(number, of: value)
    case .success(nil): break
    case .failure(let faults): return .failure(faults)
    }
    let outcome = readers[number].absent(at: origins[number])
    guard case .failure = outcome else { return outcome }
    let near = nearName(column.name, row)
    return .failure(
      CellErrors(
        DataFindings.missingColumn,
        "\(column.described) is missing" + (near.map { ", the row has \(quoted($0))" } ?? ""),
        at: origins[number],
        help: near.map { "give the value as \(quoted(column.name)), not as \(quoted($0))" }
          ?? "give the row a value for it, or declare the column optional if it may be empty"))
  }

  /// Returns the value at `member.name` in a JSON value of the row, or nil if there is none.
  private func member(
    _ number: Int, of row: ValueRow
  ) -> Result<JSONValue?, CellErrors> {
    let name = readers[number].column.name
    guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")),
      case .json(let text)? = row[String(name[..<dot])], !text.allSatisfy(\.isWhitespace)
    else { return .success(nil) }
    let rest = name[name.index(after: dot)...]
    return document(text, number).map { document in
      RowParser.member(
        String(rest),
        rest.split(separator: ".", omittingEmptySubsequences: false).map(String.init),
        of: document.root)
    }
  }

  /// Parses a JSON value of the row. Errors are reported for the column.
  private func document(_ text: String, _ number: Int) -> Result<JSONDocument, CellErrors> {
    var report = Report()
    let source = report.sources.add(Source(name: "", bytes: [], shown: .nothing))
    let document = JSONReader.read(Array(text.utf8), source: source, report: &report)
    let faults = report.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      CellError(
        finding: diagnostic.finding,
        message: "\(readers[number].column.described): \(diagnostic.message)",
        origin: origins[number], help: diagnostic.help)
    }
    guard let document, faults.isEmpty else { return .failure(CellErrors(faults)) }
    return .success(document)
  }

  /// Reads a JSON value as the cell of a column. The place of the column replaces all places in the
  /// value.
  private mutating func cell(_ number: Int, of value: JSONValue) -> CellReader.Outcome {
    switch readers[number].cell(of: value) {
    case .success(var cell):
      cell.origin = origins[number]
      if case .json(let document) = cell.value {
        let nodes = document.nodes.map { node in
          var node = node
          node.origin = origins[number]
          return node
        }
        cell.value = .json(JSONDocument(nodes: nodes))
      }
      return .success(cell)
    case .failure(var faults):
      for index in faults.list.indices { faults.list[index].origin = origins[number] }
      return .failure(faults)
    }
  }

  /// Returns an unknown name in the row that is similar to a column's name.
  private func nearName(_ name: String, _ row: ValueRow) -> String? {
    let known = Set(readers.map(\.column.name))
    // The order of a dictionary differs between processes. Sorted, so that the message is always
    // the same.
    let unused = row.members.map(\.name).filter { !known.contains($0) }.sorted()
    let folded = name.lowercased()
    return unused.first { $0.lowercased() == folded } ?? NearestName.of(name, among: unused)
  }

  private mutating func noteNearNames(_ row: ValueRow, _ report: inout Report) {
    let near = near ?? nearNames(of: row)
    self.near = near
    for (number, near) in near {
      let column = readers[number].column
      report(
        DataFindings.nearMissing,
        "\(column.described) is missing, the row has \(quoted(near))", at: origins[number],
        help: "give the value as \(quoted(column.name)), not as \(quoted(near))")
    }
  }

  /// Returns the optional columns without a value that have a similar name in the row.
  private func nearNames(of row: ValueRow) -> [(column: Int, name: String)] {
    readers.indices.compactMap { number in
      let column = readers[number].column
      guard !column.isRequired, places[number] == nil else { return nil }
      return nearName(column.name, row).map { (number, $0) }
    }
  }
}
