// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings in words: what `passc explain` prints.
package enum Explanation {
  // MARK: One finding

  /// A finding explained for the terminal: severity, effect, why, help, basis, and an example of
  /// wrong and right.
  ///
  /// - Parameter nowApart: findings that had its code once and have their own today.
  package static func text(of finding: Finding, nowApart: [Finding] = []) -> String {
    var text = "\(finding.code)\n"
    let effect = finding.isBesidePasses ? finding.effect.besidePasses : words(finding.effect)
    text += "  \(finding.severity.rawValue), \(effect)\n\n"
    text += wrapped(finding.why, indent: "  ") + "\n"
    text += words("help ", finding.helpWithOptions)
    text += "  basis   \(finding.basis.word): \(finding.basis.reference)\n"
    if !finding.formerCodes.isEmpty {
      text += "  once    \(finding.formerCodes.joined(separator: ", "))\n"
    }
    for other in nowApart {
      text += "  see     \(other.code), \(other.severity.rawValue), which was a part of it once\n"
    }
    if let log = finding.walletLog { text += "  Wallet  \"\(log)\"\n" }
    if let bad = finding.bad.first { text += example("wrong", bad) }
    if let good = finding.good.first { text += example("right", good) }
    if let told = finding.told { text += words("wrong", told.wrong) + words("right", told.right) }
    return text
  }

  private static func words(_ title: String, _ words: String) -> String {
    "  \(title)   " + wrapped(words, indent: "          ").trimmingStart + "\n"
  }

  private static func example(_ title: String, _ example: Example) -> String {
    let lines = changes(of: example)
    guard !lines.isEmpty else { return "  \(title)   the sample as it stands\n" }
    return "  \(title)   " + lines.joined(separator: "\n          ") + "\n"
  }

  static func words(_ effect: Effect) -> String {
    switch effect {
    case .refused: "Wallet refuses the pass"
    case .maybeRefused: "some versions of Wallet may refuse the pass"
    case .wrong: "the holder gets a wrong pass"
    case .ignored: "Wallet ignores what was written"
    case .style: "works, and is likely not meant"
    }
  }

  // MARK: Examples

  /// An example's changes to the sample, a line for each.
  static func changes(of example: Example) -> [String] {
    var lines = example.changes.map { change in
      switch change {
      case .patch(let patch): "\(example.document) with \(short(patch))"
      case .file(let path, let content): "\(path): \(words(content))"
      case .remove(let path): "without \(path)"
      }
    }
    lines += example.settings.compactMap(words)
    for change in example.seal ?? [] { lines.append(words(change)) }
    return lines
  }

  private static func words(_ content: Example.Content) -> String {
    switch content {
    case .text(let text): short(text.isEmpty ? "nothing" : text)
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .png(let width, let height): "a PNG of \(width) x \(height) pixels"
    case .privateKey: "a private key"
    case .certificate: "a certificate"
    }
  }

  private static func words(_ setting: Example.Setting) -> String? {
    switch setting {
    case .ordinaryCertificate: "with an ordinary certificate"
    case .nfcCertificate: "with an NFC certificate"
    case .noCertificate: "with no certificate known"
    case .nfcPublicKey: "with the reader's key of --nfc-key"
    case .today(let date): "as of \(date)"
    case .template: "as a template"
    case .lowestIOS(let version): "for iOS \(version)"
    case .bundle: "in a finished bundle"
    case .option(let option): "with \(option)"
    }
  }

  static func words(_ change: Example.SealChange) -> String {
    switch change {
    case .manifest(let patch): "manifest.json with \(short(patch))"
    case .upperCaseHashes: "manifest.json with capital letters in its hashes"
    case .manifestText(let text): "manifest.json: \(short(text))"
    case .changedLater(let path, let content): "\(path) after signing: \(words(content))"
    case .removedLater(let path): "\(path) taken away after signing"
    case .signature(let kind): "a signature: \(spaced(kind.rawValue))"
    case .signed(let signer): "signed by: \(spaced(signer.rawValue))"
    }
  }

  /// `noSigningTime` as `no signing time`.
  static func spaced(_ name: String) -> String {
    var text = ""
    var lastWasCapital = false
    for character in name {
      if character.isUppercase, !lastWasCapital, !text.isEmpty { text += " " }
      lastWasCapital = character.isUppercase
      text += character.isUppercase ? character.lowercased() : String(character)
    }
    return text.replacing("rsa", with: "RSA").replacing("sha", with: "SHA-")
  }

  private static func short(_ text: String) -> String {
    // A line break is shown as a sign: the text of a file is one line here.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let shown = lines.last?.isEmpty == true ? lines.dropLast() : lines[...]
    let line = shown.map { TextWriter.printable(String($0)) }.joined(separator: " ⏎ ")
    return line.count <= 130 ? line : line.prefix(127) + "..."
  }

  // MARK: Text

  /// Words in lines of at most 80 characters, the indent included.
  static func wrapped(_ text: String, indent: String) -> String {
    var out = ""
    var line = indent
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if line.count + word.count + 1 > 80, line.count > indent.count {
        out += line + "\n"
        line = indent
      }
      line += line.count == indent.count ? String(word) : " " + word
    }
    return out + line + "\n"
  }
}

extension String {
  fileprivate var trimmingStart: String {
    String(drop { $0 == " " }.reversed().drop { $0 == "\n" }.reversed())
  }
}
