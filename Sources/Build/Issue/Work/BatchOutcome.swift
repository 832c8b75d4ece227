// SPDX-License-Identifier: Apache-2.0

/// What became of a batch.
struct BatchOutcome: Sendable {
  let number: Int
  var rows: [RowOutcome] = []
  /// With an output of one file: the bytes of the batch.
  var archive: [UInt8] = []
  var inputBytes = 0
  /// The disk or the key failed: nothing after it counts.
  var failure: (any Error)?
}
