// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel

/// A reason in the ledger against issuing a pass with a serial number that was issued before.
struct LedgerObjection {
  let finding: Finding
  let message: String

  static func otherCase(_ serial: String, _ known: String) -> LedgerObjection {
    LedgerObjection(
      finding: IssueFindings.otherCase,
      message:
        "serial number \(quoted(serial)) differs only in case from \(quoted(known)) in the ledger")
  }

  static func otherHolder(_ serial: String) -> LedgerObjection {
    LedgerObjection(
      finding: IssueFindings.otherHolder,
      message: "serial number \(quoted(serial)) was issued to another customer")
  }

  static func otherToken(_ serial: String) -> LedgerObjection {
    LedgerObjection(
      finding: IssueFindings.otherToken,
      message: "serial number \(quoted(serial)) was issued with another authenticationToken")
  }

  static func unknownToken(_ serial: String) -> LedgerObjection {
    LedgerObjection(
      finding: IssueFindings.unknownToken,
      message:
        "serial number \(quoted(serial)) was issued elsewhere, with a token that the ledger lacks"
    )
  }

  /// Returns the reason why the pass must not be issued, or nil if there is none.
  ///
  /// - Parameters:
  ///   - token: the given authentication token. Nil if the ledger may choose.
  ///   - wantsToken: whether the pass needs a token and none is given.
  static func of(
    _ known: LedgerPass, to serial: String, token: String?, wantsToken: Bool = false,
    holder: LedgerDigest?
  ) -> LedgerObjection? {
    if known.serial != serial { return otherCase(serial, known.serial) }
    if let token, let old = known.token, token != old { return otherToken(serial) }
    if wantsToken, known.isTokenUnknown { return unknownToken(serial) }
    if known.state == .issued, let old = known.digests.holder, let holder, old != holder {
      return otherHolder(serial)
    }
    return nil
  }
}
