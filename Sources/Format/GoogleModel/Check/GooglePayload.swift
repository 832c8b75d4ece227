// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
package import PassDiagnostics
package import PassJSON

/// The classes and objects of a payload, of one request, or of the claims of a link.
package struct GooglePayload {
  /// A class or object with its type.
  package struct Part {
    package let type: GoogleType
    package let level: GoogleType.Level
    package let value: JSONValue
  }

  package let parts: [Part]

  package init(parts: [Part]) { self.parts = parts }

  /// Finds the parts of a document. Returns nil if it is none of the known forms.
  ///
  /// A class or object alone is recognized by its members, because it does not contain its type.
  package init?(_ root: JSONValue) {
    guard root.isObject else { return nil }
    let lists = root["payload"].map { $0.isObject ? $0 : root } ?? root
    var parts: [Part] = []
    for type in GoogleType.allCases {
      for level in GoogleType.Level.allCases {
        if let list = lists[type.list(level)] {
          parts += list.elements.map { Part(type: type, level: level, value: $0) }
        }
        if let one = lists[type.resource(level)], one.isObject {
          parts.append(Part(type: type, level: level, value: one))
        }
      }
    }
    if parts.isEmpty {
      guard let (type, level) = Self.guess(root) else { return nil }
      parts = [Part(type: type, level: level, value: root)]
    }
    self.parts = parts
  }

  /// Returns the type and level with most of the members, if one has more than all others.
  private static func guess(_ value: JSONValue) -> (GoogleType, GoogleType.Level)? {
    guard value["id"] != nil else { return nil }
    let names = value.members.map(\.name)
    let level: GoogleType.Level = value["classId"] == nil ? .class : .object
    let counts = GoogleType.allCases.map { type in
      let schema = type.schema(level)
      return (type, names.count { schema[$0] != nil })
    }
    guard let best = counts.max(by: { $0.1 < $1.1 }) else { return nil }
    return counts.count { $0.1 == best.1 } == 1 ? (best.0, level) : nil
  }

  /// Checks every part, and parts that belong together.
  package func check(_ source: GoogleValueCheck.Source, report: inout Report) {
    let check = GoogleValueCheck(source)
    for part in parts { check.check(part.value, part.type, part.level, report: &report) }
    checkRepeatedIDs(check, &report)
    for part in parts where part.level == .class {
      let objects = objects(of: part)
      GooglePair(type: part.type, class: part.value, objects: objects, check: check)
        .check(report: &report)
    }
  }

  private func objects(of part: Part) -> [JSONValue] {
    let id = part.value["id"]?.string
    return parts.filter {
      $0.level == .object && $0.type == part.type
        && ($0.value["classId"]?.string == id || id == nil)
    }.map(\.value)
  }

  private func checkRepeatedIDs(_ check: GoogleValueCheck, _ report: inout Report) {
    var known: Set<String> = []
    for part in parts where part.level == .object {
      guard let member = part.value["id"], let id = member.string, !known.insert(id).inserted else {
        continue
      }
      report(
        GoogleFindings.idRepeated, "two objects have the id \(Excerpt.cell.quoted(id))",
        at: check.place(member))
    }
  }
}

/// A class with objects of it.
package struct GooglePair {
  let type: GoogleType
  let `class`: JSONValue
  let objects: [JSONValue]
  let check: GoogleValueCheck

  package init(
    type: GoogleType, class: JSONValue, objects: [JSONValue], check: GoogleValueCheck
  ) {
    self.type = type
    self.class = `class`
    self.objects = objects
    self.check = check
  }

  /// Checks the parts together.
  ///
  /// - Parameter checksPaths: whether to check the paths of the layout.
  package func check(checksPaths: Bool = true, report: inout Report) {
    checkSmartTap(&report)
    guard checksPaths, let layout = self.class["classTemplateInfo"] else { return }
    checkPaths(in: layout, &report)
  }

  private func checkSmartTap(_ report: inout Report) {
    let isEnabled = self.class["enableSmartTap"]?.bool == true
    let hasIssuers = self.class["redemptionIssuers"].map { $0.element(0) != nil } ?? false
    let fullObjects = objects.filter {
      $0.members.contains { !["id", "classId"].contains($0.name) }
    }
    let valued = fullObjects.filter { $0["smartTapRedemptionValue"] != nil }
    // Loyalty cards fall back to the barcode and the account.
    let hasValue = fullObjects.isEmpty || valued.count == fullObjects.count || type == .loyalty
    let usesTap = isEnabled || hasIssuers || !valued.isEmpty
    guard usesTap, !(isEnabled && hasIssuers && hasValue) else { return }
    var missing: [String] = []
    if !isEnabled { missing.append("\"enableSmartTap\": true") }
    if !hasIssuers { missing.append("\"redemptionIssuers\"") }
    if !hasValue { missing.append("\"smartTapRedemptionValue\"") }
    let first =
      self.class["enableSmartTap"] ?? self.class["redemptionIssuers"]
      ?? valued.first?["smartTapRedemptionValue"]
    report(
      GoogleFindings.smartTapIncomplete,
      "Smart Tap needs \(missing.joined(separator: " and ")) too",
      at: check.place(first ?? self.class))
  }

  // MARK: Paths

  // The nesting limit of the reader bounds the recursion.
  private func checkPaths(in value: JSONValue, _ report: inout Report) {
    if let path = value["fieldPath"]?.string, let member = value["fieldPath"],
      !check.isPlaceholder(member)
    {
      checkPath(path, member, value, &report)
    }
    for member in value.members where member.value.isObject || member.value.isArray {
      checkPaths(in: member.value, &report)
    }
    for element in value.elements { checkPaths(in: element, &report) }
  }

  private func checkPath(
    _ path: String, _ place: JSONValue, _ selector: JSONValue, _ report: inout Report
  ) {
    guard let target = GoogleFieldPath(path, type: type) else {
      return report(
        GoogleFindings.fieldPathUnknown, "\(Excerpt.cell.quoted(path)) names no member of \(type)",
        at: check.place(place))
    }
    if let key = target.moduleKey, !hasModule(key, target) {
      return report(
        GoogleFindings.fieldPathUnknown, "no pass has the module of \(Excerpt.cell.quoted(path))",
        at: check.place(place))
    }
    guard let format = selector["dateFormat"], !target.isDate else { return }
    report(
      GoogleFindings.fieldPathDateFormat, "\(Excerpt.cell.quoted(path)) is not a date",
      at: check.place(format))
  }

  private func hasModule(_ key: String, _ target: GoogleFieldPath) -> Bool {
    let holders = target.level == .class ? [self.class] : objects
    guard !holders.isEmpty else { return true }
    return holders.contains { holder in
      guard let list = holder[target.list] else { return false }
      let modules = list.isArray ? list : list["uris"] ?? list
      return modules.elements.contains { $0["id"]?.string == key }
    }
  }
}
