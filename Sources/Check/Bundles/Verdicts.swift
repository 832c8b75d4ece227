// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassModel
import PassReport
import PassRules

/// The derivation of a verdict from the severities of the findings, before `--strict`, `--deny` or
/// `--allow` changes them.
enum Verdicts {
  /// Returns the verdict on a bundle.
  ///
  /// - Parameters:
  ///   - diagnostics: everything that was found, with the severities of the findings.
  ///   - seal: the manifest and signature whose verified parts the verdict lists, or nil to list
  ///     none.
  static func verdict(on diagnostics: [Diagnostic], proving signedManifest: SignedManifest?)
    -> Verdict
  {
    guard diagnostics.contains(where: { weight($0) != .nothingFound }) else {
      return Verdict(
        result: .nothingFound, first: nil, others: 0, proven: signedManifest.map(proven) ?? [])
    }
    let refusals = diagnostics.filter { weight($0) == .refused }
    let doubts = diagnostics.filter { weight($0) == .maybeRefused }
    let counted = refusals.isEmpty ? doubts : refusals
    let first = counted.enumerated().min {
      (step($0.element), $0.offset) < (step($1.element), $1.offset)
    }?.element
    let result: Verdict.Result = refusals.isEmpty ? .maybeRefused : .refused
    return Verdict(
      result: result, first: first?.code, others: max(0, counted.count - 1),
      proven: result == .refused ? [] : signedManifest.map(proven) ?? [])
  }

  /// Returns the verdict on a .pkpasses: its own verdict, or that of the worst pass if it is worse.
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

  /// Returns what a diagnostic means for Wallet. If a rule lowered the severity, the diagnostic
  /// weighs less than its finding.
  private static func weight(_ diagnostic: Diagnostic) -> Verdict.Result {
    switch (diagnostic.finding.effect.refusingDevices, diagnostic.severity) {
    case (.all, .error): .refused
    case (.all, .warning), (.some, .warning), (.some, .error): .maybeRefused
    default: .nothingFound
    }
  }

  /// Returns the step of reading a pass in which Wallet meets the error.
  private static func step(_ diagnostic: Diagnostic) -> WalletStep {
    let step = diagnostic.finding.step
    // The manifest is JSON too, and Wallet reads it long before pass.json.
    return step == .passText && diagnostic.location?.file == SignedManifest.manifestPath
      ? .manifestText : step
  }

  // MARK: What was verified

  private static func proven(_ signedManifest: SignedManifest) -> [String] {
    var words: [String] = []
    let count = signedManifest.files.count {
      $0.path != SignedManifest.manifestPath && $0.path != SignedManifest.signaturePath
    }
    if signedManifest.manifest != nil {
      words.append("\(count) \(count == 1 ? "file" : "files") as in manifest.json")
    }
    guard let reading = signedManifest.reading, reading.provesManifest,
      let time = reading.signingTime
    else {
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
            + (root.isApple ? "Apple's" : "trusted here because you named it, but by no iPhone"))
      }
    } else {
      words.append(sentence)
    }
    return words
  }
}
