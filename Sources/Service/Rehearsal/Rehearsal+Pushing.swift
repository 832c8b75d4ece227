// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassUpdates

extension Rehearsal {
  /// Adds a failed TLS handshake of the simulated push service to the timeline.
  func note(_ refusal: PushRefusal) {
    log.note(.pushService, "TLS handshake failed", refusal.reason)
  }

  /// Reports connections without a valid handshake. They depend on the setup of the test, so they are
  /// no error of the service.
  func checkRefusals() {
    var counts: [String: Int] = [:]
    for refusal in options.pushes?.refusals ?? [] { counts[refusal.reason, default: 0] += 1 }
    for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
      log.notChecked(
        "pushes over \(counted(count, "connection")) whose TLS handshake failed: "
          + reason)
    }
  }

  /// Makes a device request its list as soon as a push arrives, before the push gets its response.
  func receivePushes() {
    options.pushes?.onRefusal { [self] refusal in Task { await note(refusal) } }
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
  func waitForPushes(since mark: Int, expecting count: Int) async {
    guard options.pushes != nil else { return }
    let end = log.now + options.pushWait
    while log.now < end, !Task.isCancelled {
      if Set(pushLog[mark...].compactMap(\.device)).count >= count { break }
      try? await Task.sleep(for: .milliseconds(20))
    }
    // A repeated push arrives within this time.
    try? await Task.sleep(for: .milliseconds(400))
  }

  func checkFirstPushes(_ index: Int, since mark: Int) {
    let seen = pushLog[mark...]
    for (position, device) in devices.enumerated() {
      let own = seen.filter { $0.device == position }
      let current = own.filter { $0.push.token == device.phone.pushToken }
      if own.isEmpty, pushLog.isEmpty, options.pushes?.refusals.isEmpty == false {
        // The service did try to push. `checkRefusals` prints why no push arrived.
        continue
      } else if own.isEmpty {
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
  func checkPushes() {
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
    let again = pushLog[min(deadMark, pushLog.count)...].filter {
      deadTokens.contains($0.push.token ?? "")
    }
    if !again.isEmpty {
      reportFinding(
        RehearsalFindings.pushDead,
        "a push token was pushed again after its 410, \(counted(again.count, "time"))", 0)
    }
    checkConnections()
    checkRate()
  }

  private func checkConnections() {
    let connections = Set(pushLog.map(\.push.connection)).count
    if pushLog.count >= 3, connections * 2 > pushLog.count {
      reportFinding(
        RehearsalFindings.pushConnections,
        "\(pushLog.count) pushes came over \(connections) connections, expected 1", 0)
    }
    // Apple accepts a new provider token at most every 20 minutes.
    let tokens = Set(pushLog.compactMap { $0.push.header("authorization") }).count
    if tokens > 1 {
      reportFinding(
        RehearsalFindings.pushTokenRenewed,
        "\(pushLog.count) pushes came with \(tokens) provider tokens, expected 1", 0)
    }
  }

  private func checkRate() {
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
    guard let change = options.change, options.pushes != nil, !changedNothing else { return }
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

  /// Makes a change. The simulated push service responds with 410 to the first push for one of the
  /// devices of the test.
  ///
  /// Pushes to other push tokens are accepted. With 410 the service would delete real phones.
  func deadDevice(_ change: @Sendable () async throws -> Void, _ index: Int) async throws {
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
}
