// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassBuild
package import PassCrypto
package import PassDiagnostics
package import PassModel
package import PassRead
package import PassRules

/// The options of a run of `passc check`.
package struct CheckOptions: Sendable {
  /// The time of the check, in seconds since 1970: `--as-of`, or the clock.
  package var today: Int64
  /// The last moment that belongs to today, where `--as-of` names a day.
  package var endOfToday: Int64?
  /// Which authorities a signature may lead to: Apple's and those of `--trust`.
  package var trust = Trust()
  /// The facts of the certificate of `--certificate`. Templates are compared with it, and bundles
  /// whose signature has no certificate.
  package var certificate: CertificateFacts?
  /// The diagnostics about the certificate of `--certificate` itself.
  package var certificateRemarks: [Diagnostic] = []
  /// The public key of `--nfc-key`, spelled as in `encryptionPublicKey`. Templates get it as their
  /// value.
  package var nfcPublicKey: String?
  /// The oldest iOS the passes are meant for: `--ios`.
  package var lowestIOS: IOSVersion?
  /// The wallet besides Apple's that people open the passes with: `--reader`.
  package var otherWallet: OtherWallet?
  /// How much an archive may hold, `--archive-limit`.
  package var limits = ArchiveLimits()
  /// The changes of severities by `--strict`, `--deny` and `--allow`.
  package var policy = Policy()
  /// Returns every finding of the program. `allow` in template.json may name these.
  package var catalogue: (@Sendable () -> FindingCatalogue)?
  /// The data for templates. Without a file a template is checked with its own sample.
  package var data = DataChoice()
  /// The passes that the ledger of `--ledger` has issued. Bundles and rows are compared with them.
  package var issued: (any IssuedPasses)?
  /// Whether outcomes contain the content of the pass. Only the library needs it.
  package var wantsFacts = false
  /// Whether a verdict lists what was verified. Only the text format shows it.
  package var wantsProof = true
  /// The number of bundles checked at once, each by one thread. At least 1.
  package var workers = 1

  /// Creates the options of a command line without options, for a check at that time.
  ///
  /// - Parameter today: in seconds since 1970.
  package init(today: Int64) {
    self.today = today
  }

  /// Returns the part of the options that rules about content use.
  func context(_ certificate: CertificateFacts?) -> CheckContext {
    CheckContext(
      today: today, endOfToday: endOfToday, certificate: certificate, nfcPublicKey: nfcPublicKey,
      lowestIOS: lowestIOS, otherWallet: otherWallet)
  }
}
