// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassReport

/// Passes and runs of a ledger for people.
struct LedgerText {
  private let colour: Bool
  private var serialWidth = 0
  private var passType: String?

  /// - Parameter colour: colours states with ANSI escape sequences.
  init(colour: Bool) { self.colour = colour }

  // MARK: Passes

  /// Returns the next lines of the table, with a heading when the pass type identifier changes.
  mutating func table(_ passes: [LedgerPass]) -> String {
    let columns = TextColumns(colour: colour)
    var text = ""
    for pass in passes {
      if pass.passType != passType {
        // The first page decides the width of the column. Longer serial numbers on later pages are
        // not aligned.
        let widths = passes.prefix(200).map {
          TextColumns.columns(of: TextWriter.printable($0.serial))
        }
        serialWidth = min(max(widths.max() ?? 0, 6), 40)
        if passType != nil { text += "\n" }
        passType = pass.passType
        let serial = TextColumns.padded("serial", to: serialWidth)
        text += columns.styled(TextWriter.printable(pass.passType), .bold) + "\n"
        text += columns.styled("\(serial)  state     time (UTC)        file", .dim) + "\n"
      }
      let serial = TextColumns.padded(TextWriter.printable(pass.serial), to: serialWidth)
      let state = columns.styled(
        TextColumns.padded(pass.state.word, to: 8), pass.state == .reserved ? .doubtful : nil)
      let time =
        pass.state == .issued ? LedgerTime.short(pass.time) : String(repeating: " ", count: 16)
      text += "\(serial)  \(state)  \(time)  \(Self.place(pass))\n"
    }
    return text
  }

  private static func place(_ pass: LedgerPass) -> String {
    guard let file = pass.file else { return "-" }
    let entry = file.entry.map { "!" + $0 } ?? ""
    return TextWriter.printable(file.fullPath + entry)
  }

  /// Returns all data of one pass.
  func all(
    of pass: LedgerPass, run: LedgerRun?, isAlive: Bool, withTokens: Bool
  ) -> String {
    var columns = TextColumns(width: 118, colour: colour)
    columns.line(pass.serial, .bold)
    columns.entry("pass type", pass.passType)
    columns.entry("state", Self.state(pass, isAlive: isAlive))
    if pass.state == .issued {
      columns.entry("recorded", LedgerTime.text(pass.time))
      columns.entry("file", pass.file?.fullPath ?? "none, it was written to a pipe or imported")
      if let entry = pass.file?.entry { columns.entry("inside", entry) }
      if let size = pass.bundleSize { columns.entry("bytes", "\(size)") }
      if let bundle = pass.bundle { columns.entry("sha-256", bundle.hex) }
    }
    if let run {
      let time = LedgerTime.text(run.started)
      columns.entry("run", "\(run.id), \(run.kind.rawValue), started \(time)")
      if run.shard.count > 1 {
        columns.entry("shard", "\(run.shard.index) of \(run.shard.count)")
      }
    }
    columns.entry("made from", pass.digests.content?.hex ?? "unknown")
    columns.entry("row", pass.digests.row?.hex ?? "unknown")
    columns.entry("holder", pass.digests.holder?.hex ?? "no column is marked as holder")
    columns.entry("certificate", pass.certificate?.hex ?? "unknown")
    switch (pass.token, withTokens) {
    case (nil, _):
      columns.entry(
        "token", pass.isTokenUnknown ? "unknown, another program issued it" : "none")
    case (_?, false): columns.entry("token", "kept, shown with --with-tokens")
    case (let token?, true): columns.entry("token", token)
    }
    return columns.text
  }

  private static func state(_ pass: LedgerPass, isAlive: Bool) -> String {
    switch (pass.state, isAlive) {
    case (.issued, _): "issued"
    case (.reserved, true): "reserved by a running process"
    case (.reserved, false): "reserved by a run that did not finish, not issued"
    }
  }

  // MARK: Runs

  func table(_ runs: [(run: LedgerRun, isAlive: Bool)]) -> String {
    let columns = TextColumns(colour: colour)
    var text =
      columns.styled(
        "   run  kind    state       started (UTC)        issued  reissued unchanged  rejected  "
          + "shard  pass type", .dim) + "\n"
    for (run, isAlive) in runs {
      let state = run.word(isAlive: isAlive)
      let style: TextColumns.Style? = run.isFinished ? nil : isAlive ? .good : .doubtful
      let counts = [
        run.counts.issued, run.counts.reissued, run.counts.unchanged, run.counts.rejected,
      ].map { TextColumns.right(run.isFinished ? "\($0)" : "-", to: 9) }.joined(separator: " ")
      text +=
        TextColumns.right("\(run.id)", to: 6) + "  "
        + TextColumns.padded(run.kind.rawValue, to: 6) + "  "
        + columns.styled(TextColumns.padded(state, to: 10), style) + "  "
        + LedgerTime.short(run.started) + "  \(counts)"
        + TextColumns.right("\(run.shard.index)/\(run.shard.count)", to: 7)
        + "  " + TextWriter.printable(run.passType ?? "-") + "\n"
    }
    return text
  }
}
