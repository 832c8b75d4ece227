// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
import Synchronization

/// The tables of all languages as one dictionary: which strings they translate, and which strings a
/// language lacks.
///
/// It is built once for all passes of a template. Their rows differ only in the strings that are
/// looked up.
package final class StringsIndex: Sendable {
  /// A string that a table translates. Its number is its index in `keys`.
  package struct Key: Sendable {
    /// The string as pass.json spells it.
    package let text: String
    /// The number of tables that contain it.
    package fileprivate(set) var tables = 0
    /// The place where it occurs first.
    package let origin: Origin
    fileprivate var lastTable = -1
  }

  /// A line of a table, with the number of its key.
  package struct Line: Sendable {
    /// The index of the key in `keys`.
    package let key: Int
    /// The line itself.
    package let entry: StringsTable.Entry
  }

  /// A table, with the numbers of its keys.
  package struct Table: Sendable {
    package let table: StringsTable
    /// The number of the key of each entry. It is the same for the tables of all rows.
    package let keys: [Int]
    /// The indices of the entries whose key contains a percent sign.
    package let formatPositions: [Int]
    fileprivate init(_ table: StringsTable, keys: [Int], formatPositions: [Int]) {
      self.table = table
      self.keys = keys
      self.formatPositions = formatPositions
    }

    /// The lines in file order, including duplicates.
    package var lines: some Sequence<Line> { table.entries.indices.lazy.map { line($0) } }

    /// Calls `body` with every line whose key contains a percent sign, and the number of that key.
    /// It does not copy the lines.
    package func forEachFormat(_ body: (_ key: Int, StringsTable.Entry) -> Void) {
      table.entries.withUnsafeBufferPointer { entries in
        for position in formatPositions { body(keys[position], entries[position]) }
      }
    }

    private func line(_ position: Int) -> Line {
      Line(key: keys[position], entry: table.entries[position])
    }
  }

  /// Every translated string, in the order of first occurrence.
  package let keys: [Key]
  /// The tables, one for each language.
  package let tables: [Table]
  /// The numbers of the keys that some tables have and others lack, ordered by the bytes of the
  /// keys.
  private let incomplete: [Int]
  private let numbers: [ExactText: Int]

  /// A cache for results that depend only on the keys of the tables. It is shared by all passes
  /// whose tables have these keys.
  package let cached: CachedObject

  /// A cache with one object, protected by a mutex because several workers may share the index.
  package final class CachedObject: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)

    fileprivate init() {}

    /// Returns the object if it has that type.
    package func value<Value: AnyObject & Sendable>(_: Value.Type) -> Value? {
      value.withLock { $0 } as? Value
    }

    /// Replaces the object.
    package func set(_ new: some AnyObject & Sendable) { value.withLock { $0 = new } }
  }

  /// Builds the index from all lines of all tables.
  package init(_ strings: [StringsTable]) {
    var keys: [Key] = []
    var numbers: [ExactText: Int] = [:]
    var tables: [Table] = []
    for (position, table) in strings.enumerated() {
      let own = table.entries.map { entry in
        let text = ExactText(entry.key)
        let number = numbers[text] ?? keys.count
        if number == keys.count {
          numbers[text] = number
          keys.append(Key(text: entry.key, origin: entry.keyOrigin))
        }
        if keys[number].lastTable != position { keys[number].tables += 1 }
        keys[number].lastTable = position
        return number
      }
      let formats = table.entries.indices.filter {
        table.entries[$0].key.utf8.contains(UInt8(ascii: "%"))
      }
      tables.append(Table(table, keys: own, formatPositions: formats))
    }
    incomplete = keys.indices.filter { keys[$0].tables < tables.count }
      .sorted { keys[$0].text.utf8.lexicographicallyPrecedes(keys[$1].text.utf8) }
    self.keys = keys
    self.numbers = numbers
    self.tables = tables
    cached = CachedObject()
  }

  /// Builds an index by reusing one of tables with the same keys at the same places, such as those
  /// of another row. Returns nil if the keys differ.
  init?(_ strings: [StringsTable], like known: StringsIndex) {
    guard strings.count == known.tables.count else { return nil }
    var tables: [Table] = []
    tables.reserveCapacity(strings.count)
    for (table, old) in zip(strings, known.tables) {
      guard table.language == old.table.language, table.hasKeys(of: old.table) else { return nil }
      tables.append(Table(table, keys: old.keys, formatPositions: old.formatPositions))
    }
    keys = known.keys
    incomplete = known.incomplete
    numbers = known.numbers
    self.tables = tables
    cached = known.cached
  }

  /// Calls `body` for each table that lacks keys which another table has, with the first three of
  /// these keys in byte order and their number.
  ///
  /// The time is proportional to the number of lines in all tables. It does not depend on how many
  /// keys each table lacks.
  ///
  /// - Parameter isWanted: whether a key counts, by its number.
  package func forEachIncomplete(
    among isWanted: [Bool], _ body: (Table, _ first: [Int], _ count: Int) -> Void
  ) {
    let wanted = incomplete.filter { isWanted[$0] }
    guard !wanted.isEmpty else { return }
    // For each key: -1 if it does not count, otherwise the last table with it, or -2 if there was
    // none yet. It counts a key once per table.
    var owners = [Int](repeating: -1, count: keys.count)
    for key in wanted { owners[key] = -2 }
    for (position, table) in tables.enumerated() {
      var own = 0
      for key in table.keys where owners[key] != -1 && owners[key] != position {
        owners[key] = position
        own += 1
      }
      guard own < wanted.count else { continue }
      body(
        table, Array(wanted.lazy.filter { owners[$0] != position }.prefix(3)), wanted.count - own)
    }
  }

  /// Returns whether the tables have the same places, assuming that their files have the same
  /// bytes.
  func isOf(_ strings: [StringsTable]) -> Bool {
    strings.count == tables.count
      && zip(strings, tables).allSatisfy {
        $0.entries.first?.keyOrigin == $1.table.entries.first?.keyOrigin
      }
  }

  /// Returns the number of a string in `keys`, or nil if no language translates it.
  package func number(of text: String) -> Int? { numbers[ExactText(text)] }
}
