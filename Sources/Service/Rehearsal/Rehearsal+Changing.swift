// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCompanionFindings
import PassDiagnostics

extension Rehearsal {
  /// The state of a pass that a device knows before a change.
  struct Before {
    let tag: String?
    let version: Version
  }

  /// Changes a pass several times and checks lists, passes and pushes after each change.
  func changes() async throws {
    guard let change = options.change else {
      log.notChecked(
        "updates and pushes: give a command with --change that changes a pass")
      return
    }
    if options.pushes == nil {
      log.notChecked(
        "pushes: the service does not send them here (use --push-listen and --push-ca-out)")
    }
    // After this time a phone logs a listed pass that did not change.
    skew += 600_000
    guard let index = try await firstChange(change) else { return }
    try await deadDevice(change, index)
    try await twoChanges(change)
    checkPushes()
    checkRefusals()
  }

  // MARK: One change

  /// Runs the command once and checks what it changed.
  ///
  /// - Returns: the index of the changed pass, or nil if there is none.
  private func firstChange(_ change: @Sendable () async throws -> Void) async throws -> Int? {
    let before = try await versionsBefore()
    guard !before.isEmpty else {
      log.notChecked("updates: no pass could be fetched before the change")
      return nil
    }
    let mark = pushLog.count
    try await run(change)
    await waitForPushes(since: mark, expecting: devices.count)
    guard let changed = try await awaited({ try await changedPasses(before) }) else {
      log.notChecked("updates: list and passes were still the same \(waited) the first change")
      reportNoChange()
      return nil
    }
    for index in changed {
      guard let state = before[index] else { continue }
      try await checkChange(index, state)
    }
    if options.pushes != nil, let first = changed.first { checkFirstPushes(first, since: mark) }
    return changed.first
  }

  private func reportNoChange() {
    changedNothing = true
    reportFinding(
      RehearsalFindings.changeNothing, "the command of --change changed none of the passes", 0)
  }

  func run(_ change: @Sendable () async throws -> Void) async throws {
    try Task.checkCancellation()
    sawChange = []
    log.note(.change, "command started")
    try await change()
    log.note(.change, "command finished")
  }

  /// Repeats `look` until it returns a value or `changeWait` ends.
  ///
  /// A service that reads a table notices a change some time after the command has ended.
  private func awaited<Seen: Sendable>(
    _ look: () async throws -> Seen?
  ) async throws -> Seen? {
    let end = log.now + options.changeWait
    var pause: Int64 = 50
    while true {
      if let seen = try await look() { return seen }
      guard log.now < end else { return nil }
      try await Task.sleep(for: .milliseconds(pause))
      pause = min(pause * 2, 1_000)
    }
  }

  /// How long a change is waited for, as a part of a sentence.
  private var waited: String { "\(options.changeWait / 1_000) s after" }

  private func versionsBefore() async throws -> [Int: Before] {
    guard let device = devices.first else { return [:] }
    var before: [Int: Before] = [:]
    for index in passes.indices {
      guard
        let answer = try await ask(
          "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])]),
        let version = checkedPass(answer, index, "the request for the pass before the change")
      else { continue }
      let listed = try await askList(
        device.identifier, index, tag: nil, "the list before the change")
      var tag: String?
      if case .serials(_, let given) = listed { tag = given }
      before[index] = Before(tag: tag, version: version)
    }
    return before
  }

  /// Returns the passes with another manifest, or else one that the list contains. Nil if there is
  /// none.
  private func changedPasses(_ before: [Int: Before]) async throws -> [Int]? {
    guard let device = devices.first else { return nil }
    var changed: [Int] = []
    var listed: Int?
    for (index, state) in before.sorted(by: { $0.key < $1.key }) {
      let answer = try await ask(
        "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])])
      if let answer, answer.status == 200,
        case .success(let pass) = checker.pass(answer.body, name: "answer.pkpass"),
        pass.read.manifestDigest != state.version.pass.read.manifestDigest
      {
        changed.append(index)
        continue
      }
      let list = try await askList(device.identifier, index, tag: state.tag, "a list")
      if case .serials(let serials, _) = list, serials.contains(passes[index].key.serial),
        state.tag != nil, listed == nil
      {
        listed = index
      }
    }
    return changed.isEmpty ? listed.map { [$0] } : changed
  }

  private func checkChange(_ index: Int, _ before: Before) async throws {
    guard let device = devices.first else { return }
    let key = passes[index].key
    var list = try await askList(
      device.identifier, index, tag: before.tag, "the list after the change")
    if !Self.contains(list, key.serial),
      try await isLostInTag(before.tag, device.identifier, index)
    {
      list = try await askList(
        device.identifier, index, tag: before.tag, "the list after the change")
    }
    switch list {
    case .failed: break
    case .nothing:
      reportFinding(
        RehearsalFindings.changeNotListed,
        "\(key.serial) changed, but the list with the tag \(before.tag ?? "of before") is empty",
        index)
    case .serials(let serials, let tag):
      if !serials.contains(key.serial) {
        reportFinding(
          RehearsalFindings.changeNotListed,
          "\(key.serial) changed, but the list with the tag \(before.tag ?? "of before") does not "
            + "contain it", index)
      }
      checkTags(before.tag, tag, index)
      if let tag, tag != before.tag {
        if case .serials(let again, _) = try await askList(
          device.identifier, index, tag: tag, "the list with the new tag"), !again.isEmpty
        {
          reportFinding(
            RehearsalFindings.tagStuck,
            "with the current tag \(tag) the list still contains "
              + counted(again.count, "serial number"),
            index)
        }
      }
    }
    try await checkNewVersion(index, before, wasListed: list != .nothing)
  }

  private func checkTags(_ old: String?, _ new: String?, _ index: Int) {
    guard let old, let new else { return }
    if old == new {
      reportFinding(
        RehearsalFindings.changeTagSame, "the tag is \(new) both before and after the change", index
      )
    } else if let before = Int64(old), let after = Int64(new), after < before {
      reportFinding(RehearsalFindings.tagFell, "the tag fell from \(before) to \(after)", index)
    }
  }

  private func checkNewVersion(_ index: Int, _ before: Before, wasListed: Bool) async throws {
    var headers = [authorization(passes[index])]
    if let date = before.version.lastModified {
      headers.append(WebHeader("If-Modified-Since", date))
    }
    guard
      let answer = try await ask("GET", passPath(passes[index].key), pass: index, headers: headers)
    else { return }
    if answer.status == 304 {
      // A request without If-Modified-Since shows whether there is a new version.
      let plain = try await ask(
        "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])])
      let isNew =
        plain.flatMap { try? checker.pass($0.body, name: "answer.pkpass").get() }
        .map { $0.read.manifestDigest != before.version.pass.read.manifestDigest } ?? false
      reportFinding(
        isNew ? RehearsalFindings.changeDateSame : RehearsalFindings.changeNotServed,
        isNew
          ? "the new version has the Last-Modified of the old one, so phones get 304"
          : "the pass was listed as changed, but the request for it returned 304", index)
      if let plain, isNew,
        let version = checkedPass(plain, index, "the request for the pass after the change")
      {
        versions[index] = version
      }
      return
    }
    guard let version = checkedPass(answer, index, "the request for the pass after the change")
    else { return }
    guard version.pass.read.manifestDigest != before.version.pass.read.manifestDigest else {
      if wasListed {
        reportFinding(
          RehearsalFindings.changeNotServed,
          "the pass was listed as changed, but it is the same as before", index)
      }
      return
    }
    if let date = version.lastModified, date == before.version.lastModified {
      reportFinding(
        RehearsalFindings.changeDateSame, "both versions have Last-Modified: \(date)", index)
    }
    compare(before.version.pass, version.pass, index)
    versions[index] = version
  }

  /// Notes the changes that the cardholder sees, and complains if there is no notification.
  private func compare(_ old: RehearsedPass, _ new: RehearsedPass, _ index: Int) {
    guard let before = old.version("before"), let after = new.version("after") else { return }
    let diff = PassDiff(from: before, to: after)
    for error in diff.errors {
      reportFinding(RehearsalFindings.changeOtherPass, error.message, index)
    }
    var hasNotice = false
    for change in diff.changes {
      let values = "\(change.old ?? "nothing") → \(change.new ?? "nothing")"
      switch change.visibility {
      case .notifies(let text, _):
        hasNotice = true
        log.note(.change, "\(change.name): \(values)", "“\(text)”")
      case .silent: log.note(.change, "\(change.name): \(values)", "silent")
      case .unseen: break
      }
    }
    if !hasNotice, diff.errors.isEmpty, !diff.isEmpty {
      reportFinding(
        RehearsalFindings.changeSilent,
        "the phone shows no notification: no changed field has a changeMessage", index)
    }
  }

  // MARK: Two changes, and a device that is gone

  /// Makes two changes, the second as soon as the first is visible, and checks that none is lost.
  ///
  /// The changes may be of different passes.
  private func twoChanges(_ change: @Sendable () async throws -> Void) async throws {
    guard let device = try await livingDevice(), let before = try await versions(by: device) else {
      return log.notChecked("two quick changes: no pass could be fetched before them")
    }
    let mark = pushLog.count
    try await run(change)
    guard let first = try await versions(by: device, after: before) else {
      return try await reportNoChange("first", since: before, device)
    }
    try await run(change)
    guard let second = try await versions(by: device, after: first) else {
      return try await reportNoChange("second", since: first, device)
    }
    await waitForPushes(since: mark, expecting: 1)
    for index in Self.changed(first, second) {
      try await checkSecond(index, first, second, device)
    }
    // A pass that only the first change met must still be in the list.
    for index in Self.changed(before, first) where !Self.changed(first, second).contains(index) {
      let what = "the list with the tag of before two changes"
      let list = try await askList(
        devices[device].identifier, index, tag: before[index]?.tag, what)
      guard list != .failed, !Self.contains(list, passes[index].key.serial) else { continue }
      reportFinding(
        RehearsalFindings.changeNotListed,
        "\(what) does not contain \(passes[index].key.serial), which changed first", index)
    }
    for (index, state) in second { versions[index] = state.version }
  }

  private func checkSecond(
    _ index: Int, _ first: [Int: Before], _ second: [Int: Before], _ device: Int
  ) async throws {
    guard let old = first[index], let new = second[index] else { return }
    guard let tag = old.tag else {
      return log.notChecked("two quick changes: the list between them returned no tag")
    }
    let serial = passes[index].key.serial
    let list = try await askList(
      devices[device].identifier, index, tag: tag, "the list after two quick changes")
    if list != .failed, !Self.contains(list, serial) {
      reportFinding(
        RehearsalFindings.changeLost,
        "the second of two quick changes is lost: the list with the tag of the first does not "
          + "contain \(serial)", index)
    }
    if let date = new.version.lastModified, date == old.version.lastModified {
      reportFinding(
        RehearsalFindings.changeDateSame, "both versions have Last-Modified: \(date)", index)
    }
  }

  /// Reports that one of two changes is not visible. If the list contains a pass, the service is the
  /// cause, and the first change has shown it.
  private func reportNoChange(
    _ which: String, since old: [Int: Before], _ device: Int
  ) async throws {
    log.notChecked("two quick changes: every pass was still the same \(waited) the \(which) change")
    for (index, state) in old {
      let list = try await askList(
        devices[device].identifier, index, tag: state.tag, "the list after two quick changes")
      if Self.contains(list, passes[index].key.serial) { return }
    }
    reportNoChange()
  }

  private static func contains(_ list: Listed, _ serial: String) -> Bool {
    if case .serials(let serials, _) = list { serials.contains(serial) } else { false }
  }

  /// Returns the passes with different manifests, in order.
  private static func changed(_ old: [Int: Before], _ new: [Int: Before]) -> [Int] {
    new.keys.sorted().filter {
      new[$0]?.version.pass.read.manifestDigest != old[$0]?.version.pass.read.manifestDigest
    }
  }

  /// Returns the current versions and tags of all passes, or nil if none can be fetched.
  private func versions(by device: Int) async throws -> [Int: Before]? {
    var found: [Int: Before] = [:]
    for index in passes.indices { found[index] = try await version(at: index, by: device) }
    return found.isEmpty ? nil : found
  }

  /// Waits until a pass has another version and returns all, or nil if none changes in time.
  private func versions(
    by device: Int, after old: [Int: Before]
  ) async throws -> [Int: Before]? {
    try await awaited {
      guard let seen = try await versions(by: device), !Self.changed(old, seen).isEmpty else {
        return nil
      }
      return seen
    }
  }

  /// Returns the current version and tag of a pass, or nil if it cannot be fetched.
  private func version(at index: Int, by device: Int) async throws -> Before? {
    guard
      let answer = try await ask(
        "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])]),
      answer.status == 200,
      case .success(let pass) = checker.pass(answer.body, name: "answer.pkpass")
    else { return nil }
    let list = try await askList(
      devices[device].identifier, index, tag: nil, "a list between changes")
    var tag: String?
    if case .serials(_, let given) = list { tag = given }
    let version = Version(
      pass: pass, lastModified: answer.header("Last-Modified"), bytes: answer.body)
    return Before(tag: tag, version: version)
  }

  /// Returns a device that the service knows.
  ///
  /// The service has deleted a device whose push got 410, as it should. If no other device is left,
  /// this one registers again with another push token.
  private func livingDevice() async throws -> Int? {
    let living = devices.indices.last { !deadTokens.contains(devices[$0].phone.pushToken) }
    guard living == nil, let dead = devices.indices.last else { return living }
    for (call, answer) in try await changePushToken(of: dead) {
      guard case .register = call.purpose, case .response(let answer) = answer,
        ![200, 201].contains(answer.status)
      else { continue }
      reportFinding(
        RehearsalFindings.registerRefused,
        "a device that came back with another push token got \(answer.status), expected 201", 0)
    }
    return dead
  }
}
