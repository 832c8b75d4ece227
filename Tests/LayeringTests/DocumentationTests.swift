// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Tests that public declarations are documented, and that long functions have a reason.
struct DocumentationTests {
  /// Modules with undocumented declarations. Remove a module when it is done. Never add one.
  static let bareModules: Set<String> = []

  /// Files with long functions without a reason. Remove a file when it is done. Never add one.
  static let filesOfLongFunctions: Set<String> = []

  /// Functions with more lines need a reason.
  static let lineLimit = 60

  /// Requirements of foreign protocols. They do not need a comment in conforming types.
  static let foreignRequirements: [String: Set<String>] = [
    "CustomStringConvertible": ["description"],
    "CustomDebugStringConvertible": ["debugDescription"],
    "LosslessStringConvertible": ["init", "description"],
    "Equatable": ["=="], "Hashable": ["==", "hash"], "Comparable": ["==", "<"],
    "Identifiable": ["id"], "RawRepresentable": ["init", "rawValue"],
    "CaseIterable": ["allCases"], "OptionSet": ["init", "rawValue"],
    "Sequence": ["makeIterator", "underestimatedCount"], "IteratorProtocol": ["next"],
    "Collection": ["startIndex", "endIndex", "index", "subscript", "makeIterator"],
    "RandomAccessCollection": ["startIndex", "endIndex", "index", "subscript"],
    "ExpressibleByStringLiteral": ["init"], "ExpressibleByStringInterpolation": ["init"],
    "ExpressibleByIntegerLiteral": ["init"], "ExpressibleByFloatLiteral": ["init"],
    "ExpressibleByBooleanLiteral": ["init"], "ExpressibleByArrayLiteral": ["init"],
    "ExpressibleByDictionaryLiteral": ["init"], "ExpressibleByNilLiteral": ["init"],
    "Encodable": ["encode"], "Decodable": ["init"], "Codable": ["init", "encode"],
    "ParsableCommand": ["configuration", "run", "validate"],
    // This protocol is our own and inherits from ParsableCommand.
    "CompanionCommand": ["configuration", "run", "validate"],
  ]

  /// A file in Sources, with its path there.
  private struct SourceFile {
    let path: String
    let outline: SwiftOutline
    var module: String { path.split(separator: "/").prefix(2).joined(separator: "/") }
  }

  private static func sources() throws -> [SourceFile] {
    let folder = PackageGraph.root.appendingPathComponent("Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted().map { path in
        let url = folder.appendingPathComponent(path)
        return SourceFile(
          path: path, outline: SwiftOutline(try String(contentsOf: url, encoding: .utf8)))
      }
  }

  /// Returns the undocumented declarations of each module as `FILE:LINE: KIND NAME`.
  private static func bareDeclarations(of files: [SourceFile]) -> [String: [String]] {
    var requirements = foreignRequirements
    var conformances: [String: Set<String>] = [:]
    for file in files {
      requirements.merge(file.outline.requirements) { $0.union($1) }
      conformances.merge(file.outline.conformances) { $0.union($1) }
    }
    var bare: [String: [String]] = [:]
    for file in files {
      for found in file.outline.declarations where !found.isDocumented {
        let protocols = found.owner.flatMap { conformances[$0] } ?? []
        if protocols.contains(where: { requirements[$0]?.contains(found.name) == true }) {
          continue
        }
        bare[file.module, default: []].append(
          "Sources/\(file.path):\(found.line): \(found.kind) \(found.name)")
      }
    }
    return bare
  }

  @Test func whatOtherModulesSeeIsDocumented() throws {
    let files = try Self.sources()
    #expect(files.reduce(0) { $0 + $1.outline.declarations.count } > 250)
    let bare = Self.bareDeclarations(of: files)
    for (module, places) in bare.sorted(by: { $0.key < $1.key })
    where !Self.bareModules.contains(module) {
      Issue.record("no doc comment:\n\(places.joined(separator: "\n"))")
    }
    let done = Self.bareModules.filter { bare[$0] == nil }.sorted()
    #expect(done.isEmpty, "documented by now, to be struck off bareModules")
  }

  @Test func longFunctionsSayWhy() throws {
    var waiting = Self.filesOfLongFunctions
    for file in try Self.sources() {
      let long = file.outline.functions.filter {
        $0.lineCount > Self.lineLimit && !$0.saysWhyLong
      }
      if long.isEmpty { continue }
      if waiting.remove(file.path) != nil { continue }
      for function in long {
        Issue.record(
          """
          Sources/\(file.path):\(function.line): \(function.name) has \(function.lineCount) lines \
          and no comment "// long: why"
          """)
      }
    }
    #expect(waiting.isEmpty, "done by now, to be struck off filesOfLongFunctions")
  }

  // MARK: Parsing Swift

  @Test func findsWhatOtherModulesSee() {
    let outline = SwiftOutline(
      """
      public protocol Reader {
        var isOpen: Bool { get }
        /// The next byte.
        mutating func next() -> UInt8?
      }
      /// A file.
      @frozen public struct File: Reader, Sendable {
        public private(set) var isOpen = true
        let hidden = 1
        public static func == (one: Self, other: Self) -> Bool {
          public let x = 1
        }
        #if os(Linux)
          public init(_ path: String) { self.path = path }
        #endif
        /// The text of a source.
        // Why it is Swift.
        @discardableResult public static func source() -> String {
          \"""
          public let inLiteral = 1
          \"""
        }
      }
      public extension File {
        func close() {}
      }
      package struct Inner {
        package var undocumented = 1
      }
      public struct Options {
        /// Which one.
        @Option(
          help: Help(
            "One (or more)."))
        public var one = 1
        public var two = two(
          2)
        public var three = 3
      }
      """)
    let found = outline.declarations.map {
      "\($0.line) \($0.owner ?? "-").\($0.name)\($0.isDocumented ? " documented" : "")"
    }
    #expect(
      found == [
        "1 -.Reader", "2 Reader.isOpen", "4 Reader.next documented", "7 -.File documented",
        "8 File.isOpen", "10 File.==", "14 File.init", "18 File.source documented",
        "25 File.close", "30 -.Options", "35 Options.one documented", "36 Options.two",
        "38 Options.three",
      ])
    #expect(outline.requirements == ["Reader": ["isOpen", "next"]])
    #expect(outline.conformances["File"]?.isSuperset(of: ["Reader", "Sendable"]) == true)
  }

  @Test func countsTheLinesOfFunctions() {
    let outline = SwiftOutline(
      """
      struct File {
        var isStored = [1, 2].map {
          $0 + 1
        }
        // long: one loop over every byte.
        /// Reads on.
        mutating func scan(
          _ first: Int, _ second: Int
        ) -> Int? {
          if first > second {
            return nil
          }
          return first
        }
        var sum: Int {
          isStored[0]
        }
        var short: Int { 1 }
      }
      """)
    let found = outline.functions.map { "\($0.line) \($0.name) \($0.lineCount) \($0.saysWhyLong)" }
    #expect(found == ["7 scan 8 true", "15 sum 3 false"])
  }
}
