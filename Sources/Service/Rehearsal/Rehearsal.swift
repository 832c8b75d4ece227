// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassCrypto
import PassDiagnostics

/// Plays phone and watch against a web service, and looks at everything it answers.
///
/// Devices do what phones do (`Phone`); between their steps requests are sent that no phone sends,
/// to see what the service makes of them. Whatever happens, everything that was registered is
/// unregistered at the end.
package actor Rehearsal {
  let options: RehearsalOptions
  let client: WebClient
  let judge: BundleJudge
  let passes: [RehearsedPass]
  let base: [String]
  var log = RehearsalLog()
  var devices: [Device] = []
  /// What is registered: device identifier and position of the pass.
  var registered: Set<Registration> = []
  /// What may be registered: nobody has said yet that it is, or that it is not.
  var asked: Set<Registration> = []
  /// What each pass was when it was fetched last.
  var versions: [Int: Version] = [:]
  /// The pushes so far, in order.
  var pushLog: [SeenPush] = []
  /// Every push token that was given to the service: a push to another one is somebody else's.
  var givenTokens: Set<String> = []
  /// The phones' clock goes ahead of ours: what they write about depends on a pass's age.
  var skew: Int64 = 0
  /// Push tokens that were answered with 410, and how many pushes there were then.
  var deadTokens: Set<String> = []
  var deadMark = 0

  struct Registration: Hashable {
    let device: String
    let pass: Int
  }

  /// A version as the service handed it out.
  struct Version {
    let pass: RehearsedPass
    let lastModified: String?
    let bytes: [UInt8]
  }

  /// A push, and what the device saw when it asked at once.
  struct SeenPush {
    let push: ReceivedPush
    let device: Int?
    /// Whether it went to a push token of this rehearsal.
    let isOwn: Bool
    /// Whether the list named anything; nil where nobody asked.
    var listed: Bool?
  }

  /// A rehearsal with these passes; nothing is asked before `run`.
  package init(_ passes: [RehearsedPass], _ options: RehearsalOptions) throws {
    self.passes = passes
    self.options = options
    judge = BundleJudge(trusting: options.trust)
    base = try passes.map { pass in
      guard let address = options.address ?? pass.read.webService else {
        throw RehearsalError.noService(pass: pass.name)
      }
      guard let split = WebOrigin.split(address) else { throw RehearsalError.badAddress(address) }
      guard pass.read.token != nil else { throw RehearsalError.noToken(pass: pass.name) }
      guard split.origin.isLoopback || options.isLive else {
        throw RehearsalError.notLive(address)
      }
      return address
    }
    client = try WebClient(trusting: options.trust, timeout: options.timeout)
    for kind in options.devices {
      var device = try Device(kind, read: judge.reader)
      device.phone.address = options.address
      devices.append(device)
    }
  }

  /// The whole rehearsal.
  ///
  /// - Throws: `RehearsalError` where the service cannot be reached at all.
  package func run() async throws -> RehearsalResult {
    var failure: (any Error)?
    var wasInterrupted = false
    do {
      try await play()
    } catch is CancellationError {
      wasInterrupted = true
    } catch {
      failure = error
    }
    // In a task of its own: that the rehearsal was interrupted must not end it.
    await Task { await self.leave() }.value
    await client.close()
    if let failure = failure as? RehearsalError { throw failure }
    if wasInterrupted { log.notJudged("the rest: passc rehearse was interrupted") }
    // What was found before it is true all the same.
    if failure != nil { log.notJudged("the rest: passc rehearse ended with an error") }
    return RehearsalResult(
      found: log.complaints, timeline: log.timeline, notJudged: log.notJudged,
      wasInterrupted: wasInterrupted, failure: failure)
  }

  private func play() async throws {
    try await reach()
    lookAtAddresses()
    for index in passes.indices { try await fetchFirst(index) }
    if options.pushes != nil { receivePushes() }
    for index in passes.indices {
      try await register(index)
      try await list(index)
      try await get(index)
      try await tokens(index)
    }
    try await oddRequests()
    try await newPushToken()
    try await changes()
    for index in passes.indices where passes[index].requestedFields != nil {
      if options.personalizes ?? isOnThisMachine(index) {
        try await personalize(index)
      } else {
        log.notJudged(
          "signing up: it would replace the customer's data (--personalize allows it)")
      }
    }
    try await unregister()
    try await changeAfterLeaving()
  }

  private func isOnThisMachine(_ index: Int) -> Bool {
    WebOrigin.split(base[index])?.origin.isLoopback ?? false
  }

  // MARK: Steps that everything else is made of

  /// Milliseconds since 1970, as the phones count.
  var now: Int64 { Environment.now * 1_000 + skew }

  /// Sends a request to the service of a pass and notes it.
  ///
  /// - Parameter path: from `/v1` on, escaped.
  func ask(
    _ method: String, _ path: String, pass: Int, lane: TimelineEntry.Lane = .probe,
    headers: [WebHeader] = [], body: [UInt8] = [], mayFail: Bool = false
  ) async throws -> WebAnswer? {
    try Task.checkCancellation()
    return await send(
      method, path, pass: pass, lane: lane, headers: headers, body: body, mayFail: mayFail)
  }

  /// The same for what must be sent although the rehearsal ends.
  func send(
    _ method: String, _ path: String, pass: Int, lane: TimelineEntry.Lane,
    headers: [WebHeader] = [], body: [UInt8] = [], mayFail: Bool = false
  ) async -> WebAnswer? {
    guard let split = WebOrigin.split(PhonePath.joined(base[pass], path)) else { return nil }
    var call = WebCall(method, split.path, headers: headers, body: body)
    if !body.isEmpty, !headers.contains(where: { $0.name == "Content-Type" }) {
      call.headers.append(WebHeader("Content-Type", "application/json"))
    }
    let started = log.now
    let shown = "\(method) \(Self.shown(path))"
    do throws(WebFault) {
      let answer = try await client.answer(to: call, at: split.origin, security: security)
      log.note(lane, shown, "\(answer.status)", at: started)
      if answer.status >= 500, !mayFail {
        complain(RehearsalFindings.serverError, "\(shown) returned \(answer.status)", pass)
      }
      return answer
    } catch {
      log.note(lane, shown, error.description, at: started)
      if !mayFail { complain(RehearsalFindings.broken, "\(shown): \(error)", pass) }
      return nil
    }
  }

  /// Paths without what identifies a device, and not longer than a line.
  static func shown(_ path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.firstIndex(of: "devices"), index + 1 < parts.count {
      parts[index + 1] = String(parts[index + 1].prefix(6)) + "…"
    }
    let text = parts.joined(separator: "/")
    return text.utf8.count > 120 ? text.prefix(100) + "…" : text
  }

  func complain(_ finding: Finding, _ message: String, _ pass: Int) {
    log.complain(finding, message, pass: pass)
  }

  var security: WebClient.Security { isStrict ? .strict : .any }
  var isStrict = true

  // MARK: Leaving

  /// Unregisters whatever is registered, or may be.
  private func leave() async {
    let all = registered.union(asked)
    for registration in all.sorted(by: { ($0.device, $0.pass) < ($1.device, $1.pass) }) {
      let pass = passes[registration.pass]
      _ = await send(
        "DELETE", registrationPath(registration.device, pass.key), pass: registration.pass,
        lane: .probe, headers: [authorization(pass)], mayFail: true)
    }
    (registered, asked) = ([], [])
  }

  // MARK: Paths

  func registrationPath(_ device: String, _ key: PassKey) -> String {
    listPath(device, key.passType) + "/" + PhonePath.part(key.serial, .once)
  }

  func listPath(_ device: String, _ passType: String, tag: String? = nil) -> String {
    let path = "/v1/devices/\(device)/registrations/\(PhonePath.part(passType, .once))"
    return tag.map { path + "?passesUpdatedSince=" + PhonePath.query($0) } ?? path
  }

  func passPath(_ key: PassKey) -> String {
    "/v1/passes/\(PhonePath.part(key.passType, .once))/\(PhonePath.part(key.serial, .once))"
  }

  func authorization(_ pass: RehearsedPass) -> WebHeader {
    WebHeader("Authorization", "ApplePass \(pass.read.token ?? "")")
  }

  func pushTokenBody(_ token: String) -> [UInt8] { Array("{\"pushToken\":\"\(token)\"}".utf8) }
}
