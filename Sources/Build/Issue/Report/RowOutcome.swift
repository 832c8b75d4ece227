// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassDiagnostics
import PassTemplate

struct RowOutcome: Sendable {
  enum Result: Sendable {
    /// A file for a new pass.
    case issued
    /// A new version of a pass, or its file again.
    case reissued
    /// The existing file is up to date.
    case unchanged
    case rejected
  }

  /// For rejects and index. Nil if neither is written.
  var row: Row?
  /// The first line of the row in the data, from 1.
  let line: Int
  let serial: String?
  var result: Result
  /// In the order of their places.
  var diagnostics: [Diagnostic]
  /// The path below the output. Nil for rejected rows.
  var path: String?
  /// The place of an unchanged pass in the ledger, if this run would use another one.
  var known: PlacedFile?
  /// The SHA-256 of the bundle, if it is needed.
  var digest: [UInt8]?
  /// The size of the bundle in bytes. For an unchanged pass only if the digest is needed.
  var bundleSize = 0
  /// For a group, the name of the entry in the .pkpasses, and the size of that file.
  var entry: String?
  var fileSize: Int?
  /// Whether the ledger already had it as issued.
  var isKnown = false
}
