// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Compares import lines with Package.swift, which has the dependency graph.
///
/// The compiler accepts imports of indirect dependencies and of C modules, so these tests read the
/// import lines.
struct LayeringTests {
  /// Modules of Swift or the system that Package.swift does not list, with the targets that may
  /// import them. Every target may import `Synchronization`.
  private static let ofTheSystem: [String: Set<String>] = [
    // Foundation costs 1 ms at each start and adds 34 MB to a program.
    "Foundation": ["PassFoundation", "PassLocale", "PassPreview"],
    "_FoundationICU": ["PassLocale", "PassPreview"],
    "Glibc": ["PassBasics", "PassSystem"],
    "Darwin": ["PassBasics", "PassSystem"],
    "Dispatch": ["PassRegistry", "passc-service"],
  ]
  private static let everywhere: Set<String> = ["Swift", "Synchronization"]
  /// Modules that test targets may import, too.
  private static let forTests: Set<String> = [
    "Testing", "Foundation", "FoundationXML", "Dispatch", "Glibc", "Darwin",
  ]

  private struct Import: CustomStringConvertible {
    let file: String
    let line: Int
    let imported: String
    var description: String { "\(file):\(line): \(imported)" }
  }

  /// Dependencies in Package.swift that are not imported.
  private static let built: Set<String> = [
    // Tests run these programs.
    "passc", "passc-app", "passc-preview", "passc-service", "ledger-probe",
  ]

  @Test func importLinesNameOnlyDirectDependencies() throws {
    let graph = try PackageGraph.ours.get()
    #expect(graph.targets.count > 50)
    var found = 0
    for target in graph.targets.values.sorted(by: { $0.name < $1.name }) where !target.isC {
      for line in try Self.imports(of: target) {
        found += 1
        #expect(
          Self.mayImport(line.imported, target),
          "\(line) is not among the dependencies of \(target.name) in Package.swift")
      }
    }
    #expect(found > 1000)
  }

  /// A dependency without an import is not needed.
  @Test func everyDependencyIsImported() throws {
    for target in try PackageGraph.ours.get().targets.values.sorted(by: { $0.name < $1.name })
    where !target.isC {
      let imported = Set(try Self.imports(of: target).map(\.imported))
      let unused = target.direct.subtracting(imported).subtracting(Self.built).sorted()
      #expect(unused.isEmpty, "Package.swift: \(target.name) does not import \(unused)")
    }
  }

  /// The code of the companion programs must not increase size or build time of passc.
  @Test func passcLinksNothingThatOnlyACompanionNeeds() throws {
    let graph = try PackageGraph.ours.get()
    var linked: Set<String> = []
    var wanted = ["passc"]
    while let name = wanted.popLast() {
      guard linked.insert(name).inserted else { continue }
      wanted += graph.targets[name]?.direct ?? []
    }
    #expect(linked.isSuperset(of: ["PassBuild", "PassCheck", "PassIssue", "PassNFC"]))
    let ofCompanions: Set<String> = [
      "PassApp", "PassProvisioning", "PassDrawing", "PassLocale", "PassPreview", "PassUpdates",
      "PassRegistry", "PassPush", "PassRehearsal", "PassService", "Hummingbird", "NIOCore",
    ]
    #expect(graph.targets.keys.contains("PassApp") && graph.targets.keys.contains("PassPush"))
    #expect(linked.intersection(ofCompanions).sorted() == [])
  }

  /// There are eleven groups and the C libraries, each with at least one module.
  @Test func everyModuleIsInAGroup() throws {
    let groups = [
      "AppSide", "Base", "Build", "CLibraries", "Check", "Format", "Google", "NFC", "Preview",
      "Programs",
      "Service", "Signing",
    ]
    let sources = PackageGraph.root.appendingPathComponent("Sources")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { !$0.hasPrefix(".") }
    #expect(folders.sorted() == groups)
    let shipped = PackageGraph.shipped
    #expect(shipped.count > 20 && shipped.count <= 36)
    for group in groups where group != "CLibraries" {
      #expect(
        shipped.contains { ($0.folder + "/").hasPrefix("Sources/\(group)/") }, "Sources/\(group)")
    }
  }

  @Test(arguments: [
    ("import PassModel", "PassModel"), ("package import PassModel", "PassModel"),
    ("@testable import PassModel", "PassModel"), ("  import struct Foundation.URL", "Foundation"),
    ("@preconcurrency public import Glibc", "Glibc"), ("import enum PassJSON.A // why", "PassJSON"),
  ])
  func findsTheModuleOfAnImportLine(_ line: String, _ module: String) {
    #expect(Self.module(importedBy: line) == module)
  }

  @Test(arguments: ["// import PassModel", "importer.run()", "let x = \"import PassModel\"", ""])
  func takesNothingElseForAnImport(_ line: String) {
    #expect(Self.module(importedBy: line) == nil)
  }

  private static func mayImport(_ imported: String, _ target: PackageGraph.Target) -> Bool {
    if everywhere.contains(imported) || target.direct.contains(imported) { return true }
    if target.isShipped { return ofTheSystem[imported]?.contains(target.name) ?? false }
    return forTests.contains(imported)
  }

  private static func imports(of target: PackageGraph.Target) throws -> [Import] {
    try target.sources().flatMap { path, text -> [Import] in
      var isInLiteral = false
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap { index, line in
          // Multi-line literals have generated Swift, which is not part of the module.
          if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInLiteral.toggle() }
          return isInLiteral
            ? nil
            : Self.module(importedBy: String(line)).map {
              Import(file: "\(target.folder)/\(path)", line: index + 1, imported: $0)
            }
        }
    }
  }

  /// Returns the module that a line imports, or nil for any other line.
  private static func module(importedBy line: String) -> String? {
    var words = line.split(whereSeparator: { $0 == " " || $0 == "\t" })[...]
    while let word = words.first,
      word.hasPrefix("@")
        || ["public", "package", "internal", "fileprivate", "private"].contains(word)
    {
      words = words.dropFirst()
    }
    guard words.popFirst() == "import", var name = words.popFirst() else { return nil }
    if ["struct", "class", "enum", "func", "protocol", "typealias", "let", "var"].contains(name) {
      guard let next = words.popFirst() else { return nil }
      name = next
    }
    return String(name.prefix { $0 != "." })
  }
}
