// SPDX-License-Identifier: Apache-2.0

/// What a run of `passc issue` is about. Two runs of the same pass type whose template,
/// certificate, shard and options are equal do the same work.
package struct RunDescription: Hashable, Sendable {
  /// The passTypeIdentifier of everything it issues.
  package var passType: String
  /// The time its signatures are to state, in seconds since 1970.
  package var signingTime: Int64
  /// SHA-256 of everything in the template that goes into passes.
  package var template: LedgerDigest
  /// SHA-256 of the certificate that signs.
  package var certificate: LedgerDigest
  /// Which share of the rows it issues.
  package var shard: LedgerShard
  /// Every option that changes what is made, in a canonical form; compared as text. A signing
  /// time that was asked for belongs in here, one that is only the clock's does not.
  package var options: String
  /// Nothing counts before the run ends: for a tar or a pipe, whose end comes last.
  package var countsAtEnd: Bool

  /// What a run is about; it takes all rows and each pass counts at once, unless told otherwise.
  package init(
    passType: String, signingTime: Int64, template: LedgerDigest, certificate: LedgerDigest,
    shard: LedgerShard = .whole, options: String, countsAtEnd: Bool = false
  ) {
    self.passType = passType
    self.signingTime = signingTime
    self.template = template
    self.certificate = certificate
    self.shard = shard
    self.options = options
    self.countsAtEnd = countsAtEnd
  }
}

/// How many rows had which outcome.
package struct RunCounts: Hashable, Sendable {
  /// Passes that were written for the first time.
  package var issued: Int
  /// Passes that were written again, with the serial and token they had.
  package var reissued: Int
  /// Passes that were left as they are.
  package var unchanged: Int
  /// Rows of which no pass was made, for the reasons that were reported.
  package var rejected: Int

  /// Counts of rows, 0 where none is given.
  package init(issued: Int = 0, reissued: Int = 0, unchanged: Int = 0, rejected: Int = 0) {
    self.issued = issued
    self.reissued = reissued
    self.unchanged = unchanged
    self.rejected = rejected
  }
}

/// A run as the ledger knows it.
package struct LedgerRun: Hashable, Sendable {
  /// Which command has begun a run.
  package enum Kind: String, Sendable { case issue, `import` }

  /// The number people and commands name it by.
  package let id: Int64
  /// Which command has begun it.
  package let kind: Kind
  /// The type of the passes it recorded.
  package let passType: String?
  /// When it began, in seconds since 1970.
  package let started: Int64
  /// The time its signatures carry, in seconds since 1970; nil unless it issues.
  package let signingTime: Int64?
  /// When it was finished, in seconds since 1970; nil when it was not.
  package let ended: Int64?
  /// SHA-256 of everything in the template that went into passes; nil for an import.
  package let template: LedgerDigest?
  /// SHA-256 of the certificate that signed; nil for an import.
  package let certificate: LedgerDigest?
  /// Which share of the rows it issued.
  package let shard: LedgerShard
  /// Every option that changes what is made, in a canonical form; empty for an import.
  package let options: String
  /// Whether its passes count only once it has ended, as in a tar or a pipe.
  package let countsAtEnd: Bool
  /// How many rows had which outcome; complete once the run is finished.
  package let counts: RunCounts
  /// Which process works or worked at it, see `RunLocks`.
  let attempt: Int64

  /// Whether the run came to its end; an unfinished one may be going or may have died.
  package var isFinished: Bool { ended != nil }
}

/// Why the last run was not taken up again though it is unfinished.
package struct NotResumed: Hashable, Sendable {
  /// What a run that is resumed must have had like the one that is wanted.
  package enum Difference: String, Sendable {
    case template, certificate, shard, options
  }

  /// The number of the unfinished run.
  package let run: Int64
  /// When it began, in seconds since 1970.
  package let started: Int64
  /// What is not as it was; never empty.
  package let differences: [Difference]
}

extension NotResumed: CustomStringConvertible {
  /// `run 12 is unfinished but had another template and other options`
  package var description: String {
    let words = differences.map { difference in
      switch difference {
      case .template: "another template"
      case .certificate: "another certificate"
      case .shard: "another shard"
      case .options: "other options"
      }
    }
    let list =
      words.count < 2
      ? words.joined()
      : words.dropLast().joined(separator: ", ") + " and " + words[words.count - 1]
    return "run \(run) is unfinished but had \(list)"
  }
}
