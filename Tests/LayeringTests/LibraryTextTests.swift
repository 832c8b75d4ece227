// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks that strings in library modules do not name an option of a command. A caller of a
/// function cannot pass `--encoding`. The commands add their own help
/// (`PassReport/Text/OptionNames.swift`).
struct LibraryTextTests {
  /// The library products. Reports of the commands are not part of them.
  private static let products = [
    "PassBuild", "PassCheck", "PassFoundation", "PassNFC", "PassPreview", "PassProvisioning",
  ]
  private static let ofCommands: Set<String> = ["PassReport", "PassCompanionFindings"]

  /// Files that may name options: readers of command arguments without a public API, findings of
  /// commands only, and a file with CSS names that look like options.
  private static let readers = [
    "PassBuild/Rows/RowSource.swift", "PassTemplate/Data/GivenValues.swift",
    "PassNFC/ReaderKit/ReaderKit.swift", "PassPreview/Page/PreviewPage.swift",
    // Only for `passc cert`.
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

  /// Returns the modules that are linked with a product.
  private static func linked(in graph: PackageGraph) -> Set<String> {
    var found: Set<String> = []
    var wanted = products
    while let module = wanted.popLast() {
      guard !ofCommands.contains(module), found.insert(module).inserted else { continue }
      wanted += (graph.targets[module]?.direct ?? []).filter { $0.hasPrefix("Pass") }
    }
    return found
  }

  /// Returns the lines that name an option outside of comments and of the examples of a finding.
  /// Only the reference prints those examples.
  private static func options(in text: String) -> [String] {
    var isShown = false
    return text.split(separator: "\n").map(String.init).filter { line in
      // Skips a multi-line example up to its closing quotes.
      if isShown {
        isShown = line.drop { $0 == " " }.prefix(3) != "\"\"\""
        return false
      }
      isShown =
        line.range(of: ##"\b(wrong|right): #?"""$"##, options: .regularExpression) != nil
      var line = line
      // A URL also has two slashes, but without a space before them.
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
