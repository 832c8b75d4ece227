// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassReport

/// `passc rules`: the reference of all findings; `make docs` writes docs/rules.md and docs/rules/.
struct RulesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Print the reference of all findings as Markdown.",
    discussion: """
      One page on standard output; with -o an index, rules.md, and a page for each area in the \
      folder rules beside it.

      Examples:
        passc rules > rules.md
        passc rules -o docs
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder for index and pages.", valueName: "dir"),
    completion: .directory)
  var output: String?

  func run() throws {
    guard let output else {
      return Console.write(RuleReference.markdown(AllFindings.catalogue.findings))
    }
    let pages = RuleReference.pages(AllFindings.catalogue.findings)
    try CommandLineGuard.outputs()?.check(
      pages.map { OutputGuard.Output(FilePath.join(output, $0.path), option: "-o", role: .text) })
    try Disk.makeFolders(FilePath.join(output, "rules"))
    for page in pages {
      try Disk.write(Array(page.text.utf8), to: FilePath.join(output, page.path))
    }
  }
}
