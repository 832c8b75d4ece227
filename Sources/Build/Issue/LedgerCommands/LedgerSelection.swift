// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Which passes of a ledger are meant, in the words of the command line; nil means all.
package struct LedgerSelection: Hashable, Sendable {
  /// Whether a pass counts.
  package enum State: String, CaseIterable, Sendable {
    /// There is a whole file.
    case issued
    /// A run has taken the serial number and not finished the pass.
    case reserved
  }

  /// Why nothing can be selected that way.
  package enum Invalid: Error, Hashable, Sendable {
    /// `since` is neither a day nor a moment.
    case notATime(String)
    /// `run` is neither a number nor `last`.
    case notARun(String)
    /// `last` was asked for, and no run has begun.
    case noRunsYet(ledger: String)
    /// The ledger has no run of that number.
    case noSuchRun(Int64, ledger: String)
  }

  /// Only passes of this type.
  package var passType: String?
  /// Only passes that are issued, or reserved.
  package var state: State?
  /// The number of a run, or `last`.
  package var run: String?
  /// A day, which begins in UTC, or a moment with its offset.
  package var since: String?

  /// All passes of a ledger, or those of one type.
  package init(passType: String? = nil, state: State? = nil) {
    self.passType = passType
    self.state = state
  }

  /// The same as the ledger is asked.
  ///
  /// - Throws: `Invalid`, `LedgerError`.
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
      throw Invalid.notATime(text)
    }
    return date.seconds
  }

  private static func run(_ text: String, in ledger: Ledger) throws -> Int64 {
    if text == "last" {
      guard let last = try ledger.runs().last else {
        throw Invalid.noRunsYet(ledger: ledger.path)
      }
      return last.id
    }
    guard let id = Int64(text) else { throw Invalid.notARun(text) }
    guard try ledger.run(id) != nil else { throw Invalid.noSuchRun(id, ledger: ledger.path) }
    return id
  }
}
