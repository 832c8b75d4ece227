// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassJSON
import PassReport
import PassTemplate

extension StarterTemplate {
  /// Makes a template that extends an export of Apple's Pass Designer and fills its values. The
  /// export is never changed, and the editor may save it again.
  ///
  /// - Parameters:
  ///   - base: the path of the export from the template's folder.
  ///   - columns: see `ExportColumn.all(of:)`.
  package init(extending base: String, columns: [ExportColumn]) {
    let settings: JSONTree = [
      "extends": .string(base), "sample": "sample.csv",
      "columns": .object(columns.map { ($0.name, $0.declaration) }),
      "fill": .object(
        columns.map { column in
          (column.name, column.paths.count == 1 ? .string(column.paths[0]) : .strings(column.paths))
        }),
    ]
    let lines = [columns.map(\.name), columns.map(\.sample)].map { cells in
      cells.map(Self.cell).joined(separator: ",") + "\n"
    }
    files = Self.sorted([
      ("template.json", IndentedJSON.bytes(of: settings, foldedTo: 98)),
      ("sample.csv", Array(lines.joined().utf8)),
    ])
    rowCount = 1
  }

  /// Returns a cell of CSV, in quotes if it needs them.
  private static func cell(_ text: String) -> String {
    let needsQuotes = text.utf8.contains { ",;\"\n\r\t ".utf8.contains($0) }
    return needsQuotes
      ? "\""
        + text.split(separator: "\"", omittingEmptySubsequences: false)
        .joined(separator: "\"\"") + "\"" : text
  }

  /// Returns the path from a folder to a file or folder.
  ///
  /// - Parameter folder: it may be missing, unlike the folder that contains it.
  package static func path(from folder: String, to target: String) throws(FileError) -> String {
    let parent = try Disk.resolvingSymbolicLinks(FilePath.parent(FilePath.normalised(folder)))
    let from = FilePath.components(FilePath.join(parent, FilePath.lastComponent(folder)))
    let to = FilePath.components(try Disk.resolvingSymbolicLinks(target))
    let common = zip(from, to).prefix { $0.utf8.elementsEqual($1.utf8) }.count
    let up = Array(repeating: Substring(".."), count: from.count - common)
    return (up + to.dropFirst(common)).joined(separator: "/")
  }
}
