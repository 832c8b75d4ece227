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
  let serial: String?
  var result: Result
  /// In the order of their places.
  var diagnostics: [Diagnostic]
  /// Below the output; nil for rejected rows.
  var path: String?
  /// The SHA-256 of the bundle where somebody wants it.
  var digest: [UInt8]?
  var bundleSize = 0
  /// In a group: the name inside the .pkpasses, and that one's size.
  var entry: String?
  var fileSize: Int?
  /// The ledger knew it before, issued.
  var isKnown = false
}

/// What became of a batch.
struct BatchOutcome: Sendable {
  let number: Int
  var rows: [RowOutcome] = []
  /// With a tar: the files of the batch, headers included.
  var archive: [UInt8] = []
  var inputBytes = 0
  /// The disk or the key failed: nothing after it counts.
  var failure: (any Error)?
}
