// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole
import PassDiagnostics
import PassReport

/// `passc explain`: everything about a code, or what a line of the device console means.
struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a code, or a line from the device console.",
    discussion: """
      Says why it is a fault, what to do, who says so and what happens to the pass, with an \
      example of wrong and right. A code may be a prefix, such as nfc; a line is pasted as it \
      stands.

      Examples:
        passc explain nfc.message.tooLong
        passc explain signature
        passc explain 'The passTypeIdentifier or teamIdentifier may not match your certificate'
      """)

  @Argument(help: ArgumentHelp("A code, a prefix of codes, or a line.", valueName: "text"))
  var text: [String] = []

  func run() throws {
    let text = text.joined(separator: " ")
    guard text.contains(where: { $0 != " " }) else {
      throw Failure.usage(
        "there is nothing to explain", help: "passc explain nfc.message.tooLong")
    }
    if let finding = AllFindings.catalogue.finding(text) {
      let lighter = AllFindings.catalogue.findings(formerly: text).filter { $0 != finding }
      return Console.show(Explanation.text(of: finding, nowApart: lighter))
    }
    let area = AllFindings.catalogue.findings.filter { Policy.matches(text, $0.code) }
    if !area.isEmpty { return list(area) }
    try explain(line: text)
  }

  private func list(_ findings: [Finding]) {
    let width = findings.map(\.code.count).max() ?? 0
    for finding in findings {
      let blanks = String(repeating: " ", count: width - finding.code.count)
      Console.print("\(finding.code)\(blanks)  \(finding.severity.rawValue)")
    }
  }

  private func explain(line: String) throws {
    let findings = WalletLog.findings(in: line, of: AllFindings.catalogue)
    let meanings = WalletLog.meanings(of: line)
    guard !findings.isEmpty || !meanings.isEmpty else {
      let nearest = AllFindings.catalogue.nearest(to: line)
      throw Failure.usage(
        "\"\(line)\" is no code and no known line of the console",
        help: nearest.map { "did you mean \($0)?" }
          ?? "passc check names the code of everything it finds; docs/rules.md lists them")
    }
    for meaning in meanings { Console.print(meaning) }
    if findings.count == 1 {
      Console.show(Explanation.text(of: findings[0]))
    } else if !findings.isEmpty {
      Console.print("Wallet says this of:")
      list(findings)
    }
  }
}
