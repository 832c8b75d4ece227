// SPDX-License-Identifier: Apache-2.0

/// What a run of `passc issue` is about. Two runs of the same pass type whose template,
/// certificate, shard and options are equal do the same work.
package struct RunDescription: Hashable, Sendable {
  package var passType: String
  /// Seconds since 1970.
  package var signingTime: Int64
  package var template: LedgerDigest
  package var certificate: LedgerDigest
  package var shard: LedgerShard
  /// Every option that changes what is made, in a canonical form; compared as text. A signing
  /// time that was asked for belongs in here, one that is only the clock's does not.
  package var options: String
  /// Nothing counts before the run ends: for a tar or a pipe, whose end comes last.
  package var countsAtEnd: Bool

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
  package var issued: Int
  package var reissued: Int
  package var unchanged: Int
  package var rejected: Int

  package init(issued: Int = 0, reissued: Int = 0, unchanged: Int = 0, rejected: Int = 0) {
    self.issued = issued
    self.reissued = reissued
    self.unchanged = unchanged
    self.rejected = rejected
  }
}

/// A run as the ledger knows it.
package struct LedgerRun: Hashable, Sendable {
  package enum Kind: String, Sendable { case issue, `import`, merge }

  package let id: Int64
  package let kind: Kind
  package let passType: String?
  /// When it began, in seconds since 1970.
  package let started: Int64
  package let signingTime: Int64?
  /// When it was finished; nil when it was not.
  package let ended: Int64?
  package let template: LedgerDigest?
  package let certificate: LedgerDigest?
  package let shard: LedgerShard
  package let options: String
  package let countsAtEnd: Bool
  package let counts: RunCounts
  /// Which process works or worked at it, see `RunLocks`.
  let attempt: Int64

  package var isFinished: Bool { ended != nil }
}

/// Why the last run was not taken up again though it is unfinished.
package struct NotResumed: Hashable, Sendable {
  package enum Difference: String, Sendable {
    case template, certificate, shard, options
  }

  /// The unfinished run.
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
