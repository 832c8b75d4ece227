// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings

extension Rehearsal {
  /// Adds the pass on each device. The device registers, requests its list and the pass if needed.
  func register(_ index: Int) async throws {
    try await registerAtOnce(index)
    for device in devices.indices {
      let installed = versions[index]?.pass.read ?? passes[index].read
      // With `--at` the address differs from the one in the pass.
      let read = ReadPass(
        key: passes[index].key, webService: base[index], token: passes[index].read.token,
        manifestDigest: installed.manifestDigest)
      devices[device].phone.add(
        read, lastModified: versions[index]?.lastModified, at: now)
      let isFirst = !isKnown(device, index)
      let done = try await perform(device)
      for (call, answer) in done where call.purpose == .register(passes[index].key) {
        checkRegistration(answer, index, isFirst: isFirst)
      }
    }
    try await registerAgain(index)
  }

  private func isKnown(_ device: Int, _ index: Int) -> Bool {
    registered.contains(Registration(device: devices[device].identifier, pass: index))
  }

  private func checkRegistration(_ answer: PhoneResult, _ index: Int, isFirst: Bool) {
    guard case .response(let answer) = answer else { return }
    guard [200, 201].contains(answer.status) else {
      return reportFinding(
        RehearsalFindings.registerRefused,
        "the registration returned \(answer.status), expected 201", index)
    }
    let expected = isFirst ? 201 : 200
    if answer.status != expected {
      reportFinding(
        RehearsalFindings.registerStatus,
        "\(isFirst ? "a first" : "a repeated") registration returned \(answer.status), "
          + "expected \(expected)", index)
    }
  }

  private func registerAgain(_ index: Int) async throws {
    guard let device = devices.first else { return }
    let answer = try await registerDirectly(device.identifier, device.phone.pushToken, index)
    guard let answer, answer.status != 200 else { return }
    reportFinding(
      answer.status == 201 ? RehearsalFindings.registerStatus : RehearsalFindings.registerRefused,
      "a repeated registration returned \(answer.status), expected 200", index)
  }

  /// Sends a registration that the simulated devices do not know of.
  func registerDirectly(
    _ device: String, _ token: String, _ index: Int, headers: [WebHeader]? = nil,
    body: [UInt8]? = nil, mayFail: Bool = false
  ) async throws -> WebResponse? {
    if !token.isEmpty { givenTokens.insert(token) }
    return try await registering(Registration(device: device, pass: index)) {
      try await ask(
        "POST", registrationPath(device, passes[index].key), pass: index,
        headers: headers ?? [authorization(passes[index])], body: body ?? pushTokenBody(token),
        mayFail: mayFail)
    }
  }

  /// Sends a registration and keeps track of whether it has to be unregistered at the end.
  ///
  /// It is recorded before it is sent, because the test may be interrupted before the response
  /// arrives. A lost response or a status of 500 or more does not show whether the service
  /// registered the device.
  private func registering(
    _ registration: Registration, _ send: () async throws -> WebResponse?
  ) async throws -> WebResponse? {
    asked.insert(registration)
    let answer = try await send()
    switch answer?.status {
    case .some(200..<300):
      registered.insert(registration)
      asked.remove(registration)
    case .some(..<500): asked.remove(registration)
    // Record it again. A parallel equal registration may have been rejected and removed it.
    default: asked.insert(registration)
    }
    return answer
  }

  /// Removes a registration that the service has deleted.
  func forget(_ registration: Registration) {
    registered.remove(registration)
    asked.remove(registration)
  }

  /// Sends many equal registrations at once, because phone and watch register within milliseconds.
  /// This finds races in the service.
  private func registerAtOnce(_ index: Int) async throws {
    guard index == 0, let token = try? Device.freshToken() else { return }
    let device = String(token.prefix(32))
    let count = 16
    var statuses: [Int] = []
    await withTaskGroup(of: Int?.self) { group in
      for _ in 0..<count {
        group.addTask {
          try? await self.registerDirectly(device, token, index)?.status
        }
      }
      for await status in group { if let status { statuses.append(status) } }
    }
    try Task.checkCancellation()
    let created = statuses.count { $0 == 201 }
    let others = statuses.filter { $0 != 200 && $0 != 201 }
    if let odd = others.first {
      reportFinding(
        RehearsalFindings.registerRace,
        "\(others.count) of \(count) equal simultaneous registrations returned \(odd)", index)
    } else if created > 1, created < count {
      reportFinding(
        RehearsalFindings.registerRace,
        "\(created) of \(count) equal simultaneous registrations returned 201, expected 1",
        index)
    }
    _ = try await unregisterDirectly(device, index)
  }

  /// Sends an unregistration that the simulated devices do not know of.
  func unregisterDirectly(
    _ device: String, _ index: Int, headers: [WebHeader]? = nil
  ) async throws -> WebResponse? {
    let answer = try await ask(
      "DELETE", registrationPath(device, passes[index].key), pass: index,
      headers: headers ?? [authorization(passes[index])])
    if let answer, (200..<300).contains(answer.status) {
      forget(Registration(device: device, pass: index))
    }
    return answer
  }

  /// Gives each device another push token and checks the registrations with it.
  func newPushToken() async throws {
    for device in devices.indices {
      for (call, answer) in try await changePushToken(of: device) {
        guard case .register = call.purpose, case .response(let answer) = answer,
          answer.status != 200
        else { continue }
        reportFinding(
          answer.status == 201
            ? RehearsalFindings.registerStatus : RehearsalFindings.registerRefused,
          "a new push token of a known device returned \(answer.status), expected 200", 0)
      }
    }
  }

  /// Gives a device another push token and sends its registrations.
  func changePushToken(
    of device: Int
  ) async throws -> [(call: PhoneCall, answer: PhoneResult)] {
    let token = try Device.freshToken()
    devices[device].formerTokens.append(devices[device].phone.pushToken)
    devices[device].phone.changePushToken(to: token, at: now)
    return try await perform(device)
  }

  // MARK: Requests of the simulated devices

  /// Sends the requests that are due on a device until none is left.
  @discardableResult
  func perform(_ device: Int) async throws -> [(call: PhoneCall, answer: PhoneResult)] {
    var done: [(PhoneCall, PhoneResult)] = []
    while true {
      let calls = devices[device].phone.calls(at: now)
      guard !calls.isEmpty else { break }
      for call in calls {
        let pass = position(of: call.purpose)
        let answer = try await send(call, device, pass)
        let phones: PhoneResult =
          answer.map {
            .response(
              .init(
                status: $0.status, headers: $0.headers.map { .init($0.name, $0.value) },
                body: $0.body))
          } ?? .broken("no response")
        devices[device].phone.receive(phones, of: call.id, at: now)
        done.append((call, phones))
        if let answer { check(answer, to: call, device, pass) }
      }
    }
    for event in devices[device].phone.takeEvents() {
      switch event {
      case .logged(let message, let line):
        log.note(.device(devices[device].name), "logs", line)
        keep(message, of: device)
      case .updated(let key, _, _, _):
        log.note(.device(devices[device].name), "has a new version of \(key.serial)")
      case .rejected(let key, let words):
        log.note(.device(devices[device].name), "rejects the update of \(key.serial)", words)
      default: break
      }
    }
    return done
  }

  /// Checks the response to a request that a device made by itself.
  private func check(_ answer: WebResponse, to call: PhoneCall, _ device: Int, _ pass: Int) {
    switch call.purpose {
    case .log:
      if answer.status != 200 {
        reportFinding(
          RehearsalFindings.logRefused,
          "the log call returned \(answer.status), expected 200", pass)
      }
    case .list:
      if PhoneList(answer.body)?.serials.isEmpty == false { sawChange.insert(device) }
      if !isDamaged(call) { checkedList(answer, pass, "the list of the \(devices[device].name)") }
    default: break
    }
  }

  /// Returns whether a request contains a tag that the service is known to decode wrongly.
  private func isDamaged(_ call: PhoneCall) -> Bool {
    guard case .list(let type) = call.purpose else { return false }
    return damagedTags[type] != nil && call.path.contains("?")
  }

  private func send(_ call: PhoneCall, _ device: Int, _ pass: Int) async throws -> WebResponse? {
    let lane = TimelineEntry.Lane.device(devices[device].name)
    let headers = call.headers.map { WebHeader($0.name, $0.value) }
    guard case .register = call.purpose else {
      return try await ask(
        call.method, call.path, pass: pass, lane: lane, headers: headers, body: call.body,
        mayFail: isDamaged(call))
    }
    givenTokens.insert(devices[device].phone.pushToken)
    return try await registering(
      Registration(device: devices[device].identifier, pass: pass)
    ) {
      try await ask(
        call.method, call.path, pass: pass, lane: lane, headers: headers, body: call.body)
    }
  }

  func position(of purpose: PhoneCall.Purpose) -> Int {
    switch purpose {
    case .register(let key), .unregister(let key), .get(let key), .personalize(let key):
      passes.firstIndex { $0.key == key } ?? 0
    case .list(let type): passes.firstIndex { $0.key.passType == type } ?? 0
    case .log: 0
    }
  }
}
