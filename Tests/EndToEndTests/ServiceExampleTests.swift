// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// The commands that help and pages print for serving, pushing and rehearsing.
struct ServiceExampleTests {
  private static let commands = ["serve", "push", "rehearse"]

  /// Whether a line is one of these commands with something behind it.
  private static func isExample(_ line: String) -> Bool {
    commands.contains { line.hasPrefix("passc \($0) ") } && !line.contains("...")
  }

  /// The examples of a command's help, whose lines are wrapped.
  private static func examples(inHelp text: String) -> [String] {
    guard let start = text.range(of: "\nExamples") else { return [] }
    var examples: [String] = []
    for line in text[start.upperBound...].components(separatedBy: "\n").dropFirst() {
      if line.isEmpty { break }
      let words = line.trimmingCharacters(in: .whitespaces)
      if isExample(words) {
        examples.append(words)
      } else {
        examples[examples.count - 1] += " " + words
      }
    }
    return examples
  }

  /// The examples of a page: in blocks of code, and in lines of text where they have options.
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

  /// Runs an example where nothing it names is there.
  private static func run(_ example: String) throws -> Program.Outcome {
    let folder = try TemporaryFolder()
    // No server is asked for its name.
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
      // What it names is not there, or not known; the command line itself is right.
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
