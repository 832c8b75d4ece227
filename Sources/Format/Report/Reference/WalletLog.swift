// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// A mapping from Wallet's error messages in the console of a device to findings.
package enum WalletLog {
  /// Returns the text in lower case with one spelling for words that vary between devices and
  /// people.
  private static func folded(_ text: String) -> String {
    // "error 2" is the description of an error, "Code=2" its debug output.
    ["domain error ", "domain code ", "domain, code ", "domain code: "].reduce(
      text.lowercased().replacing("colour", with: "color").replacing("’", with: "'")
    ) { $0.replacing($1, with: "domain code=") }
  }

  /// The calls of a phone, as its messages to the web service name them, and the area of the
  /// `rehearse` findings. A name that contains another one comes first.
  private static let tasks: [(name: String, area: Substring)] = [
    ("unregister task", "unregister"), ("register task", "register"),
    ("get serial #s task", "list"), ("what changed task", "list"),
    ("get pass task", "get"), ("personalize pass task", "personalize"),
  ]

  /// Returns the findings of a catalogue that a line may be about, the most frequent one first.
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

  /// Returns the meanings of a line, the most frequent cause first. The sources are causes in
  /// public reports and the messages of phones to web services.
  package static func meanings(of line: String) -> [String] {
    let text = folded(line)
    let message = PhoneMessage.of(line.replacing("’", with: "'"))
    if let message { return [message.meaning] }
    return causes(of: text).map(\.meaning)
  }

  /// Returns the causes of a line from `folded`. If one of them has codes, those without codes are
  /// left out as too general.
  private static func causes(of text: String) -> [ReportedCause] {
    let found = ReportedCause.all.filter { $0.matches(text) }
    let particular = found.filter { !$0.codes.isEmpty }
    // A second cause with the same findings says the same in other words.
    var known: Set<String> = []
    let different = particular.filter { cause in
      defer { known.formUnion(cause.codes) }
      return !known.isSuperset(of: cause.codes)
    }
    return different.isEmpty ? found : different
  }
}
