// SPDX-License-Identifier: Apache-2.0

/// The authentication token of a row.
package enum OfferedToken: Hashable, Sendable {
  /// The pass has no token.
  case none
  /// Generated for this row. It is used only if the ledger has no token yet.
  case ifNew(String)
  /// From the template, the data or a key. It must be the same as in the ledger.
  case fixed(String)
}

/// A pass that a run is about to write.
package struct Reservation: Sendable {
  package var serial: String
  /// The digests of its row, its customer and its content.
  package var digests: PassDigests
  /// The authentication token of the row.
  package var token: OfferedToken
  /// The probable path below the output folder. It only reserves space in the record. `finish`
  /// stores the actual path.
  package var expectedPath: String?
  /// `--new-holder`: the pass may be issued to another customer.
  package var allowsNewHolder: Bool
  /// Whether it is written even if nothing has changed, because its file is missing or it is signed
  /// again.
  package var evenIfUnchanged: Bool

  /// Creates a reservation. By default it rejects a new customer and skips unchanged passes.
  package init(
    serial: String, digests: PassDigests, token: OfferedToken = .none,
    expectedPath: String? = nil, allowsNewHolder: Bool = false, evenIfUnchanged: Bool = false
  ) {
    self.serial = serial
    self.digests = digests
    self.token = token
    self.expectedPath = expectedPath
    self.allowsNewHolder = allowsNewHolder
    self.evenIfUnchanged = evenIfUnchanged
  }
}

/// A pass that this run has reserved and may write now.
package struct Reserved: Hashable, Sendable {
  /// The number of the pass in the ledger, for `finish`.
  package let pass: Int64
  /// The token for the pass, which is the ledger's if it has one.
  package let token: String?
  /// Whether it was issued before. Then serial number and token stay the same.
  package let isReissue: Bool
  /// Whether the new version is stored in the table `reissue` until it is finished.
  let isInReissueTable: Bool
}

package enum ReserveOutcome: Hashable, Sendable {
  /// The pass may be written.
  case reserved(Reserved)
  /// The ledger already has the same pass as issued, so there is nothing to do.
  case unchanged(LedgerPass)
  /// Another running process has reserved it or has issued it in its run.
  case inOtherRun(run: Int64, sameContent: Bool)
  /// It was issued to another customer.
  case otherHolder(LedgerPass)
  /// The ledger has a token that differs from a fixed one.
  case otherToken(LedgerPass)
  /// The pass has a token that is not in the ledger, and the token of the reservation is a new one.
  case unknownToken(LedgerPass)
  /// The ledger has a serial number that differs only in case.
  case differsInCase(serial: String)
}

/// A written bundle for `IssuingRun.finish`.
package struct IssuedBundle: Sendable {
  /// The pass as returned by `reserve`.
  package var pass: Reserved
  /// The SHA-256 of the bundle.
  ///
  /// If the constant files are first in the archive, the beginning of all bundles is the same. Hash
  /// that once and continue from its state.
  package var digest: LedgerDigest
  /// The size of the bundle in bytes.
  package var size: Int64
  /// The place of the file. Nil for output to a pipe.
  package var file: PlacedFile?
  /// The time of writing in seconds since 1970.
  package var time: Int64

  /// Creates a record of a bundle that was written completely, to its file or into a pipe.
  package init(
    _ pass: Reserved, digest: LedgerDigest, size: Int64, file: PlacedFile?, time: Int64
  ) {
    self.pass = pass
    self.digest = digest
    self.size = size
    self.file = file
    self.time = time
  }
}
