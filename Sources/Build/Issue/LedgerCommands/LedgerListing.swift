// SPDX-License-Identifier: Apache-2.0

/// Writes the contents of a ledger: its passes, its runs, or all data of one pass.
package struct LedgerListing {
  package enum Form: Sendable {
    case text(colour: Bool)
    case json
  }

  package struct Counts: Hashable, Sendable {
    /// Passes with a complete file.
    package var issued = 0
    /// Passes that a run has reserved and not finished.
    package var reserved = 0
  }

  private let ledger: Ledger
  private let form: Form

  /// Opens a ledger without changing anything in it.
  ///
  /// - Throws: `AnyLedgerError`.
  package init(of path: String, as form: Form) throws {
    ledger = try Ledger(path, access: .reading)
    self.form = form
  }

  /// Lists passes by pass type identifier and serial number.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of passes.
  ///   - put: receives the output in pages.
  /// - Throws: `LedgerSelection.SelectionError`, `AnyLedgerError`, and errors of `put`.
  package func passes(
    _ selection: LedgerSelection, limit: Int? = nil, put: ([UInt8]) throws -> Void
  ) throws -> Counts {
    let filter = try selection.filter(in: ledger)
    var table = LedgerText(colour: colour)
    var left = limit ?? .max
    var counts = Counts()
    try ledger.forEachPass(filter) { page in
      let shown = Array(page.prefix(left))
      left -= shown.count
      let issued = shown.count { $0.state == .issued }
      counts.issued += issued
      counts.reserved += shown.count - issued
      switch form {
      case .text: try put(Array(table.table(shown).utf8))
      case .json: try put(shown.flatMap { LedgerJSON.line($0, withTokens: false) })
      }
      return left > 0
    }
    return counts
  }

  /// Lists runs, the oldest first.
  ///
  /// - Parameters:
  ///   - passType: only runs with this pass type identifier.
  ///   - limit: the maximum number of runs, counted from the latest.
  /// - Throws: `AnyLedgerError`, and errors of `put`.
  package func runs(
    passType: String? = nil, limit: Int? = nil, put: ([UInt8]) throws -> Void
  ) throws {
    let runs = try ledger.runs()
      .filter { passType == nil || $0.passType == passType }
      .suffix(limit ?? .max)
      .map { (run: $0, isAlive: try ledger.isAlive($0)) }
    switch form {
    case .text: try put(Array(LedgerText(colour: colour).table(runs).utf8))
    case .json: try put(runs.flatMap { LedgerJSON.line($0.run, isAlive: $0.isAlive) })
    }
  }

  /// Writes all data of one pass, or of several with different pass type identifiers.
  ///
  /// - Parameters:
  ///   - serial: the serial number, in any case.
  ///   - passType: only a pass with this pass type identifier.
  /// - Returns: whether there is such a pass.
  /// - Throws: `AnyLedgerError`, and errors of `put`.
  package func pass(
    _ serial: String, passType: String? = nil, withTokens: Bool, put: ([UInt8]) throws -> Void
  ) throws -> Bool {
    var found: [LedgerPass] = []
    for type in try ledger.passTypes() where passType == nil || passType == type {
      if let pass = try ledger.find(serial, passType: type) { found.append(pass) }
    }
    for (index, pass) in found.enumerated() {
      switch form {
      case .json: try put(LedgerJSON.full(pass, withTokens: withTokens))
      case .text:
        let run = try ledger.run(pass.run)
        let text = LedgerText(colour: colour).all(
          of: pass, run: run, isAlive: try run.map { try ledger.isAlive($0) } ?? false,
          withTokens: withTokens)
        try put(Array(((index > 0 ? "\n" : "") + text).utf8))
      }
    }
    return !found.isEmpty
  }

  private var colour: Bool { if case .text(let colour) = form { colour } else { false } }
}
