// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassBasics
import PassConsole
import PassDiagnostics
import PassReport

/// `passc rules`, the reference of all findings. `make docs` writes docs/rules.md and docs/rules/
/// with it.
struct RulesCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "Print the reference of all findings as Markdown.",
    discussion: """
      Without -o passc prints one page. With -o it writes an index, rules.md, and a page for each \
      area in the folder rules.

      Examples:
        passc rules > rules.md
        passc rules -o docs
      """)

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write the index and the pages to this folder.", valueName: "dir"),
    completion: .directory)
  var output: String?

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    guard let output else {
      return Console.write(RuleReference.markdown(AllFindings.catalogue.findings))
    }
    let pages = RuleReference.pages(AllFindings.catalogue.findings)
    try CommandLineGuard.outputs()?.check(
      pages.map { OutputGuard.Output(FilePath.join(output, $0.path), option: "-o", role: .text) })
    try MadeFolder.make(FilePath.join(output, "rules"))
    for page in pages {
      try Disk.write(Array(page.text.utf8), to: FilePath.join(output, page.path))
    }
  }
}
