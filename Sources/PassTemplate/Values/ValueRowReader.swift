// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Turns rows of values into typed cells, by the names of the columns. One per worker: it holds
/// compiled patterns and zone tables.
///
/// Reads a value as `RowParser` reads one of JSON data; ValueRowTests holds the two equal.
package struct ValueRowReader {
  private var readers: [CellReader]
  private let origins: [Origin]
  /// The value each column had last, and what was made of it: much stays from row to row.
  private var last: [(value: RowValue, cell: Cell)?]
  /// The names of the last row that had some beside the columns', and which columns they may mean.
  private var lastNames: (names: Set<String>, near: [(column: Int, name: String)])?
  /// The template's sources, and one for the value of each column.
  package let sources: SourceTable

  /// A reader of rows for a template.
  package init(_ template: Template) {
    var sources = template.sources
    readers = template.schema.columns.map { CellReader($0) }
    last = readers.map { _ in nil }
    origins = template.schema.columns.map {
      Origin(source: sources.add(Source(valueOf: $0.name)), offset: 0)
    }
    self.sources = sources
  }

  /// The file that stands for an image of the row: no path of a row begins with a slash.
  private static func path(ofImageIn column: String) -> String { "/" + column }

  /// The bytes of an image that the row holds itself, and its name; nil for another path.
  package static func image(
    _ path: String, in row: [String: RowValue]
  ) -> (name: String, bytes: [UInt8])? {
    guard path.utf8.first == UInt8(ascii: "/"),
      case .image(let bytes)? = row[String(path.dropFirst())]
    else { return nil }
    return ("row." + path.dropFirst(), bytes)
  }

  /// Reads a row's cells, by column; all bad ones are reported together.
  ///
  /// - Parameters:
  ///   - cells: reused from row to row.
  ///   - report: knows `sources`.
  /// - Returns: false when a value was refused; `cells` then holds what could be read.
  package mutating func read(
    _ row: [String: RowValue], into cells: inout [Cell], report: inout Report
  ) -> Bool {
    if cells.count != readers.count {
      cells = Array(repeating: .empty(at: .none), count: readers.count)
    }
    var isGood = true
    var found = 0
    var hasAbsent = false
    for number in readers.indices {
      let outcome: CellReader.Outcome
      if let value = row[readers[number].column.name] {
        found += 1
        if let last = last[number], Self.areSame(last.value, value) {
          cells[number] = last.cell
          continue
        }
        outcome = cell(number, value)
        if case .success(let cell) = outcome { keep(cell, of: value, number) }
      } else {
        hasAbsent = true
        outcome = absent(number, row)
      }
      switch outcome {
      case .success(let cell): cells[number] = cell
      case .failure(let faults):
        isGood = false
        for fault in faults.list {
          report(fault.finding, fault.message, at: fault.origin, help: fault.help)
        }
      }
    }
    // A name that no column has, beside a column that has no value: perhaps they are one.
    if hasAbsent, found < row.count { noteNearNames(row, &report) }
    return isGood
  }

  /// Whether two values are the same to the byte: strings that are equal in Swift may be written in
  /// different ways.
  private static func areSame(_ one: RowValue, _ other: RowValue) -> Bool {
    switch (one, other) {
    case (.string(let one), .string(let other)), (.decimal(let one), .decimal(let other)):
      one.hasBytes(of: other)
    case (.integer, .integer), (.boolean, .boolean), (.date, .date): one == other
    default: false
    }
  }

  /// Remembers what a short value became.
  private mutating func keep(_ cell: Cell, of value: RowValue, _ number: Int) {
    switch value {
    case .string, .integer, .decimal, .boolean, .date: last[number] = (value, cell)
    case .none, .json, .image: break
    }
  }

  private mutating func cell(_ number: Int, _ value: RowValue) -> CellReader.Outcome {
    let origin = origins[number]
    switch value {
    case .none: return readers[number].empty(at: origin)
    case .string(let text): return read(number, text)
    case .integer(let integer): return read(number, "\(integer)", isNumber: true)
    case .decimal(let spelling): return read(number, spelling, isNumber: true)
    case .boolean(let value): return read(number, value ? "true" : "false")
    case .date(let seconds, let offset):
      guard let iso = RowValue.iso(seconds, offset) else {
        return refuse(number, CellFindings.date, "a moment that no date can write")
      }
      guard readers[number].column.type == .date else { return read(number, iso) }
      return .success(Cell(.date(iso), text: iso, origin: origin))
    case .json(let text):
      // Nothing but blanks is an empty cell in any column.
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
        return refuse(
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

  private func refuse(
    _ number: Int, _ finding: Finding, _ found: String, help: String? = nil
  ) -> CellReader.Outcome {
    let column = readers[number].column
    return .failure(
      CellFaults(
        finding, "\(column.described) is \(found), expected \(column.type.described)",
        at: origins[number], help: help))
  }

  // MARK: Absent values

  /// A column whose name no value has: a member of a JSON value, `member.name`, or nothing.
  private mutating func absent(_ number: Int, _ row: [String: RowValue]) -> CellReader.Outcome {
    let column = readers[number].column
    switch member(number, of: row) {
    case .success(let value?): return cell(number, of: value)
    case .success(nil): break
    case .failure(let faults): return .failure(faults)
    }
    let outcome = readers[number].empty(at: origins[number])
    guard case .failure = outcome else { return outcome }
    let near = nearName(column.name, row)
    return .failure(
      CellFaults(
        DataFindings.missingColumn,
        "\(column.described) is missing" + (near.map { ", the row has \(quoted($0))" } ?? ""),
        at: origins[number],
        help: near.map { "give the value as \(quoted(column.name)), not as \(quoted($0))" }
          ?? "give the row a value for it, or declare the column optional or with a default"))
  }

  /// What stands at `member.name` in a JSON value of the row; nil where it has none.
  private func member(
    _ number: Int, of row: [String: RowValue]
  ) -> Result<JSONValue?, CellFaults> {
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

  /// A JSON text of the row, or what is wrong with it, said of a column.
  private func document(_ text: String, _ number: Int) -> Result<JSONDocument, CellFaults> {
    var report = Report()
    let source = report.sources.add(Source(name: "", bytes: []))
    let document = JSONReader.read(Array(text.utf8), source: source, report: &report)
    let faults = report.diagnostics.filter { $0.severity == .error }.map { diagnostic in
      CellFault(
        finding: diagnostic.finding,
        message: "\(readers[number].column.described): \(diagnostic.message)",
        origin: origins[number], help: diagnostic.help)
    }
    guard let document, faults.isEmpty else { return .failure(CellFaults(faults)) }
    return .success(document)
  }

  /// A value of JSON as the cell of a column, whose place stands for all its places.
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

  /// The name in the row that is nearly that one, and which no column has.
  private func nearName(_ name: String, _ row: [String: RowValue]) -> String? {
    let known = Set(readers.map(\.column.name))
    // In an order of its own each time the program starts; people are told the same each time.
    let unused = row.keys.filter { !known.contains($0) }.sorted()
    let folded = name.lowercased()
    return unused.first { $0.lowercased() == folded } ?? NearestName.of(name, among: unused)
  }

  private mutating func noteNearNames(_ row: [String: RowValue], _ report: inout Report) {
    for (number, near) in nearNames(of: row) {
      let column = readers[number].column
      report(
        DataFindings.nearMissing,
        "\(column.described) is missing, the row has \(quoted(near))", at: origins[number],
        help: "give the value as \(quoted(column.name)), not as \(quoted(near))")
    }
  }

  /// The optional columns without a value for which a name of the row may be meant; looked for once
  /// as long as rows have the same names.
  private mutating func nearNames(
    of row: [String: RowValue]
  ) -> [(column: Int, name: String)] {
    if let lastNames, lastNames.names.count == row.count,
      row.keys.allSatisfy(lastNames.names.contains)
    {
      return lastNames.near
    }
    var near: [(column: Int, name: String)] = []
    for (number, reader) in readers.enumerated()
    where !reader.column.isRequired && row[reader.column.name] == nil {
      if let name = nearName(reader.column.name, row) { near.append((number, name)) }
    }
    lastNames = (Set(row.keys), near)
    return near
  }
}
