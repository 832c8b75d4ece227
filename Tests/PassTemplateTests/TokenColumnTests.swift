// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel
import Testing

@testable import PassTemplate

/// The authenticationToken that is made for passes whose template names none.
struct TokenColumnTests {
  private static let columns =
    #"{"columns": {"serial": {}, "token": {"optional": true}, "#
    + #""service": {"optional": true}}}"#

  private static func card(_ members: String, serial: String = "{{ serial }}") -> String {
    #"{"formatVersion": 1, "passTypeIdentifier": "pass.com.example", "serialNumber": "\#(serial)", "#
      + #"\#(members)"generic": {}}"#
  }

  private static let service = #""webServiceURL": "https://example.com", "#

  /// The pass of a row in a template that gets a token from `source`, which is "made".
  private static func pass(
    _ json: String, _ row: [(value: CellValue, text: String)], _ source: TokenSource = .key,
    memory: inout RowCache
  ) throws -> (text: String, pass: ResolvedPass, template: Template) {
    let rendering = try Rendering([
      "t.pass/pass.json": json, "t.pass/template.json": columns, "t.pass/icon.png": "",
    ])
    let written = try #require(rendering.template, "\(rendering.codes)")
    let template = written.merging(nil, tokens: source)
    let cells = try template.schema.columns.map { column in
      let index = try #require(["serial", "token", "service"].firstIndex(of: column.name))
      return Cell(row[index].value, text: row[index].text, origin: .none)
    }
    let needed = template.tokenColumn?.isNeeded(in: cells) ?? false
    var report = Report()
    let pass = try #require(
      template.resolved(
        with: cells, token: needed ? "made" : nil, readFile: { ($0, []) }, cache: &memory,
        report: &report))
    let file = try #require(pass.files.first { $0.path == "pass.json" })
    let text = String(decoding: file.bytes, as: UTF8.self)
    #expect(text == String(decoding: JSONWriter.bytes(of: pass.document.root), as: UTF8.self))
    return (text, pass, template)
  }

  private static func row(
    token: String? = nil, service: String? = nil
  ) -> [(value: CellValue, text: String)] {
    [(.text("A"), "A")]
      + [token, service].map { $0.map { (.text($0), $0) } ?? (.empty, "") }
  }

  @Test(arguments: [TokenSource.key, .caller])
  func isTheLastMemberOfAPassWithAWebService(_ source: TokenSource) throws {
    var cache = RowCache()
    let made = try Self.pass(Self.card(Self.service), Self.row(), source, memory: &cache)
    #expect(made.text.hasSuffix(#""generic":{},"authenticationToken":"made"}"#))
    // Every pass has the member: their documents have one layout, and rules are not run twice.
    #expect(made.pass.document.layout != nil)
  }

  @Test func isNotAddedWithoutAWebServiceOrWithAToken() throws {
    var cache = RowCache()
    for members in ["", Self.service + #""authenticationToken": "0123456789abcdef", "#] {
      let made = try Self.pass(Self.card(members), Self.row(), memory: &cache)
      #expect(made.template.tokenColumn == nil && !made.text.contains("made"))
      cache = RowCache()
    }
    #expect(
      try Self.pass(Self.card(Self.service), Self.row(), .none, memory: &cache)
        .template.tokenColumn == nil)
  }

  /// What a row leaves out decides, and the object does not remember a member that was never there.
  @Test func followsWhatTheRowLeavesOut() throws {
    let ownToken = Self.card(Self.service + #""authenticationToken": "{{ token }}", "#)
    let ownService = Self.card(#""webServiceURL": "{{ service }}", "#)
    var cache = RowCache()
    for (json, row, isMade) in [
      (ownToken, Self.row(), true), (ownToken, Self.row(token: "own"), false),
      (ownService, Self.row(), false), (ownService, Self.row(service: "https://a.example"), true),
    ] {
      let made = try Self.pass(json, row, memory: &cache)
      let token = made.pass.document.root["authenticationToken"]?.string
      #expect(token == (isMade ? "made" : json == ownToken ? "own" : nil))
      #expect(!made.pass.document.vanished.contains { $0.usedAt == .none })
      cache = RowCache()
    }
  }

  /// Digests of templates are stored: they do not depend on who makes tokens.
  @Test func isNoPartOfTheTemplateAsItIsWritten() throws {
    func parts(_ source: TokenSource) throws -> [String] {
      var cache = RowCache()
      var parts: [String] = []
      try Self.pass(Self.card(Self.service), Self.row(), source, memory: &cache).template
        .forEachPart { parts.append("\($0) \(String(decoding: $1, as: UTF8.self))") }
      return parts
    }
    #expect(try parts(.key) == parts(.none))
  }
}
