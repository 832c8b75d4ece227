// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// Which columns say something else than in the row before: what is made of the others alone stays.
struct RowChanges {
  private var last: [Cell] = []
  private var differs: [Bool] = []
  /// Whether a cell stands elsewhere than in the row before, as each does in a file of rows.
  private(set) var isMoved = true

  /// Takes the next row.
  mutating func note(_ row: [Cell]) {
    guard last.count == row.count else {
      last = row
      differs = row.map { _ in true }
      isMoved = true
      return
    }
    isMoved = false
    for column in row.indices {
      differs[column] = !last[column].isWritten(as: row[column])
      if last[column].origin != row[column].origin {
        isMoved = true
        last[column].origin = row[column].origin
      }
      if differs[column] { last[column] = row[column] }
    }
  }

  /// Whether one of the columns differs.
  func touch(_ columns: [Int]) -> Bool {
    for column in columns where differs[column] { return true }
    return false
  }
}

extension Cell {
  /// Whether both say the same to the byte, wherever they stand. Arrays and objects are not looked
  /// into: two are never the same.
  fileprivate func isWritten(as other: Cell) -> Bool {
    switch (value, other.value) {
    case (.empty, .empty): text.hasBytes(of: other.text)
    case (.boolean(let one), .boolean(let two)): one == two && text.hasBytes(of: other.text)
    case (.text(let one), .text(let two)), (.number(let one), .number(let two)),
      (.date(let one), .date(let two)), (.file(let one), .file(let two)):
      one.hasBytes(of: two) && text.hasBytes(of: other.text)
    default: false
    }
  }
}
