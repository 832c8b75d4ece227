// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
package import PassJSON
import PassModel

/// The check of a class, an object, or a part of one, against Google's description.
package struct GoogleValueCheck {
  /// The source of the values.
  package enum Source: Sendable {
    /// A payload that somebody wrote. Places have its JSON pointers.
    case written
    /// A payload that passc made from a template. Its values have places in the template.
    case derived
    /// Members of google.json that are added to a payload. Placeholders are not filled in yet, and
    /// required members may be missing.
    case patch
  }

  private let source: Source

  package init(_ source: Source) { self.source = source }

  /// Checks a class or object of a type.
  package func check(
    _ value: JSONValue, _ type: GoogleType, _ level: GoogleType.Level, report: inout Report
  ) {
    let schema = type.schema(level)
    guard value.isObject else {
      return report(
        GoogleFindings.valueType,
        "\(type.resource(level)) is \(value.kind.inWords), expected an object",
        at: place(value))
    }
    let others = type.schema(level == .class ? .object : .class)
    for member in value.members where schema[member.name] == nil && others[member.name] != nil {
      report(
        GoogleFindings.wrongLevel,
        "\"\(member.name)\" belongs to the \(level == .class ? "object" : "class"), not to the "
          + "\(level.rawValue)", at: place(member))
    }
    // A skinny object names an object that was sent before.
    let names = value.members.map(\.name)
    let isReference = level == .object && names.allSatisfy { $0 == "id" || $0 == "classId" }
    check(value, schema, knownElsewhere: others, needsAll: !isReference, &report)
    if level == .object, let code = value["barcode"] { checkBarcode(code, &report) }
  }

  // The nesting limit of the reader bounds the recursion.
  private func check(
    _ value: JSONValue, _ schema: GoogleSchema, knownElsewhere: GoogleSchema? = nil,
    needsAll: Bool = true, _ report: inout Report
  ) {
    for member in value.members {
      guard let known = schema[member.name] else {
        if knownElsewhere?[member.name] == nil, source != .patch || !member.name.contains("{{") {
          reportUnknown(member, schema, &report)
        }
        continue
      }
      if known.isSetByGoogle {
        report(
          GoogleFindings.setByGoogle, "\"\(member.name)\" is set by Google", at: place(member))
      } else if known.isDeprecated {
        report(GoogleFindings.deprecated, "\"\(member.name)\" is deprecated", at: place(member))
      }
      check(member.value, known, in: schema, &report)
    }
    checkAlternatives(value, schema, &report)
    checkParts(value, schema, &report)
    guard needsAll, source != .patch else { return }
    for known in schema.members where known.isRequired && !Self.has(known.name, value) {
      reportMissing(known, value, schema, &report)
    }
  }

  private func reportMissing(
    _ member: GoogleMember, _ value: JSONValue, _ schema: GoogleSchema, _ report: inout Report
  ) {
    let isImage = source == .derived && member.kind == .object("Image")
    let isSetting = source == .derived && GoogleSetting(rawValue: member.name) != nil
    report(
      isImage ? GoogleFindings.imageMissing : GoogleFindings.requiredMissing,
      "\(schema.name) has no \"\(member.name)\"", at: Self.shownAtWhole(place(value)),
      help: isSetting ? "add \"\(member.name)\" to google.json" : nil)
  }

  /// Returns whether a required member or its translated twin is present.
  private static func has(_ name: String, _ value: JSONValue) -> Bool {
    func isThere(_ name: String) -> Bool { value[name].map { !$0.isNull } ?? false }
    return isThere(name) || isThere("localized" + name.prefix(1).uppercased() + name.dropFirst())
  }

  private func reportUnknown(
    _ member: JSONValue.Member, _ schema: GoogleSchema, _ report: inout Report
  ) {
    guard report.lists(GoogleFindings.memberUnknown) else { return }
    let nearest = NearestName.of(member.name, among: schema.members.map(\.name))
    report(
      GoogleFindings.memberUnknown,
      "\(schema.name) has no member \(Excerpt.cell.quoted(member.name))", at: place(member),
      help: nearest.map { "did you mean \"\($0)\"?" })
  }

  private func check(
    _ value: JSONValue, _ member: GoogleMember, in schema: GoogleSchema, _ report: inout Report
  ) {
    // null removes a member in a patch, and Google reads it as absent.
    if value.isNull || isPlaceholder(value) { return }
    guard member.isArray else { return checkOne(value, member, in: schema, &report) }
    guard value.isArray else {
      return report(
        GoogleFindings.valueType, "\"\(member.name)\" is \(value.kind.inWords), expected an array",
        at: place(value))
    }
    for element in value.elements where !isPlaceholder(element) {
      checkOne(element, member, in: schema, &report)
    }
    if let limit = member.limit { checkCount(value, member, limit, &report) }
  }

  private func checkOne(
    _ value: JSONValue, _ member: GoogleMember, in schema: GoogleSchema, _ report: inout Report
  ) {
    guard Self.accepts(value, member.kind) else {
      return report(
        GoogleFindings.valueType,
        "\"\(member.name)\" is \(value.kind.inWords), expected \(Self.inWords(member.kind))",
        at: place(value))
    }
    switch member.kind {
    case .object(let name):
      guard let inner = GoogleTable.schemas[name] else { return }
      check(value, inner, &report)
      if name == "LocalizedString", let limit = member.limit {
        for text in Self.texts(of: value) { checkLength(text, member.name, limit, &report) }
      }
    case .int64:
      if value.number != nil {
        report(
          GoogleFindings.int64NotString, "\"\(member.name)\" is a number, expected a string",
          at: place(value))
      }
    case .string: checkString(value, member, in: schema, &report)
    case .integer, .number, .boolean: break
    }
  }

  private static func accepts(_ value: JSONValue, _ kind: GoogleMember.Kind) -> Bool {
    switch kind {
    case .string: value.string != nil
    case .int64:
      value.string.map { Int64($0) != nil } ?? (value.number.map { $0.integer != nil } ?? false)
    case .integer: value.number?.integer.map { Int32(exactly: $0) != nil } ?? false
    case .number: value.number != nil
    case .boolean: value.bool != nil
    case .object: value.isObject
    }
  }

  private static func inWords(_ kind: GoogleMember.Kind) -> String {
    switch kind {
    case .string: "a string"
    case .int64: "a string with an integer"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .object: "an object"
    }
  }

  /// Returns the strings of a LocalizedString.
  static func texts(of value: JSONValue) -> [JSONValue] {
    let all =
      [value["defaultValue"]].compactMap { $0 }
      + (value["translatedValues"].map { Array($0.elements) } ?? [])
    return all.compactMap { $0["value"] }
  }

  private func checkAlternatives(
    _ value: JSONValue, _ schema: GoogleSchema, _ report: inout Report
  ) {
    let names = schema.alternatives
    guard !names.isEmpty, source != .patch else { return }
    let count = names.count { name in value[name].map { !$0.isNull } ?? false }
    guard count != 1 else { return }
    report(
      GoogleFindings.exactlyOne,
      "\(schema.name) has \(count) of \(names.joined(separator: ", ")), expected exactly one",
      at: Self.shownAtWhole(place(value)))
  }

  // MARK: Places

  func isPlaceholder(_ value: JSONValue) -> Bool {
    source == .patch && (value.string?.contains("{{") ?? false)
  }

  /// Returns the place of a value. A derived value has another pointer in its file than in the
  /// payload, so that the pointer is left out.
  func place(_ value: some Placed) -> Place {
    var place = value.place
    if source == .derived { place.pointer = nil }
    return place
  }

  private static func shownAtWhole(_ place: Place) -> Place {
    var place = place
    place.showsText = false
    return place
  }
}
