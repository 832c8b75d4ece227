// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension SQLiteStore {
  /// Returns the query plan of each statement used so far, a line for each step.
  ///
  /// A test checks with it that no statement scans a large table.
  func plans() async throws(StoreError) -> [String: [String]] {
    let written = try await writing { database, _ in try Self.plans(database) }
    return try reading { database in
      try Self.plans(database).merging(written) { first, _ in first }
    }
  }

  private static func plans(_ database: Database) throws -> [String: [String]] {
    var plans: [String: [String]] = [:]
    for text in database.cachedSQL
    where ["SELECT", "INSERT", "UPDATE", "DELETE"].contains(text.prefix(6)) {
      plans[text] = try SQLStatement("EXPLAIN QUERY PLAN " + text, on: database)
        .all { $0.text(3) }
    }
    return plans
  }
}
