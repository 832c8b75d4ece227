// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Lines of a device's console in which Wallet complains, traced back to findings.
package enum WalletLog {
  /// What a line says beside the words of findings.
  private static let others: [(fragment: String, meaning: String)] = [
    (
      "pkpasskiterrordomain code=1",
      "error 1 is invalid data: the lines before it name the fault; passc check finds it in the file"
    ),
    (
      "pkpasskiterrordomain code=2",
      "error 2 is an unsupported version: formatVersion has to be the number 1"
    ),
    (
      "pkpasskiterrordomain code=3",
      "error 3 is an invalid signature: passc check names what is wrong with it"
    ),
    (
      "pkpasskiterrordomain code=4",
      "error 4 is a missing entitlement of the app that adds the pass; the pass may be sound"
    ),
    (
      "no pass.json or icon found",
      "Wallet finds neither pass.json nor an icon at the root of the archive: a folder stands around "
        + "everything (archive.folder.enclosing), or files of the Mac lie in it "
        + "(archive.folder.macOSX, package.strayFile.present)"
    ),
    (
      "bundle not offered",
      "the .pkpasses holds folders with the files of passes (group.entry.unpacked) or more than 10 "
        + "passes (group.passes.tooMany)"
    ),
    (
      "pass is revoked",
      "Apple has revoked the certificate that signed the pass, which no file shows: sign again with "
        + "a valid one, passc resign"
    ),
    (
      "invalid data error reading pass",
      "Wallet refuses the pass; what follows says why"
    ),
    (
      "the pass cannot be read because it isn't valid",
      "Wallet refuses the pass and does not say why; passc check does"
    ),
  ]

  /// Spellings of one word that devices and people mix.
  private static func folded(_ text: String) -> String {
    // "error 2" is how an error describes itself, "Code=2" how it is printed.
    ["domain error ", "domain code ", "domain, code ", "domain code: "].reduce(
      text.lowercased().replacing("colour", with: "color").replacing("’", with: "'")
    ) { $0.replacing($1, with: "domain code=") }
  }

  /// What a phone did when it wrote a message to its web service, and the area of a rehearsal's findings
  /// about that. One name holds another: the longer first.
  private static let tasks: [(name: String, area: Substring)] = [
    ("unregister task", "unregister"), ("register task", "register"),
    ("get serial #s task", "list"), ("what changed task", "list"),
    ("get pass task", "get"), ("personalize pass task", "personalize"),
  ]

  /// The findings of a catalogue whose words in the log the line contains, by code.
  package static func findings(in line: String, of catalogue: FindingCatalogue) -> [Finding] {
    let line = folded(line)
    let found = catalogue.findings.filter { finding in
      finding.walletLog.map { line.contains(folded($0)) } ?? false
    }
    guard let area = tasks.first(where: { line.contains($0.name) })?.area else { return found }
    return found.filter { finding in
      let words = finding.code.split(separator: ".")
      return words.first != "rehearse" || words.dropFirst().first == area
    }
  }

  /// What a line says that is not the words of a single finding: error codes, general sentences and
  /// what a phone writes to its web service, each with what it means.
  package static func meanings(of line: String) -> [String] {
    let words = folded(line)
    let message = PhoneMessage.of(line.replacing("’", with: "'"))
    return others.filter { words.contains($0.fragment) }.map(\.meaning)
      + [message?.meaning].compactMap { $0 }
  }
}
