// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Compiles a string with placeholders: finds the columns, and decides the type of the value by its
/// place.
enum InterpolationCompiler {
  /// - Parameters:
  ///   - place: the place of the string in the template.
  ///   - expected: the kind of value that the format requires there.
  ///   - neighbour: the member of the same object that requires this kind.
  /// - Returns: nil after an error in the string, which was reported.
  static func interpolation(
    _ text: String, at place: Place, expected: ExpectedKind, beside neighbour: String? = nil,
    schema: inout ColumnSchema, _ report: inout Report
  ) -> Interpolation? {
    let cut: PlaceholderText
    do {
      cut = try PlaceholderText(text)
    } catch {
      var faultPlace = place
      faultPlace.origin = position(of: error.offset, in: text, at: place.origin, report)
      report(
        TemplateFindings.invalidPlaceholder, error.message, at: faultPlace, help: error.help)
      return nil
    }
    let whole = cut.whole
    var pieces: [Interpolation.Piece] = []
    for piece in cut.pieces {
      switch piece {
      case .literal(let literal): pieces.append(.literal(literal))
      case .placeholder(let placeholder):
        guard let name = placeholder.column else { continue }
        let column = schema.use(
          name, at: place, allowsEmpty: placeholder.fallback != nil)
        pieces.append(.column(column, placeholder))
      }
    }
    guard let whole, case .column(let number, _) = pieces[0] else {
      guard checkText(cut, pieces, schema, expected, neighbour, place, &report)
      else { return nil }
      return Interpolation(pieces: pieces, kind: .text, isWhole: false, fallback: nil)
    }
    let column = schema.columns[number]
    guard
      let kind = kind(of: column, filters: whole.filters, expected, neighbour, place, &report)
    else { return nil }
    var fallback: CellValue?
    if whole.fallback != nil {
      let text = whole.filtered("")
      fallback = kind == .typed ? typed(text, like: column.type) : .text(text)
      if fallback == nil {
        report(
          TemplateFindings.fallbackMismatch,
          "the default '\(text)' is not \(column.type.described), column \"\(column.name)\" is",
          at: place)
        return nil
      }
    } else if !column.isOptional {
      // The cell is never empty, because it is required or has the default of the column.
      fallback = .text("")
    }
    return Interpolation(pieces: pieces, kind: kind, isWhole: true, fallback: fallback)
  }

  /// Returns the interpolation for a value that a column fills without a placeholder.
  ///
  /// - Parameter value: the value of the design, which stays if the data has no such column.
  static func fill(
    _ name: String, over value: JSONValue, at place: Place, expected: ExpectedKind,
    beside neighbour: String?, schema: inout ColumnSchema, _ report: inout Report
  ) -> Interpolation? {
    let number = schema.use(name, at: place)
    let column = schema.columns[number]
    guard let kind = kind(of: column, filters: [], expected, neighbour, place, &report) else {
      return nil
    }
    let fallback: CellValue? =
      switch value.kind {
      case _ where column.sample == nil: column.isOptional ? nil : .text("")
      case .number: .number(value.number?.spelling ?? "0")
      case .true, .false: .boolean(value.bool == true)
      default: .text(value.string ?? "")
      }
    return Interpolation(
      pieces: [.column(number, Placeholder(subject: .column(name), filters: []))], kind: kind,
      isWhole: true, fallback: fallback)
  }

  /// Returns the kind of value for a column at a place. Nil if they do not match, which was
  /// reported.
  private static func kind(
    of column: Column, filters: [Placeholder.Filter], _ expected: ExpectedKind,
    _ neighbour: String?, _ place: Place, _ report: inout Report
  ) -> FillInKind? {
    let changesCase = filters.contains { $0 == .upper || $0 == .lower }
    func mismatch(_ wanted: String) -> FillInKind? {
      // The filter is to blame only if the column would fit without it.
      let isFiltersFault = changesCase && column.type.held != .document && column.type.held != .file
      let found = isFiltersFault ? "text" : column.type.described
      report(
        TemplateFindings.typeMismatch,
        "column \"\(column.name)\" is \(found), Wallet expects \(wanted) "
          + Self.place(nextTo: neighbour),
        at: place, help: isFiltersFault ? "remove the filter" : help(for: column, expected))
      return nil
    }
    switch (expected, column.type.held) {
    case (_, .file): return mismatch("a value")
    case (.number, .number), (.boolean, .boolean):
      return changesCase ? mismatch(expected == .number ? "a number" : "true or false") : .typed
    case (.number, _): return mismatch("a number")
    case (.boolean, _): return mismatch("true or false")
    case (.array, .document), (.object, .document), (.any, .document):
      return changesCase ? mismatch("an array or object") : .typed
    case (.array, _): return mismatch("an array")
    case (.object, _): return mismatch("an object")
    case (.string, .document), (.fieldValue, .document): return mismatch("text")
    case (.date, .number), (.date, .boolean), (.date, .document): return mismatch("a date")
    case (.date, _), (.string, _): return .text
    case (.fieldValue, .number): return changesCase ? .text : .typed
    case (.fieldValue, _): return .text
    case (.any, _): return changesCase ? .text : .typed
    }
  }

  private static func place(nextTo neighbour: String?) -> String {
    neighbour.map { "next to \($0)" } ?? "here"
  }

  /// Returns which types fit, and why the column has another.
  private static func help(for column: Column, _ expected: ExpectedKind) -> String? {
    let fitting: String
    switch expected {
    case _ where column.type.held == .file:
      return "use column \"\(column.name)\" under \"images\" in template.json"
    case .number: fitting = "integer or number"
    case .boolean: fitting = "boolean"
    case .array, .object: fitting = "json"
    case .date: fitting = "date"
    case .string, .fieldValue, .any: fitting = "string"
    }
    let isDeclared = column.isDeclared ? "" : ", it is not declared and so a string"
    return "declare column \"\(column.name)\" as \(fitting) in template.json\(isDeclared)"
  }

  /// Checks that a placeholder in a longer string can be text. Its value is text for every column.
  private static func checkText(
    _ cut: PlaceholderText, _ pieces: [Interpolation.Piece], _ schema: ColumnSchema,
    _ expected: ExpectedKind, _ neighbour: String?, _ place: Place, _ report: inout Report
  ) -> Bool {
    var isFine = true
    for case .column(let number, _) in pieces {
      let column = schema.columns[number]
      if column.type.held == .document || column.type.held == .file {
        report(
          TemplateFindings.typeMismatch,
          "column \"\(column.name)\" is \(column.type.described) and cannot be inside text",
          at: place)
        isFine = false
      }
    }
    let wanted: String? =
      switch expected {
      case .number: "a number"
      case .boolean: "true or false"
      case .array: "an array"
      case .object: "an object"
      case .string, .date, .fieldValue, .any: nil
      }
    if let wanted, isFine {
      report(
        TemplateFindings.typeMismatch,
        "the value is text, Wallet expects \(wanted) \(Self.place(nextTo: neighbour))", at: place,
        help: "make the whole string one placeholder of a column that fits")
      isFine = false
    }
    return isFine
  }

  /// Returns the text of a default as a value of the column's type.
  private static func typed(_ text: String, like type: ColumnType) -> CellValue? {
    switch type.held {
    case .number:
      let bytes = text.utf8
      let fits = type == .integer ? JSONReader.isInteger(bytes) : JSONReader.isNumber(bytes)
      return fits ? .number(text) : nil
    case .boolean:
      return text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
    case .document, .file: return nil
    case .text, .date: return .text(text)
    }
  }

  /// Returns the place of an offset in a string of a source. If the string has escapes, returns its
  /// start.
  private static func position(
    of offset: Int, in text: String, at origin: Origin, _ report: Report
  ) -> Origin {
    guard let bytes = report.sources[origin.source]?.bytes else { return origin }
    let start = Int(origin.offset) + 1
    let utf8 = Array(text.utf8)
    guard start + utf8.count <= bytes.count,
      bytes[start..<start + utf8.count].elementsEqual(utf8)
    else { return origin }
    return origin.advanced(by: 1 + offset)
  }
}
