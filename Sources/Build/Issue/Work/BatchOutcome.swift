// SPDX-License-Identifier: Apache-2.0

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
