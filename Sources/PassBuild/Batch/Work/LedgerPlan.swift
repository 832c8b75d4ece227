// SPDX-License-Identifier: Apache-2.0

import PassLedger

/// The ledger as workers see it.
struct LedgerPlan: Sendable {
  let ledger: Ledger
  /// Nil in a dry run.
  let run: IssuingRun?
  let content: ContentDigest
  let certificate: LedgerDigest?
  /// The output as the ledger remembers it, absolute; nil for a pipe.
  let folder: String?
  /// With a tar: its name below `folder`; passes are entries of it.
  let archive: String?
  /// `--trust-ledger`.
  let trusts: Bool
  /// `--new-holder`.
  let newHolders: Set<String>
  /// Seconds since 1970.
  let now: Int64
}
