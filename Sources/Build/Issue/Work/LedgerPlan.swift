// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The ledger and how the workers use it.
struct LedgerPlan: Sendable {
  let ledger: Ledger
  /// Nil in a dry run.
  let run: IssuingRun?
  /// Whether the previous run was interrupted.
  let followsBrokenRun: Bool
  /// The number of issued passes when the run started.
  let issuedBefore: Int
  let content: ContentDigest
  let certificate: LedgerDigest?
  /// The absolute output folder as the ledger records it. Nil for a pipe.
  let folder: String?
  /// Name of the one file in `folder` that contains the passes. Nil if each has a file.
  let archive: String?
  /// The conditions under which a pass is unchanged.
  let sameness: LedgerCriteria
  /// The folder for checking files. Nil for a pipe, and if the folder does not exist.
  let files: OpenFolder?
  /// `--new-holder`.
  let newHolders: Set<String>
  /// Seconds since 1970.
  let now: Int64
}
