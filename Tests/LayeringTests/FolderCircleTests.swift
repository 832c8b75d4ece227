// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks that folders of a module have no cyclic dependencies, so that a module can be read from
/// the bottom up. Files in one folder may depend on each other.
struct FolderCircleTests {
  @Test(arguments: PackageGraph.shipped.map(\.name))
  func foldersKnowEachOtherInOneDirection(module: String) throws {
    let target = try #require(try PackageGraph.ours.get().targets[module])
    let sources = try Dictionary(uniqueKeysWithValues: target.sources().map { ($0.path, $0.text) })
    #expect(!sources.isEmpty)
    let graph = FolderGraph(sources: sources)
    for circle in graph.circles {
      Issue.record("\(module) has a circle:\n\(graph.description(of: circle))")
    }
  }

  // MARK: Tests of the check

  @Test func findsACircleOfTwoFolders() {
    let graph = FolderGraph(sources: [
      "A/One.swift": "struct One { let two: Two }", "B/Two.swift": "enum Two { case one(One) }",
      "C/Three.swift": "struct Three { let one: One }",
    ])
    #expect(graph.circles == [["A", "B"]])
    #expect(
      graph.description(of: ["A", "B"])
        == "A -> B: A/One.swift uses Two\nB -> A: B/Two.swift uses One")
  }

  @Test func findsACircleOverAFileAndAFunction() {
    let graph = FolderGraph(sources: [
      "A/One.swift": "package func one() {}\nfunc other() { Root.two() }",
      "Root.swift": "enum Root { static func two() { Three() } }",
      "B/Three.swift": #"struct Three { let text = "\(one())" }"#,
    ])
    #expect(graph.circles == [["A", "B", "Root.swift"]])
  }

  @Test(arguments: [
    "struct Two {}", "struct Two {} // One", "/* /* One */ One */ struct Two {}",
    #"struct Two { let text = "One \"One\" \(2)" }"#, ##"let two = #"One \(One)"#"##,
    "struct Two { let text = \"\"\"\n  One \"One\"\n  \"\"\" }", "struct Two { struct One {} }",
    "struct Two { let a = b.One }", "func two() { f(one: 1) }",
  ])
  func findsNoCircleWhere(second: String) {
    let graph = FolderGraph(sources: [
      "A/One.swift": "struct One { let two: Two = two }\nfunc one() {}", "B/Two.swift": second,
    ])
    #expect(graph.circles.isEmpty, "\(graph.edges)")
  }

  @Test(arguments: [
    ##"let two = #"One \#(One())"#"##, "let two = \"\"\"\n  \\(f(g(1), One()))\n  \"\"\"",
    "struct Two<T: One> {}", "func two(_ one: One) {}", "let two = [One.self]",
    "extension One {}\nstruct Two {}",
  ])
  func findsACircleWhere(second: String) {
    let graph = FolderGraph(sources: [
      "A/One.swift": "struct One { let two: Two = two(two) }", "B/Two.swift": second,
    ])
    #expect(graph.circles == [["A", "B"]], "\(graph.edges)")
  }

  @Test func filesBesideTheFoldersMayKnowEachOther() {
    let graph = FolderGraph(sources: [
      "One.swift": "struct One { let two: Two }", "Two.swift": "enum Two { case one(One) }",
    ])
    #expect(graph.circles.isEmpty)
    #expect(graph.edges["One.swift"]?["Two.swift"] != nil)
  }

  @Test func leavesOutWhatOnlyItsFileSees() {
    let tokens = SwiftTokens(
      """
      private let hidden = 1
      let seen = [2]
      fileprivate enum Inner { case a }
      package final class Shown { var member = 1; func method() {} }
      private func gone() { let local = 1 }
      func free() {}
      """
    ).tokens
    #expect(FolderGraph.declarations(in: tokens) == ["seen", "Shown", "free"])
  }
}
