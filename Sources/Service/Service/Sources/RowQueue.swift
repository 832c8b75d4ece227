// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassIssue
import PassJSON
import PassRegistry
import PassTemplate
import PassUpdates

/// The row queue: accepts API rows one after the other. Between the check of a condition and the
/// new version, no other row of this instance can change the pass. `begin` and `end` are the lock,
/// because an actor alone lets other calls in at every `await`.
actor RowQueue {
  /// The result of a row.
  enum Outcome {
    /// The store has this version of the pass.
    case saved(StoredPass, isNew: Bool)
    /// The template rejects the row. A copy of the previous bundle, marked as void, is served
    /// instead.
    case voidedAsServed(StoredPass, [Diagnostic])
    case unknown
    case otherSource(PassSource)
    /// The condition fails, because the pass has changed.
    case otherVersion(StoredPass?)
    /// The template rejects the row.
    case rejected([Diagnostic])
    /// The body is not a JSON object.
    case noRow
  }

  /// The condition of a request on the version that it replaces.
  struct VersionCondition {
    /// `If-Match`, or nil without it.
    var match: String?

    fileprivate func isMet(by pass: StoredPass?) -> Bool {
      guard let match else { return true }
      guard let pass else { return false }
      return match == "*"
        || match.split(separator: ",").contains {
          $0.trimmingBlanks == pass.entityTag
        }
    }
  }

  private let store: any PassStore
  private let current: CurrentRecipes
  private let metrics: ServiceMetrics
  private let clock: @Sendable () -> Int64
  /// Separate threads, because a key in an HSM may be slow, and personalizations arrive on event
  /// loops.
  private let threads = WorkThreads(Processors.allowed)
  private var isBusy = false
  private var pendingRows: [CheckedContinuation<Void, Never>] = []

  init(
    store: any PassStore, current: CurrentRecipes, metrics: ServiceMetrics,
    clock: @escaping @Sendable () -> Int64
  ) {
    self.store = store
    self.current = current
    self.metrics = metrics
    self.clock = clock
  }

  /// Replaces the row of a pass, or creates the pass.
  func save(
    _ row: [UInt8], passType: String, serial: String, _ condition: VersionCondition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    guard JSONBody.object(row) != nil else { return .noRow }
    return try await repeating {
      let known = try await store.pass(passType: passType, serial: serial)
      return try await replace(known, with: row, at: (passType, serial), condition)
    }
  }

  /// Changes members of a row (JSON Merge Patch, RFC 7396).
  func patch(
    _ change: [UInt8], passType: String, serial: String, _ condition: VersionCondition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    return try await repeating {
      guard let known = try await store.pass(passType: passType, serial: serial) else {
        return .unknown
      }
      return try await merge(change, into: known, condition)
    }
  }

  private func merge(
    _ change: [UInt8], into known: StoredPass, _ condition: VersionCondition
  ) async throws -> Outcome {
    guard known.source == .row, let row = known.row else { return .otherSource(known.source) }
    guard let old = JSONBody.object(Array(row.utf8)), let patch = JSONBody.object(change) else {
      return .noRow
    }
    let merged = JSONWriter.bytes(of: JSONMergePatch.merged(old, patch).root)
    return try await replace(
      known, with: merged, at: (known.passType, known.serial), condition)
  }

  /// Marks a pass as void and keeps its row. If the template rejects the row by now, the previous
  /// bundle is used, so that a change of the template cannot prevent voiding.
  func void(
    passType: String, serial: String, _ condition: VersionCondition
  ) async throws -> Outcome {
    await begin()
    defer { end() }
    return try await repeating {
      guard let known = try await store.pass(passType: passType, serial: serial) else {
        return .unknown
      }
      guard known.source == .row, let row = known.row else { return .otherSource(known.source) }
      let outcome = try await replace(
        known, with: Array(row.utf8), at: (passType, serial), condition, isVoided: true)
      guard case .rejected(let refusals) = outcome else { return outcome }
      return try await voidAsServed(known, refusals)
    }
  }

  private func voidAsServed(
    _ known: StoredPass, _ refusals: [Diagnostic]
  ) async throws -> Outcome {
    guard let stored = try await store.bytes(of: known) else { throw ConflictError() }
    var commonFiles: [UInt8]?
    if let digest = RowContent.commonDigest(of: stored) {
      commonFiles = try await store.commonFiles(digest)
    }
    let time = PassVersion.time(now: clock(), after: known.version.modified)
    let recipe = current.rowRecipe
    let version: NewVersion
    do {
      let files = commonFiles
      version = try await threads.run {
        try recipe.voided(stored, commonFiles: files, row: known.row, at: time)
      }
    } catch let unfit as RowRecipe.RecipeError {
      let words = "the served pass cannot be voided either: \(unfit); \(unfit.help)"
      return .rejected(refusals.noting(words))
    }
    let outcome = try await saveVersion(version, inPlaceOf: known, at: time)
    guard case .saved(let pass, _) = outcome else { return outcome }
    return .voidedAsServed(pass, refusals)
  }

  /// Accepts some of many rows, in one transaction. Each row determines which pass it makes.
  func save(_ rows: [[UInt8]]) async throws -> [Outcome] {
    await begin()
    defer { end() }
    let recipe = current.rowRecipe
    let versions = try await versions(of: rows, recipe, at: clock())
    var outcomes = try await saveTogether(versions, recipe)
    for (index, version) in versions.enumerated() where outcomes[index] == nil {
      guard case .success(let version) = version else { continue }
      outcomes[index] = try await repeating {
        let known = try await store.pass(passType: version.passType, serial: version.serial)
        return try await replace(
          known, with: rows[index], at: (version.passType, version.serial), VersionCondition())
      }
    }
    return outcomes.map { $0 ?? .noRow }
  }

  private typealias Made = Result<NewVersion, DiagnosticsError>

  /// Makes the versions of rows on all threads. Nil is a row that is not a JSON object.
  private func versions(
    of rows: [[UInt8]], _ recipe: RowRecipe, at time: Int64
  ) async throws -> [Made?] {
    let size = max(1, (rows.count + Processors.allowed - 1) / Processors.allowed)
    let threads = threads
    return try await withThrowingTaskGroup(of: (Int, [Made?]).self) { group in
      for start in stride(from: 0, to: rows.count, by: size) {
        let some = rows[start..<min(start + size, rows.count)]
        group.addTask {
          let made = try await threads.run {
            try some.map { row -> Made? in
              guard JSONBody.object(row) != nil else { return nil }
              do {
                return .success(try recipe.version(of: row, at: time))
              } catch let rejected as DiagnosticsError {
                return .failure(rejected)
              }
            }
          }
          return (start, made)
        }
      }
      var parts: [(Int, [Made?])] = []
      for try await part in group { parts.append(part) }
      return parts.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// Stores versions in one transaction.
  ///
  /// - Returns: nil for rows that are left, because an earlier row has the same pass, the pass was
  ///   personalized, or another instance changed it.
  private func saveTogether(_ versions: [Made?], _ recipe: RowRecipe) async throws -> [Outcome?] {
    var outcomes = [Outcome?](repeating: nil, count: versions.count)
    var seen: Set<[String]> = []
    var together: [(index: Int, version: NewVersion)] = []
    let isPersonal = recipe.passRecipe.template.requestedPersonalFields != nil
    for (index, made) in versions.enumerated() {
      switch made {
      case nil: outcomes[index] = .noRow
      case .failure(let rejected): outcomes[index] = .rejected(rejected.diagnostics)
      case .success(var version):
        guard seen.insert([version.passType, version.serial]).inserted else { continue }
        let known = try await store.pass(passType: version.passType, serial: version.serial)
        if let known, known.source != .row {
          outcomes[index] = .otherSource(known.source)
          continue
        }
        if isPersonal, let known, try await store.personal(of: known) != nil { continue }
        version.replaces = known.map { .version(number: $0.number, row: $0.row) } ?? .nothing
        together.append((index, version))
      }
    }
    let saved = try await store.save(together.map(\.version), now: clock())
    for ((index, version), outcome) in zip(together, saved) where outcome != .overtaken {
      metrics.count(saved: outcome.metric, 1)
      if case .otherSource(let source) = outcome {
        outcomes[index] = .otherSource(source)
        continue
      }
      let pass = try await store.pass(passType: version.passType, serial: version.serial)
      outcomes[index] = pass.map { .saved($0, isNew: outcome == .added) } ?? .unknown
    }
    return outcomes
  }

  private func replace(
    _ known: StoredPass?, with row: [UInt8], at place: (passType: String, serial: String),
    _ condition: VersionCondition, isVoided: Bool = false
  ) async throws -> Outcome {
    if let known, known.source != .row { return .otherSource(known.source) }
    guard condition.isMet(by: known) else { return .otherVersion(known) }
    let time = PassVersion.time(now: clock(), after: known?.version.modified)
    let version: NewVersion
    do {
      let recipe = try await recipe(for: known)
      version = try await threads.run { try recipe.version(of: row, isVoided: isVoided, at: time) }
    } catch let rejected as DiagnosticsError {
      return .rejected(rejected.diagnostics)
    }
    guard version.passType == place.passType, version.serial == place.serial else {
      return .rejected([
        Diagnostic(
          finding: IssueFindings.otherPlace,
          message: "the row makes pass \(version.serial) of \(version.passType), expected "
            + "\(place.serial) of \(place.passType)",
          location: nil, serial: version.serial)
      ])
    }
    return try await saveVersion(version, inPlaceOf: known, at: time)
  }

  private func saveVersion(
    _ version: NewVersion, inPlaceOf known: StoredPass?, at time: Int64
  ) async throws -> Outcome {
    var version = version
    version.replaces = known.map { .version(number: $0.number, row: $0.row) } ?? .nothing
    let outcome = try await store.save([version], now: time).first ?? .unchanged
    metrics.count(saved: outcome.metric, 1)
    if outcome == .overtaken { throw ConflictError() }
    if case .otherSource(let source) = outcome { return .otherSource(source) }
    let pass = try await store.pass(passType: version.passType, serial: version.serial)
    guard let pass else { return .unknown }
    return .saved(pass, isNew: outcome == .added)
  }

  /// Returns the builder for a pass. It is another one after personalization.
  private func recipe(for known: StoredPass?) async throws -> RowRecipe {
    let recipe = current.rowRecipe
    guard recipe.passRecipe.template.requestedPersonalFields != nil, let known,
      try await store.personal(of: known) != nil
    else { return recipe }
    return try recipe.personalised()
  }

  // MARK: Personalization

  /// The result of a personalization.
  enum SignedUp {
    /// The store has the personalized pass. The value is the signature of the token.
    case signed([UInt8])
    /// It was rejected, and nothing was signed or changed.
    case rejected(SignUpRejection)
    /// The pass does not allow personalization.
    case notAsked
  }

  /// Makes the personalized pass and signs the token, once for each version of the pass.
  ///
  /// The same token with the same data gets the stored signature again, because a phone may lose a
  /// response. Any other token is rejected until the pass has another version.
  func signUp(_ signUp: SignUp, for pass: StoredPass) async throws -> SignedUp {
    guard let token = SignUpToken(signUp.token) else { return .rejected(.token) }
    await begin()
    defer { end() }
    return try await repeating {
      guard let known = try await store.pass(passType: pass.passType, serial: pass.serial) else {
        return .notAsked
      }
      return try await self.signUp(token, given: signUp.enteredValues, for: known)
    }
  }

  private func signUp(
    _ token: SignUpToken, given: [String: String], for known: StoredPass
  ) async throws -> SignedUp {
    let recipe = current.rowRecipe
    guard let asked = recipe.passRecipe.template.requestedPersonalFields, known.source != .ledger
    else { return .notAsked }
    guard
      given.keys.allSatisfy({ name in
        PersonalField(rawValue: name).map { asked.contains($0.requested) } ?? false
      })
    else { return .rejected(.data) }
    let personal = PersonalData.bytes(of: given)
    let tokenDigest = Digest.sha256(token.bytes)
    if let kept = try await store.signUp(of: known) {
      guard kept.tokenDigest == tokenDigest, try await store.personal(of: known) == personal else {
        return .rejected(.used)
      }
      return .signed(kept.signature)
    }
    do {
      // The clock is read once, so that the pass is signed at the time in its Last-Modified.
      let now = clock()
      let time = PassVersion.time(now: now, after: known.version.modified)
      guard var version = try await self.version(of: known, with: personal, recipe, at: time) else {
        return .notAsked
      }
      guard version.serial == known.serial, version.passType == known.passType else {
        return .rejected(.data)
      }
      let signature = try await threads.run { try recipe.identity.sign(token, at: now) }
      version.personal = personal
      version.signUp = StoredSignUp(tokenDigest: tokenDigest, signature: signature)
      version.replaces = .version(number: known.number, row: known.row)
      let outcome = try await store.save([version], now: time).first ?? .overtaken
      metrics.count(saved: outcome.metric, 1)
      // A signature that is not stored is never returned. Otherwise two tokens could be signed for
      // one version.
      if outcome == .overtaken { throw ConflictError() }
      if case .otherSource = outcome { return .notAsked }
      return .signed(signature)
    } catch is DiagnosticsError {
      return .rejected(.data)
    }
  }

  private func version(
    of known: StoredPass, with personal: [UInt8], _ recipe: RowRecipe, at time: Int64
  ) async throws -> NewVersion? {
    switch known.source {
    case .ledger: return nil
    case .row:
      guard let row = known.row, let old = JSONBody.object(Array(row.utf8)) else { return nil }
      let columns = recipe.columns(filledBy: personal)
      guard let patch = JSONBody.object(PersonalData.bytes(of: columns)) else { return nil }
      let merged = JSONWriter.bytes(of: JSONMergePatch.merged(old, patch).root)
      return try await threads.run {
        try recipe.personalised().version(of: merged, isVoided: known.isVoided, at: time)
      }
    case .table:
      guard let table = current.tables.first(where: { $0.passType == known.passType })?.personal,
        let bytes = try await store.bytes(of: known), let copy = TableRow(bytes)
      else { return nil }
      return try await threads.run {
        try table.withMaker {
          try $0.version(of: copy, serial: known.serial, unless: nil, personal: personal)
        }
      }
    }
  }

  // MARK: Other instances

  /// Another instance changed the pass first.
  private struct ConflictError: Error {}

  /// Repeats `body` if another instance changed the pass in the meantime.
  private func repeating<Value>(_ body: () async throws -> Value) async throws -> Value {
    for _ in 0..<10 {
      do { return try await body() } catch is ConflictError { continue }
    }
    throw StoreError(.unavailable, "other instances keep changing this pass")
  }

  // MARK: Lock

  /// Takes the lock. Waits in order of arrival.
  func begin() async {
    if isBusy {
      await withCheckedContinuation { pendingRows.append($0) }
    } else {
      isBusy = true
    }
  }

  /// Releases the lock. If another call waits, the lock goes to it, and `isBusy` stays true.
  func end() {
    if pendingRows.isEmpty { isBusy = false } else { pendingRows.removeFirst().resume() }
  }
}

extension [Diagnostic] {
  /// Adds a note to the first error.
  fileprivate func noting(_ words: String) -> [Diagnostic] {
    guard let index = firstIndex(where: { $0.severity == .error }) ?? indices.first else {
      return self
    }
    var noted = self
    let old = self[index]
    noted[index] = Diagnostic(
      finding: old.finding, severity: old.severity, message: old.message, location: old.location,
      pointer: old.pointer, serial: old.serial, help: old.help, settings: old.settings,
      notes: old.notes + [Diagnostic.Note(location: nil, message: words)])
    return noted
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var text = self
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
