// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Checks that each finding code is written only in the file that declares its finding. Other code
/// uses the finding itself, so that renaming a code changes no result.
///
/// A literal is not allowed if it is a code, or if it starts with the beginning of codes up to a
/// dot (`"archive.file."`, `"image.*"`, `"nfc.key.\(x)"`). Codes in longer strings are allowed:
/// messages, help and examples of `--allow`. The causes that users see name codes of modules above
/// theirs, which `everyReportedCauseNamesCodesThatExist` checks.
struct CodeLiteralTests {
  /// A literal on one line, as written between its quotes.
  struct Literal: CustomStringConvertible {
    let file: String
    let line: Int
    let text: Substring
    var description: String { "\(file):\(line): \"\(text)\"" }
  }

  struct Source {
    let file: String
    let text: String
  }

  @Test func codesAreSpelledWhereTheirFindingIsDeclaredAndNowhereElse() throws {
    let sources = try Self.sources()
    let owners = sources.flatMap { Self.declarations(in: $0) }
    let codes = Set(owners.map { String($0.text) })
    #expect(codes.count == owners.count, "a code has two declarations")
    #expect(codes.count > 400)
    let declared = Set(owners.map(\.description))
    let others = sources.filter { !$0.file.contains("/ReportedCause") }
    let offending = others.flatMap { Self.literals(in: $0) }.filter {
      !declared.contains($0.description) && Self.isCode($0.text, codes)
    }
    #expect(offending.isEmpty, "\(offending.map(\.description).joined(separator: "\n"))")
  }

  @Test(arguments: [
    (#"x == "image.size.large""#, true), (#"x.hasPrefix("image.size.")"#, true),
    (#"x.hasPrefix("image.")"#, true), (#"allow("image.*")"#, true),
    (#"code = "image.size.\(kind)""#, true), (##"x == #"image.size.large"#"##, true),
    (#"y = "\(a ?? "image.size.large")""#, true),
    (#"help: "silence it with --allow image.size.large""#, false),
    (#"// "image.size.large""#, false), (#"/* "image.size.large" */"#, false),
    (#"path == "image.png""#, false), (#"x = "images.""#, false), (#"x = "image""#, false),
    (#"x = "\"image.size.large\"""#, false),
  ])
  func tellsACodeFromOtherLiterals(_ line: String, _ isCode: Bool) {
    let literals = Self.literals(in: Source(file: "a.swift", text: line + "\n"))
    #expect(literals.contains { Self.isCode($0.text, ["image.size.large"]) } == isCode)
  }

  @Test func passesOverTextsOfSeveralLines() {
    let text = "let a = \"\"\"\n  \"image.size.large\"\n  \"\"\"\nlet b = \"c\"\n"
    let literals = Self.literals(in: Source(file: "a.swift", text: text))
    #expect(literals.map(\.description) == ["a.swift:4: \"c\""])
  }

  @Test func findsDeclarationsThroughHelpersThatMakeFindings() {
    let text = """
      private static func make(_ code: String) -> Finding { Finding(code) }
      static let one = make("a.b.c")
      static let two = Finding(
        "a.b.d", .error)
      static let three = other("a.b.e")
      """
    let found = Self.declarations(in: Source(file: "a.swift", text: text))
    #expect(found.map { String($0.text) } == ["a.b.c", "a.b.d"])
  }

  // MARK: Parsing Swift

  /// Returns whether a literal is a code or a prefix of codes.
  private static func isCode(_ text: Substring, _ codes: Set<String>) -> Bool {
    if codes.contains(String(text)) { return true }
    var start = text
    if let interpolation = text.firstRange(of: "\\(") {
      start = text[..<interpolation.lowerBound]
    } else if text.hasSuffix("*") {
      start = text.dropLast()
    }
    return start.hasSuffix(".") && codes.contains { $0.hasPrefix(start) }
  }

  static func sources() throws -> [Source] {
    let folder = PackageGraph.root.appendingPathComponent("Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".swift") && !$0.contains(".docc/") }.sorted()
      .map {
        Source(
          file: "Sources/" + $0,
          text: try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8))
      }
  }

  /// Returns the codes in `static let name = Finding("code"` and in calls of functions of the file
  /// that return a finding.
  private static func declarations(in source: Source) -> [Literal] {
    // A quick check first, because the pattern is slow.
    guard source.text.contains("Finding") else { return [] }
    let function = /func (\w+)\([^{}]*?\) *-> Finding \{/
    let makers = Set(source.text.matches(of: function).map(\.1)).union(["Finding"])
    return source.text.matches(of: /static let \w+ = (\w+)\(\s*"([^"\\]*)"/).compactMap { match in
      guard makers.contains(match.1) else { return nil }
      return Literal(
        file: source.file, line: line(of: match.2.startIndex, in: source.text), text: match.2)
    }
  }

  private static func line(of index: String.Index, in text: String) -> Int {
    text[..<index].utf8.count { $0 == 0x0A } + 1
  }

  /// Returns every literal on one line, including those in interpolations.
  static func literals(in source: Source) -> [Literal] {
    var scanner = LiteralScanner(bytes: Array(source.text.utf8))
    scanner.scan(untilParenthesis: false)
    return scanner.found.map {
      Literal(
        file: source.file, line: $0.line,
        text: String(decoding: scanner.bytes[$0.range], as: UTF8.self)[...])
    }
  }
}

/// A scanner for string literals. It supports only the Swift that this project uses.
private struct LiteralScanner {
  let bytes: [UInt8]
  var found: [(line: Int, range: Range<Int>)] = []
  private var position = 0
  private var line = 1

  init(bytes: [UInt8]) { self.bytes = bytes }

  /// Scans code to its end, or to the parenthesis that ends an interpolation.
  mutating func scan(untilParenthesis isInterpolation: Bool) {
    var depth = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "/") where isAt("//"): skip(to: "\n")
      case UInt8(ascii: "/") where isAt("/*"): skip(past: "*/")
      case UInt8(ascii: "\"") where isAt("\"\"\""):
        position += 3
        skip(past: "\"\"\"")
      case UInt8(ascii: "\""): scanLiteral(marks: 0)
      case UInt8(ascii: "#"):
        let marks = bytes[position...].prefix { $0 == UInt8(ascii: "#") }.count
        position += marks
        if isAt("\"") { scanLiteral(marks: marks) }
      case UInt8(ascii: "("):
        depth += 1
        step()
      case UInt8(ascii: ")"):
        step()
        if isInterpolation, depth == 0 { return }
        depth -= 1
      default: step()
      }
    }
  }

  /// - Parameter marks: the number of `#` before the quote.
  private mutating func scanLiteral(marks: Int) {
    position += 1
    let start = position
    let startLine = line
    let hashes = String(repeating: "#", count: marks)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\"") where isAt("\"" + hashes):
        found.append((startLine, start..<position))
        position += 1 + marks
        return
      case UInt8(ascii: "\\") where isAt("\\" + hashes + "("):
        position += 2 + marks
        scan(untilParenthesis: true)
      case UInt8(ascii: "\\") where isAt("\\" + hashes): position += 2 + marks
      default: step()
      }
    }
  }

  private func isAt(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  private mutating func step() {
    if bytes[position] == 0x0A { line += 1 }
    position += 1
  }

  private mutating func skip(to end: String) {
    while position < bytes.count, !isAt(end) { step() }
  }

  private mutating func skip(past end: String) {
    skip(to: end)
    position = min(position + end.utf8.count, bytes.count)
  }
}
