// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
package import PassUpdates

/// A model of an iPhone or Apple Watch with passes in Wallet, as far as a web service can observe
/// it.
///
/// It is a value without clock, network or randomness. The caller reports each event with its time
/// in milliseconds since 1970, sends the requests of `calls(at:)` and returns their responses to
/// `receive`. The behavior was read from the program on a phone. Where it is unknown, such as for the
/// length of pauses and the thresholds of the push rate, the comment there names the assumption.
package struct Phone: Sendable {
  /// The kind of device. The behavior of both is the same.
  package enum Kind: String, Sendable, CaseIterable {
    case phone, watch
  }

  package let kind: Kind
  /// How path segments are percent-encoded.
  package var escaping = PhonePath.Escaping.twice
  /// The push token that the device registers.
  package private(set) var pushToken: String
  package private(set) var passes: [PassKey: InstalledPass] = [:]
  /// The last `lastUpdated` tag for each web service address and pass type identifier.
  package private(set) var tags: [ServiceScope: String] = [:]
  /// The push rate for each pass type identifier.
  package private(set) var rates: [String: PushRate] = [:]
  /// The address that replaces the `webServiceURL` of all passes, or nil. For a service that is
  /// tested at another address.
  package var address: String?
  /// Whether the developer setting that disables the push rate limit is on.
  package var ignoresPushRate = false

  private let identifier: @Sendable (ServiceScope) -> String
  private let read: PassReader
  private var tasks: [Task] = []
  private var open: [Int: (task: Task, call: PhoneCall)] = [:]
  private var lines: [ServiceScope: [String]] = [:]
  private var unregisteredAt: [PassKey: Int64] = [:]
  private var nextID = 1
  private var events: [PhoneEvent] = []

  /// A request that is planned. It may be a retry.
  private struct Task: Sendable {
    var purpose: PhoneCall.Purpose
    var scope: ServiceScope
    /// The authentication token, kept because an unregistration is sent after the pass was deleted.
    var token: String?
    var dueAt: Int64
    var failures = 0
    /// Whether it is a list request that follows a push.
    var isForPush = false
    /// Whether it is a request for a pass that was in a list.
    var isListed = false
    var body: [UInt8] = []
  }

  /// Creates a device without passes.
  ///
  /// - Parameters:
  ///   - identifier: returns the device library identifier for an address and a type.
  ///   - read: reads a bundle as Wallet does.
  package init(
    _ kind: Kind, pushToken: String,
    identifier: @escaping @Sendable (ServiceScope) -> String, read: @escaping PassReader
  ) {
    self.kind = kind
    self.pushToken = pushToken
    self.identifier = identifier
    self.read = read
  }

  /// Returns the device library identifier that the service of a pass gets.
  package func device(_ scope: ServiceScope) -> String { identifier(scope) }

  // MARK: Events

  /// Adds a pass, as the cardholder does.
  ///
  /// - Parameter lastModified: the `Last-Modified` header of the download.
  package mutating func add(_ pass: ReadPass, lastModified: String? = nil, at now: Int64) {
    passes[pass.key] = InstalledPass(pass: pass, lastModified: lastModified, writtenAt: now)
    unregisteredAt[pass.key] = nil
    enqueue(.register(pass.key), at: now)
  }

  /// Receives a push.
  package mutating func push(topic: String, at now: Int64) {
    events.append(.pushed(topic: topic))
    let count = passes.keys.count { $0.passType == topic }
    guard count > 0 else { return }
    var rate = rates[topic] ?? PushRate()
    rate.push(at: now, passes: count)
    rates[topic] = rate
    let level = ignoresPushRate ? .atOnce : rate.level
    if level > .atOnce { events.append(.heldBack(topic: topic, level: level)) }
    if level == .switchedOff {
      for key in passes.keys.sorted() where key.passType == topic {
        setUpdates(false, of: key, at: now)
      }
      return
    }
    for scope in scopes(of: topic) {
      // There is at most one list request for each address, even after several pushes.
      tasks.removeAll { $0.scope == scope && $0.isForPush }
      var task = Task(purpose: .list(passType: topic), scope: scope, dueAt: now + level.pause)
      task.isForPush = true
      tasks.append(task)
    }
  }

  /// Fetches a pass, as when the cardholder pulls it down.
  package mutating func refresh(_ key: PassKey, at now: Int64) {
    enqueue(.get(key), at: now)
  }

  /// Requests the list of every service, as a device does without a push after a restart and about
  /// once a day.
  package mutating func askForChanges(at now: Int64) {
    for scope in Set(passes.values.compactMap(scope)).sorted() {
      tasks.append(Task(purpose: .list(passType: scope.passType), scope: scope, dueAt: now))
    }
  }

  /// Switches automatic updates of a pass on or off.
  package mutating func setUpdates(_ isOn: Bool, of key: PassKey, at now: Int64) {
    guard let pass = passes[key], pass.hasUpdates != isOn else { return }
    if !isOn { unregister(key, at: now) }
    passes[key]?.hasUpdates = isOn
    if isOn { enqueue(.register(key), at: now) }
  }

  /// Deletes a pass, as the cardholder does.
  package mutating func remove(_ key: PassKey, at now: Int64) {
    if passes[key]?.hasUpdates == true { unregister(key, at: now) }
    passes[key] = nil
  }

  /// Replaces the push token and registers every pass again.
  package mutating func changePushToken(to token: String, at now: Int64) {
    pushToken = token
    for key in passes.keys.sorted() where passes[key]?.hasUpdates == true {
      enqueue(.register(key), at: now)
    }
  }

  /// Signs up for the rewards of a pass.
  ///
  /// - Parameter body: the body of the request.
  package mutating func personalize(_ key: PassKey, body: [UInt8], at now: Int64) {
    enqueue(.personalize(key), at: now, body: body)
  }

  // MARK: Requests

  /// Returns the requests that are due.
  ///
  /// The caller has to send each of them and give the result to `receive`.
  package mutating func calls(at now: Int64) -> [PhoneCall] {
    gatherLog(at: now)
    let due = tasks.filter { $0.dueAt <= now }
    tasks.removeAll { $0.dueAt <= now }
    return due.compactMap { task in
      guard let call = call(for: task) else { return nil }
      open[call.id] = (task, call)
      events.append(.called(call))
      return call
    }
  }

  /// When the next request is due, in milliseconds since 1970. Nil if only a push or another event
  /// can cause one. Waiting log messages are due at once.
  package var nextMoment: Int64? {
    let waiting = tasks.map(\.dueAt).min()
    return lines.isEmpty ? waiting : min(waiting ?? 0, 0)
  }

  /// Returns the events since the last call.
  package mutating func takeEvents() -> [PhoneEvent] {
    defer { events = [] }
    return events
  }

  /// Receives the response to a request.
  package mutating func receive(_ answer: PhoneResult, of id: Int, at now: Int64) {
    guard let (task, call) = open.removeValue(forKey: id) else { return }
    events.append(.answered(call, answer))
    guard case .response(let answer) = answer else {
      // A device does not log network errors to the service.
      if case .broken(let reason) = answer { fail(task, reason, nil, at: now) }
      return
    }
    switch call.purpose {
    case .register(let key): registered(key, task, answer, at: now)
    case .unregister: finish(task, answer, expecting: [200, 201], at: now)
    case .log: finish(task, answer, expecting: [200], at: now)
    case .list(let passType): listed(passType, task, answer, at: now)
    case .get(let key): receivePass(key, task, answer, at: now)
    case .personalize(let key): personalized(key, task, answer, at: now)
    }
  }
}

// MARK: - Planning of requests

extension Phone {
  /// Returns where a pass gets updates, or nil for a pass without a web service.
  private func scope(_ pass: InstalledPass) -> ServiceScope? {
    guard let own = pass.pass.webService else { return nil }
    return ServiceScope(webService: address ?? own, passType: pass.pass.key.passType)
  }

  private func scopes(of passType: String) -> [ServiceScope] {
    Set(
      passes.values.filter { $0.hasUpdates && $0.pass.key.passType == passType }
        .compactMap(scope)
    ).sorted()
  }

  private mutating func enqueue(
    _ purpose: PhoneCall.Purpose, at now: Int64, isListed: Bool = false, body: [UInt8] = []
  ) {
    let key: PassKey
    switch purpose {
    case .register(let pass), .unregister(let pass), .get(let pass), .personalize(let pass):
      key = pass
    case .list, .log: return
    }
    guard let pass = passes[key], let scope = scope(pass) else { return }
    tasks.removeAll { $0.purpose == purpose }
    var task = Task(purpose: purpose, scope: scope, token: pass.pass.token, dueAt: now)
    task.isListed = isListed
    task.body = body
    tasks.append(task)
  }

  private mutating func unregister(_ key: PassKey, at now: Int64) {
    tasks.removeAll { $0.purpose == .register(key) || $0.purpose == .get(key) }
    enqueue(.unregister(key), at: now)
    unregisteredAt[key] = now
  }

  private mutating func gatherLog(at now: Int64) {
    for scope in lines.keys.sorted() where !tasks.contains(where: { $0.purpose == .log }) {
      var list = lines[scope] ?? []
      let some = list.prefix(PhoneLog.linesOfACall)
      list.removeFirst(some.count)
      lines[scope] = list.isEmpty ? nil : list
      var out = JSONBuilder()
      out.begin(.object, origin: .none)
      out.key("logs")
      out.begin(.array, origin: .none)
      for line in some { out.string(line) }
      out.end()
      out.end()
      var task = Task(purpose: .log, scope: scope, dueAt: now)
      task.body = JSONWriter.bytes(of: out.document().root)
      tasks.append(task)
    }
  }

  private mutating func call(for task: Task) -> PhoneCall? {
    let device = PhonePath.part(identifier(task.scope), escaping)
    let type = PhonePath.part(task.scope.passType, escaping)
    func serial(_ key: PassKey) -> String { PhonePath.part(key.serial, escaping) }
    let method: String
    var path: String
    var headers: [PhoneCall.Header] = []
    var body = task.body
    let since: String?
    if case .get(let key) = task.purpose { since = passes[key]?.lastModified } else { since = nil }
    switch task.purpose {
    case .register(let key):
      guard passes[key]?.hasUpdates == true else { return nil }
      (method, path) = ("POST", "/v1/devices/\(device)/registrations/\(type)/\(serial(key))")
      body = Array("{\"pushToken\":\"\(pushToken)\"}".utf8)
    case .unregister(let key):
      (method, path) = ("DELETE", "/v1/devices/\(device)/registrations/\(type)/\(serial(key))")
    case .list:
      (method, path) = ("GET", "/v1/devices/\(device)/registrations/\(type)")
      if let tag = tags[task.scope] { path += "?passesUpdatedSince=\(PhonePath.query(tag))" }
    case .get(let key):
      guard passes[key] != nil else { return nil }
      (method, path) = ("GET", "/v1/passes/\(type)/\(serial(key))")
    case .log: (method, path) = ("POST", "/v1/log")
    case .personalize(let key):
      (method, path) = ("POST", "/v1/passes/\(type)/\(serial(key))/personalize")
    }
    switch task.purpose {
    case .list, .log: break
    default: headers.append(.init("Authorization", "ApplePass \(task.token ?? "")"))
    }
    if let since { headers.append(.init("If-Modified-Since", since)) }
    if !body.isEmpty { headers.append(.init("Content-Type", "application/json")) }
    defer { nextID += 1 }
    return PhoneCall(
      id: nextID, purpose: task.purpose, webService: task.scope.webService, method: method,
      path: path, headers: headers, body: body)
  }
}

// MARK: - Responses

extension Phone {
  private mutating func registered(
    _ key: PassKey, _ task: Task, _ answer: PhoneResult.Response, at now: Int64
  ) {
    guard [200, 201].contains(answer.status) else {
      return fail(task, answer.status, at: now)
    }
    tasks.append(
      Task(purpose: .list(passType: key.passType), scope: task.scope, dueAt: now))
    // A pass added from an old mail is updated without a push.
    if tags[task.scope] != nil { enqueue(.get(key), at: now) }
  }

  private mutating func finish(
    _ task: Task, _ answer: PhoneResult.Response, expecting statuses: [Int], at now: Int64
  ) {
    if !statuses.contains(answer.status) { fail(task, answer.status, at: now) }
  }

  private mutating func listed(
    _ passType: String, _ task: Task, _ answer: PhoneResult.Response, at now: Int64
  ) {
    let before = tags[task.scope]
    switch answer.status {
    case 204:
      if task.isForPush {
        log(.spuriousPush(tag: before, device: identifier(task.scope)), task, now)
      }
    case 200:
      guard let list = PhoneList(answer.body) else {
        return fail(task, "malformed response", .malformed, at: now)
      }
      events.append(.listed(passType: passType, serials: list.serials, tag: list.tag))
      if list.serials.isEmpty, task.isForPush {
        log(.spuriousPush(tag: before, device: identifier(task.scope)), task, now)
      }
      if let tag = list.tag {
        if tag == before, !list.serials.isEmpty {
          log(.tagSame(count: list.serials.count, tag: tag), task, now)
        }
        tags[task.scope] = tag
      } else if !list.serials.isEmpty {
        log(.tagMissing(count: list.serials.count), task, now)
      }
      for serial in list.serials {
        let key = PassKey(passType: passType, serial: serial)
        if passes[key]?.hasUpdates == true {
          enqueue(.get(key), at: now, isListed: true)
        } else if now - (unregisteredAt[key] ?? .min / 2) > 3_600_000 {
          log(.unregisteredSerial(serial), task, now)
        }
      }
    default: fail(task, answer.status, at: now)
    }
  }

  private mutating func receivePass(
    _ key: PassKey, _ task: Task, _ answer: PhoneResult.Response, at now: Int64
  ) {
    guard let installed = passes[key] else { return }
    let isOld = now - installed.writtenAt >= 300_000
    switch answer.status {
    case 304:
      events.append(.unchanged(key))
      if task.isListed, isOld { log(.unchanged(serial: key.serial), task, now) }
    case 200:
      switch read(answer.body) {
      case .failure(let reason):
        events.append(.rejected(key, reason.description))
        fail(task, reason.description, .invalidPass, at: now)
      case .success(let pass): written(pass, over: installed, task, answer, at: now)
      }
    default: fail(task, answer.status, at: now)
    }
  }

  private mutating func written(
    _ pass: ReadPass, over installed: InstalledPass, _ task: Task, _ answer: PhoneResult.Response,
    at now: Int64
  ) {
    let key = installed.pass.key
    guard pass.key.passType == key.passType else {
      log(.wrongType(asked: key.passType, got: pass.key.passType), task, now)
      return events.append(.rejected(key, "its pass type identifier is \(pass.key.passType)"))
    }
    guard pass.key.serial == key.serial else {
      log(.wrongSerial(asked: key.serial, got: pass.key.serial), task, now)
      return events.append(.rejected(key, "its serial number is \(pass.key.serial)"))
    }
    let date = answer.header("Last-Modified")
    if date == nil { log(.noDate(serial: key.serial), task, now) }
    guard pass.manifestDigest != installed.pass.manifestDigest else {
      events.append(.unchanged(key))
      if let since = installed.lastModified {
        log(.dateIgnored(serial: key.serial, since: since), task, now)
      } else if task.isListed, now - installed.writtenAt >= 300_000 {
        log(.unchanged(serial: key.serial), task, now)
      }
      passes[key]?.lastModified = date
      return
    }
    passes[key] = InstalledPass(
      pass: pass, lastModified: date, hasUpdates: installed.hasUpdates, writtenAt: now)
    events.append(
      .updated(
        key, from: installed.pass.manifestDigest, to: pass.manifestDigest, bytes: answer.body))
  }

  private mutating func personalized(
    _ key: PassKey, _ task: Task, _ answer: PhoneResult.Response, at now: Int64
  ) {
    guard answer.status == 200 else { return fail(task, answer.status, at: now) }
    guard !answer.body.isEmpty else { return fail(task, "empty response", .malformed, at: now) }
    enqueue(.get(key), at: now)
  }

  // MARK: Failures

  private mutating func fail(_ task: Task, _ status: Int, at now: Int64) {
    fail(task, "status \(status)", status == 401 ? .authentication : .status(status), at: now)
  }

  private mutating func fail(
    _ task: Task, _ words: String, _ fault: PhoneLog.Message.Problem?, at now: Int64
  ) {
    if let fault, task.purpose != .log {
      let since: String?
      switch task.purpose {
      case .get(let key): since = passes[key]?.lastModified
      case .list: since = tags[task.scope]
      default: since = nil
      }
      log(
        .failed(task.purpose, device: identifier(task.scope), since: since, fault), task, now)
    }
    var again = task
    again.failures += 1
    guard let pause = PhonePauses.pause(after: again.failures, of: task.purpose) else {
      return events.append(.dropped(task.purpose, words))
    }
    again.dueAt = now + pause
    events.append(.failed(task.purpose, words, again: again.dueAt))
    // A newer task with the same purpose replaces the retry.
    if !tasks.contains(where: { $0.purpose == task.purpose && $0.scope == task.scope }) {
      tasks.append(again)
    }
  }

  private mutating func log(_ message: PhoneLog.Message, _ task: Task, _ now: Int64) {
    let line = message.line(at: now)
    events.append(.logged(message, line: line))
    lines[task.scope, default: []].append(line)
  }
}

/// The response to a list request, read as strictly as a phone does.
package struct PhoneList: Sendable, Hashable {
  package let serials: [String]
  /// The `lastUpdated` member, or nil if it is missing.
  package let tag: String?

  /// Returns nil if a phone rejects the response as malformed.
  package init?(_ body: [UInt8]) {
    var report = Report(wantsNotes: false)
    guard
      let document = JSONReader.read(body, name: "list", report: &report), !report.hasErrors,
      let members = document.root["serialNumbers"], members.isArray
    else { return nil }
    var serials: [String] = []
    for element in members.elements {
      guard let serial = element.string else { return nil }
      serials.append(serial)
    }
    if let tag = document.root["lastUpdated"] {
      guard let text = tag.string else { return nil }
      self.tag = text
    } else {
      tag = nil
    }
    self.serials = serials
  }
}
