// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassLedger

/// Passes and runs of a ledger as JSON Lines, `"version": 1`.
///
/// Every member is always there, null where there is nothing to say, but for `token`, which is
/// there only where somebody asked for tokens. Members may be added, none is taken away.
enum LedgerJSON {
  /// One pass on a line.
  static func line(_ pass: LedgerPass, withTokens: Bool) -> [UInt8] {
    var line = begin(pass)
    if withTokens { line.add("token", pass.token) }
    return line.bytes
  }

  /// Everything about one pass on a line.
  static func full(_ pass: LedgerPass, withTokens: Bool) -> [UInt8] {
    var line = begin(pass)
    line.add("fileSize", pass.file?.size)
    line.add("rowDigest", pass.digests.row?.hex)
    line.add("holderDigest", pass.digests.holder?.hex)
    line.add("contentDigest", pass.digests.content?.hex)
    line.add("certificateDigest", pass.certificate?.hex)
    line.add("hasToken", pass.token != nil)
    if withTokens { line.add("token", pass.token) }
    return line.bytes
  }

  /// What every line of a pass has.
  private static func begin(_ pass: LedgerPass) -> JSONLine {
    var line = JSONLine()
    line.add("passType", pass.passType)
    line.add("serial", pass.serial)
    line.add("state", pass.state.word)
    line.add("file", pass.file?.fullPath)
    line.add("entry", pass.file?.entry)
    line.add("sha256", pass.bundle?.hex)
    line.add("size", pass.bundleSize)
    line.add("time", LedgerTime.text(pass.time))
    line.add("run", pass.run)
    return line
  }

  /// One run on a line.
  static func line(_ run: LedgerRun, isAlive: Bool) -> [UInt8] {
    var line = JSONLine()
    line.add("run", run.id)
    line.add("kind", run.kind.rawValue)
    line.add("passType", run.passType)
    line.add("state", run.word(isAlive: isAlive))
    line.add("started", LedgerTime.text(run.started))
    line.add("ended", run.ended.map { LedgerTime.text($0) })
    line.add("signingTime", run.signingTime.map { LedgerTime.text($0) })
    line.add("shard", Int64(run.shard.index))
    line.add("shards", Int64(run.shard.count))
    line.add("issued", Int64(run.counts.issued))
    line.add("reissued", Int64(run.counts.reissued))
    line.add("unchanged", Int64(run.counts.unchanged))
    line.add("rejected", Int64(run.counts.rejected))
    line.add("options", run.options)
    line.add("templateDigest", run.template?.hex)
    line.add("certificateDigest", run.certificate?.hex)
    return line.bytes
  }
}

/// One JSON object, member by member.
private struct JSONLine {
  private var text = Array(#"{"version":1"#.utf8)

  mutating func add(_ name: String, _ value: String?) {
    key(name)
    if let value { JSONWriter.writeString(value, to: &text) } else { text += "null".utf8 }
  }

  mutating func add(_ name: String, _ value: Int64?) {
    key(name)
    text += (value.map { String($0) } ?? "null").utf8
  }

  mutating func add(_ name: String, _ value: Bool) {
    key(name)
    text += (value ? "true" : "false").utf8
  }

  private mutating func key(_ name: String) {
    text.append(UInt8(ascii: ","))
    JSONWriter.writeString(name, to: &text)
    text.append(UInt8(ascii: ":"))
  }

  var bytes: [UInt8] { text + Array("}\n".utf8) }
}

extension LedgerPass.State {
  /// As tables and machine formats say it.
  var word: String {
    switch self {
    case .reserved: "reserved"
    case .issued: "issued"
    }
  }
}

extension LedgerRun {
  /// As tables and machine formats say it.
  func word(isAlive: Bool) -> String {
    isFinished ? "finished" : isAlive ? "running" : "unfinished"
  }
}
