// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel
import PassTesting
import Testing

@testable import PassTemplate

/// A template in a temporary folder, resolved with a row.
struct Rendering {
  let folder: TemporaryFolder
  var report = Report()
  var template: Template?
  var pass: ResolvedPass?

  var codes: [String] { report.diagnostics.map(\.code) }
  var json: String? {
    pass.map { String(decoding: JSONWriter.bytes(of: $0.document.root), as: UTF8.self) }
  }
  var paths: [String] { pass?.files.map(\.path) ?? [] }

  /// Resolves a template.
  ///
  /// - Parameters:
  ///   - files: the files by path in a folder that contains `t.pass/`.
  ///   - row: a JSON object, or nil for a template without data.
  init(
    _ files: [String: String], row: String? = nil, template name: String = "t.pass",
    prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) throws {
    folder = try TemporaryFolder(files)
    try prepare(folder)
    template = try Template.load(folder(name), report: &report)
    guard let template else { return }
    var reader =
      try row.map { row in
        try DataReader(
          name: "row.json", options: DataOptions(format: .json), read: pieces(Array(row.utf8)),
          report: &report)
      } ?? nil
    guard
      let binding = ColumnBinder.bind(
        template.schema, header: nil, hasData: row != nil, report: &report)
    else { return }
    let data = try reader?.next(&report) ?? Row.none(named: "--set")
    report.sources.setRow(data.source)
    var parser = RowParser(binding)
    var cells: [Cell] = []
    guard parser.parse(data, into: &cells, report: &report) else { return }
    let folder = folder
    pass = template.resolved(
      with: cells,
      readFile: { path throws(RowFileError) in
        do {
          return (path, try Disk.read(folder("data/" + path)))
        } catch {
          throw .unreadable("\(error)")
        }
      }, report: &report)
  }

  /// Resolves a pass.json with a row.
  init(pass: String, columns: String? = nil, row: String? = nil) throws {
    var files = ["t.pass/pass.json": pass]
    if let columns { files["t.pass/template.json"] = "{\"columns\":\(columns)}" }
    try self.init(files, row: row)
  }
}
