// SPDX-License-Identifier: Apache-2.0

internal import PassDatabase

extension Ledger {
  /// What came of `relocate`.
  package enum Relocation: Hashable, Sendable {
    /// How many issued passes have another place now, or would have.
    case relocated(passes: Int)
    /// A process is working at this run; nothing was changed.
    case running(run: Int64)
  }

  /// Records every file at or below one folder at the same place below another one, in one
  /// transaction. The files themselves are not looked at.
  ///
  /// - Parameters:
  ///   - old: absolute, without symbolic links and trailing slash, as places are recorded.
  ///   - new: likewise.
  ///   - isDryRun: nothing is changed, only counted; the ledger may be open for reading.
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

  /// A run some process is working at. None can begin while a transaction is open that writes.
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

  /// What becomes of the files recorded in one folder.
  private struct Move {
    /// The folder's number.
    let folder: Int64
    /// Where they are instead.
    let path: String
    /// What is taken away from the front of a file's name; one that does not begin with it stays.
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
        // The output was recorded further up, and the old folder is one of those in it.
        moves.append(Move(folder: folder, path: new, prefix: rest + "/"))
      }
    }
    return moves
  }

  /// What follows a folder in a path, empty for the folder itself; nil outside of it.
  private static func rest(of path: String, below folder: String) -> String? {
    if path.utf8.elementsEqual(folder.utf8) { return "" }
    let start = withSlash(folder).utf8
    return path.utf8.starts(with: start) ? String(path.utf8.dropFirst(start.count)) : nil
  }

  private static func withSlash(_ folder: String) -> String {
    folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
  }

  /// How many issued passes have their file in what is moved.
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

  /// Gives passes other folders; the folders stay what they were (`LedgerNames`). All at once,
  /// since the new folder may lie in the old one, or the old one in the new.
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
