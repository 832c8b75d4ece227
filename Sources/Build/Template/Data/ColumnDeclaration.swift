// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// A parser of one member of `columns`.
struct ColumnDeclaration {
  private let member: JSONValue.Member
  private let title: String
  private var options: [(option: ColumnOption, value: JSONValue)] = []
  private var hasFaults = false

  init(_ member: JSONValue.Member) {
    self.member = member
    title = "column \(quoted(member.name))"
  }

  private mutating func validationError(
    _ finding: Finding, _ message: String, at place: some Placed, help: String? = nil,
    _ report: inout Report
  ) {
    if finding.severity == .error { hasFaults = true }
    report(finding, "\(title): \(message)", at: place, help: help)
  }

  /// Returns the column with the options that are valid.
  mutating func column(_ report: inout Report) -> Column {
    let plain = Column(name: member.name, isDeclared: true, place: member.value.place)
    guard member.value.isObject else {
      validationError(
        ColumnFindings.notObject, "the declaration is not an object", at: member.value, &report)
      return plain
    }
    guard let type = type(&report) else { return plain }
    readOptions(type, &report)
    var column = Column(
      name: member.name, header: nonEmptyString(.from, &report), type: type, isDeclared: true,
      isHolder: bool(.holder, &report) ?? false, trims: bool(.trim, &report) ?? true,
      isOptional: bool(.optional, &report) ?? false, place: member.value.place)
    readPattern(&column, &report)
    readDecimal(&column, &report)
    readGrouping(&column, &report)
    column.isVerbatim = bool(.verbatim, &report) ?? false
    readValues(&column, &report)
    if type == .date { readDate(&column, &report) }
    readDefault(&column, &report)
    return column
  }

  /// Returns nil if the type is unknown, because no option can be checked then.
  private mutating func type(_ report: inout Report) -> ColumnType? {
    guard let value = member.value["type"] else { return .string }
    guard let name = value.string else {
      validationError(
        ColumnFindings.invalidOption, "\"type\" is \(Self.shown(value)), expected a string",
        at: value, &report)
      return nil
    }
    if let type = ColumnType(rawValue: name) { return type }
    let known = ColumnType.allCases.map(\.rawValue)
    let meant =
      [
        "int": "integer", "bool": "boolean", "float": "number", "double": "number",
        "text": "string", "datetime": "date", "uri": "url", "link": "url", "image": "file",
        "object": "json", "array": "json",
      ][name.lowercased()]
      ?? NearestName.of(name, among: known)
    validationError(
      ColumnFindings.unknownType, "unknown type \(quoted(name))", at: value,
      help: meant.map { "write \"type\": \"\($0)\"" }, &report)
    return nil
  }

  private mutating func readOptions(_ type: ColumnType, _ report: inout Report) {
    let known = ColumnOption.allCases.map(\.rawValue)
    for entry in member.value.members {
      guard let option = ColumnOption(rawValue: entry.name) else {
        let nearest = NearestName.of(entry.name, among: known)
        validationError(
          ColumnFindings.unknownOption, "unknown option \(quoted(entry.name))", at: entry,
          help: nearest.map { "write \"\($0)\"" }, &report)
        continue
      }
      guard option.fits(type) else {
        validationError(
          ColumnFindings.unfitOption,
          "\"\(entry.name)\" has no meaning for the type \(type.rawValue)", at: entry, &report)
        continue
      }
      options.append((option, entry.value))
    }
  }

  /// Returns a value as messages show it: the start of a string, a number, or the kind of value.
  private static func shown(_ value: JSONValue) -> String {
    if let text = value.string { return quoted(text) }
    if let number = value.number { return Excerpt.word.shown(number.spelling) }
    if let bool = value.bool { return bool ? "true" : "false" }
    return value.isArray ? "an array" : value.isObject ? "an object" : "null"
  }

  private func value(_ option: ColumnOption) -> JSONValue? {
    options.first { $0.option == option }?.value
  }

  private mutating func bool(_ option: ColumnOption, _ report: inout Report) -> Bool? {
    guard let value = value(option) else { return nil }
    if let bool = value.bool { return bool }
    validationError(
      ColumnFindings.invalidOption,
      "\"\(option.rawValue)\" is \(Self.shown(value)), expected true or false", at: value,
      help: "write true or false, without quotes", &report)
    return nil
  }

  private mutating func string(_ option: ColumnOption, _ report: inout Report) -> String? {
    guard let value = value(option) else { return nil }
    if let string = value.string { return string }
    validationError(
      ColumnFindings.invalidOption,
      "\"\(option.rawValue)\" is \(Self.shown(value)), expected a string", at: value, &report)
    return nil
  }

  private mutating func nonEmptyString(
    _ option: ColumnOption, _ report: inout Report
  ) -> String? {
    guard let string = string(option, &report) else { return nil }
    guard let value = value(option), string.allSatisfy(\.isWhitespace) else { return string }
    validationError(
      ColumnFindings.invalidOption, "\"\(option.rawValue)\" is empty", at: value, &report)
    return nil
  }

  // MARK: Options of single types

  private mutating func readPattern(_ column: inout Column, _ report: inout Report) {
    guard let text = string(.pattern, &report), let value = value(.pattern) else { return }
    do {
      _ = try CellPattern(text)
      column.pattern = text
    } catch {
      validationError(
        ColumnFindings.pattern, "the pattern \(quoted(text)) \(error.message)", at: value,
        help: error.help, &report)
    }
  }

  private mutating func readDecimal(_ column: inout Column, _ report: inout Report) {
    guard let text = string(.decimal, &report), let value = value(.decimal) else { return }
    guard text == "," || text == ".", let byte = text.utf8.first else {
      validationError(
        ColumnFindings.decimal, "\"decimal\" is \(quoted(text)), expected a comma or a point",
        at: value, &report)
      return
    }
    column.decimal = byte
  }

  private mutating func readGrouping(_ column: inout Column, _ report: inout Report) {
    guard let text = string(.grouping, &report), let value = value(.grouping) else { return }
    guard let sign = GroupingSign(text) else {
      return validationError(
        ColumnFindings.grouping,
        "\"grouping\" is \(quoted(text)), expected a point, comma, apostrophe or space",
        at: value, &report)
    }
    guard column.type == .integer || !sign.isDecimal(column.decimal) else {
      return validationError(
        ColumnFindings.grouping,
        "\"grouping\" and the decimal sign are both \(quoted(text))", at: value,
        help: text == "." ? "add \"decimal\": \",\" to the column" : nil, &report)
    }
    column.grouping = sign
  }

  private mutating func readValues(_ column: inout Column, _ report: inout Report) {
    guard column.type == .enum else { return }
    guard let value = value(.values) else {
      // A misspelled name of the option was already reported.
      let known = ColumnOption.allCases.map(\.rawValue)
      let isMisspelt = member.value.members.contains {
        !known.contains($0.name) && NearestName.of($0.name, among: known) == "values"
      }
      if isMisspelt {
        hasFaults = true
      } else {
        validationError(
          ColumnFindings.values, "type enum needs \"values\"", at: member.value, &report)
      }
      return
    }
    guard value.isArray, value.element(0) != nil else {
      validationError(
        ColumnFindings.values, "\"values\" is not a list of strings", at: value, &report)
      return
    }
    for element in value.elements {
      guard let text = element.string, !text.isEmpty else {
        validationError(
          ColumnFindings.values, "a value is empty or not a string", at: element, &report)
        continue
      }
      if column.values.contains(text) {
        validationError(
          ColumnFindings.values, "the value \(quoted(text)) occurs twice", at: element, &report)
        continue
      }
      column.values.append(text)
    }
  }

  private mutating func readDate(_ column: inout Column, _ report: inout Report) {
    let before = hasFaults
    if let text = string(.format, &report), let value = value(.format) {
      do {
        column.format = try DateFormat(text)
      } catch {
        let corrected = DateFormat.corrected(text)
        validationError(
          ColumnFindings.format, error.message, at: value,
          help: corrected.map { "write \"format\": \"\($0)\"" }, &report)
      }
    }
    if let text = string(.time, &report), let value = value(.time) {
      column.time = WrittenTime(text)
      if column.time == nil {
        validationError(
          ColumnFindings.time, "\(quoted(text)) is not a time, expected HH:mm or HH:mm:ss",
          at: value, &report)
      }
    }
    if let text = string(.zone, &report), let value = value(.zone) {
      column.zone = ColumnZone(text)
      if column.zone != nil { column.zoneName = text }
      if column.zone == nil {
        let nearest = NearestName.of(text, among: ZoneRules.names)
        validationError(
          ColumnFindings.zone, "unknown time zone \(quoted(text))", at: value,
          help: nearest.map { "write \"zone\": \"\($0)\"" }, &report)
      }
    }
    guard let format = column.format, let place = value(.format), before == hasFaults else {
      return
    }
    // With a format the cell cannot have a zone, and has a time only if the format has one.
    if format.hasTime, column.time != nil, let value = value(.time) {
      validationError(ColumnFindings.unusedOption, "\"time\" is never used", at: value, &report)
    }
    if !format.hasTime, column.time == nil {
      validationError(
        ColumnFindings.time,
        "the format \(quoted(format.text)) has no time and \"time\" is missing",
        at: place, &report)
    }
    if column.zone == nil {
      validationError(
        ColumnFindings.zone,
        "the format \(quoted(format.text)) has no zone and \"zone\" is missing",
        at: place, &report)
    }
  }

  private mutating func readDefault(_ column: inout Column, _ report: inout Report) {
    guard let value = value(.default), !hasFaults else { return }
    let fits: Bool
    switch column.type {
    case .integer, .number: fits = value.number != nil
    case .boolean: fits = value.bool != nil
    case .json: fits = value.isArray || value.isObject
    case .string, .date, .url, .enum, .file: fits = value.string != nil
    }
    guard fits else {
      validationError(
        ColumnFindings.defaultValue,
        "the default is \(Self.shown(value)), expected \(column.type.described)", at: value,
        &report)
      return
    }
    if column.type == .string, let text = value.string, text.isEmpty {
      column.defaultCell = Cell(.text(""), text: "", origin: value.origin)
      return
    }
    // Read in the same way as a cell, so that pattern, values and dates are checked.
    var reader = CellReader(column)
    switch reader.cell(of: value) {
    case .success(let cell) where !cell.value.isEmpty: column.defaultCell = cell
    case .success:
      validationError(ColumnFindings.defaultValue, "the default is empty", at: value, &report)
    case .failure(let faults):
      for bad in faults.list {
        validationError(
          ColumnFindings.defaultValue, "the default does not fit the column: \(bad.message)",
          at: value, help: bad.help ?? bad.finding.help, &report)
      }
    }
  }
}
