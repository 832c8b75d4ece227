// SPDX-License-Identifier: Apache-2.0

/// The description of a run of `passc issue`. Two runs with the same pass type identifier,
/// template, certificate, shard and options do the same work.
package struct RunDescription: Hashable, Sendable {
  /// The pass type identifier of all its passes.
  package var passType: String
  /// The signing time in seconds since 1970.
  package var signingTime: Int64
  /// The SHA-256 of the parts of the template that affect the passes.
  package var template: LedgerDigest
  /// The SHA-256 of the signing certificate.
  package var certificate: LedgerDigest
  /// The shard of the rows.
  package var shard: LedgerShard
  /// Every option that changes the output, in a canonical form, compared as a string. It contains
  /// the signing time only if that was given, not if it is the current time.
  package var options: String
  /// Whether no pass counts as issued before the run ends, as in a tar or a pipe.
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

/// The number of rows by outcome.
package struct RunCounts: Hashable, Sendable {
  /// Passes that were written for the first time.
  package var issued: Int
  /// Passes that were written again, with the same serial number and token.
  package var reissued: Int
  /// Passes that were not changed.
  package var unchanged: Int
  /// Rows without a pass, for reasons that were reported.
  package var rejected: Int

  package init(issued: Int = 0, reissued: Int = 0, unchanged: Int = 0, rejected: Int = 0) {
    self.issued = issued
    self.reissued = reissued
    self.unchanged = unchanged
    self.rejected = rejected
  }
}

package struct LedgerRun: Hashable, Sendable {
  /// The command that started a run.
  package enum Kind: String, Sendable { case issue, `import` }

  /// The number that users and commands use for it.
  package let id: Int64
  package let kind: Kind
  /// The pass type identifier of its passes.
  package let passType: String?
  /// The start in seconds since 1970.
  package let started: Int64
  /// The signing time in seconds since 1970. Nil for an import.
  package let signingTime: Int64?
  /// The end in seconds since 1970, or nil if the run is unfinished.
  package let ended: Int64?
  /// The SHA-256 of the parts of the template that affect the passes. Nil for an import.
  package let template: LedgerDigest?
  /// The SHA-256 of the signing certificate. Nil for an import.
  package let certificate: LedgerDigest?
  /// The shard of the rows.
  package let shard: LedgerShard
  /// Every option that changes the output, in a canonical form. Empty for an import.
  package let options: String
  /// Whether its passes count as issued only after it has ended, as in a tar or a pipe.
  package let countsAtEnd: Bool
  /// The number of rows by outcome. Final only when the run is finished.
  package let counts: RunCounts
  /// The number of the process that uses or used it. See `RunLocks`.
  let attempt: Int64

  /// Whether the run has ended. An unfinished run may be in progress or dead.
  package var isFinished: Bool { ended != nil }
}

/// The reason why the last run was not resumed although it is unfinished.
package struct NotResumed: Hashable, Sendable {
  /// A property that must be the same to resume a run.
  package enum Difference: String, Sendable {
    case template, certificate, shard, options
  }

  /// The number of the unfinished run.
  package let run: Int64
  /// Its start in seconds since 1970.
  package let started: Int64
  /// The differences, at least one.
  package let differences: [Difference]
}

extension NotResumed: CustomStringConvertible {
  /// A message such as `run 12 is unfinished but had another template and other options`.
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
