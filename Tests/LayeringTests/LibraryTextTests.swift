// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Texts of the modules that programs link as a library name no option of a command: whoever calls a
/// function cannot add `--encoding`. The commands add theirs (`PassReport/Text/OptionNames.swift`).
struct LibraryTextTests {
  /// What reports of the commands say is the commands'.
  private static let products = [
    "PassBuild", "PassCheck", "PassFoundation", "PassNFC", "PassPreview", "PassProvisioning",
  ]
  private static let ofCommands: Set<String> = ["PassReport", "PassCompanionFindings"]

  /// Files that read arguments of a command, which nothing public leads to, findings of commands
  /// alone, and one file whose styles of a page have names like options.
  private static let readers = [
    "PassBuild/Rows/RowSource.swift", "PassTemplate/Data/GivenValues.swift",
    "PassNFC/ReaderKit/ReaderKit.swift", "PassPreview/Page/PreviewPage.swift",
    // Of `passc cert` alone.
    "PassBuild/Certificates/ExampleIdentity.swift",
    "PassBuild/Certificates/RequestedIdentity.swift",
  ]

  @Test func noTextOfTheLibraryNamesAnOption() throws {
    let graph = try PackageGraph.ours.get()
    let modules = Self.linked(in: graph)
    #expect(modules.contains("PassTemplate") && modules.contains("PassRules"))
    var read = 0
    for module in modules.sorted() {
      let target = try #require(graph.targets[module])
      for (path, text) in try target.sources() {
        let name = "\(module)/\(path)"
        read += 1
        let found = Self.options(in: text)
        #expect(found.isEmpty != Self.readers.contains(name), "\(name): \(found)")
      }
    }
    #expect(read > 200)
  }

  @Test(arguments: [
    (#"help: "add --encoding utf-8","#, 1), (#"why: "--set takes""#, 1), ("  /// `--set`", 0),
    (#"let x = 1  // as --set"#, 0), (#"wrong: "--set tier", right: "--set tier=Gold""#, 0),
    (#"help: "check SOURCE_DATE_EPOCH","#, 1), (#"bad: [.option("--fault late")]"#, 0),
    (#"right: "--set tier=Gold")"#, 0),
    ("wrong: \"\"\"\n  --set tier\n  \"\"\",\nhelp: \"--set\"", 1),
    (#""https://xn--exmple-cua.com""#, 0), (#""a -- b""#, 0),
  ])
  func findsOptionsInTexts(_ line: String, _ count: Int) {
    #expect(Self.options(in: line).count == count)
  }

  /// The modules that are linked with a product, as far as they may import one another.
  private static func linked(in graph: PackageGraph) -> Set<String> {
    var found: Set<String> = []
    var wanted = products
    while let module = wanted.popLast() {
      guard !ofCommands.contains(module), found.insert(module).inserted else { continue }
      wanted += (graph.targets[module]?.direct ?? []).filter { $0.hasPrefix("Pass") }
    }
    return found
  }

  /// The lines that name an option outside of comments and of what a finding shows as wrong and
  /// right, which only the reference prints.
  private static func options(in text: String) -> [String] {
    var isShown = false
    return text.split(separator: "\n").map(String.init).filter { line in
      // Lines of several that a finding shows, up to the closing quotes.
      if isShown {
        isShown = line.drop { $0 == " " }.prefix(3) != "\"\"\""
        return false
      }
      isShown =
        line.range(of: ##"\b(wrong|right): #?"""$"##, options: .regularExpression) != nil
      var line = line
      // An address holds two slashes as well, without a blank before them.
      if let comment = line.range(of: #"(^|\s)//"#, options: .regularExpression) {
        line = String(line[..<comment.lowerBound])
      }
      if let shown = line.range(of: #"\b(wrong|right):|\.option\("#, options: .regularExpression) {
        line = String(line[..<shown.lowerBound])
      }
      return line.range(
        of: #"(^|[^A-Za-z0-9-])--[a-z]|"[^"]* SOURCE_DATE_EPOCH"#, options: .regularExpression)
        != nil
    }
  }
}
