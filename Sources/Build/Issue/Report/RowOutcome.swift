// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassTemplate

/// What became of a row.
struct RowOutcome: Sendable {
  enum Result: Sendable {
    /// A new file of a pass nobody has seen.
    case issued
    /// A new version of a pass, or its file anew.
    case reissued
    /// The file that stands is the one that would be made.
    case unchanged
    case rejected
  }

  /// For rejects and index; nil when neither is written.
  var row: Row?
  /// The line of the data it begins in, from 1.
  let line: Int
  let serial: String?
  var result: Result
  /// In the order of their places.
  var diagnostics: [Diagnostic]
  /// Below the output; nil for rejected rows.
  var path: String?
  /// Where the ledger has an unchanged pass, when that is not where this run would put it.
  var known: PlacedFile?
  /// The SHA-256 of the bundle where somebody wants it.
  var digest: [UInt8]?
  /// Its size in bytes; of a pass that is unchanged only where somebody wants the digest.
  var bundleSize = 0
  /// In a group: the name inside the .pkpasses, and that one's size.
  var entry: String?
  var fileSize: Int?
  /// The ledger knew it before, issued.
  var isKnown = false
}
