// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
import Synchronization

/// The tables of all languages as one dictionary: which texts they translate, and which language
/// lacks one that another has.
///
/// Made once for the passes of a template, whose rows differ in the texts that are looked up.
package final class StringsIndex: Sendable {
  /// A text that a table translates, by its number in `keys`.
  package struct Key: Sendable {
    /// The text, as pass.json would spell it.
    package let text: String
    /// In how many tables it stands.
    package fileprivate(set) var tables = 0
    /// Where it stands first.
    package let origin: Origin
    fileprivate var lastTable = -1
  }

  /// A line of a table, with the number of its key.
  package struct Line: Sendable {
    /// The number of the key in `keys`.
    package let key: Int
    /// What the table says.
    package let entry: StringsTable.Entry
  }

  /// One table, with the numbers of its keys.
  package struct Table: Sendable {
    /// The table itself.
    package let table: StringsTable
    /// The numbers of its entries' keys, entry by entry; those of the next row's table are the same.
    package let keys: [Int]
    /// Where the entries stand whose key has a percent sign.
    package let formatPositions: [Int]
    fileprivate init(_ table: StringsTable, keys: [Int], formatPositions: [Int]) {
      self.table = table
      self.keys = keys
      self.formatPositions = formatPositions
    }

    /// In the order of the file, duplicates included.
    package var lines: some Sequence<Line> { table.entries.indices.lazy.map { line($0) } }

    /// Calls `body` with every line whose key has a percent sign, and the number of that key. Lines are
    /// not copied for it.
    package func forEachFormat(_ body: (_ key: Int, StringsTable.Entry) -> Void) {
      table.entries.withUnsafeBufferPointer { entries in
        for position in formatPositions { body(keys[position], entries[position]) }
      }
    }

    private func line(_ position: Int) -> Line {
      Line(key: keys[position], entry: table.entries[position])
    }
  }

  /// Every text that a table translates, in the order they were met.
  package let keys: [Key]
  /// By language.
  package let tables: [Table]
  /// The numbers of keys that some tables have and others lack, ordered by their bytes.
  private let incomplete: [Int]
  private let numbers: [ExactText: Int]

  /// Something that holds for all passes whose tables have these keys: what was found out of one need
  /// not be found out of the next.
  package let kept: Kept

  /// Keeps one thing, which whoever asks for it knows.
  package final class Kept: Sendable {
    private let value = Mutex<(any AnyObject & Sendable)?>(nil)

    fileprivate init() {}

    /// What is kept, if it is of that kind.
    package func value<Value: AnyObject & Sendable>(_: Value.Type) -> Value? {
      value.withLock { $0 } as? Value
    }

    /// Keeps another thing.
    package func keep(_ new: some AnyObject & Sendable) { value.withLock { $0 = new } }
  }

  /// Looks at every line of every table.
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
    kept = Kept()
  }

  /// The index of tables that have the keys of others at the same places, as those of the next row
  /// have; nil where they have not.
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
    kept = known.kept
  }

  /// Calls `body` with every table that lacks wanted keys which others have, the first three of
  /// them by their bytes, and how many they are.
  ///
  /// Takes time in proportion to the lines of all tables, however much each of them lacks.
  ///
  /// - Parameter isWanted: whether a key counts, by its number.
  package func forEachIncomplete(
    among isWanted: [Bool], _ body: (Table, _ first: [Int], _ count: Int) -> Void
  ) {
    let wanted = incomplete.filter { isWanted[$0] }
    guard !wanted.isEmpty else { return }
    // For each key the table that has it, the last one that was looked at.
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

  /// Whether the tables, of files with the same bytes, have the same places.
  func isOf(_ strings: [StringsTable]) -> Bool {
    strings.count == tables.count
      && zip(strings, tables).allSatisfy {
        $0.entries.first?.keyOrigin == $1.table.entries.first?.keyOrigin
      }
  }

  /// The number of a text in `keys`; nil where no language translates it.
  package func number(of text: String) -> Int? { numbers[ExactText(text)] }
}
