// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
package import PassDiagnostics
import PassJSON
import PassModel

/// What changes for the holder between two versions of a pass.
///
/// A phone announces a changed value of a field whose `changeMessage` has `%@`; everything else
/// it takes over without a word (Wallet Passes: Distributing and updating a pass).
package struct PassDiff {
  /// How much of a change reaches the holder.
  package enum Standing: Sendable, Equatable {
    /// A notification, in the words of pass.json and in those of each language that has others.
    case notifies(text: String, languages: [String: String])
    /// The pass looks or behaves otherwise, unannounced; why, where that may surprise.
    case silent(String?)
    /// Nothing the holder sees.
    case unseen
  }

  /// One difference.
  package struct Change: Sendable {
    /// What kind of thing differs.
    package let kind: Kind
    /// What people call it: a field's label, a key of pass.json, a text that is translated.
    package let name: String
    /// A field's group or a language's folder, as `primaryFields` or `de.lproj`; nil for the rest
    /// of pass.json.
    package let area: String?
    /// The field's `key`; nil where the field has none, and for anything but a field.
    package let key: String?
    /// The JSON pointer into the new version's pass.json; nil for what is not there any more, for
    /// the order of fields, and for strings.
    package let pointer: String?
    /// The old value as text; nil where there was nothing.
    package let old: String?
    /// The new value as text; nil where there is nothing any more.
    package let new: String?
    /// How much of it reaches the holder.
    package let standing: Standing

    /// What kind of thing differs: a field, another key of pass.json, or a string of pass.strings.
    package enum Kind: String, Sendable {
      case field, key, string
    }
  }

  /// A file beside pass.json and pass.strings whose bytes differ.
  package struct File: Sendable {
    /// Its path in the pass.
    package let path: String
    /// Its size in the old version, in bytes; nil where it was not there.
    package let old: Int?
    /// Its size in the new version, in bytes; nil where it is not there.
    package let new: Int?
    /// Whether it is an image that Wallet may show.
    package let isSeen: Bool
  }

  /// The version that phones have.
  package let old: PassVersion
  /// The version they are to get.
  package let new: PassVersion
  /// What differs in pass.json and pass.strings, apart from `errors`.
  package private(set) var changes: [Change] = []
  /// Which other files differ, sorted by path.
  package private(set) var files: [File] = []
  /// Why the new version is another pass: pass type, serial number or token differ.
  package private(set) var errors: [Diagnostic] = []

  /// Compares two versions of one pass.
  package init(from old: PassVersion, to new: PassVersion) {
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
        "there are more than \(Self.limitOfChanges) changes, the rest is not listed",
        at: Place.file(new.name))
      errors += report.diagnostics
    }
  }

  /// How many changes are listed.
  package static let limitOfChanges = 10_000
  /// There are more changes than are listed.
  private var isCut = false

  private mutating func append(_ change: Change) {
    guard changes.count < Self.limitOfChanges else {
      isCut = true
      return
    }
    changes.append(change)
  }

  /// Whether the new version is another pass.
  var isAnotherPass: Bool { errors.contains { $0.finding != DiffFindings.tooMany } }

  /// Whether nothing differs but manifest, signature, the order of JSON members and the spelling of
  /// numbers.
  package var isEmpty: Bool { changes.isEmpty && files.isEmpty && errors.isEmpty }

  /// Whether there are changes that phones with the old version do not ask for, since it has no
  /// `webServiceURL`.
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
        // No phone asks with the old version: the new one is handed out and brings its token along.
        changes.append(
          Change(
            kind: .key, name: key, area: nil, key: nil, pointer: after.pointer, old: nil,
            new: "a token, not shown", standing: .unseen))
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
    func words(_ value: JSONValue) -> String { isSecret ? "" : quoted(Inspection.words(value)) }
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

  /// A field of any group, told apart by its key.
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
          // posterGeneric and the style beside it have fields with the same keys.
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
        add(field, field.name, old: nil, new: words(field), .silent("new"))
        continue
      }
      compare(earlier, field)
    }
    for field in before where !kept.contains(field.id) {
      add(field, field.name, old: words(field), new: nil, .silent("gone"))
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
        after, after.name, old: words(before), new: words(after), standing(of: after),
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

  /// What a phone does about a field whose value changed.
  private func standing(of field: Field) -> Standing {
    guard let message = field.value["changeMessage"]?.string, !message.isEmpty else {
      return .silent("no changeMessage")
    }
    guard message.contains("%@") || message.contains("%1$@") else {
      return .silent("its changeMessage has no %@")
    }
    let value = words(field)
    var languages: [String: String] = [:]
    for language in new.languages {
      let text = Self.filled(
        new.translation(of: message, in: language) ?? message,
        with: new.translation(of: value, in: language) ?? value)
      if text != Self.filled(message, with: value) { languages[language] = text }
    }
    return .notifies(text: Self.filled(message, with: value), languages: languages)
  }

  /// `%@` is the value, `%%` a percent sign.
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
          standing: .silent(nil)))
    }
  }

  private mutating func add(
    _ field: Field, _ name: String, old: String?, new: String?, _ standing: Standing,
    at value: JSONValue? = nil
  ) {
    append(
      Change(
        kind: .field, name: name, area: field.group.rawValue, key: field.key,
        pointer: new == nil ? nil : (value ?? field.value).pointer, old: old, new: new,
        standing: standing))
  }

  private func words(_ field: Field) -> String {
    let text = Inspection.words(field.value["value"])
    return field.value["currencyCode"]?.string.map { "\(text) \($0)" } ?? text
  }

  // MARK: pass.json without its fields

  /// Keys whose values the holder does not see.
  private static let unseen: Set<String> = [
    "formatVersion", "teamIdentifier", "webServiceURL", "userInfo", "associatedStoreIdentifiers",
    "auxiliaryStoreIdentifiers", "associatedPassTypeIdentifiers", "nfc",
  ]

  private mutating func compareKeys() {
    let styles = Set(PassStyle.allCases.map(\.rawValue))
    let identity = Set(Self.identity.map(\.key))
    for name in names(old.root, new.root) where !identity.contains(name) {
      let known = KeyTable.members(of: .passRoot).contains(name)
      let standing: Standing = known && !Self.unseen.contains(name) ? .silent(nil) : .unseen
      if styles.contains(name) {
        compareStyle(name)
      } else {
        var path = [Step.member(name)]
        compare(&path, old.root[name], new.root[name], standing)
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
          standing: .silent(nil)))
      return
    }
    let groups = Set(FieldGroup.allCases.map(\.rawValue))
    for name in names(before, after) where !groups.contains(name) {
      var path = [Step.member(name)]
      compare(&path, before[name], after[name], .silent(nil))
    }
  }

  /// One step of the way to a value.
  private enum Step {
    case member(String)
    case element(Int)
  }

  /// The way to a value as people read it, `userInfo.seats[2]`; a stranger's names may be long.
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

  /// Down to the values that differ; what only one version has stays whole.
  private mutating func compare(
    _ path: inout [Step], _ before: JSONValue?, _ after: JSONValue?, _ standing: Standing
  ) {
    if isCut { return }
    if let before, let after, before.isObject, after.isObject {
      let (first, second) = (members(before), members(after))
      for key in names(before, after) {
        path.append(.member(key))
        compare(&path, first[key], second[key], standing)
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
          index < second.count ? second[index] : nil, standing)
        path.removeLast()
      }
      return
    }
    if same(before, after) { return }
    append(
      Change(
        kind: .key, name: Self.name(of: path), area: nil, key: nil, pointer: after?.pointer,
        old: shown(before), new: shown(after), standing: standing))
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
            old: was, new: now, standing: .silent(nil)))
      }
    }
  }

  private func keys(of version: PassVersion, in language: String) -> [String] {
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

  /// The members of both, the new version's order first.
  private func names(_ before: JSONValue, _ after: JSONValue) -> [String] {
    var seen: Set<String> = []
    return (after.members.map(\.name) + before.members.map(\.name)).filter {
      seen.insert($0).inserted
    }
  }

  /// The values of the members by name, the first of several.
  private func members(_ value: JSONValue) -> [String: JSONValue] {
    Dictionary(
      value.members.lazy.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  private func shown(_ value: JSONValue?) -> String? { value.map { Inspection.words($0) } }

  /// Equal but for the order of members; numbers by their value.
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
