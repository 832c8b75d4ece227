// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON
import PassModel
package import PassTemplate

/// A column that `passc init` declares for a value of an export of Apple's Pass Designer.
package struct ExportColumn {
  package let name: String
  /// The paths for `fill`. A field and a semantic tag of one name have one column.
  package private(set) var paths: [String]
  package let type: ColumnType
  /// The value in the design, which becomes the sample.
  package let sample: String

  /// Returns a column for each value that differs from pass to pass: the serial number, fields of
  /// the front, barcodes, dates and semantic tags.
  package static func all(of template: Template) -> [ExportColumn] {
    var columns: [ExportColumn] = []
    for target in FillTarget.all(in: template.document) {
      guard target.field == nil || target.isOnFront else { continue }
      let column = ExportColumn(target, in: template)
      guard let known = columns.firstIndex(where: { $0.name == column.name }) else {
        columns.append(column)
        continue
      }
      if columns[known].paths.contains(target.path) { continue }
      if columns[known].type != column.type {
        columns.append(ExportColumn(target, in: template, name: target.path))
      } else if !isTwin(target, of: columns[known]) {
        columns[known].paths.append(target.path)
      }
    }
    return columns
  }

  /// Returns whether a field is in the form for older systems, which the same path fills.
  private static func isTwin(_ target: FillTarget, of column: ExportColumn) -> Bool {
    guard let field = target.field else { return target.name == "barcode.message" }
    return column.paths.contains { path in
      PassStyle(rawValue: String(path.prefix { $0 != "." })).map { $0 != field.style } ?? false
    }
  }

  private init(_ target: FillTarget, in template: Template, name: String? = nil) {
    self.name = name ?? target.name
    paths = [target.path]
    let text =
      target.value.string ?? target.value.number?.spelling ?? "\(target.value.bool == true)"
    let isSerial = target.pointer == "/serialNumber"
    sample = isSerial && text.isEmpty ? "SAMPLE-1" : text
    switch target.value.kind {
    case .number: type = .number
    case .true, .false: type = .boolean
    default:
      let field = template.document.at(String(target.pointer.dropLast("/value".count)))
      let isDate =
        KeyTable.expectedKind(at: target.pointer) == .date || field?["dateStyle"] != nil
        || field?["timeStyle"] != nil
      type = isDate && Self.isWholeDate(text) ? .date : .string
    }
  }

  /// Returns whether a date has a time and a zone, so that the column needs no `zone`.
  private static func isWholeDate(_ text: String) -> Bool {
    text.wholeMatch(of: /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(Z|[+-]\d\d:\d\d)/) != nil
  }

  /// The declaration in template.json. A value that is empty in the design may be empty.
  var declaration: JSONTree {
    let type: JSONTree = ["type": .string(type.rawValue)]
    return sample.isEmpty ? type.with(["optional": true]) : type
  }
}
