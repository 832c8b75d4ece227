// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Lines of a device's console in which Wallet complains, traced back to findings.
package enum WalletLog {
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

  /// The findings of a catalogue that a line is about, the most frequent first.
  package static func findings(in line: String, of catalogue: FindingCatalogue) -> [Finding] {
    let line = folded(line)
    let codes = causes(of: line).flatMap(\.codes)
    let quoted = catalogue.findings.filter { finding in
      !codes.contains(finding.code)
        && finding.walletLog.map { line.contains(folded($0)) } ?? false
    }
    let found = codes.compactMap { catalogue.finding($0) } + quoted
    guard let area = tasks.first(where: { line.contains($0.name) })?.area else { return found }
    return found.filter { finding in
      let words = finding.code.split(separator: ".")
      return words.first != "rehearse" || words.dropFirst().first == area
    }
  }

  /// What a line means, most frequent cause first: causes known from public reports, and what a
  /// phone writes to its web service.
  package static func meanings(of line: String) -> [String] {
    let text = folded(line)
    let message = PhoneMessage.of(line.replacing("’", with: "'"))
    if let message { return [message.meaning] }
    return causes(of: text).map(\.meaning)
  }

  /// The causes that a folded line is about. A line that names a cause is not explained by its
  /// general words too.
  private static func causes(of text: String) -> [ReportedCause] {
    let found = ReportedCause.all.filter { $0.matches(text) }
    let particular = found.filter { !$0.codes.isEmpty }
    return particular.isEmpty ? found : particular
  }
}
