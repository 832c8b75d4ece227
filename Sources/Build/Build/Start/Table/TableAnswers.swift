// SPDX-License-Identifier: Apache-2.0

package import PassTemplate

/// What a column is, as the user says it.
package enum ColumnAnswer: String, Sendable, CaseIterable {
  /// Types of a column.
  case string, integer, number, date, url
  /// Meanings of a column.
  case serial, name, points, balance, tier, expires, photo
  /// The pass does not use the column.
  case none

  var role: ColumnRole? {
    switch self {
    case .string, .integer, .number, .url: nil
    case .date: .date
    case .serial: .serial
    case .name: .name
    case .points: .points
    case .balance: .balance
    case .tier: .tier
    case .expires: .expires
    case .photo: .photo
    case .none: .unused
    }
  }
}

/// What the user has decided about a table.
package struct TableAnswers: Sendable, Hashable {
  /// One decision.
  package enum Answer: Sendable, Hashable {
    case encoding(String)
    case dateOrder(DateOrder)
    case column(String, ColumnAnswer)
  }

  /// The encoding, if the user named one.
  package private(set) var encoding: String?
  /// The order of dates, if the user named one.
  package private(set) var dateOrder: DateOrder?
  /// By the header of the column.
  package private(set) var columns: [String: ColumnAnswer] = [:]

  /// Creates answers without a decision.
  package init() {}

  /// Adds a decision. A later one about the same thing wins.
  package mutating func add(_ answer: Answer) {
    switch answer {
    case .encoding(let name): encoding = name
    case .dateOrder(let order): dateOrder = order
    case .column(let header, let answer): columns[header] = answer
    }
  }
}

/// A place in a table that can be read in several ways.
package struct TableAmbiguityError: Error, Sendable {
  /// One of the readings.
  package struct Choice: Sendable {
    /// The meaning of the example, such as `1 February 2026`.
    package let meaning: String
    /// The answer that chooses this reading.
    package let answer: TableAnswers.Answer
  }

  /// The question with an example of the table.
  package let question: String
  /// The readings, the most common one first.
  package let choices: [Choice]
}

/// A reason why no template can be made from a table.
package struct TableError: Error, Sendable {
  /// What was found and what was expected.
  package let message: String
  /// The line of the table. Nil if the whole table is meant.
  package let line: Int?
  /// The change of the table that solves it.
  package let help: String
  /// An answer that also solves it.
  package let alternative: TableAnswers.Answer?

  init(
    _ message: String, line: Int? = nil, help: String, or alternative: TableAnswers.Answer? = nil
  ) {
    self.message = message
    self.line = line
    self.help = help
    self.alternative = alternative
  }
}
