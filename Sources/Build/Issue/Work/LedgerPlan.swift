// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The ledger as workers see it.
struct LedgerPlan: Sendable {
  let ledger: Ledger
  /// Nil in a dry run.
  let run: IssuingRun?
  /// The run before it did not come to its end.
  let followsBrokenRun: Bool
  /// How many passes it knew as issued when the run began.
  let issuedBefore: Int
  let content: ContentDigest
  let certificate: LedgerDigest?
  /// The output as the ledger remembers it, absolute; nil for a pipe.
  let folder: String?
  /// Name of the one file in `folder` that contains the passes. Nil if each has a file.
  let archive: String?
  /// When a pass is unchanged.
  let sameness: Sameness
  /// The folder, for looking at files; nil for a pipe, and while the folder does not exist.
  let files: OpenFolder?
  /// `--new-holder`.
  let newHolders: Set<String>
  /// Seconds since 1970.
  let now: Int64
}
