// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBuild

/// `passc rules`: the reference of all findings; what `make docs` writes to docs/rules.md.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Print the reference of all findings as Markdown.",
    discussion: """
      Example:
        passc rules > rules.md
      """)

  func run() {
    Console.write(RuleReference.markdown())
  }
}
