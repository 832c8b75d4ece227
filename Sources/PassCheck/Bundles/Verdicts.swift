// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel
import PassReport
import PassRules

/// Makes a verdict of what was found, before anybody raised or allowed anything.
enum Verdicts {
  /// The verdict on a bundle.
  ///
  /// - Parameter diagnostics: everything that was found, with the severities of the findings.
  static func verdict(on diagnostics: [Diagnostic], seal: Seal?) -> Verdict {
    let refusals = diagnostics.filter { weight($0) == .refused }
    let doubts = diagnostics.filter { weight($0) == .maybeRefused }
    let counted = refusals.isEmpty ? doubts : refusals
    let first = counted.enumerated().min {
      (rank($0.element), $0.offset) < (rank($1.element), $1.offset)
    }?.element
    let result: Verdict.Result =
      !refusals.isEmpty ? .refused : doubts.isEmpty ? .nothingFound : .maybeRefused
    return Verdict(
      result: result, first: first?.code, others: max(0, counted.count - 1),
      proven: result == .refused ? [] : seal.map(proven) ?? [])
  }

  /// The verdict on a bundle of passes: its own, or that of the pass Wallet minds more.
  static func worst(of own: Verdict, _ passes: [Verdict]) -> Verdict {
    let order: [Verdict.Result] = [.refused, .maybeRefused, .nothingFound]
    let all = [own] + passes
    guard let result = order.first(where: { result in all.contains { $0.result == result } }),
      result != .nothingFound
    else { return own }
    let counted = all.filter { $0.result == result }
    return Verdict(
      result: result, first: counted[0].first,
      others: counted.reduce(counted.count - 1) { $0 + $1.others }, proven: [])
  }

  /// What a diagnostic means for Wallet: a fault that a rule took more lightly, or a note, weighs
  /// less than the finding says.
  private static func weight(_ diagnostic: Diagnostic) -> Verdict.Result {
    switch (diagnostic.finding.effect, diagnostic.severity) {
    case (.refused, .error): .refused
    case (.refused, .warning), (.maybeRefused, .warning), (.maybeRefused, .error): .maybeRefused
    default: .nothingFound
    }
  }

  // MARK: The order of the device

  /// Beginnings of codes in the order Wallet looks, as far as that is known: the archive, the
  /// seal, the certificate, then pass.json from its icon to its fields.
  private static let order = [
    "archive.", "package.kind.", "signature.file.", "manifest.file.missing",
    "manifest.document.", "json.manifest", "manifest.", "signature.form.", "signature.manifest.",
    "signature.value.", "signature.signer.", "signature.certificate.damaged",
    "signature.algorithm.", "signature.digest.", "signature.attribute.", "signature.content.",
    "signature.time.missing", "signature.chain.", "signature.time.", "signature.",
    "package.passJSON.",
    "json.", "package.document.", "nfc.certificate.", "identity.", "package.icon.", "key.",
    "style.", "webService.", "date.", "colour.", "barcode.", "upcoming.", "nfc.", "url.", "field.",
  ]

  private static func rank(_ diagnostic: Diagnostic) -> Int {
    var code = diagnostic.code
    if code.hasPrefix("json."), diagnostic.location?.file == Seal.manifestPath {
      code = "json.manifest"
    }
    return order.firstIndex { code.hasPrefix($0) } ?? order.count
  }

  // MARK: What was proven

  private static func proven(_ seal: Seal) -> [String] {
    var words: [String] = []
    let count = seal.files.count { $0.path != Seal.manifestPath && $0.path != Seal.signaturePath }
    if seal.manifest != nil {
      words.append("\(count) \(count == 1 ? "file" : "files") as the manifest says")
    }
    guard let reading = seal.reading, reading.provesManifest, let time = reading.signingTime else {
      return words
    }
    var sentence = "signed on \(Timestamp.day(time))"
    if let chain = reading.chain {
      let leaf = chain.leaf
      sentence += " by \(leaf.passTypeIdentifier ?? leaf.subject.text)"
      if let team = leaf.subject.organizationalUnit { sentence += " of team \(team)" }
      words.append(sentence)
      if let root = chain.root {
        words.append(
          "issued by \(chain.issuerName), "
            + (root.isApple ? "Apple's" : "trusted through --trust and by no iPhone"))
      }
    } else {
      words.append(sentence)
    }
    return words
  }
}
