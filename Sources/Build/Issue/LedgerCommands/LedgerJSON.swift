// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassJSON

/// Passes and runs of a ledger as JSON Lines, `"version": 1`.
///
/// All members are always present, with null for no value. Only `token` is present only if the user
/// asked for tokens. Later versions may add members but remove none.
enum LedgerJSON {
  static func line(_ pass: LedgerPass, withTokens: Bool) -> [UInt8] {
    line(members(of: pass) + (withTokens ? [token(of: pass)] : []))
  }

  /// Returns one issued pass as a line of a table of outcomes.
  static func outcome(_ pass: LedgerPass) -> [UInt8] {
    line([
      ("passType", .string(pass.passType)), ("serial", .string(pass.serial)),
      ("outcome", "issued"), ("digest", .string(pass.bundle?.hex)),
      ("size", .number(pass.bundleSize)), ("place", .string(pass.file?.fullPath)),
      ("entry", .string(pass.file?.entry)), ("content", .string(pass.digests.row?.hex)),
    ])
  }

  /// Returns all data of one pass as a line.
  static func full(_ pass: LedgerPass, withTokens: Bool) -> [UInt8] {
    line(
      members(of: pass) + [
        ("fileSize", .number(pass.file?.size)), ("rowDigest", .string(pass.digests.row?.hex)),
        ("holderDigest", .string(pass.digests.holder?.hex)),
        ("contentDigest", .string(pass.digests.content?.hex)),
        ("certificateDigest", .string(pass.certificate?.hex)),
        ("hasToken", .boolean(pass.isTokenUnknown ? nil : pass.token != nil)),
      ] + (withTokens ? [token(of: pass)] : []))
  }

  /// Returns the members of every line with a pass.
  private static func members(of pass: LedgerPass) -> [JSONTree.Member] {
    [
      ("passType", .string(pass.passType)), ("serial", .string(pass.serial)),
      ("state", .string(pass.state.word)), ("file", .string(pass.file?.fullPath)),
      ("entry", .string(pass.file?.entry)), ("sha256", .string(pass.bundle?.hex)),
      ("size", .number(pass.bundleSize)), ("time", .string(LedgerTime.text(pass.time))),
      ("run", .number(pass.run)),
    ]
  }

  private static func token(of pass: LedgerPass) -> JSONTree.Member {
    ("token", .string(pass.token))
  }

  static func line(_ run: LedgerRun, isAlive: Bool) -> [UInt8] {
    line([
      ("run", .number(run.id)), ("kind", .string(run.kind.rawValue)),
      ("passType", .string(run.passType)), ("state", .string(run.word(isAlive: isAlive))),
      ("started", .string(LedgerTime.text(run.started))),
      ("ended", .string(run.ended.map { LedgerTime.text($0) })),
      ("signingTime", .string(run.signingTime.map { LedgerTime.text($0) })),
      ("shard", .number(run.shard.index)), ("shards", .number(run.shard.count)),
      ("issued", .number(run.counts.issued)), ("reissued", .number(run.counts.reissued)),
      ("unchanged", .number(run.counts.unchanged)), ("rejected", .number(run.counts.rejected)),
      ("options", .string(run.options)), ("templateDigest", .string(run.template?.hex)),
      ("certificateDigest", .string(run.certificate?.hex)),
    ])
  }

  private static func line(_ members: [JSONTree.Member]) -> [UInt8] {
    JSONTree.object([("version", 1)] + members).bytes + [0x0A]
  }
}

extension LedgerPass.State {
  /// The word in tables and machine-readable formats.
  var word: String {
    switch self {
    case .reserved: "reserved"
    case .issued: "issued"
    }
  }
}

extension LedgerRun {
  /// Returns the word for tables and machine-readable formats.
  func word(isAlive: Bool) -> String {
    isFinished ? "finished" : isAlive ? "running" : "unfinished"
  }
}
