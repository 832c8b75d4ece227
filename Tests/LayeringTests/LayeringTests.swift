// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Who may import whom. The package manager lets transitive and system modules through, so the
/// import lines are read; docs/architecture.md shows the same table.
struct LayeringTests {
  /// Our modules, and which of ours each may import. `passc` wires everything and PassTesting is
  /// for tests only.
  static let allowed: [String: Set<String>] = {
    let stages: Set<String> = [
      "PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassCrypto", "PassArchive",
      "PassTemplate", "PassRules", "PassSystem", "PassValues", "PassWork",
    ]
    let rooms = stages.union([
      "PassReport", "PassBuild", "PassBundle", "PassCertificates", "PassCheck",
      "PassIssue", "PassStart",
    ])
    return [
      "COpenSSL": [],
      "CZip": [],
      "CCairo": [],
      "CFontconfig": [],
      "CFriBidi": [],
      "CHarfBuzz": [],
      "CLibPQ": [],
      "CSPNG": [],
      "CTurboJPEG": [],
      "CZint": [],
      "CPKCS11": [],
      "CVersion": [],
      "PassSystem": [],
      "PassValues": [],
      "PassDiagnostics": ["PassSystem", "PassValues"],
      "PassWork": ["PassSystem"],
      "PassFiles": ["PassSystem", "PassValues"],
      "PassJSON": ["PassDiagnostics", "PassSystem", "PassValues"],
      "PassModel": ["PassDiagnostics", "PassJSON", "PassSystem", "PassValues"],
      "PassCrypto": ["PassSystem", "PassValues"],
      "PassKeys": [
        "PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON", "PassSystem", "PassValues",
        "PassWork",
      ],
      "PassLedger": ["PassFiles", "PassSystem", "PassValues"],
      "PassArchive": ["PassDiagnostics", "PassModel", "PassSystem", "PassValues"],
      "PassTemplate": ["PassDiagnostics", "PassFiles", "PassJSON", "PassModel", "PassValues"],
      "PassRules": ["PassDiagnostics", "PassJSON", "PassModel", "PassCrypto", "PassValues"],
      "PassReport": ["PassDiagnostics", "PassJSON", "PassValues"],
      "PassBuild": stages,
      "PassFoundation": [
        "PassArchive", "PassBuild", "PassCheck", "PassCrypto", "PassDiagnostics", "PassFiles",
        "PassNFC",
        "PassTemplate",
      ],
      "PassBundle": stages.union(["PassBuild"]),
      "PassCertificates": stages.union(["PassReport", "PassBuild"]),
      "PassCheck": stages.union(["PassReport", "PassBuild", "PassBundle"]),
      "PassIssue": stages.union([
        "PassLedger", "PassReport", "PassBuild", "PassBundle", "PassCheck",
      ]),
      "PassStart": stages.union(["PassReport"]),
      "PassNFC": ["PassCrypto", "PassModel", "PassSource", "PassValues"],
      "PassBarcode": ["PassModel"],
      "PassDrawing": ["PassBarcode", "PassCrypto", "PassJSON", "PassModel", "PassValues"],
      "PassPhone": ["PassDiagnostics", "PassJSON", "PassValues"],
      "PassPush": ["PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON", "PassPhone"],
      "PassStandIn": ["PassCrypto", "PassDiagnostics", "PassFiles", "PassJSON"],
      "PassCalls": ["PassCrypto"],
      "PassRehearsalFindings": ["PassDiagnostics"],
      "PassRehearsal": stages.union([
        "PassReport", "PassBuild", "PassBundle", "PassCheck", "PassPhone", "PassCalls",
        "PassStandIn", "PassRehearsalFindings", "PassUpdates",
      ]),
      "passc-service": [
        "PassBuild", "PassCheck", "PassConsole", "PassCrypto", "PassDiagnostics", "PassFiles",
        "PassIssue", "PassPhone", "PassPush", "PassRegistry", "PassRehearsal", "PassReport",
        "PassService", "PassStandIn", "PassSystem", "PassUpdates",
      ],
      "PassPreviewFindings": ["PassDiagnostics"],
      // What lies beside passes: nothing of a pass knows it.
      "PassSource": ["PassDiagnostics", "PassValues"],
      "PassPayments": ["PassDiagnostics", "PassJSON", "PassModel", "PassSource", "PassValues"],
      "PassNotifications": ["PassDiagnostics", "PassJSON", "PassValues"],
      "PassProvisioning": ["PassCrypto", "PassDiagnostics", "PassJSON", "PassValues"],
      "PassApp": [
        "PassArchive", "PassDiagnostics", "PassFiles", "PassModel", "PassSource", "PassValues",
      ],
      "PassPreview": [
        "PassBarcode", "PassDiagnostics", "PassDrawing", "PassJSON", "PassModel",
        "PassPreviewFindings",
        "PassTemplate", "PassValues",
      ],
      "PassUpdates": ["PassDiagnostics", "PassJSON", "PassValues"],
      "PassRegistry": ["PassCrypto", "PassFiles", "PassSystem", "PassUpdates"],
      "PassService": stages.union([
        "PassBarcode", "PassBuild", "PassIssue", "PassPhone", "PassPush", "PassRegistry",
        "PassReport", "PassUpdates",
      ]),
      "PassConsole": [
        "PassBuild", "PassCrypto", "PassDiagnostics", "PassFiles", "PassKeys", "PassModel",
        "PassReport", "PassSystem", "PassTemplate",
      ],
      "passc-preview": stages.union([
        "PassBuild", "PassBundle", "PassCheck", "PassConsole", "PassDrawing", "PassPreview",
        "PassPreviewFindings", "PassReport",
      ]),
      "passc": rooms.union([
        "PassApp", "PassConsole", "PassNFC", "PassNotifications", "PassPayments",
        "PassPreviewFindings", "PassProvisioning", "PassRehearsalFindings", "PassSource",
      ]),
      "PassTesting": rooms.union(["PassLedger", "PassNFC"]),
    ]
  }()

  /// Modules that are not ours and who may import them; what is not listed nobody may.
  static let foreign: [String: Set<String>] = [
    "COpenSSL": ["PassCrypto"],
    "CZip": ["PassArchive"],
    "CCairo": ["PassDrawing"],
    "CFontconfig": ["PassDrawing"],
    "CFriBidi": ["PassDrawing"],
    "CHarfBuzz": ["PassDrawing"],
    "CLibPQ": ["PassRegistry"],
    "CSPNG": ["PassDrawing"],
    "CTurboJPEG": ["PassDrawing"],
    "CZint": ["PassBarcode"],
    "CPKCS11": ["PassKeys"],
    "CVersion": ["PassConsole"],
    "GRDB": ["PassLedger", "PassRegistry"],
    "GRDBSQLite": ["PassLedger", "PassRegistry"],
    "ArgumentParser": ["passc", "passc-preview", "passc-service", "PassConsole"],
    "AsyncHTTPClient": ["PassPush"],
    "Hummingbird": ["PassService", "passc-preview"],
    "HummingbirdCore": ["PassService"],
    "HTTPTypes": ["PassService", "passc-preview"],
    "Logging": ["PassService", "passc-preview"],
    "NIOCore": ["PassService", "passc-preview", "PassCalls", "PassPush", "PassStandIn"],
    "NIOHPACK": ["PassStandIn"],
    "NIOHTTP1": ["PassCalls", "PassPush", "PassService"],
    "NIOHTTP2": ["PassPush", "PassStandIn"], "NIOHTTPTypes": ["PassService"],
    "NIOHTTPTypesHTTP1": ["PassService"],
    "NIOPosix": ["PassService", "PassCalls", "PassPush", "PassStandIn"],
    "NIOSSL": ["PassService", "PassCalls", "PassPush", "PassStandIn"],
    "NIOTLS": ["PassCalls"],
    "ServiceLifecycle": ["PassService"],
    "UnixSignals": ["PassService"],
    // Costs each start a millisecond and the binary 50 MB: only what draws has it, for the
    // customs of locales.
    "Foundation": ["PassFoundation", "PassPreview", "PassTesting"],
    "_FoundationICU": ["PassPreview"],
    "Glibc": ["PassSystem"],
    "Darwin": ["PassSystem"],
    "Synchronization": Set(allowed.keys),
    "Dispatch": ["PassTesting", "passc-preview"],
  ]

  /// One import, as it stands in a file.
  struct Import: CustomStringConvertible {
    let file: String
    let line: Int
    let module: String
    let imported: String
    var description: String { "\(file):\(line): \(module) may not import \(imported)" }
  }

  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func modulesImportOnlyWhatTheTableAllows() throws {
    let imports = try Self.imports()
    #expect(imports.count > 10)
    let offending = imports.filter { !Self.isAllowed($0.imported, in: $0.module) }
    #expect(offending.isEmpty, "\(offending.map(\.description).joined(separator: "\n"))")
  }

  @Test func everyModuleIsInTheTable() throws {
    let sources = Self.root.appendingPathComponent("Sources")
    let folders = try FileManager.default.contentsOfDirectory(atPath: sources.path)
      .filter { !$0.hasPrefix(".") }
    #expect(Set(folders) == Set(Self.allowed.keys))
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

  @Test func architecturePageShowsTheSameTable() throws {
    let page = Self.root.appendingPathComponent("docs/architecture.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    var found: [String: Set<String>] = [:]
    for line in text.split(separator: "\n") where line.hasPrefix("| `") {
      let cells = line.split(separator: "|", omittingEmptySubsequences: true)
        .map { $0.trimmingCharacters(in: .whitespaces) }
      guard cells.count >= 3 else { continue }
      for name in cells[0].split(separator: ",") {
        let module = name.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
        guard Self.allowed[module] != nil else { continue }
        found[module] = Self.modules(namedIn: cells[2])
      }
    }
    for (module, imports) in Self.allowed.sorted(by: { $0.key < $1.key }) {
      let shown = try #require(found[module], "docs/architecture.md has no row for \(module)")
      #expect(shown == imports, "docs/architecture.md, \(module)")
    }
  }

  /// The modules in a cell: names, `-`, `any`, or `any but` and names.
  private static func modules(namedIn cell: String) -> Set<String> {
    if cell.hasPrefix("any") {
      let all = Set(allowed.keys.filter { $0.hasPrefix("Pass") && $0 != "PassTesting" })
      let exception = cell.dropFirst("any but ".count)
      return exception.isEmpty ? all : all.subtracting(modules(namedIn: String(exception)))
    }
    let names = cell.split(separator: ",").map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: " `"))
    }
    return Set(
      names.filter { $0 != "-" && !$0.isEmpty }.map {
        $0.hasPrefix("Pass") ? $0 : "Pass" + $0
      })
  }

  private static func isAllowed(_ imported: String, in module: String) -> Bool {
    if let importers = foreign[imported] { return importers.contains(module) }
    return allowed[module]?.contains(imported) ?? false
  }

  private static func imports() throws -> [Import] {
    let sources = root.appendingPathComponent("Sources")
    // What a tutorial shows is compiled elsewhere.
    let paths = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
    return try paths.flatMap { path -> [Import] in
      let text = try String(contentsOf: sources.appendingPathComponent(path), encoding: .utf8)
      let module = String(path.prefix { $0 != "/" })
      var isInLiteral = false
      return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .compactMap { index, line in
          // Swift source that is written out stands in literals of several lines.
          if line.components(separatedBy: "\"\"\"").count % 2 == 0 { isInLiteral.toggle() }
          return isInLiteral
            ? nil
            : Self.module(importedBy: String(line)).map {
              Import(file: "Sources/" + path, line: index + 1, module: module, imported: $0)
            }
        }
    }
  }

  /// The module an import line names; nil for any other line.
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
