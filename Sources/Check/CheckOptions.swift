// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBuild
package import PassCrypto
package import PassDiagnostics
package import PassModel
package import PassRules

/// What a run of `passc check` goes by.
package struct CheckOptions: Sendable {
  /// The moment that counts as now, in seconds since 1970: `--as-of`, else the clock's.
  package var today: Int64
  /// The last moment that belongs to today, where `--as-of` names a day.
  package var endOfToday: Int64?
  /// Which authorities a signature may lead to: Apple's and those of `--trust`.
  package var trust = Trust()
  /// What the certificate of `--certificate` says; templates, and bundles whose signature has no
  /// certificate, are compared with it.
  package var certificate: CertificateFacts?
  /// What is wrong with the certificate of `--certificate` itself.
  package var certificateRemarks: [Diagnostic] = []
  /// The reader's key of `--nfc-key`, as `encryptionPublicKey` spells it; templates are filled in
  /// with it.
  package var nfcPublicKey: String?
  /// The oldest iOS the passes are meant for, `--ios`.
  package var lowestIOS: IOSVersion?
  /// How much an archive may hold, `--archive-limit`.
  package var limits = ArchiveLimits()
  /// What `--strict`, `--deny` and `--allow` make of findings.
  package var policy = Policy()
  /// Every finding of the program, which `allow` in template.json may name.
  package var catalogue: (@Sendable () -> FindingCatalogue)?
  /// What templates are judged with; without a file, with their own samples.
  package var data = DataChoice()
  /// `--ledger`: bundles and rows are compared with what it has issued.
  package var issued: (any IssuedPasses)?
  /// Whether an outcome tells what stands in the pass; a report has no use for it.
  package var wantsFacts = false
  /// Whether a verdict says what was proven; only text tells it.
  package var wantsProof = true
  /// How many bundles are judged at once, each by a thread; at least 1.
  package var workers = 1

  /// Options with a moment to judge at; everything else as when the command line says nothing.
  ///
  /// - Parameter today: in seconds since 1970.
  package init(today: Int64) {
    self.today = today
  }

  /// What rules about content go by.
  func context(_ certificate: CertificateFacts?) -> CheckContext {
    CheckContext(
      today: today, endOfToday: endOfToday, certificate: certificate, nfcPublicKey: nfcPublicKey,
      lowestIOS: lowestIOS)
  }
}
