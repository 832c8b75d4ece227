// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassModel

/// What a ledger has against issuing a pass under a serial number it knows.
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

  /// What issuing would be refused for; nil when nothing speaks against it.
  ///
  /// - Parameters:
  ///   - token: the one that is written down; nil when the ledger may choose.
  ///   - wantsToken: there has to be one and none is written down.
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
