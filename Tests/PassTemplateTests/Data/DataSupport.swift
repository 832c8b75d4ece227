// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassTesting

@testable import PassTemplate

/// Returns a source of bytes in pieces of a size.
func pieces(_ bytes: [UInt8], of size: Int = 65_536) -> ByteSource {
  var position = 0
  return {
    guard position < bytes.count else { return nil }
    let end = min(position + size, bytes.count)
    defer { position = end }
    return Array(bytes[position..<end])
  }
}

/// The result of reading data.
struct Reading {
  var header: DataHeader?
  var rows: [Row] = []
  var emptyRows = 0
  var diagnostics: [Diagnostic] = []
  var codes: [String] { diagnostics.map(\.code) }

  /// The cells of the valid rows.
  var texts: [[String]] {
    rows.filter { !$0.isRejected }.map { row in
      (0..<row.cellCount).compactMap { row.text(ofCell: $0) }
    }
  }
}

func readData(
  _ bytes: [UInt8], name: String = "data.csv", options: DataOptions = DataOptions(),
  chunk: Int = 65_536
) throws -> Reading {
  var report = Report()
  var reading = Reading()
  let reader = try DataReader(
    name: name, options: options, read: pieces(bytes, of: chunk), report: &report)
  if var reader {
    reading.header = reader.header
    while let row = try reader.next(&report) { reading.rows.append(row) }
    reading.emptyRows = reader.emptyRows
  }
  reading.diagnostics = report.diagnostics
  return reading
}

func readData(
  _ text: String, name: String = "data.csv", options: DataOptions = DataOptions(),
  chunk: Int = 65_536
) throws -> Reading {
  try readData(Array(text.utf8), name: name, options: options, chunk: chunk)
}

/// Reads `columns` of a template.json.
func schema(_ columns: String, report: inout Report) -> ColumnSchema {
  let text = "{\"columns\":\(columns)}"
  let document = JSONReader.read(Array(text.utf8), name: "template.json", report: &report)
  return ColumnSchema.read(document?.root["columns"], report: &report)
}

/// The result from template.json and data to cells.
struct Parsing {
  /// The cells of the valid rows.
  var rows: [[Cell]] = []
  var rejected = 0
  var diagnostics: [Diagnostic] = []
  var codes: [String] { diagnostics.map(\.code) }
}

func parse(
  columns: String, _ data: String, name: String = "data.csv", given: [String] = [],
  uses: [String] = [], files: Set<String> = ["photos/a.png", "photos/a..b.png"]
) throws -> Parsing {
  try parse(
    columns: columns, Array(data.utf8), name: name, given: given, uses: uses, files: files)
}

func parse(
  columns: String, _ data: [UInt8], name: String = "data.csv", given: [String] = [],
  uses: [String] = [], files: Set<String> = ["photos/a.png", "photos/a..b.png"],
  report: Report = Report()
) throws -> Parsing {
  var report = report
  var parsing = Parsing()
  var schema = schema(columns, report: &report)
  for name in uses { _ = schema.use(name, at: .nowhere) }
  var values = GivenValues()
  for argument in given { _ = values.add(argument, report: &report) }
  let reader = try DataReader(name: name, read: pieces(data), report: &report)
  if var reader,
    let binding = ColumnBinder.bind(
      schema, header: reader.header, given: values, dataName: name, report: &report)
  {
    var parser = RowParser(binding) { files.contains($0) }
    var cells: [Cell] = []
    while let row = try reader.next(&report) {
      if !row.isRejected, parser.parse(row, into: &cells, report: &report) {
        parsing.rows.append(cells)
      } else {
        parsing.rejected += 1
      }
    }
  }
  parsing.diagnostics = report.diagnostics
  return parsing
}

/// Parses one column `a` in one row. Returns its cell or the diagnostics.
func cell(_ column: String, _ value: String) throws -> (cell: Cell?, diagnostics: [Diagnostic]) {
  let quoted =
    "\""
    + value.split(separator: "\"", omittingEmptySubsequences: false)
    .joined(separator: "\"\"") + "\""
  let parsing = try parse(columns: "{\"a\":\(column)}", "a,b\n\(quoted),x\n")
  return (parsing.rows.first?.first, parsing.diagnostics)
}

extension CellValue {
  /// Text for comparison in tests.
  var shown: String {
    switch self {
    case .empty: "empty"
    case .text(let text): "text \(text)"
    case .number(let text): "number \(text)"
    case .boolean(let value): "boolean \(value)"
    case .date(let text): "date \(text)"
    case .json(let document):
      "json " + String(decoding: JSONWriter.bytes(of: document.root), as: UTF8.self)
    case .file(let path): "file \(path)"
    }
  }
}
