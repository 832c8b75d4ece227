// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassCrypto
package import PassDiagnostics
package import PassModel
package import PassRules
package import PassBuild

/// What a run of `passc check` goes by.
package struct CheckOptions: Sendable {
  /// Seconds since 1970: `--as-of`, else the clock.
  package var today: Int64
  /// Apple's authorities and those of `--trust`.
  package var trust = Trust()
  /// What `--certificate` says; sources are compared with it.
  package var certificate: CertificateFacts?
  /// What is to be said of that certificate itself.
  package var certificateRemarks: [Diagnostic] = []
  /// `--nfc-key`, as `encryptionPublicKey` spells it.
  package var nfcPublicKey: String?
  /// `--ios`.
  package var lowestIOS: IOSVersion?
  /// `--limit`.
  package var limits = ArchiveLimits()
  /// `--strict`, `--deny` and `--allow`.
  package var policy = Policy()
  /// Every finding of the program, which `allow` in template.json may name.
  package var catalogue: (@Sendable () -> FindingCatalogue)?
  /// What templates are judged with; without a file, with their own samples.
  package var data = DataChoice()
  /// `--ledger`: bundles and rows are compared with what it has issued.
  package var issued: (any IssuedPasses)?
  /// How many bundles are judged at once.
  package var workers = 1

  /// The options of a run without any, as of a day in seconds since 1970.
  package init(today: Int64) {
    self.today = today
  }

  /// What rules about content go by.
  func context(_ certificate: CertificateFacts?) -> CheckContext {
    CheckContext(
      today: today, certificate: certificate, nfcPublicKey: nfcPublicKey, lowestIOS: lowestIOS)
  }
}
