// SPDX-License-Identifier: Apache-2.0

/// Why a ledger could not be used, one sentence: what programs catch, since only this module knows
/// the ledger itself.
package protocol LedgerFault: Error, CustomStringConvertible {
  /// What to do about it, where there is something to do.
  var help: String? { get }
}

extension LedgerError: LedgerFault {}
