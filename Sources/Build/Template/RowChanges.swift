// SPDX-License-Identifier: Apache-2.0

import PassJSON

/// The columns that differ from the row before. Parts that are made of the other columns are kept.
struct RowChanges {
  private var last: [Cell] = []
  private var differs: [Bool] = []

  /// Takes the next row.
  mutating func note(_ row: [Cell]) {
    guard last.count == row.count else {
      last = row
      differs = row.map { _ in true }
      return
    }
    for column in row.indices {
      differs[column] = !last[column].isWritten(as: row[column])
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
  /// Whether both are equal to the byte, wherever they are. Two arrays or objects always differ,
  /// because they are not compared.
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
