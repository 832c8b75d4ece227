// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics

/// The use of the ledger during a batch.
extension PassWorker {
  /// Processes a batch in steps, so that each step needs one query for all its rows.
  mutating func workWithLedger(
    _ batch: RowBatch, _ outcome: inout BatchOutcome
  ) throws {
    var works = batch.rows.map { begin($0) }
    for index in works.indices { timed(&works[index]) { $0.read(&$1) } }
    try compareWithLedger(&works)
    for index in works.indices { try timed(&works[index]) { try $0.check(&$1) } }
    try reserve(&works)
    for index in works.indices {
      try timed(&works[index]) { try $0.make(&$1, &outcome.archive) }
    }
    try record(works)
    for work in works { finish(work, &outcome) }
  }

  // MARK: Before

  /// Looks up the rows in the ledger, and finishes rows whose pass has not changed.
  ///
  /// Members of a group are not finished separately, because the group has one file.
  func compareWithLedger(_ works: inout [Work]) throws {
    guard let ledger = plan.ledger else { return }
    let asked = works.indices.filter { !works[$0].isDone && works[$0].fed.serial != nil }
    if plan.isGrouped {
      let found = try ledger.ledger.find(
        asked.map { works[$0].fed.serial ?? "" }, passType: ledger.sameness.passType)
      for (index, known) in zip(asked, found) { note(known, &works[index]) }
    } else {
      let sought = asked.map { soughtPass(works[$0]) }
      let found = try ledger.ledger.compare(sought, ledger.sameness)
      for (number, index) in asked.enumerated() {
        try apply(found[number], sought[number], &works[index], ledger)
      }
    }
    try noteRejected(&works, ledger)
    for index in asked where !works[index].isDone {
      works[index].digests = ledger.content.digests(
        of: works[index].cells, content: works[index].content, digester)
    }
  }

  /// Records that rows with invalid cells have an issued pass, because their serial numbers are in
  /// the data.
  private func noteRejected(_ works: inout [Work], _ ledger: LedgerPlan) throws {
    let refused = works.indices.filter {
      works[$0].isDone && !works[$0].fed.isRejected && works[$0].fed.serial != nil
        && works[$0].outcome.result == .rejected
    }
    guard !refused.isEmpty else { return }
    let found = try ledger.ledger.find(
      refused.map { works[$0].fed.serial ?? "" }, passType: ledger.sameness.passType)
    for (index, known) in zip(refused, found) {
      works[index].outcome.isKnown = known?.state == .issued
    }
  }

  private func note(_ known: LedgerPass?, _ work: inout Work) {
    guard let known else { return }
    work.known = known
    work.outcome.isKnown = known.state == .issued
  }

  func soughtPass(_ work: Work) -> SoughtPass {
    let serial = work.fed.serial ?? ""
    return SoughtPass(serial: serial, content: work.content, path: plan.naming.path(of: serial))
  }

  private func apply(
    _ status: LedgerStatus, _ sought: SoughtPass, _ work: inout Work, _ ledger: LedgerPlan
  ) throws {
    switch status {
    case .unknown: return
    case .other(let known): note(known, &work)
    case .same(let size, let file, let bundle, let bundleSize):
      work.outcome.isKnown = true
      if ledger.sameness.place != .unasked {
        let found =
          if let file { try Disk.size(of: file.fullPath) } else {
            try ledger.files?.size(of: sought.path)
          }
        guard let found, size == Int64(found) else {
          // The file is missing or has another size, so the pass is made again.
          return note(
            try ledger.ledger.find(sought.serial, passType: ledger.sameness.passType), &work)
        }
      }
      work.outcome.result = .unchanged
      work.outcome.path = file?.path ?? sought.path
      work.outcome.known = file
      // With `--trust-ledger` the folder was not part of the comparison, so the place is read
      // separately.
      if plan.wantsPlace, ledger.sameness.place == .unasked {
        let known = try ledger.ledger.find(sought.serial, passType: ledger.sameness.passType)
        work.outcome.known = known?.file
      }
      if plan.wantsDigest {
        work.outcome.digest = bundle?.bytes
        work.outcome.bundleSize = Int(bundleSize ?? 0)
      }
      work.isDone = true
    }
  }

  /// Reserves serial numbers and tokens. This must be before a file becomes visible.
  mutating func reserve(_ works: inout [Work]) throws {
    guard let ledger = plan.ledger else { return }
    guard let run = ledger.run else {
      for index in works.indices where !works[index].isDone { preview(&works[index], ledger) }
      return
    }
    var open = works.indices.filter { !works[$0].isDone }
    // Repeats for passes that another run has issued in the meantime at another place.
    while !open.isEmpty {
      let outcomes = try run.reserve(open.map { reservation(for: works[$0], ledger) })
      for (index, outcome) in zip(open, outcomes) { try apply(outcome, &works[index], ledger) }
      open.removeAll { works[$0].isDone || works[$0].reserved != nil }
    }
  }

  private func reservation(for work: Work, _ ledger: LedgerPlan) -> Reservation {
    let serial = work.fed.serial ?? ""
    return Reservation(
      serial: serial,
      digests: work.digests ?? PassDigests(row: nil, holder: nil, content: nil),
      token: work.token, expectedPath: plan.naming.path(of: serial),
      allowsNewHolder: ledger.newHolders.contains(serial),
      // The pass is issued and was not finished above: its file is missing, or it must be signed
      // again. The file of a group is always written as a whole.
      evenIfUnchanged: plan.isGrouped || work.known?.state == .issued)
  }

  private mutating func apply(
    _ outcome: ReserveOutcome, _ work: inout Work, _ ledger: LedgerPlan
  ) throws {
    let serial = quoted(work.fed.serial ?? "")
    switch outcome {
    case .reserved(let reserved):
      work.reserved = reserved
      let wasIssued = reserved.isReissue && work.known?.state != .issued
      if wasIssued { work.outcome.isKnown = true }
      if let token = reserved.token, case .ifNew(let mine) = work.token, token != mine {
        // Another process has reserved the serial number in the meantime, so its token is used.
        work.token = .ifNew(token)
        try checkAgain(&work)
      } else if wasIssued {
        // Another process has issued the pass in the meantime, so its file may be at this path.
        try checkAgain(&work)
      }
    case .unchanged:
      // If this does not finish the row, it is reserved again, now as a known pass.
      let sought = soughtPass(work)
      for status in try ledger.ledger.compare([sought], ledger.sameness) {
        try apply(status, sought, &work, ledger)
      }
    case .inOtherRun(run: _, sameContent: true):
      work.outcome.result = .unchanged
      work.outcome.path = plan.naming.path(of: work.fed.serial ?? "")
      work.isDone = true
    case .inOtherRun(let run, sameContent: false):
      reject(
        &work, IssueFindings.inOtherRun,
        "serial number \(serial) is in run \(run), which is not finished, with other content"
      )
    case .otherHolder: reject(&work, .otherHolder(work.fed.serial ?? ""))
    case .otherToken: reject(&work, .otherToken(work.fed.serial ?? ""))
    case .unknownToken: reject(&work, .unknownToken(work.fed.serial ?? ""))
    case .differsInCase(let other): reject(&work, .otherCase(work.fed.serial ?? "", other))
    }
  }

  /// Checks a pass again after its token or a file of its row has changed. Earlier findings are not
  /// reported twice.
  private mutating func checkAgain(_ work: inout Work) throws {
    let found = work.outcome.diagnostics
    work.pass = nil
    work.isThere = false
    try check(&work, isSettled: false)
    if !work.isDone { work.outcome.diagnostics = found }
  }

  /// Predicts the result of `reserve` for a dry run.
  private func preview(_ work: inout Work, _ ledger: LedgerPlan) {
    guard let known = work.known else { return }
    let serial = work.fed.serial ?? ""
    var token: String?
    if case .fixed(let fixed) = work.token { token = fixed }
    var wantsToken = false
    if case .ifNew = work.token { wantsToken = true }
    let holder = ledger.newHolders.contains(serial) ? nil : work.digests?.holder
    if let objection = LedgerObjection.of(
      known, to: serial, token: token, wantsToken: wantsToken, holder: holder)
    {
      reject(&work, objection)
    }
  }

  private func reject(_ work: inout Work, _ objection: LedgerObjection) {
    reject(&work, objection.finding, objection.message)
  }

  // MARK: After writing

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
