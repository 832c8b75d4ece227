// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

@testable import PassTemplate

/// Reads a template.json, a pass.json and one row of data, separated by NUL: settings, columns,
/// placeholders and the filled template. Nothing is read from disk.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let parts = Input(start, count).parts(3)
  var report = Report()
  guard
    let settings = JSONReader.read(parts[0], name: "template.json", report: &report),
    !report.hasErrors, settings.root.isObject
  else { return 0 }
  _ = TemplateSettings.read(
    settings.root, folder: "t.pass", folderOf: { _ in "t.pass" }, report: &report)
  var schema = ColumnSchema.read(settings.root["columns"], report: &report)
  guard
    let pass = JSONReader.read(parts[1], name: "pass.json", report: &report), pass.root.isObject
  else { return 0 }
  let compiled = TemplateCompiler.compile(
    DesignerMembers.removed(from: pass), schema: &schema,
    expected: { KeyTable.expectedKind(at: $0) }, report: &report)
  guard !report.hasErrors else { return 0 }
  resolve(compiled, schema, parts[2])
  return 0
}

private func resolve(_ compiled: CompiledDocument, _ schema: ColumnSchema, _ row: [UInt8]) {
  var report = Report()
  var isRead = false
  let whole: ByteSource = {
    defer { isRead = true }
    return isRead ? nil : row
  }
  guard
    let binding = ColumnBinder.bind(schema, header: nil, hasData: true, report: &report),
    var reader = try? DataReader(
      name: "row.json", options: DataOptions(format: .json), read: whole, report: &report),
    let data = try? reader.next(&report)
  else { return }
  report.sources.setRow(data.source)
  var parser = RowParser(binding)
  var cells: [Cell] = []
  guard parser.parse(data, into: &cells, report: &report) else { return }
  let (document, text) = compiled.resolved(with: cells)
  let written = JSONWriter.bytes(of: document.root)
  expect(text == written, "rules look at what is signed")
  var again = Report()
  let second = JSONReader.read(written, name: "pass.json", report: &again)
  expect(second != nil && !again.hasErrors, "data never breaks the document it goes into")
}
