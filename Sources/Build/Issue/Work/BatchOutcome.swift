// SPDX-License-Identifier: Apache-2.0

struct BatchOutcome: Sendable {
  let number: Int
  var rows: [RowOutcome] = []
  /// The bytes of the batch for an output with one file.
  var archive: [UInt8] = []
  var inputBytes = 0
  /// An error of the disk or the key. Later batches are discarded.
  var failure: (any Error)?
}
