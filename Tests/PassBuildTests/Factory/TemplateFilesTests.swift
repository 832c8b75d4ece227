// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassDiagnostics
import PassJSON
import PassTemplate
import Testing

@testable import PassBuild

struct TemplateFilesTests {
  /// Returns the files of a folder by path.
  private static func files(of folder: String) throws -> [String: [UInt8]] {
    var files: [String: [UInt8]] = [:]
    let root = URL(fileURLWithPath: folder)
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      let url = root.appendingPathComponent(path)
      guard let bytes = try? Data(contentsOf: url) else { continue }
      files[path] = [UInt8](bytes)
    }
    return files
  }

  @Test(arguments: PassFactoryTests.templates ?? [])
  func makesTheSameOfFilesAsOfTheFolder(_ name: String) throws {
    let folder = Repository.path("templates/\(name)")
    let fromFolder = try Template.load(folder: folder)
    let fromFiles = try Template.load(files: try Self.files(of: folder), named: folder) { path in
      try Self.files(of: folder + "/" + path)
    }
    var parts: [[String]] = []
    for template in [fromFolder, fromFiles] {
      var list: [String] = []
      template.forEachPart { list.append($0 + " " + String(decoding: $1, as: UTF8.self)) }
      parts.append(list)
    }
    #expect(parts[0] == parts[1])
    #expect(fromFolder.found.map(\.description) == fromFiles.found.map(\.description))
  }

  @Test func asksForTheBaseByItsPath() throws {
    let pass = """
      { "formatVersion": 1, "serialNumber": "1", "organizationName": "O", "description": "d",
        "generic": {} }
      """
    var asked: [String] = []
    let template = try Template.load(files: [
      "template.json": Array(#"{"extends": "../base"}"#.utf8),
      "pass.json": Array(#"{"description": "mine"}"#.utf8),
    ]) { path in
      asked.append(path)
      return ["pass.json": Array(pass.utf8)]
    }
    #expect(asked == ["../base"])
    #expect(template.document["description"]?.string == "mine")
    #expect(template.document["organizationName"]?.string == "O")
  }

  @Test func saysThatABaseIsMissingOrACircle() {
    let settings = ["template.json": Array(#"{"extends": "../base"}"#.utf8)]
    let missing = #expect(throws: DiagnosticsError.self) { try Template.load(files: settings) }
    #expect(missing?.diagnostics.contains { $0.code == "template.extends.missing" } == true)
    let endless = #expect(throws: DiagnosticsError.self) {
      try Template.load(files: settings) { _ in settings }
    }
    #expect(endless?.diagnostics.isEmpty == false)
    let circle = #expect(throws: DiagnosticsError.self) {
      try Template.load(files: ["template.json": Array(#"{"extends": "."}"#.utf8)]) { _ in nil }
    }
    #expect(
      circle?.diagnostics.contains { $0.code == "template.extends.cycle" } == true, "\(circle)")
  }

  @Test(arguments: ["../x", "/x", "", ".", "a/../../x"]) func refusesAPathThatLeadsOut(
    _ path: String
  ) {
    #expect(throws: (any Error).self) { try Template.load(files: [path: []]) }
  }

  @Test func saysWhatIsWrongWithAFile() {
    let rejected = #expect(throws: DiagnosticsError.self) {
      try Template.load(files: ["pass.json": Array("{".utf8)], named: "gym")
    }
    #expect(rejected?.diagnostics.first?.location?.file == "gym/pass.json")
    #expect(throws: DiagnosticsError.self) { try Template.load(files: [:]) }
  }
}
