// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
package import PassDiagnostics
import PassJSON
import PassModel
import PassRead

/// The changes between two versions of a pass, and what the cardholder sees of them.
///
/// A phone announces a changed value of a field if its `changeMessage` contains `%@`. It applies
/// every other change silently (Wallet Passes: Distributing and updating a pass).
package struct PassDiff {
  /// The way a change reaches the cardholder.
  package enum Visibility: Sendable, Equatable {
    /// A notification, with the wording of pass.json and of each language that has a different one.
    case notifies(text: String, languages: [String: String])
    /// A visible change without a notification, with a reason if that may be surprising.
    case silent(String?)
    /// A change that the cardholder cannot see.
    case unseen
  }

  package struct Change: Sendable {
    package let kind: Kind
    /// The name for people: the label of a field, a key of pass.json, or a translated string.
    package let name: String
    /// The group of a field or the folder of a language, such as `primaryFields` or `de.lproj`. It
    /// is nil for the rest of pass.json.
    package let area: String?
    /// The `key` of the field. It is nil if the field has none, and for everything that is not a
    /// field.
    package let key: String?
    /// The JSON pointer into pass.json of the new version. It is nil for removed values, the order
    /// of fields and strings.
    package let pointer: String?
    /// The old value as text, or nil if there was none.
    package let old: String?
    /// The new value as text, or nil if there is none.
    package let new: String?
    package let visibility: Visibility

    /// The kind of thing that differs: a field, another key of pass.json, or a string of
    /// pass.strings.
    package enum Kind: String, Sendable {
      case field, key, string
    }
  }

  /// A file other than pass.json and pass.strings whose bytes differ.
  package struct File: Sendable {
    package let path: String
    /// The size in the old version in bytes, or nil if the file is new.
    package let old: Int?
    /// The size in the new version in bytes, or nil if the file was removed.
    package let new: Int?
    /// Whether it is an image that Wallet may show.
    package let isSeen: Bool
  }

  /// The version that phones have.
  package let old: ComparedPass
  /// The version that phones will get.
  package let new: ComparedPass
  /// The differences in pass.json and pass.strings, except those in `errors`.
  package private(set) var changes: [Change] = []
  /// The other files that differ, sorted by path.
  package private(set) var files: [File] = []
  /// The reasons why the new version is another pass: pass type identifier, serial number or
  /// authentication token differ.
  package private(set) var errors: [Diagnostic] = []

  package init(from old: ComparedPass, to new: ComparedPass) {
    self.old = old
    self.new = new
    compareIdentity()
    compareFields()
    compareKeys()
    compareStrings()
    compareFiles()
    if isCut {
      var report = Report()
      report(
        DiffFindings.tooMany,
        "there are more than \(Self.maxChanges) changes, the rest is not listed",
        at: Place.file(new.name))
      errors += report.diagnostics
    }
  }

  /// The most changes that are listed. It bounds memory for untrusted passes.
  package static let maxChanges = 10_000
  /// Whether there are more changes than the limit.
  private var isCut = false

  private mutating func append(_ change: Change) {
    guard changes.count < Self.maxChanges else {
      isCut = true
      return
    }
    changes.append(change)
  }

  var isAnotherPass: Bool { errors.contains { $0.finding != DiffFindings.tooMany } }

  /// Whether the versions differ at most in manifest, signature, order of JSON members and spelling
  /// of numbers.
  package var isEmpty: Bool { changes.isEmpty && files.isEmpty && errors.isEmpty }

  /// Whether you must hand out the new version because phones with the old one do not request it:
  /// it has no `webServiceURL`.
  package var needsHandingOut: Bool { !isEmpty && !old.hasWebService }

  // MARK: Identity

  private static let identity: [(key: String, finding: Finding, isSecret: Bool)] = [
    ("passTypeIdentifier", DiffFindings.passType, false),
    ("serialNumber", DiffFindings.serialNumber, false),
    ("authenticationToken", DiffFindings.token, true),
  ]

  private mutating func compareIdentity() {
    var report = Report(sources: new.sources)
    for (key, finding, isSecret) in Self.identity {
      let (before, after) = (old.root[key], new.root[key])
      if same(before, after) { continue }
      if before == nil && old.leavesOpen(key) || after == nil && new.leavesOpen(key) { continue }
      if isSecret, let after, before == nil, !old.hasWebService {
        // No phone sends the old token, because the old version has no web service. The new pass
        // brings its token along.
        changes.append(
          Change(
            kind: .key, name: key, area: nil, key: nil, pointer: after.pointer, old: nil,
            new: "a token, not shown", visibility: .unseen))
        continue
      }
      report(
        finding, Self.message(key, before, after, isSecret: isSecret), at: after ?? new.root)
    }
    errors = report.sorted.map { diagnostic in
      let key = Self.identity.first { $0.finding == diagnostic.finding }?.key
      guard let before = key.flatMap({ old.root[$0] }),
        let place = old.sources.location(of: before.origin)
      else { return diagnostic }
      return diagnostic.with(
        note: .init(location: place, pointer: before.pointer, message: "was here before"))
    }
  }

  private static func message(
    _ key: String, _ before: JSONValue?, _ after: JSONValue?, isSecret: Bool
  ) -> String {
    let name = isSecret ? "the authentication token" : key
    func words(_ value: JSONValue) -> String {
      isSecret ? "" : quoted(Inspection.description(value))
    }
    switch (before, after) {
    case (let before?, nil): return "\(name) is gone" + (isSecret ? "" : ", was \(words(before))")
    case (nil, let after?):
      return isSecret ? "\(name) is new" : "\(name) is \(words(after)), was none"
    case (let before?, let after?):
      return isSecret
        ? "\(name) is another one" : "\(name) is \(words(after)), was \(words(before))"
    case (nil, nil): return name
    }
  }

  // MARK: Fields

  /// A field of any group. The `id` is its key, and a repeated key gets a suffix.
  private struct Field {
    let id: String
    let key: String?
    let group: FieldGroup
    let value: JSONValue

    var label: String? { value["label"]?.string.flatMap { $0.isEmpty ? nil : $0 } }
    var name: String { label ?? key ?? id }
  }

  private static func fields(of root: JSONValue) -> [Field] {
    var fields: [Field] = []
    var seen: Set<String> = []
    var repetitions: [String: Int] = [:]
    for style in PassStyle.styles(of: root) {
      for group in FieldGroup.allCases {
        guard let list = root[style.rawValue]?[group.rawValue] else { continue }
        for (index, element) in list.elements.enumerated() where element.isObject {
          let key = element["key"]?.string
          let name = key ?? "\(group.rawValue)/\(index)"
          var id = name
          // posterGeneric and the style next to it have fields with the same keys.
          while !seen.insert(id).inserted {
            let number = repetitions[name, default: 0] + 1
            repetitions[name] = number
            id = number == 1 ? name + "'" : "\(name)'\(number)"
          }
          fields.append(Field(id: id, key: key, group: group, value: element))
        }
      }
    }
    return fields
  }

  private mutating func compareFields() {
    let before = Self.fields(of: old.root)
    let after = Self.fields(of: new.root)
    let known = Dictionary(before.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(after.map(\.id))
    for field in after {
      guard let earlier = known[field.id] else {
        add(field, field.name, old: nil, new: description(field), .silent("new"))
        continue
      }
      compare(earlier, field)
    }
    for field in before where !kept.contains(field.id) {
      add(field, field.name, old: description(field), new: nil, .silent("gone"))
    }
    compareOrder(before, after)
  }

  private mutating func compare(_ before: Field, _ after: Field) {
    if before.group != after.group {
      add(
        after, "\(after.name), place", old: before.group.rawValue, new: after.group.rawValue,
        .silent(nil))
    }
    if !same(before.value["value"], after.value["value"]) {
      add(
        after, after.name, old: description(before), new: description(after), visibility(of: after),
        at: after.value["value"])
    }
    let names = names(before.value, after.value).filter { $0 != "key" && $0 != "value" }
    for name in names where !same(before.value[name], after.value[name]) {
      let isSeen = name != "changeMessage" && name != "semantics"
      add(
        after, "\(after.name), \(name)", old: shown(before.value[name]),
        new: shown(after.value[name]), isSeen ? .silent(nil) : .unseen, at: after.value[name])
    }
  }

  /// Returns what a phone does when the value of the field changes.
  private func visibility(of field: Field) -> Visibility {
    guard let message = field.value["changeMessage"]?.string, !message.isEmpty else {
      return .silent("no changeMessage")
    }
    guard message.contains("%@") || message.contains("%1$@") else {
      return .silent("its changeMessage has no %@")
    }
    let value = description(field)
    var languages: [String: String] = [:]
    for language in new.languages {
      let text = Self.filled(
        new.translation(of: message, in: language) ?? message,
        with: new.translation(of: value, in: language) ?? value)
      if text != Self.filled(message, with: value) { languages[language] = text }
    }
    return .notifies(text: Self.filled(message, with: value), languages: languages)
  }

  /// Replaces `%@` with the value and `%%` with a percent sign.
  private static func filled(_ message: String, with value: String) -> String {
    message.split(separator: "%%", omittingEmptySubsequences: false)
      .map { $0.replacing("%1$@", with: "%@").replacing("%@", with: value) }.joined(separator: "%")
  }

  private mutating func compareOrder(_ before: [Field], _ after: [Field]) {
    for group in FieldGroup.allCases {
      let old = before.filter { $0.group == group }.map(\.id)
      let new = after.filter { $0.group == group }.map(\.id)
      let common = Set(old).intersection(new)
      let (first, second) = (old.filter(common.contains), new.filter(common.contains))
      guard first != second else { continue }
      append(
        Change(
          kind: .field, name: "order", area: group.rawValue, key: nil, pointer: nil,
          old: first.joined(separator: ", "), new: second.joined(separator: ", "),
          visibility: .silent(nil)))
    }
  }

  private mutating func add(
    _ field: Field, _ name: String, old: String?, new: String?, _ visibility: Visibility,
    at value: JSONValue? = nil
  ) {
    append(
      Change(
        kind: .field, name: name, area: field.group.rawValue, key: field.key,
        pointer: new == nil ? nil : (value ?? field.value).pointer, old: old, new: new,
        visibility: visibility))
  }

  private func description(_ field: Field) -> String {
    let text = Inspection.description(field.value["value"])
    return field.value["currencyCode"]?.string.map { "\(text) \($0)" } ?? text
  }

  // MARK: pass.json without its fields

  /// Keys whose values the cardholder does not see.
  private static let unseen: Set<String> = [
    "formatVersion", "teamIdentifier", "webServiceURL", "userInfo", "associatedStoreIdentifiers",
    "auxiliaryStoreIdentifiers", "associatedPassTypeIdentifiers", "nfc",
  ]

  private mutating func compareKeys() {
    let styles = Set(PassStyle.allCases.map(\.rawValue))
    let identity = Set(Self.identity.map(\.key))
    for name in names(old.root, new.root) where !identity.contains(name) {
      let known = KeyTable.members(of: .passRoot).contains(name)
      let visibility: Visibility = known && !Self.unseen.contains(name) ? .silent(nil) : .unseen
      if styles.contains(name) {
        compareStyle(name)
      } else {
        var path = [Step.member(name)]
        compare(&path, old.root[name], new.root[name], visibility)
      }
    }
  }

  private mutating func compareStyle(_ style: String) {
    let (before, after) = (old.root[style], new.root[style])
    guard let before, let after else {
      append(
        Change(
          kind: .key, name: "style", area: nil, key: nil, pointer: after?.pointer,
          old: before == nil ? nil : style, new: after == nil ? nil : style,
          visibility: .silent(nil)))
      return
    }
    let groups = Set(FieldGroup.allCases.map(\.rawValue))
    for name in names(before, after) where !groups.contains(name) {
      var path = [Step.member(name)]
      compare(&path, before[name], after[name], .silent(nil))
    }
  }

  private enum Step {
    case member(String)
    case element(Int)
  }

  /// Returns the path of a value for people, such as `userInfo.seats[2]`. It is cut because names
  /// in untrusted passes may be long.
  private static func name(of path: [Step]) -> String {
    var name = ""
    for step in path {
      switch step {
      case .member(let member):
        name += (name.isEmpty ? "" : ".") + Excerpt.memberName.shown(member)
      case .element(let index): name += "[\(index)]"
      }
      if name.utf8.count > 1000 { return name + "…" }
    }
    return name
  }

  /// Descends to the values that differ. A value that only one version has is one change, whatever
  /// it contains.
  private mutating func compare(
    _ path: inout [Step], _ before: JSONValue?, _ after: JSONValue?, _ visibility: Visibility
  ) {
    if isCut { return }
    if let before, let after, before.isObject, after.isObject {
      let (first, second) = (members(before), members(after))
      for key in names(before, after) {
        path.append(.member(key))
        compare(&path, first[key], second[key], visibility)
        path.removeLast()
      }
      return
    }
    if let before, let after, before.isArray, after.isArray {
      let (first, second) = (before.elements.map { $0 }, after.elements.map { $0 })
      for index in 0..<max(first.count, second.count) {
        path.append(.element(index))
        compare(
          &path, index < first.count ? first[index] : nil,
          index < second.count ? second[index] : nil, visibility)
        path.removeLast()
      }
      return
    }
    if same(before, after) { return }
    append(
      Change(
        kind: .key, name: Self.name(of: path), area: nil, key: nil, pointer: after?.pointer,
        old: shown(before), new: shown(after), visibility: visibility))
  }

  // MARK: Languages

  private mutating func compareStrings() {
    let languages = Set(old.languages).union(new.languages).sorted()
    for language in languages {
      let before = old.translations(in: language)
      let after = new.translations(in: language)
      var seen: Set<String> = []
      for key in keys(of: old, in: language) + keys(of: new, in: language)
      where seen.insert(key).inserted {
        let (was, now) = (before[key], after[key])
        guard was != now else { continue }
        append(
          Change(
            kind: .string, name: key, area: "\(language).lproj", key: nil, pointer: nil,
            old: was, new: now, visibility: .silent(nil)))
      }
    }
  }

  private func keys(of version: ComparedPass, in language: String) -> [String] {
    version.pass.strings.first { $0.language == language }?.entries.map(\.key) ?? []
  }

  // MARK: Files

  private mutating func compareFiles() {
    let before = Dictionary(
      old.pass.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
    let after = Dictionary(new.pass.files.map { ($0.path, $0.bytes) }, uniquingKeysWith: { $1 })
    for path in Set(before.keys).union(after.keys).sorted() where before[path] != after[path] {
      var isSeen = false
      switch PackableFile(path: path) {
      case .passJSON, .strings: continue
      case .image: isSeen = true
      case .personalizationJSON, nil: break
      }
      files.append(
        File(path: path, old: before[path]?.count, new: after[path]?.count, isSeen: isSeen))
    }
  }

  // MARK: JSON

  /// Returns the member names of both objects, those of the new version first.
  private func names(_ before: JSONValue, _ after: JSONValue) -> [String] {
    var seen: Set<String> = []
    return (after.members.map(\.name) + before.members.map(\.name)).filter {
      seen.insert($0).inserted
    }
  }

  /// Returns the values of the members by name. The first of several members with one name counts.
  private func members(_ value: JSONValue) -> [String: JSONValue] {
    Dictionary(
      value.members.lazy.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func shown(_ value: JSONValue?) -> String? { value.map { Inspection.description($0) } }

  /// Returns whether the values are equal, ignoring the order of members and comparing numbers by
  /// value.
  private func same(_ before: JSONValue?, _ after: JSONValue?) -> Bool {
    guard let before, let after else { return before == nil && after == nil }
    guard before.kind == after.kind else { return false }
    switch before.kind {
    case .object:
      let (first, second) = (members(before), members(after))
      return first.count == second.count && first.allSatisfy { same($0.value, second[$0.key]) }
    case .array:
      let (first, second) = (before.elements.map { $0 }, after.elements.map { $0 })
      return first.count == second.count && zip(first, second).allSatisfy { same($0, $1) }
    case .number:
      return before.number?.spelling == after.number?.spelling
        || (before.number?.double != nil && before.number?.double == after.number?.double)
    default: return before.string == after.string
    }
  }
}
