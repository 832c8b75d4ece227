// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension Ledger {
  package enum Relocation: Hashable, Sendable {
    /// The number of issued passes whose place has changed, or would change.
    case relocated(passes: Int)
    /// A process is using this run. Nothing was changed.
    case running(run: Int64)
  }

  /// Records all files at or below one folder at the same relative paths below another folder, in
  /// one transaction. The files themselves are not read.
  ///
  /// - Parameters:
  ///   - old: absolute, without symbolic links and trailing slash, as places are recorded.
  ///   - new: in the same form.
  ///   - isDryRun: counts without changing anything. The ledger may be open for reading.
  package func relocate(
    from old: String, to new: String, isDryRun: Bool = false
  ) throws(LedgerError) -> Relocation {
    let work = { (database: Database) -> Relocation in
      if let run = try self.runInHand(database) { return .running(run: run) }
      let moves = try Self.moves(from: old, to: new, database)
      let passes = try Self.count(moves, database)
      if !isDryRun { try Self.apply(moves, database) }
      return .relocated(passes: passes)
    }
    return isDryRun ? try reading(work) : try writing(work)
  }

  /// Returns a run that a process is using. No run can start while a writing transaction is open.
  private func runInHand(_ database: Database) throws -> Int64? {
    let statement = try SQLStatement(
      "SELECT \(Self.runColumns) FROM run WHERE ended IS NULL", on: database)
    defer { statement.reset() }
    while try statement.step() {
      let run = try run(from: statement, database)
      if try isAlive(run) { return run.id }
    }
    return nil
  }

  /// The change of the files recorded in one folder.
  private struct Move {
    /// The number of the folder.
    let folder: Int64
    /// The new path.
    let path: String
    /// The prefix to remove from file names. Files without it stay.
    let prefix: String
  }

  private static func moves(
    from old: String, to new: String, _ database: Database
  ) throws -> [Move] {
    let statement = try SQLStatement("SELECT id, path FROM folder", on: database)
    defer { statement.reset() }
    var moves: [Move] = []
    while try statement.step() {
      let (folder, path) = (statement.integer(0), statement.text(1))
      if let rest = rest(of: path, below: old) {
        let place = rest.isEmpty ? new : withSlash(new) + rest
        moves.append(Move(folder: folder, path: place, prefix: ""))
      } else if let rest = rest(of: old, below: path) {
        // The output was recorded in a parent folder, and the old folder is inside that.
        moves.append(Move(folder: folder, path: new, prefix: rest + "/"))
      }
    }
    return moves
  }

  /// Returns the rest of a path after a folder: empty for the folder itself, nil if the path is not
  /// in it.
  private static func rest(of path: String, below folder: String) -> String? {
    if path.utf8.elementsEqual(folder.utf8) { return "" }
    let start = withSlash(folder).utf8
    return path.utf8.starts(with: start) ? String(path.utf8.dropFirst(start.count)) : nil
  }

  private static func withSlash(_ folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }

  /// Returns the number of issued passes whose files are moved.
  private static func count(_ moves: [Move], _ database: Database) throws -> Int {
    let whole = Set(moves.lazy.filter(\.prefix.isEmpty).map(\.folder))
    var passes = 0
    let all = try SQLStatement(
      "SELECT folder, count(*) FROM pass WHERE state = 1 AND file IS NOT NULL GROUP BY folder",
      on: database
    ).all { (folder: $0.integer(0), passes: Int($0.integer(1))) }
    for place in all where whole.contains(place.folder) { passes += place.passes }
    let some = try SQLStatement(
      """
      SELECT count(*) FROM pass
      WHERE state = 1 AND folder = ?1 AND substr(file, 1, length(?2)) = ?2
      """, on: database)
    for move in moves where !move.prefix.isEmpty {
      some.bind(move.folder, move.prefix)
      passes += Int(try some.first { $0.integer(0) } ?? 0)
    }
    return passes
  }

  /// Assigns passes to other folders. Folder records do not change (`LedgerNames`). It is one
  /// statement for all moves, because the new folder may be in the old one or the other way round.
  private static func apply(_ moves: [Move], _ database: Database) throws {
    try database.execute(
      sql: """
        CREATE TEMP TABLE move (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, prefix TEXT NOT NULL)
        """)
    for move in moves {
      let new = try LedgerNames.add(folder: move.path, database)
      try SQLStatement(
        "INSERT INTO move VALUES (?, ?, ?)", on: database, with: move.folder, new, move.prefix
      ).run()
    }
    for table in ["pass", "reissue"] {
      try database.execute(
        sql: """
          UPDATE \(table) SET (folder, file) = (
            SELECT new, substr(\(table).file, length(prefix) + 1) FROM move
            WHERE old = \(table).folder)
          WHERE EXISTS (
            SELECT 1 FROM move
            WHERE old = \(table).folder AND substr(\(table).file, 1, length(prefix)) = prefix)
          """)
    }
    try database.execute(sql: "DROP TABLE move")
  }
}
