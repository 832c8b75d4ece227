// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassFiles
import PassLedger

/// What the ledger is asked and told while a batch is worked off.
extension PassWorker {
  /// Works a batch off in steps, so that the ledger is asked and told once for all its rows.
  mutating func workWithLedger(
    _ batch: RowBatch, _ outcome: inout BatchOutcome
  ) throws {
    var works = batch.rows.map { begin($0) }
    for index in works.indices { timed(&works[index]) { $0.read(&$1) } }
    try askLedger(&works)
    for index in works.indices { try timed(&works[index]) { try $0.judge(&$1) } }
    try reserve(&works)
    for index in works.indices {
      try timed(&works[index]) { try $0.make(&$1, &outcome.archive) }
    }
    try record(works)
    for work in works { finish(work, &outcome) }
  }

  // MARK: Before

  func askLedger(_ works: inout [Work]) throws {
    guard let ledger = plan.ledger else { return }
    let asked = works.indices.filter { !works[$0].isDone && works[$0].fed.serial != nil }
    let passType = plan.compiler.template.passTypeIdentifier ?? ""
    let found = try ledger.ledger.find(
      asked.map { works[$0].fed.serial ?? "" }, passType: passType)
    for (index, known) in zip(asked, found) {
      guard let known else { continue }
      works[index].known = known
      works[index].outcome.isKnown = known.state == .issued
      if !plan.isGrouped { try settle(&works[index], known, ledger) }
    }
  }

  /// Ends the work where nothing has changed.
  private func settle(_ work: inout Work, _ known: LedgerPass, _ ledger: LedgerPlan) throws {
    guard known.state == .issued, let serial = work.fed.serial, known.serial == serial,
      let content = work.digests?.content, known.digests.content == content,
      !(plan.signsAgain && known.certificate != ledger.certificate)
    else { return }
    let path = plan.naming.path(of: serial)
    if !ledger.trusts {
      guard let file = known.file, file.entry == nil,
        plan.isDryRun && ledger.folder == nil
          || file.folder == ledger.folder && file.path == path,
        try Disk.size(of: file.fullPath) == Int(file.size)
      else { return }
    }
    work.outcome.result = .unchanged
    work.outcome.path = known.file?.path ?? path
    work.outcome.digest = known.bundle?.bytes
    work.isDone = true
  }

  /// Takes serial numbers and tokens, before any file is seen.
  mutating func reserve(_ works: inout [Work]) throws {
    guard let ledger = plan.ledger else { return }
    guard let run = ledger.run else {
      for index in works.indices where !works[index].isDone { preview(&works[index], ledger) }
      return
    }
    let wanted = works.indices.filter { !works[$0].isDone }
    guard !wanted.isEmpty else { return }
    let outcomes = try run.reserve(
      wanted.map { index in
        let work = works[index]
        let serial = work.fed.serial ?? ""
        return Reservation(
          serial: serial,
          digests: work.digests ?? PassDigests(row: nil, holder: nil, content: nil),
          token: work.token, expectedPath: plan.naming.path(of: serial),
          allowsNewHolder: ledger.newHolders.contains(serial), evenIfUnchanged: true)
      })
    for (index, outcome) in zip(wanted, outcomes) { try take(outcome, &works[index]) }
  }

  private mutating func take(_ outcome: ReserveOutcome, _ work: inout Work) throws {
    let serial = quoted(work.fed.serial ?? "")
    switch outcome {
    case .reserved(let reserved):
      work.reserved = reserved
      // Another process has taken the serial number meanwhile: its token is the one.
      if let token = reserved.token, case .ifNew(let mine) = work.token, token != mine {
        work.token = .ifNew(token)
        work.pass = nil
        try judge(&work)
      }
    case .unchanged, .inOtherRun(run: _, sameContent: true):
      work.outcome.result = .unchanged
      work.outcome.path = plan.naming.path(of: work.fed.serial ?? "")
      work.isDone = true
    case .inOtherRun(let run, sameContent: false):
      refuse(
        &work, IssueFindings.inOtherRun,
        "run \(run) of the ledger, which is going on, has serial number \(serial) with other content"
      )
    case .otherHolder: refuseHolder(&work)
    case .otherToken: refuseToken(&work)
    case .differsInCase(let other):
      refuse(
        &work, IssueFindings.otherCase,
        "serial number \(serial) differs only in case from \(quoted(other)) in the ledger")
    }
  }

  /// What `reserve` would say, for a dry run.
  private func preview(_ work: inout Work, _ ledger: LedgerPlan) {
    guard let known = work.known else { return }
    let serial = work.fed.serial ?? ""
    if known.serial != serial {
      return refuse(
        &work, IssueFindings.otherCase,
        "serial number \(quoted(serial)) differs only in case from \(quoted(known.serial)) in the "
          + "ledger")
    }
    if case .fixed(let token) = work.token, let old = known.token, token != old {
      return refuseToken(&work)
    }
    if known.state == .issued, let holder = known.digests.holder,
      let other = work.digests?.holder, holder != other, !ledger.newHolders.contains(serial)
    {
      refuseHolder(&work)
    }
  }

  private func refuseHolder(_ work: inout Work) {
    refuse(
      &work, IssueFindings.otherHolder,
      "serial number \(quoted(work.fed.serial ?? "")) is issued to another holder")
  }

  private func refuseToken(_ work: inout Work) {
    refuse(
      &work, IssueFindings.otherToken,
      "serial number \(quoted(work.fed.serial ?? "")) is issued with another authenticationToken")
  }

  // MARK: Afterwards

  func record(_ works: [Work]) throws {
    guard let ledger = plan.ledger, let run = ledger.run else { return }
    let bundles = works.compactMap { work -> IssuedBundle? in
      guard let reserved = work.reserved, let path = work.outcome.path,
        work.outcome.result == .issued || work.outcome.result == .reissued,
        let digest = work.outcome.digest.flatMap({ LedgerDigest($0) })
      else { return nil }
      let size = Int64(work.outcome.bundleSize)
      let file = ledger.folder.map { folder in
        PlacedFile(
          folder: folder, path: ledger.archive ?? path,
          size: ledger.archive == nil ? Int64(work.outcome.fileSize ?? Int(size)) : 0,
          entry: ledger.archive == nil ? work.outcome.entry : path)
      }
      return IssuedBundle(reserved, digest: digest, size: size, file: file, time: ledger.now)
    }
    if !bundles.isEmpty { try run.finish(bundles) }
  }
}
