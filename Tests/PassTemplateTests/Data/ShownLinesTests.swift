// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import Testing

@testable import PassTemplate

/// Tests of the lines of `passc explain` for columns, data and cells, read as files.
struct ShownLinesTests {
  // MARK: Columns

  @Test(arguments: ColumnFindings.all.map(\.code))
  func theLinesOfAColumnAreWrongAndRight(_ code: String) throws {
    let shown = try #require(ColumnFindings.all.first { $0.code == code }?.shown)
    #expect(Self.codes(ofColumns: shown.wrong) == [code], "\(shown.wrong)")
    #expect(Self.codes(ofColumns: shown.right) == [], "\(shown.right)")
  }

  private static func codes(ofColumns lines: String) -> [String] {
    var report = Report()
    _ = schema(columns(in: lines), report: &report)
    return report.diagnostics.map(\.code)
  }

  /// Returns the object of all columns. Some lines show "columns", others one column.
  private static func columns(in lines: String) -> String {
    let name = "\"columns\":"
    return lines.hasPrefix(name)
      ? lines.dropFirst(name.count).split(separator: "\n").joined(separator: " ") : "{\(lines)}"
  }

  // MARK: Data and cells

  /// Findings whose lines show a command, bytes or a size.
  private static let withoutTable: Set<String> = [
    "data.file.notText", "data.file.unknownFormat", "data.file.empty", "data.encoding.invalid",
    "data.encoding.unknown", "data.encoding.contradicted", "data.row.tooLarge",
    "data.cell.tooLarge", "data.header.tooManyColumns", "data.row.notEncoded",
    "data.set.invalid", "data.set.duplicate", "data.set.unused", "data.cell.zeroByte",
  ]
  private static let tables = (DataFindings.all + CellFindings.all).filter {
    !withoutTable.contains($0.code)
  }

  @Test(arguments: tables.map(\.code))
  func theLinesOfATableAreWrongAndRight(_ code: String) throws {
    let shown = try #require(Self.tables.first { $0.code == code }?.shown)
    #expect(try Self.codes(ofFiles: shown.wrong) == [code], "\(shown.wrong)")
    #expect(try Self.codes(ofFiles: shown.right) == [], "\(shown.right)")
  }

  /// Column types for lines that show only the table.
  private static let types = [
    "points": #"{"type":"integer"}"#, "sauna": #"{"type":"boolean"}"#,
    "website": #"{"type":"url"}"#, "photo": #"{"type":"file"}"#,
    "expires": #"{"type":"date","time":"12:00","zone":"UTC"}"#,
  ]

  private static func codes(ofFiles lines: String) throws -> [String] {
    let files = files(in: lines)
    let data = try #require(files.first { $0.name.hasPrefix("member") })
    let template = files.first { $0.name == "template.json" }?.text
    let uses = files.first { $0.name == "pass.json" }?.text.split(separator: "{{ ").last
      .map { String($0.prefix { $0 != " " }) }
    let header = data.text.prefix { $0 != "\n" }.split(separator: ",").map(String.init)
    var columns = "{}"
    if let template {
      columns = Self.columns(in: template)
      if header.contains("serial"), !template.contains("\"serial\"") {
        columns = columns.dropLast() + #","serial":{}}"#
      }
    } else if data.text.hasPrefix("{") || data.text.hasPrefix("[") {
      columns = uses == nil ? #"{"serial":{}}"# : "{}"
    } else if uses == nil {
      let all = Set(header).map { "\"\($0)\":" + (types[$0] ?? "{}") }
      columns = "{\(all.joined(separator: ","))}"
    }
    return try parse(
      columns: columns, data.text, name: data.name, uses: uses.map { [$0] } ?? [],
      files: ["photos/ada.png"]
    ).codes
  }

  /// Returns the files that the lines name. A table without a name is members.csv.
  private static func files(in lines: String) -> [(name: String, text: String)] {
    var files: [(name: String, text: String)] = []
    for line in lines.split(separator: "\n") where !line.hasPrefix("photos/") {
      let name = line.prefix { $0 != " " }
      let rest = String(line.dropFirst(name.count).drop { $0 == " " })
      if [".json", ".jsonl", ".csv"].contains(where: name.hasSuffix) {
        files.append((String(name), rest))
      } else if files.isEmpty {
        files.append(("members.csv", String(line)))
      } else {
        files[files.count - 1].text += "\n" + (line.first == " " ? rest : String(line))
      }
    }
    return files
  }
}
