// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests of the places that CONTRIBUTING.md names.
struct ContributingTests {
  /// A row of the table: the change, and all paths in its other cells.
  private struct Row {
    let change: String
    let place: [String]
    let files: [String]
    /// Whether it names new files, which are in italics.
    let addsFiles: Bool
  }

  private static func rows() throws -> [Row] {
    let page = PackageGraph.root.appendingPathComponent("CONTRIBUTING.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    let section = try #require(
      text.components(separatedBy: "## Where a change goes").dropFirst().first?
        .components(separatedBy: "\n## ").first)
    return section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
      .map { line in
        let cells = line.split(separator: "|").map(String.init)
        return Row(
          change: cells[0].trimmingCharacters(in: .whitespaces), place: paths(in: cells[1]),
          files: paths(in: cells[2]), addsFiles: cells[2].contains("*"))
      }
  }

  /// Returns the strings between backticks.
  private static func paths(in cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  private static func isFolder(_ path: String) -> Bool? {
    var isFolder: ObjCBool = false
    let full = PackageGraph.root.appendingPathComponent(path).path
    return FileManager.default.fileExists(atPath: full, isDirectory: &isFolder)
      ? isFolder.boolValue : nil
  }

  @Test func theTableNamesThirteenChangesAndNothingThatIsGone() throws {
    let rows = try Self.rows()
    #expect(rows.count == 13)
    for row in rows {
      #expect(row.place.count == 1, "\(row.change) has one place")
      for path in row.place { #expect(Self.isFolder(path) == true, "\(row.change): \(path)") }
      #expect(!row.files.isEmpty, "\(row.change) touches files")
      for path in row.files {
        #expect(
          Self.isFolder(path) == path.hasSuffix("/"), "\(row.change): \(path) is not there")
      }
    }
  }

  /// The files of a change are in its place, unless the change only adds new files.
  @Test func aFileOfEachChangeLiesInItsPlace() throws {
    for row in try Self.rows() {
      let place = try #require(row.place.first)
      let liesThere = row.files.contains { $0.hasPrefix(place) }
      #expect(liesThere || row.addsFiles, "\(row.change)")
    }
  }
}
