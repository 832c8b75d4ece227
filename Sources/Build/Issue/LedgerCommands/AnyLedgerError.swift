// SPDX-License-Identifier: Apache-2.0

/// An error of using a ledger, in one sentence. Programs catch this protocol, because the type of
/// the error is only visible in this module.
package protocol AnyLedgerError: Error, CustomStringConvertible {
  var help: String? { get }
}

extension LedgerError: AnyLedgerError {}
