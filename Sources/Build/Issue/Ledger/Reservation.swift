// SPDX-License-Identifier: Apache-2.0

/// The token a row comes with.
package enum OfferedToken: Hashable, Sendable {
  /// The pass has none.
  case none
  /// Made up for this row: counts only when the ledger has none yet.
  case ifNew(String)
  /// Written in the template or the data, or derived from a key: must be the ledger's.
  case fixed(String)
}

/// A pass somebody is about to write.
package struct Reservation: Sendable {
  /// The serial number of the pass.
  package var serial: String
  /// What its row, its holder and its content hash to.
  package var digests: PassDigests
  /// The authenticationToken the row brings, and how binding it is.
  package var token: OfferedToken
  /// Where it will most likely stand, below the folder of the output. Only keeps room in the
  /// database; what counts is said when it is finished.
  package var expectedPath: String?
  /// `--new-holder`: it may pass from one holder to another.
  package var allowsNewHolder: Bool
  /// It is written though nothing has changed: its file is gone, or it is signed again.
  package var evenIfUnchanged: Bool

  /// A reservation that, unless told otherwise, refuses a new holder and skips what has not
  /// changed.
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

/// A pass this run has reserved and may write now.
package struct Reserved: Hashable, Sendable {
  /// The ledger's number, by which it is finished.
  package let pass: Int64
  /// The token that goes into the pass: the ledger's where it had one.
  package let token: String?
  /// It was issued before: the serial and the token stay.
  package let isReissue: Bool
  /// What it will be stands in the table `reissue`.
  let isBeside: Bool
}

/// What came of a reservation.
package enum ReserveOutcome: Hashable, Sendable {
  /// It may be written.
  case reserved(Reserved)
  /// Somebody has issued the very same meanwhile: there is nothing to do.
  case unchanged(LedgerPass)
  /// Another process that is running has it in hand or has issued it in its run.
  case inOtherRun(run: Int64, sameContent: Bool)
  /// It is issued to another holder.
  case otherHolder(LedgerPass)
  /// The ledger has a token that differs from the one that was fixed.
  case otherToken(LedgerPass)
  /// It has a token nobody has told the ledger, and the one that is offered was made up.
  case unknownToken(LedgerPass)
  /// The ledger has a serial that differs only in the case of letters.
  case differsInCase(serial: String)
}

/// A bundle that is written and shall count, for `IssuingRun.finish`.
package struct IssuedBundle: Sendable {
  /// The pass as `reserve` handed it out.
  package var pass: Reserved
  /// SHA-256 of the bundle.
  ///
  /// Its beginning, the static files, is the same for every pass where the archive has them
  /// first: hash it once and go on from there.
  package var digest: LedgerDigest
  /// How many bytes the bundle has.
  package var size: Int64
  /// Where its file is; nil for what went through a pipe.
  package var file: PlacedFile?
  /// When it was written, in seconds since 1970.
  package var time: Int64

  /// A bundle that is written whole, at its place or into a pipe.
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
