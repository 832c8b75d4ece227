// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of the commands for serving, pushing and rehearsing in help and documentation.
struct ServiceExampleTests {
  private static let commands = ["serve", "push", "rehearse"]

  /// Returns whether a line is one of these commands with arguments.
  private static func isExample(_ line: String) -> Bool {
    commands.contains { line.hasPrefix("passc \($0) ") } && !line.contains("...")
  }

  /// Returns the examples of a command's help. A backslash ends a line that goes on.
  private static func examples(inHelp text: String) -> [String] {
    guard let start = text.range(of: "\nExamples") else { return [] }
    var examples: [String] = []
    for line in text[start.upperBound...].components(separatedBy: "\n").dropFirst() {
      if line.isEmpty { break }
      let words = line.trimmingCharacters(in: .whitespaces)
      if isExample(words) {
        examples.append(words)
      } else {
        examples[examples.count - 1] = examples[examples.count - 1].dropLast() + words
      }
    }
    return examples
  }

  /// Returns the examples of a page: all in code blocks, and those with options in text.
  private static func examples(inPage text: String) -> [String] {
    let blocks = text.components(separatedBy: "```")
    var examples: [String] = []
    for (number, block) in blocks.enumerated() {
      if number.isMultiple(of: 2) {
        let spans = block.replacing("\n", with: " ").components(separatedBy: "`")
        for (number, span) in spans.enumerated()
        where !number.isMultiple(of: 2) && isExample(span) && span.contains(" --") {
          examples.append(span)
        }
      } else {
        examples += block.replacing("\\\n", with: " ").components(separatedBy: "\n").filter(
          isExample)
      }
    }
    return examples
  }

  /// Runs an example in a folder without the files it names.
  private static func run(_ example: String) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    // Avoids a DNS lookup.
    let words = example.dropFirst("passc".count).replacing("db.example.com", with: "127.0.0.1:1")
    return try Program.run(
      "/bin/sh", ["-c", "exec \"$0\"\(words)", try #require(Program.passc)], in: folder.path,
      environment: ["HOME": folder.path, "PASSC_IDENTITY": folder("none"), "PATH": "/usr/bin:/bin"])
  }

  @Test(arguments: commands)
  func everyExampleOfHelpIsTaken(_ command: String) throws {
    let help = try PasscBinary.run([command, "--help"], in: Program.repository)
    let examples = Self.examples(inHelp: help.text)
    #expect(examples.count >= 3, "\(help.text)")
    for example in examples {
      let outcome = try Self.run(example)
      // The files are missing or unknown, but the command line is valid.
      #expect([1, 3].contains(outcome.status), "\(example)\n\(outcome.story)")
    }
  }

  @Test(arguments: [
    "README.md", "docs/how-to/operating.md", "docs/how-to/rehearsing.md", "docs/how-to/service.md",
    "docs/reference/admin-api.md", "docs/reference/web-service.md",
  ])
  func everyExampleOfAPageIsTaken(_ page: String) throws {
    let text = String(decoding: try Disk.read("\(Program.repository)/\(page)"), as: UTF8.self)
    let examples = Self.examples(inPage: text)
    #expect(!examples.isEmpty)
    for example in examples {
      let outcome = try Self.run(example)
      #expect([1, 3].contains(outcome.status), "\(example)\n\(outcome.story)")
    }
  }
}
