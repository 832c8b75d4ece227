// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassDiagnostics
import PassReport

struct ExplainCommand: ConsoleCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a code, a line from the device console, or an error message.",
    discussion: """
      Give a code to see why it matters, what to do, and the same lines wrong and right. Give the \
      start of a code, such as nfc, to list all that begin with it. Paste a line of the device's \
      console or the sentence a phone shows, and passc lists the causes. Any other words are \
      searched for.

      Examples:
        passc explain nfc.message.tooLong
        passc explain signature
        passc explain 'Manifest signature did not verify successfully'
        passc explain 'cannot download'
      """)

  @Argument(
    help: ArgumentHelp("A code, its beginning, a line of a log, or words.", valueName: "text"))
  var text: [String] = []

  @OptionGroup(title: OutputOptions.title)
  var outputOptions: OutputOptions

  func run() throws {
    let line = text.joined(separator: " ")
    guard line.contains(where: { $0 != " " }) else {
      throw CommandFailureError.usage(
        "nothing to explain",
        help: "for example: passc explain 'cannot download'")
    }
    let named = text.compactMap { AllFindings.catalogue.finding($0) }
    if named.count == text.count { return show(named) }
    let area = AllFindings.catalogue.findings.filter { Policy.matches(line, $0.code) }
    if !area.isEmpty { return list(area) }
    try explain(line: line)
  }

  private func show(_ findings: [Finding]) {
    for (place, finding) in findings.enumerated() {
      if place > 0 { Console.print("") }
      let lighter = AllFindings.catalogue.findings(formerly: text[place]).filter { $0 != finding }
      Console.show(Explanation.text(of: finding, nowApart: lighter))
    }
  }

  private func list(_ findings: [Finding]) {
    Console.show(Explanation.list(of: findings))
  }

  private func explain(line: String) throws {
    let findings = WalletLog.findings(in: line, of: AllFindings.catalogue)
    let meanings = WalletLog.meanings(of: line)
    if findings.isEmpty, meanings.isEmpty { return try search(line) }
    Console.show(Explanation.paragraphs(meanings))
    if findings.count == 1 {
      Console.show("\n" + Explanation.text(of: findings[0]))
    } else if !findings.isEmpty {
      Console.show(
        "\nThe finding is probably one of these. Check the file: passc check FILE.pkpass\n\n")
      list(findings)
    }
  }

  private func search(_ words: String) throws {
    let found = FindingSearch.findings(words, of: AllFindings.catalogue)
    guard !found.isEmpty else {
      let nearest = AllFindings.catalogue.nearest(to: words)
      throw CommandFailureError.usage(
        "\"\(words)\" is not a code, and no explanation contains these words",
        help: nearest.map { "did you mean \($0)?" }
          ?? "to find out why a pass does not open, run: passc check FILE.pkpass")
    }
    list(found)
  }
}
