// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassCrypto
import PassDiagnostics

/// A test of a web service with a simulated iPhone and Apple Watch.
///
/// The devices send what real ones send (`Phone`). Between their steps the test sends requests that
/// no phone sends and checks the responses. At the end it unregisters everything that it
/// registered, also after an error or an interruption.
package actor Rehearsal {
  let options: RehearsalOptions
  let client: WebClient
  let checker: BundleChecker
  let passes: [RehearsedPass]
  let base: [String]
  var log = RehearsalLog()
  var devices: [Device] = []
  /// Registrations that the service confirmed.
  var registered: Set<Registration> = []
  /// Registrations that were sent and may exist, because there is no clear response.
  var asked: Set<Registration> = []
  /// The last fetched version of each pass, by its index.
  var versions: [Int: Version] = [:]
  /// The pushes so far, in order of arrival.
  var pushLog: [SeenPush] = []
  /// Every push token that the test registered. A push to another one is for a device outside the
  /// test.
  var givenTokens: Set<String> = []
  /// How far the clock of the phones is ahead, in milliseconds. Some of their log messages depend
  /// on the age of a pass.
  var skew: Int64 = 0
  /// Push tokens that got 410, and the number of pushes at that time.
  var deadTokens: Set<String> = []
  var deadMark = 0
  /// Pass type identifiers whose tags the service decodes in another way than phones encode them,
  /// with the characters that have to be percent-encoded for it.
  var damagedTags: [String: String] = [:]
  /// The messages that the simulated devices logged, with the index of the pass.
  var phoneLog: [(message: PhoneLog.Message, pass: Int)] = []
  /// The devices that got a list with serial numbers since the last change began.
  var sawChange: Set<Int> = []
  /// Whether the command of `--change` changed nothing.
  var changedNothing = false

  struct Registration: Hashable {
    let device: String
    let pass: Int
  }

  /// A version of a pass as the service returned it.
  struct Version {
    let pass: RehearsedPass
    let lastModified: String?
    let bytes: [UInt8]
  }

  /// A push and what the device saw in the list at that moment.
  struct SeenPush {
    let push: ReceivedPush
    let device: Int?
    /// Whether it was sent to a push token of the test.
    let isOwn: Bool
    /// Whether the list contained a serial number, or nil without a list request.
    var listed: Bool?
  }

  /// Creates a test of these passes. `run` sends the first request.
  package init(_ passes: [RehearsedPass], _ options: RehearsalOptions) throws {
    self.passes = passes
    self.options = options
    checker = BundleChecker(trusting: options.trust)
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
      var device = try Device(kind, read: checker.reader)
      device.phone.address = options.address
      devices.append(device)
    }
  }

  /// Runs the complete test.
  ///
  /// - Throws: `RehearsalError` if the service cannot be reached.
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
    // A separate task, because the cancellation must not stop the unregistrations.
    await Task { await self.leave() }.value
    await client.close()
    if let failure = failure as? RehearsalError { throw failure }
    if wasInterrupted { log.notChecked("the rest: passc rehearse was interrupted") }
    // The findings before the error are still valid.
    if failure != nil { log.notChecked("the rest: passc rehearse ended with an error") }
    reportPhoneLog()
    if failure == nil, changedNothing { failure = RehearsalError.changedNothing }
    return RehearsalResult(
      found: log.found, timeline: log.timeline, notChecked: log.notChecked,
      wasInterrupted: wasInterrupted, failure: failure)
  }

  private func play() async throws {
    try await reach()
    checkAddresses()
    for index in passes.indices { try await fetchFirst(index) }
    if options.pushes != nil { receivePushes() }
    for index in passes.indices {
      try await register(index)
      try await list(index)
      try await get(index)
      try await tokens(index)
    }
    try await listEverything()
    try await checkInvalidRequests()
    try await newPushToken()
    try await changes()
    for index in passes.indices where passes[index].requestedFields != nil {
      if options.personalizes ?? isOnThisMachine(index) {
        try await personalize(index)
      } else {
        log.notChecked(
          "signing up: it would replace the customer's data (--personalize allows it)")
      }
    }
    try await unregister()
    try await changeAfterLeaving()
  }

  private func isOnThisMachine(_ index: Int) -> Bool {
    WebOrigin.split(base[index])?.origin.isLoopback ?? false
  }

  // MARK: Common steps

  /// Time of the phones in milliseconds since 1970.
  var now: Int64 { Environment.now * 1_000 + skew }

  /// Sends a request to the service of a pass and adds it to the timeline.
  ///
  /// - Parameters:
  ///   - path: the path from `/v1` on, percent-encoded.
  ///   - mayFail: whether an error is not a finding.
  func ask(
    _ method: String, _ path: String, pass: Int, lane: TimelineEntry.Lane = .probe,
    headers: [WebHeader] = [], body: [UInt8] = [], mayFail: Bool = false
  ) async throws -> WebResponse? {
    try Task.checkCancellation()
    return await send(
      method, path, pass: pass, lane: lane, headers: headers, body: body, mayFail: mayFail)
  }

  /// Sends a request like `ask`, but also after the test was cancelled.
  func send(
    _ method: String, _ path: String, pass: Int, lane: TimelineEntry.Lane,
    headers: [WebHeader] = [], body: [UInt8] = [], mayFail: Bool = false
  ) async -> WebResponse? {
    guard let split = WebOrigin.split(PhonePath.joined(base[pass], path)) else { return nil }
    var call = WebCall(method, split.path, headers: headers, body: body)
    if !body.isEmpty, !headers.contains(where: { $0.name == "Content-Type" }) {
      call.headers.append(WebHeader("Content-Type", "application/json"))
    }
    let started = log.now
    let shown = "\(method) \(Self.shown(path))"
    do throws(WebError) {
      let answer = try await client.fetchResponse(to: call, at: split.origin, security: security)
      log.note(lane, shown, "\(answer.status)", at: started)
      if answer.status >= 500, !mayFail {
        reportFinding(
          RehearsalFindings.serverError, "\(shown) returned \(answer.status)", pass,
          cause: Self.endpoint(method, path))
      }
      return answer
    } catch {
      log.note(lane, shown, error.description, at: started)
      if !mayFail {
        reportFinding(
          RehearsalFindings.broken, "\(shown): \(error)", pass, cause: Self.endpoint(method, path))
      }
      return nil
    }
  }

  /// Returns what distinguishes one endpoint from another: the method, the first part of the path and
  /// the number of parts.
  static func endpoint(_ method: String, _ path: String) -> String {
    let parts = path.prefix { $0 != "?" }.split(separator: "/")
    return "\(method) \(parts.dropFirst().first ?? "") \(min(parts.count, 6))"
  }

  /// Returns a path for the timeline, shortened and without the complete device library identifier.
  static func shown(_ path: String) -> String {
    var parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let index = parts.firstIndex(of: "devices"), index + 1 < parts.count {
      parts[index + 1] = String(parts[index + 1].prefix(6)) + "…"
    }
    let text = parts.joined(separator: "/")
    return text.utf8.count > 120 ? text.prefix(100) + "…" : text
  }

  func reportFinding(
    _ finding: Finding, _ message: String, _ pass: Int, severity: Severity? = nil,
    cause: String = ""
  ) {
    log.reportFinding(finding, message, pass: pass, severity: severity, cause: cause)
  }

  var security: WebClient.Security { isStrict ? .strict : .any }
  var isStrict = true

  // MARK: Cleaning up

  /// Unregisters every registration that exists or may exist.
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

  /// - Parameter encoding: characters that are percent-encoded although phones do not encode them.
  func listPath(
    _ device: String, _ passType: String, tag: String? = nil, encoding: String = ""
  ) -> String {
    let path = "/v1/devices/\(device)/registrations/\(PhonePath.part(passType, .once))"
    return tag.map { path + "?passesUpdatedSince=" + PhonePath.query($0, encoding: encoding) }
      ?? path
  }

  func passPath(_ key: PassKey) -> String {
    "/v1/passes/\(PhonePath.part(key.passType, .once))/\(PhonePath.part(key.serial, .once))"
  }

  func authorization(_ pass: RehearsedPass) -> WebHeader {
    WebHeader("Authorization", "ApplePass \(pass.read.token ?? "")")
  }

  func pushTokenBody(_ token: String) -> [UInt8] { Array("{\"pushToken\":\"\(token)\"}".utf8) }
}
