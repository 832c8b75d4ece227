// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCheck
import PassCompanionFindings
import PassDiagnostics
import PassUpdates

extension Rehearsal {
  /// The state of a pass that a device knows before a change.
  private struct Before {
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
    try await twoChanges(change, index)
    checkPushes()
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
    guard let index = try await awaited({ try await changedPass(before) }) else {
      reportFinding(
        RehearsalFindings.changeNothing, "the command of --change changed none of the passes", 0)
      log.notChecked("updates: list and passes were still the same \(waited) the first change")
      return nil
    }
    guard let state = before[index] else { return nil }
    try await checkChange(index, state)
    if options.pushes != nil { checkFirstPushes(index, since: mark) }
    return index
  }

  private func run(_ change: @Sendable () async throws -> Void) async throws {
    try Task.checkCancellation()
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

  /// Returns the index of the pass with another manifest, or else of one that the list contains.
  private func changedPass(_ before: [Int: Before]) async throws -> Int? {
    guard let device = devices.first else { return nil }
    var listed: Int?
    for (index, state) in before.sorted(by: { $0.key < $1.key }) {
      let answer = try await ask(
        "GET", passPath(passes[index].key), pass: index, headers: [authorization(passes[index])])
      if let answer, answer.status == 200,
        case .success(let pass) = checker.pass(answer.body, name: "answer.pkpass"),
        pass.read.manifestDigest != state.version.pass.read.manifestDigest
      {
        return index
      }
      let list = try await askList(device.identifier, index, tag: state.tag, "a list")
      if case .serials(let serials, _) = list, serials.contains(passes[index].key.serial),
        state.tag != nil, listed == nil
      {
        listed = index
      }
    }
    return listed
  }

  private func checkChange(_ index: Int, _ before: Before) async throws {
    guard let device = devices.first else { return }
    let key = passes[index].key
    let list = try await askList(
      device.identifier, index, tag: before.tag, "the list after the change")
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
  private func twoChanges(_ change: @Sendable () async throws -> Void, _ index: Int) async throws {
    guard let device = try await livingDevice(),
      let before = try await version(at: index, by: device)
    else {
      return log.notChecked("two quick changes: the pass could not be fetched before them")
    }
    let mark = pushLog.count
    try await run(change)
    guard let first = try await version(at: index, by: device, after: before) else {
      return log.notChecked(
        "two quick changes: the pass was still the same \(waited) the first change")
    }
    try await run(change)
    guard let second = try await version(at: index, by: device, after: first) else {
      return log.notChecked(
        "two quick changes: the pass was still the same \(waited) the second change")
    }
    await waitForPushes(since: mark, expecting: 1)
    guard let tag = first.tag else {
      return log.notChecked("two quick changes: the list between them returned no tag")
    }
    let list = try await askList(
      devices[device].identifier, index, tag: tag, "the list after two quick changes")
    var names: [String] = []
    if case .serials(let serials, _) = list { names = serials }
    if list != .failed, !names.contains(passes[index].key.serial) {
      reportFinding(
        RehearsalFindings.changeLost,
        "the second of two quick changes is lost: the list with the tag of the first does not "
          + "contain \(passes[index].key.serial)", index)
    }
    if let date = second.version.lastModified, date == first.version.lastModified {
      reportFinding(
        RehearsalFindings.changeDateSame, "both versions have Last-Modified: \(date)", index)
    }
    versions[index] = second.version
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

  /// Waits until the pass has another version and returns it, or nil if it does not change in time.
  private func version(at index: Int, by device: Int, after old: Before) async throws -> Before? {
    try await awaited {
      guard let seen = try await version(at: index, by: device),
        seen.version.pass.read.manifestDigest != old.version.pass.read.manifestDigest
      else { return nil }
      return seen
    }
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

  /// Makes a change. The simulated push service responds with 410 to the first push for one of the
  /// devices of the test.
  ///
  /// Pushes to other push tokens are accepted. With 410 the service would delete real phones.
  private func deadDevice(_ change: @Sendable () async throws -> Void, _ index: Int) async throws {
    guard let service = options.pushes else { return }
    let mark = pushLog.count
    let registeredAt = Environment.now * 1_000
    let gone = PushBehaviour.answer(
      status: 410, reason: "Unregistered", timestamp: registeredAt + 60_000)
    service.scriptNext([gone], for: Set(devices.map(\.phone.pushToken)))
    try await run(change)
    await waitForPushes(since: mark, expecting: devices.count)
    // Pushes arrive in parallel and may be logged in any order.
    let first = pushLog[mark...].first { $0.push.behaviour == gone }
    service.scriptNext([], for: [])
    guard let dead = first?.device else {
      return log.notChecked("an unregistered device: no push reached a simulated device")
    }
    deadTokens.insert(devices[dead].phone.pushToken)
    if devices.count > 1 {
      let others = pushLog[mark...].filter { $0.device != nil && $0.device != dead }
      if others.isEmpty {
        reportFinding(
          RehearsalFindings.pushEnded,
          "after 410 for the \(devices[dead].name) no other device got a push", index)
      }
    }
    deadMark = pushLog.count
  }

  // MARK: Pushes

  /// Makes a device request its list as soon as a push arrives, before the push gets its response.
  func receivePushes() {
    options.pushes?.delayResponses { [self] push in await arrived(push) }
  }

  private func arrived(_ push: ReceivedPush) async {
    let device = devices.firstIndex {
      $0.phone.pushToken == push.token || $0.formerTokens.contains(push.token ?? "")
    }
    let position = pushLog.count
    log.note(
      .pushService, "push for \(device.map { devices[$0].name } ?? "an unknown push token")",
      push.topic)
    pushLog.append(
      SeenPush(
        push: push, device: device,
        isOwn: device != nil || givenTokens.contains(push.token ?? "")))
    guard let device, devices[device].phone.pushToken == push.token else { return }
    // The real device would see the same now. The push rate would only delay its request.
    devices[device].phone.ignoresPushRate = true
    devices[device].phone.push(topic: push.topic ?? "", at: now)
    guard let done = try? await perform(device) else { return }
    let lists = done.filter { if case .list = $0.call.purpose { true } else { false } }
    guard let list = lists.first, case .response(let answer) = list.answer else { return }
    pushLog[position].listed =
      answer.status == 200 && !(PhoneList(answer.body)?.serials.isEmpty ?? true)
  }

  /// Waits until pushes reached so many devices, but at most `pushWait`.
  private func waitForPushes(since mark: Int, expecting count: Int) async {
    guard options.pushes != nil else { return }
    let end = log.now + options.pushWait
    while log.now < end, !Task.isCancelled {
      if Set(pushLog[mark...].compactMap(\.device)).count >= count { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    // A repeated push arrives within this time.
    try? await Task.sleep(for: .milliseconds(400))
  }

  private func checkFirstPushes(_ index: Int, since mark: Int) {
    let seen = pushLog[mark...]
    for (position, device) in devices.enumerated() {
      let own = seen.filter { $0.device == position }
      let current = own.filter { $0.push.token == device.phone.pushToken }
      if own.isEmpty {
        reportFinding(
          RehearsalFindings.pushMissing,
          "no push reached the \(device.name) within \(options.pushWait / 1_000) s of the change",
          index)
      } else if current.isEmpty || own.count > current.count {
        reportFinding(
          RehearsalFindings.pushOldToken,
          "a push went to a push token that the \(device.name) has replaced", index)
      }
      if current.count > 1 {
        reportFinding(
          RehearsalFindings.pushRepeated,
          "the \(device.name) got \(current.count) pushes for one change", index)
      }
      if current.contains(where: { $0.listed == false }) {
        reportFinding(
          RehearsalFindings.pushEarly,
          "the list was still empty when the push reached the \(device.name)", index)
      }
    }
  }

  /// Checks all pushes of the test.
  private func checkPushes() {
    let types = Set(passes.map(\.key.passType))
    for seen in pushLog {
      let push = seen.push
      // Pushes for other pass type identifiers belong to devices outside the test.
      if let topic = push.topic, seen.isOwn, !types.contains(topic) {
        reportFinding(
          RehearsalFindings.pushTopic,
          "the topic of a push is \(topic), expected "
            + types.sorted().joined(separator: " or "), 0)
      }
      if case .answer(let status, let reason?, _, _) = push.behaviour, status != 410 {
        reportFinding(
          RehearsalFindings.pushRequest,
          "APNs would reject a push with \(status) \(reason)", 0)
      }
      if push.header("apns-expiration") == "0" {
        reportFinding(
          RehearsalFindings.pushExpires, "pushes have apns-expiration: 0", 0)
      }
      if push.header("apns-push-type") == "background", push.header("apns-priority") != "5" {
        reportFinding(
          RehearsalFindings.pushBackground,
          "a background push has priority \(push.header("apns-priority") ?? "10 (the default)"), "
            + "expected 5",
          0)
      }
    }
    let connections = Set(pushLog.map(\.push.connection)).count
    if pushLog.count >= 3, connections * 2 > pushLog.count {
      reportFinding(
        RehearsalFindings.pushConnections,
        "\(pushLog.count) pushes came over \(connections) connections, expected 1", 0)
    }
    let again = pushLog[min(deadMark, pushLog.count)...].filter {
      deadTokens.contains($0.push.token ?? "")
    }
    if !again.isEmpty {
      reportFinding(
        RehearsalFindings.pushDead,
        "a push token was pushed again after its 410, \(counted(again.count, "time"))", 0)
    }
    for (position, device) in devices.enumerated() {
      var rate = PushRate()
      for seen in pushLog where seen.device == position {
        rate.push(at: seen.push.arrivedAt, passes: passes.count)
      }
      if rate.level > .atOnce {
        reportFinding(
          RehearsalFindings.pushTooOften,
          "the \(device.name) got \(pushLog.count { $0.device == position }) pushes for 4 changes, "
            + "and would delay its list calls", 0)
      }
    }
  }

  /// Makes a change after every device has unregistered. There must be no push for it.
  func changeAfterLeaving() async throws {
    guard let change = options.change, options.pushes != nil else { return }
    guard pushLog.contains(where: { $0.isOwn }) else {
      return log.notChecked(
        "pushes after unregistering: no push reached a simulated device before it either")
    }
    let mark = pushLog.count
    try await run(change)
    try await Task.sleep(for: .milliseconds(1_000))
    // Devices outside the test are still registered and do get pushes.
    let count = pushLog[mark...].count { $0.isOwn }
    if count > 0 {
      reportFinding(
        RehearsalFindings.pushUnregistered,
        "every device had unregistered, but the service pushed \(counted(count, "time"))", 0)
    }
  }
}
