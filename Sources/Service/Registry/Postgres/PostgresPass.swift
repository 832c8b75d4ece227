// SPDX-License-Identifier: Apache-2.0

internal import PassUpdates

/// Conversion of rows to passes.
enum PostgresPass {
  /// The columns for `read`, with the tables `p` and `t`.
  static let columns = """
    p.id, t.name, p.serial, p.modified, p.number, p.digest, p.source, p.voided, p.source_row,
    p.devices
    """

  /// Returns the pass in the columns from `start` on.
  static func read(_ row: PostgresRow, from start: Int32 = 0) -> StoredPass {
    StoredPass(
      id: row.integer(start), passType: row.text(start + 1), serial: row.text(start + 2),
      version: .init(modified: row.integer(start + 3)), number: row.integer(start + 4),
      digest: row.bytes(start + 5), source: PassSource(rawValue: row.integer(start + 6)) ?? .row,
      isVoided: row.integer(start + 7) != 0, row: row.textOrNil(start + 8),
      deviceCount: Int(row.integer(start + 9)))
  }
}
