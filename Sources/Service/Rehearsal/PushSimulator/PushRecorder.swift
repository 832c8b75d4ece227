// SPDX-License-Identifier: Apache-2.0

import NIOHPACK
import PassCrypto
import PassDiagnostics
import PassJSON
import Synchronization

/// The state of the simulated push service: scripts, received pushes and the checks that Apple's
/// service makes. Called from any thread, guarded by one mutex.
final class PushRecorder: Sendable {
  private struct State {
    var scripts: [String: [PushBehaviour]] = [:]
    var others = PushBehaviour.accept
    var pushes: [ReceivedPush] = []
    var count = 0
    var connections = 0
    var next: [PushBehaviour] = []
    var nextTokens: Set<String> = []
    var listener: (@Sendable (ReceivedPush) -> Void)?
    var refusals: [PushRefusal] = []
    var onRefusal: (@Sendable (PushRefusal) -> Void)?
    var delay: (@Sendable (ReceivedPush) async -> Void)?
    /// Topics of client certificates, by their DER. Parsing a certificate takes longer than a push.
    var topics: [[UInt8]: String] = [:]
  }

  private let options: PushSimulatorOptions
  private let clock: @Sendable () -> Int64
  private let state = Mutex(State())

  init(_ options: PushSimulatorOptions, clock: @escaping @Sendable () -> Int64) {
    (self.options, self.clock) = (options, clock)
  }

  var pushes: [ReceivedPush] { state.withLock { $0.pushes } }
  var count: Int { state.withLock { $0.count } }
  var connectionCount: Int { state.withLock { $0.connections } }

  func script(_ behaviours: [PushBehaviour], for token: String) {
    state.withLock { $0.scripts[token] = behaviours }
  }

  func scriptOthers(_ behaviour: PushBehaviour) { state.withLock { $0.others = behaviour } }

  func scriptNext(_ behaviours: [PushBehaviour], for tokens: Set<String>) {
    state.withLock { state in
      state.next = behaviours
      state.nextTokens = tokens
    }
  }

  func delayResponses(_ body: @escaping @Sendable (ReceivedPush) async -> Void) {
    state.withLock { $0.delay = body }
  }

  func onPush(_ body: @escaping @Sendable (ReceivedPush) -> Void) {
    state.withLock { $0.listener = body }
  }

  var refusals: [PushRefusal] { state.withLock { $0.refusals } }

  func onRefusal(_ body: @escaping @Sendable (PushRefusal) -> Void) {
    state.withLock { $0.onRefusal = body }
  }

  /// Records a handshake that failed.
  func refuse(_ refusal: PushRefusal) {
    let listener = state.withLock { state in
      state.refusals.append(refusal)
      return state.onRefusal
    }
    listener?(refusal)
  }

  /// Counts a connection and returns its number, from 1.
  func connect() -> Int {
    state.withLock { state in
      state.connections += 1
      return state.connections
    }
  }

  /// Records a push and decides the response.
  ///
  /// - Returns: the push, and the closure that the caller has to await before it responds.
  func record(
    _ headers: HPACKHeaders, _ body: [UInt8], connection: Int, client: [UInt8]?
  ) -> (ReceivedPush, (@Sendable (ReceivedPush) async -> Void)?) {
    let path = headers.first(name: ":path") ?? ""
    let token = path.hasPrefix("/3/device/") ? String(path.dropFirst(10)) : nil
    let (push, listener, hold) = state.withLock { state in
      let behaviour =
        validationError(headers, body, token, client, &state) ?? scripted(token, &state)
      let push = ReceivedPush(
        number: state.count, path: path, token: token,
        headers: options.recordsPushes
          ? headers.map { .init(name: $0.name.lowercased(), value: $0.value) } : [],
        body: body, connection: connection, client: client, behaviour: behaviour,
        arrivedAt: clock())
      state.count += 1
      if options.recordsPushes { state.pushes.append(push) }
      return (push, state.listener, state.delay)
    }
    listener?(push)
    return (push, hold)
  }

  private func scripted(_ token: String?, _ state: inout State) -> PushBehaviour {
    if let token, !state.next.isEmpty, state.nextTokens.contains(token) {
      return state.next.removeFirst()
    }
    guard let token, let script = state.scripts[token] else { return state.others }
    // The last entry stays, because a device that is gone does not come back.
    if script.count > 1 { state.scripts[token] = Array(script.dropFirst()) }
    return script.first ?? state.others
  }

  /// Returns the error of Apple's service for an invalid push. It has priority over any script.
  private func validationError(
    _ headers: HPACKHeaders, _ body: [UInt8], _ token: String?, _ client: [UInt8]?,
    _ state: inout State
  ) -> PushBehaviour? {
    if headers.first(name: ":method") != "POST" {
      return .answer(status: 405, reason: "MethodNotAllowed")
    }
    guard let token else { return .answer(status: 404, reason: "BadPath") }
    guard !token.isEmpty else { return .answer(status: 400, reason: "MissingDeviceToken") }
    guard
      token.utf8.count.isMultiple(of: 2),
      token.utf8.allSatisfy({ (48...57).contains($0) || (97...102).contains($0 | 0x20) })
    else { return .answer(status: 400, reason: "BadDeviceToken") }
    if body.isEmpty { return .answer(status: 400, reason: "PayloadEmpty") }
    if body.count > 4_096 { return .answer(status: 413, reason: "PayloadTooLarge") }
    let topic = headers.first(name: "apns-topic")
    if options.authentication == .token || (options.authentication == .any && client == nil) {
      guard topic != nil else { return .answer(status: 400, reason: "MissingTopic") }
      return tokenError(headers.first(name: "authorization"))
    }
    guard options.comparesTopic, let client, let topic else { return nil }
    let own = state.topics[client] ?? Self.topic(of: client)
    state.topics[client] = own
    return own == topic ? nil : .answer(status: 400, reason: "TopicDisallowed")
  }

  /// Returns the error for a provider token: missing, malformed or too old. The signature is not
  /// verified, because the service has not registered its key here.
  private func tokenError(_ header: String?) -> PushBehaviour? {
    guard let header, header.lowercased().hasPrefix("bearer ") else {
      return .answer(status: 403, reason: "MissingProviderToken")
    }
    let parts = header.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false)
    var report = Report(wantsNotes: false)
    guard parts.count == 3, let head = Self.decoded(parts[0]), let claims = Self.decoded(parts[1]),
      let jose = JSONReader.read(head, name: "token", report: &report),
      jose.root["alg"]?.string == "ES256", jose.root["kid"]?.string != nil,
      let document = JSONReader.read(claims, name: "token", report: &report),
      let issued = document.root["iat"]?.number?.integer, document.root["iss"]?.string != nil
    else { return .answer(status: 403, reason: "InvalidProviderToken") }
    let age = clock() / 1_000 - Int64(issued)
    return age > 3_600 ? .answer(status: 403, reason: "ExpiredProviderToken") : nil
  }

  private static func decoded(_ text: Substring) -> [UInt8]? {
    let plain = text.replacing("-", with: "+").replacing("_", with: "/")
    return Base64.decode(plain + String(repeating: "=", count: (4 - plain.count % 4) % 4))
  }

  /// Returns the pass type identifier of a certificate.
  private static func topic(of der: [UInt8]) -> String {
    (try? Certificate(der: der))?.passTypeIdentifier ?? ""
  }
}
