// SPDX-License-Identifier: Apache-2.0

import PassModel

/// A selection of passes of a ledger, as given on the command line. Members that are nil select
/// all.
package struct LedgerSelection: Hashable, Sendable {
  package enum State: String, CaseIterable, Sendable {
    /// There is a complete file.
    case issued
    /// A run has reserved the serial number and not finished the pass.
    case reserved
  }

  /// The reason why a selection is invalid.
  package enum SelectionError: Error, Hashable, Sendable {
    /// `since` is neither a day nor a time.
    case notATime(String)
    /// `run` is neither a number nor `last`.
    case notARun(String)
    /// `last` was given and there are no runs.
    case noRunsYet(ledger: String)
    /// The ledger has no run with that number.
    case noSuchRun(Int64, ledger: String)
  }

  /// Only passes with this pass type identifier.
  package var passType: String?
  package var state: State?
  /// The number of a run, or `last`.
  package var run: String?
  /// A day, which begins at midnight UTC, or a time with its offset.
  package var since: String?

  package init(passType: String? = nil, state: State? = nil) {
    self.passType = passType
    self.state = state
  }

  /// Returns the selection as a filter for the ledger.
  ///
  /// - Throws: `SelectionError`, `LedgerError`.
  func filter(in ledger: Ledger) throws -> PassFilter {
    var filter = PassFilter(passType: passType, state: state.map(Self.state))
    if let since { filter.since = try Self.seconds(since) }
    if let run { filter.run = try Self.run(run, in: ledger) }
    return filter
  }

  private static func state(_ state: State) -> LedgerPass.State {
    switch state {
    case .issued: .issued
    case .reserved: .reserved
    }
  }

  private static func seconds(_ text: String) throws -> Int64 {
    guard let date = W3CDate(text.utf8.count == 10 ? text + "T00:00:00Z" : text) else {
      throw SelectionError.notATime(text)
    }
    return date.seconds
  }

  private static func run(_ text: String, in ledger: Ledger) throws -> Int64 {
    if text == "last" {
      guard let last = try ledger.runs().last else {
        throw SelectionError.noRunsYet(ledger: ledger.path)
      }
      return last.id
    }
    guard let id = Int64(text) else { throw SelectionError.notARun(text) }
    guard try ledger.run(id) != nil else { throw SelectionError.noSuchRun(id, ledger: ledger.path) }
    return id
  }
}
