// SPDX-License-Identifier: Apache-2.0

internal import PassBasics
internal import PassDatabase

extension SQLiteStore {
  /// Creates the tables, or migrates those of an older release after a copy was made.
  ///
  /// The first migration sets the application identifier together with the first table. A database
  /// with tables and without the identifier therefore belongs to another program.
  static func bringUpToDate(
    _ database: Database, _ path: String, _ upgrade: StoreUpgrade
  ) throws {
    let migrations = StoreSchema.migrations
    let version = try migrations.version(of: database)
    switch try migrations.state(of: database) {
    case .current: return
    case .newer: throw newer(version, path)
    case .new: break
    case .older:
      let words = "\(path) \(StoreUpgrade.sentence(version, migrations.version))"
      if upgrade.makesCopy {
        try copy(path, version, words, upgrade)
      } else {
        upgrade.report("\(words): upgrading it without a copy")
      }
    }
    try migrations.apply(to: database)
  }

  /// Checks that the tables are those of this release.
  static func checkVersion(_ database: Database, _ path: String) throws {
    let migrations = StoreSchema.migrations
    let version = try migrations.version(of: database)
    switch try migrations.state(of: database) {
    // A newer release has all the tables of this one.
    case .current, .newer: return
    case .new: throw StoreError(.foreign, "is not a database of this release of passc serve")
    case .older:
      throw StoreError(
        .older, StoreUpgrade.sentence(version, migrations.version),
        help: "to upgrade the database, start passc serve with it once")
    }
  }

  private static func copy(
    _ path: String, _ version: Int, _ words: String, _ upgrade: StoreUpgrade
  ) throws {
    let target = try StoreCopy.freeName(like: copyName(path, version))
    upgrade.report("\(words): copying it to \(target) and upgrading it")
    do {
      try StoreCopy.make(of: path, to: target)
    } catch {
      throw StoreError(
        error.reason, "\(words), and the copy failed: \(error.description)",
        help: "make space for the copy, or if you have a backup, add --no-copy")
    }
  }

  private static func copyName(_ path: String, _ version: Int) -> String {
    "\(path).version-\(version)"
  }

  /// Returns the error of a database of a newer release. If the copy from before the upgrade is
  /// there, the help names it.
  private static func newer(_ version: Int, _ path: String) -> StoreError {
    let current = StoreSchema.migrations.version
    let copies = (1...current).reversed().map { copyName(path, $0) }
    let install = "install the release of passc that upgraded it"
    guard let copy = copies.first(where: { (try? Disk.kind(of: $0)) == .file }) else {
      return StoreUpgrade.newer(version, current, help: install)
    }
    let restore =
      "passc serve restore \(ShellWord.quoted(copy)) --database \(ShellWord.quoted(path))"
    return StoreUpgrade.newer(
      version, current,
      help: "\(install); to go back and lose all changes since the upgrade, run: \(restore)")
  }
}
