// SPDX-License-Identifier: Apache-2.0

/// Writes the issued passes of a ledger for an update service or a mailing.
package struct LedgerExport {
  /// The format, with one line per pass.
  package enum Form: String, CaseIterable, Sendable {
    /// With a header.
    case csv
    case json
    /// JSON Lines as `passc ledger import --outcomes` reads them, always without tokens.
    case outcomes
  }

  private let ledger: Ledger
  private let filter: PassFilter
  private let form: Form
  private let withTokens: Bool

  /// Opens a ledger without changing anything in it.
  ///
  /// - Parameter selection: a selection of passes in any state. Only the issued ones are exported.
  /// - Throws: `LedgerSelection.SelectionError`, `AnyLedgerError`.
  package init(
    of path: String, _ selection: LedgerSelection, as form: Form, withTokens: Bool
  ) throws {
    var selection = selection
    selection.state = .issued
    ledger = try Ledger(path, access: .reading)
    filter = try selection.filter(in: ledger)
    self.form = form
    self.withTokens = withTokens
  }

  /// Writes the passes in pages, ordered by pass type identifier and serial number.
  ///
  /// - Throws: `AnyLedgerError`, and errors of `put`.
  package func write(_ put: ([UInt8]) throws -> Void) throws {
    if form == .csv { try put(LedgerCSV.header(withTokens: withTokens)) }
    try ledger.forEachPass(filter) { page in
      var bytes: [UInt8] = []
      for pass in page {
        switch form {
        case .csv: bytes += LedgerCSV.line(pass, withTokens: withTokens)
        case .json: bytes += LedgerJSON.line(pass, withTokens: withTokens)
        case .outcomes: bytes += LedgerJSON.outcome(pass)
        }
      }
      try put(bytes)
      return true
    }
  }
}
