// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassJSON
import PassTemplate
import PassTesting
import Testing

/// Tests `passc schema template` with an independent validator. It must reject what the reader
/// rejects.
@Suite(
  .disabled(if: SchemaChecker.isMissing, "PyPI's jsonschema is not here: run scripts/judges.sh"))
struct TemplateSchemaTests {
  @Test func acceptsTheTemplateJSONOfEveryTemplate() throws {
    var documents: [String] = []
    for name in try Disk.list("\(Program.repository)/templates").map(\.name) {
      let path = "\(Program.repository)/templates/\(name)/template.json"
      guard let bytes = try? Disk.read(path) else { continue }
      var report = Report()
      let document = try #require(JSONReader.read(bytes, name: path, report: &report))
      documents.append(String(decoding: JSONWriter.bytes(of: document.root), as: UTF8.self))
    }
    #expect(documents.count >= 5)
    #expect(
      try SchemaChecker.faults(in: documents, by: TemplateSchema.text).compactMap { $0 } == [])
  }

  /// Returns the codes of the reader about the form of template.json.
  private static func codes(of settings: String) throws -> [String] {
    let pass = #"{"formatVersion": 1, "generic": {}, "serialNumber": "1", "description": "d"}"#
    let folder = try TemporaryFolder(["t.pass/pass.json": pass, "t.pass/template.json": settings])
    try folder.add(["base.pass/pass.json": pass, "t.pass/extra.txt": "x"])
    var report = Report()
    _ = try Template.load(folder("t.pass"), report: &report)
    return report.diagnostics.filter { $0.severity > .note }.map(\.code)
  }

  private static let fine = [
    #"{}"#, #"{"extends": "../base.pass", "columns": null}"#, #"{"sample": "sample.csv"}"#,
    #"{"columns": {"a": {}, "b": {"type": "string", "from": "B", "holder": true, "trim": false}}}"#,
    #"{"columns": {"n": {"type": "number", "decimal": ",", "default": 1.5, "optional": true}}}"#,
    #"{"columns": {"i": {"type": "integer", "pattern": "[0-9]+", "default": 0}}}"#,
    #"{"columns": {"e": {"type": "enum", "values": ["a", "b"], "default": "a"}}}"#,
    #"{"columns": {"b": {"type": "boolean", "default": false}, "j": {"type": "json"}}}"#,
    #"{"columns": {"d": {"type": "date", "format": "dd.MM.yyyy", "time": "23:59:59", "zone": "Europe/Berlin"}}}"#,
    #"{"columns": {"d": {"type": "date", "zone": "+02:00"}, "u": {"type": "url"}}}"#,
    #"{"columns": {"p": {"type": "file"}}, "images": {"thumbnail@2x.png": "{{ p }}"}}"#,
    #"{"include": ["extra.txt"], "reader": {"name": "Gym", "url": "https://a.example"}}"#,
    #"{"allow": {"image.strip.size": "agreed with the brand team"}}"#,
    #"{"language": "en"}"#, #"{"language": "zh-Hans"}"#, #"{"language": "es-419"}"#,
    #"{"extends": "../base.pass", "language": null}"#,
  ]

  private static let faulty = [
    #"{"extend": "../base.pass"}"#, #"{"extends": 1}"#, #"{"sample": ""}"#, #"{"sample": null}"#,
    #"{"columns": []}"#, #"{"columns": {"a": "string"}}"#, #"{"columns": {" ": {}}}"#,
    #"{"columns": {"a": {"type": "int"}}}"#, #"{"columns": {"a": {"type": 1}}}"#,
    #"{"columns": {"a": {"typ": "string"}}}"#, #"{"columns": {"a": {"optional": "yes"}}}"#,
    #"{"columns": {"a": {"from": " "}}}"#, #"{"columns": {"a": {"decimal": ","}}}"#,
    #"{"columns": {"a": {"type": "number", "decimal": ";"}}}"#,
    #"{"columns": {"a": {"type": "number", "default": "1"}}}"#,
    #"{"columns": {"a": {"type": "boolean", "default": 0}}}"#,
    #"{"columns": {"a": {"type": "boolean", "pattern": "x"}}}"#,
    #"{"columns": {"a": {"type": "enum"}}}"#,
    #"{"columns": {"a": {"type": "enum", "values": []}}}"#,
    #"{"columns": {"a": {"type": "enum", "values": ["x", "x"]}}}"#,
    #"{"columns": {"a": {"values": ["x"]}}}"#,
    #"{"columns": {"a": {"type": "json", "default": "x"}}}"#,
    #"{"columns": {"a": {"type": "date", "time": "25:00"}}}"#,
    #"{"columns": {"a": {"type": "date", "zone": "Berlin"}}}"#,
    #"{"columns": {"a": {"type": "date", "format": "dd.MM.yyyy HH:mm"}}}"#,
    #"{"images": {"photo.png": "{{ p }}"}}"#, #"{"images": {"thumbnail.png": "photo.png"}}"#,
    #"{"images": {"thumbnail.png": 1}}"#, #"{"include": "extra.txt"}"#, #"{"include": ["../x"]}"#,
    #"{"include": ["/etc/passwd"]}"#, #"{"include": ["members.csv"]}"#,
    #"{"language": "EN"}"#, #"{"language": ""}"#, #"{"language": 7}"#,
    #"{"language": ["en", "de"]}"#, #"{"language": "pt_BR"}"#, #"{"language": null}"#,
    #"{"reader": {"nam": "Gym"}}"#, #"{"reader": {"name": 1}}"#, #"{"reader": []}"#,
    #"{"allow": ["image"]}"#, #"{"allow": {"image": ""}}"#, #"{"allow": {"image": 1}}"#,
  ]

  @Test func refusesWhatTheReaderRefusesAndNothingElse() throws {
    let all = Self.fine + Self.faulty
    let faults = try SchemaChecker.faults(in: all, by: TemplateSchema.text)
    for (index, (document, fault)) in zip(all, faults).enumerated() {
      let codes = try Self.codes(of: document)
      let isFine = index < Self.fine.count
      #expect((fault == nil) == isFine, "\(document): schema \(fault ?? "fine")")
      #expect(codes.isEmpty == isFine, "\(document): reader \(codes)")
    }
  }

  /// Every value of the valid documents as every other type, and every name misspelled.
  @Test func agreesWithTheReaderOnMutations() throws {
    var mutations: [String] = []
    for text in Self.fine {
      var report = Report()
      let document = try #require(
        JSONReader.read(Array(text.utf8), name: "template.json", report: &report))
      for index in 1..<max(1, document.nodes.count) {
        if document.nodes[index].kind == .key {
          mutations.append(Self.json(document.root, index, "1", isMisspelt: true))
        } else {
          for other in ["17", "true", "null", "[1]", "{\"x\":1}"] {
            mutations.append(Self.json(document.root, index, other))
          }
        }
      }
    }
    #expect(mutations.count > 200)
    let faults = try SchemaChecker.faults(in: mutations, by: TemplateSchema.text)
    var compared = 0
    for (document, fault) in zip(mutations, faults) {
      let codes = try Self.codes(of: document)
      // The existence of a base or column is not a question of form.
      guard Set(codes).isDisjoint(with: ["template.extends.missing", "template.images.noFile"])
      else { continue }
      // Null removes a member of the base. The reader merges first, so it does not see the unknown
      // name. An editor checks only this file and marks it.
      if document.contains("\"extends\""), document.contains("X\":null"), codes.isEmpty {
        #expect(fault != nil, "\(document)")
        continue
      }
      #expect(
        (fault == nil) == codes.isEmpty, "\(document): schema \(fault ?? "fine"), reader \(codes)")
      compared += 1
    }
    #expect(compared > 200)
  }

  private static func json(
    _ value: JSONValue, _ index: Int, _ new: String, isMisspelt: Bool = false
  ) -> String {
    if value.index == index, !isMisspelt { return new }
    if value.isArray {
      return "["
        + value.elements.map { json($0, index, new, isMisspelt: isMisspelt) }.joined(separator: ",")
        + "]"
    }
    guard value.isObject else {
      return String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }
    let members = value.members.map { member in
      let mark = isMisspelt && member.value.index == index + 1 ? "X" : ""
      return "\"\(member.name)\(mark)\":" + json(member.value, index, new, isMisspelt: isMisspelt)
    }
    return "{" + members.joined(separator: ",") + "}"
  }
}
