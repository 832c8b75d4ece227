// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassPush
import PassRehearsal
import PassTesting
import PassUpdates
import Synchronization

/// A web service in one file, correct except for an injected error.
final class SmallService: Sendable {
  static let type = "pass.com.example.passc"
  static let serials = ["A-17", "B-2"]
  /// A pass with sign-up.
  static let signUpSerial = "S-1"
  /// A serial number that phones percent-encode.
  static let spacedSerial = "C 3"

  struct Request: Sendable {
    let method: String
    let target: String
    let headers: [(name: String, value: String)]
    let body: [UInt8]
    let isTooLong: Bool

    func header(_ name: String) -> String? {
      headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
  }

  struct Response: Sendable {
    var status: Int
    var headers: [(String, String)] = []
    var body: [UInt8] = []
  }

  private struct Row {
    var bytes: [UInt8]
    var token: String
    var modified: Int64
    var tag: Int64
    var points: Int
  }

  private struct State {
    var counter: Int64 = 1
    var rows: [String: Row] = [:]
    var devices: [String: String] = [:]
    var registrations: [String: Set<String>] = [:]
    var looking = 0
    var everRegistered: [String] = []
    var hasListed: Set<String> = []
  }

  private let fault: Fault?
  private let state = Mutex(State())
  private let sender: (any PushSending)?
  /// Returns a sender for one push.
  private let freshSender: (@Sendable () -> PushSender?)?
  /// Gets every request with its response, and may replace the response.
  private let onAnswer: @Sendable (Request, Response) -> Response

  init(
    _ fault: Fault?, sender: (any PushSending)? = nil,
    freshSender: (@Sendable () -> PushSender?)? = nil,
    onAnswer: @escaping @Sendable (Request, Response) -> Response = { $1 }
  ) throws {
    (self.fault, self.sender, self.freshSender) = (fault, sender, freshSender)
    self.onAnswer = onAnswer
    for serial in Self.serials + [Self.signUpSerial, Self.spacedSerial] {
      let token = "token-of-\(serial.filter { $0 != " " })-0123456789"
      let bytes =
        serial == Self.signUpSerial
        ? try Self.signUpBundle(token: token, holder: nil)
        : try Self.bundle(serial, token: token, points: 10)
      state.withLock {
        $0.rows[serial] = Row(
          bytes: bytes, token: token, modified: Environment.now - 5_000, tag: 1, points: 10)
      }
    }
  }

  /// Returns a pass as it was first issued.
  func issued(_ serial: String) -> [UInt8] { state.withLock { $0.rows[serial]?.bytes ?? [] } }

  static func bundle(_ serial: String, token: String, points: Int, note: String = "") throws
    -> [UInt8]
  {
    try FinishedSample.pkpass(
      """
      {"serialNumber":"\(serial)","webServiceURL":"https://example.com/wallet/",
       "authenticationToken":"\(token)","logoText":"Example\(note)",
       "generic":{"secondaryFields":[{"key":"points","label":"POINTS","value":"\(points)",
       "changeMessage":"You have %@ points"}]}}
      """)
  }

  /// Returns the personalizable pass, or the personalized one if there is a holder.
  static func signUpBundle(token: String, holder: String?) throws -> [UInt8] {
    var more: [String: [UInt8]] = [:]
    if holder == nil {
      more["personalization.json"] = Array(
        #"{"description":"Join","requiredPersonalizationFields":["PKPassPersonalizationFieldName"]}"#
          .utf8)
      for (name, scale) in [("", 1), ("@2x", 2), ("@3x", 3)] {
        more["personalizationLogo\(name).png"] = PNGImage.plain(
          width: 150 * scale, height: 40 * scale)
      }
    }
    return try FinishedSample.archive(
      FinishedSample.files(
        """
        {"serialNumber":"\(signUpSerial)","webServiceURL":"https://example.com/wallet/",
         "authenticationToken":"\(token)","generic":null,
         "nfc":{"message":"S-1","encryptionPublicKey":"\(readerKey)"},
         "storeCard":{"primaryFields":[{"key":"name","label":"NAME","value":"\(holder ?? "-")"}]}}
        """, more: more, identity: "nfc"))
  }

  /// The public key of certs-example/nfc-reader/rewards.pem.
  private static let readerKey =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgACJdaaz4W32Cjg1FPv5KSL0v0qkTYmLeYMcpaDICfomw8="

  // MARK: Changes and pushes

  /// Registers another phone, which has the first pass and is first in order.
  func register(token: String) {
    state.withLock { state in
      state.registrations[Self.holdersPhone] = [Self.serials[0]]
      state.devices[Self.holdersPhone] = token
    }
  }

  static let holdersPhone = "-holder"

  /// Personalizes the pass, as if the cardholder had signed up.
  @discardableResult
  func signUp(_ holder: String) -> Bool {
    let old = state.withLock { $0.rows[Self.signUpSerial] }
    guard var row = old, let bytes = try? Self.signUpBundle(token: row.token, holder: holder) else {
      return false
    }
    row.bytes = bytes
    row.modified = max(Environment.now, row.modified + 1)
    let changed = row
    state.withLock { state in
      state.counter += 1
      state.rows[Self.signUpSerial] = changed
      state.rows[Self.signUpSerial]?.tag = state.counter
    }
    return true
  }

  /// Increases the points of a pass.
  func change(_ serial: String = SmallService.serials[0]) async throws {
    if fault == .pushesEarly { await push(serial) }
    let old = state.withLock { $0.rows[serial] }
    guard let old else { return }
    let token = fault == .newTokenAtChange ? "another-token-\(old.points)" : old.token
    let bytes = try Self.bundle(serial, token: token, points: old.points + 10)
    state.withLock { state in
      var row = old
      row.points += 10
      if fault != .listsBeforeBytes { row.bytes = bytes }
      if fault != .keepsDateAtChange {
        row.modified = max(Environment.now, old.modified + 1)
      }
      if fault != .keepsTagAtChange {
        if fault != .listsWithSameTag { state.counter += 1 }
        // As with seconds, the second and third change have the same tag.
        if fault == .tagOfSeconds { state.counter = 1 + Int64(row.points / 10 + 1) / 2 }
        row.tag = state.counter
      }
      state.rows[serial] = row
    }
    if fault != .pushesEarly { await push(serial) }
  }

  private func push(_ serial: String) async {
    guard let sender, fault != .neverPushes else { return }
    let targets = state.withLock { state in
      let current = state.registrations.filter { $0.value.contains(serial) }.keys
      let all = fault == .pushesUnregistered ? Array(state.devices.keys) : Array(current)
      return all.sorted().compactMap { id in state.devices[id].map { (id, $0) } }
    }
    for (id, token) in targets {
      let times = fault == .pushesTwice ? 2 : fault == .pushesAllTheTime ? 6 : 1
      for _ in 0..<times {
        let fresh = fault == .connectionForEachPush ? freshSender?() : nil
        let topic = fault == .pushesOtherTopic ? "com.example.app" : Self.type
        let used: any PushSending = fresh ?? sender
        let answer = await used.send(topic: topic, deviceToken: token)
        await fresh?.close()
        guard case .deviceGone = PushVerdict(of: answer) else { continue }
        if fault != .pushesTheDead {
          state.withLock {
            $0.registrations[id] = nil
            $0.devices[id] = nil
          }
        }
        if fault == .endsAtTheDead { return }
      }
    }
  }

  // MARK: Requests

  /// The registered devices.
  var registeredDevices: [String] { state.withLock { $0.registrations.keys.sorted() } }

  func answer(_ request: Request) async -> Response {
    onAnswer(request, await plainAnswer(request))
  }

  private func plainAnswer(_ request: Request) async -> Response {
    if request.isTooLong, fault != .readsAnyBody { return Response(status: 413) }
    if fault == .looksThenInserts, request.method == "POST", request.target.contains("/devices/") {
      // The gap between lookup and insert, in which others look up as well (race).
      let count = state.withLock { state in
        state.looking += 1
        return state.looking
      }
      try? await Task.sleep(for: .milliseconds(20))
      state.withLock { $0.looking -= 1 }
      if count > 1 { return Response(status: 500) }
    }
    let parts = request.target.split(separator: "?", maxSplits: 1)
    var path = String(parts.first ?? "")
    if fault != .oneSlashOnly {
      while path.hasPrefix("//") { path.removeFirst() }
    }
    guard path.hasPrefix("/v1/") else { return Response(status: 404) }
    let query = parts.count > 1 ? String(parts[1]) : ""
    let segments = path.dropFirst(4).split(
      separator: "/", maxSplits: 4, omittingEmptySubsequences: false
    ).map(String.init)
    switch (request.method, segments.first) {
    case ("POST", "log") where segments.count == 1: return logged(request)
    case ("POST", "devices") where segments.count == 5 && segments[2] == "registrations":
      return registered(request, segments[1], segments[4])
    case ("DELETE", "devices") where segments.count == 5 && segments[2] == "registrations":
      return unregistered(request, segments[1], segments[4])
    case ("GET", "devices") where segments.count == 4 && segments[2] == "registrations":
      return listed(request, segments[1], segments[3], query)
    case ("GET", "passes") where segments.count >= 3, ("HEAD", "passes") where segments.count >= 3:
      return got(request, segments[2...].joined(separator: "/"))
    case ("POST", "passes") where segments.count == 4 && segments[3] == "personalize":
      return signedUp(request, segments[2])
    default: return Response(status: 404)
    }
  }

  private func signedUp(_ request: Request, _ raw: String) -> Response {
    if fault == .personalizeIs404 { return Response(status: 404) }
    let serial = serial(raw)
    guard isAllowed(request, serial), serial == Self.signUpSerial else {
      return refusal(serial, raw: raw)
    }
    let token = Self.token(of: request.body)
    let holder = Self.member("fullName", of: request.body)
    let isForeign =
      Self.member("phoneNumber", of: request.body) != nil
      || Self.member("emailAddress", of: request.body) != nil
    if token == nil || holder == nil || isForeign, fault != .signsAnySignUp {
      return Response(status: 400)
    }
    let text = fault == .signsAnotherToken ? "another" : token ?? "none"
    let isSigned =
      SignUpToken(text) != nil || fault == .signsAnything
      || (fault == .signsSentences && !text.contains("pass.json"))
    guard isSigned else { return Response(status: 400) }
    guard let signature = try? Self.signature(over: text) else { return Response(status: 500) }
    if fault != .keepsTheSignUpPass, !signUp(holder ?? "-") { return Response(status: 500) }
    return Response(
      status: 200, headers: [("Content-Type", "application/octet-stream")], body: signature)
  }

  /// Returns the token of any JSON form, or nil if it is missing or empty.
  static func token(of body: [UInt8]) -> String? {
    var report = Report()
    let token = JSONReader.read(body, name: "body", report: &report)?
      .root["personalizationToken"]?.string
    return token == "" ? nil : token
  }

  /// Returns a signature over any text, as a service without a check of manifests makes it. It uses
  /// the key directly, because `Identity` does not sign such text.
  private static func signature(over text: String) throws -> [UInt8] {
    let identity = try FinishedSample.identity("nfc")
    guard let key = identity.key as? PrivateKey else { throw CryptoError("a key in a file") }
    let message = TestSignature(
      leaf: identity.certificate, key: key, others: [identity.issuer], time: Environment.now)
    return try message.message(over: Array(text.utf8))
  }

  private func logged(_ request: Request) -> Response {
    if fault == .noLog { return Response(status: 404) }
    guard let text = String(validating: request.body, as: UTF8.self), text.contains("\"logs\"")
    else {
      return Response(status: fault == .failsAtOddLogs ? 500 : 400)
    }
    return Response(status: 200)
  }

  /// Returns the serial number for a path component.
  private func serial(_ raw: String) -> String? {
    if raw.utf8.count > 500, fault == .failsAtLongSerials { return nil }
    let known = Set(Self.serials + [Self.signUpSerial, Self.spacedSerial])
    if known.contains(raw) { return raw }
    if fault == .decodesNothing { return nil }
    guard let once = Self.decoded(raw) else { return nil }
    if known.contains(once) { return once }
    if fault == .decodesOnce { return nil }
    guard let twice = Self.decoded(once), known.contains(twice) else { return nil }
    return twice
  }

  static func decoded(_ text: String) -> String? {
    var out: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        out.append(byte)
        continue
      }
      guard rest.count >= 2,
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      out.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: out, as: UTF8.self)
  }

  private func isAllowed(_ request: Request, _ serial: String?) -> Bool {
    if fault == .asksForNoToken { return serial != nil }
    guard let header = request.header("Authorization") else { return false }
    let words = header.split(separator: " ").map(String.init)
    guard words.count == 2, words[0] == "ApplePass" || fault == .takesAnyScheme else {
      return false
    }
    return state.withLock { state in
      if fault == .takesAnyPassToken, serial != nil {
        return state.rows.values.contains { $0.token == words[1] }
      }
      if fault == .newTokenAtChange, serial != nil { return words[1].hasPrefix("token-of") }
      return serial.flatMap { state.rows[$0]?.token } == words[1]
    }
  }

  private func refusal(_ serial: String?, raw: String) -> Response {
    if raw.utf8.count > 500, fault == .failsAtLongSerials { return Response(status: 500) }
    return Response(status: fault == .tellsUnknownSerials && serial == nil ? 404 : 401)
  }

  private func registered(_ request: Request, _ device: String, _ raw: String) -> Response {
    if fault == .registersWith404 { return Response(status: 404) }
    let serial = serial(raw)
    guard isAllowed(request, serial), let serial else { return refusal(serial, raw: raw) }
    var token = Self.member("pushToken", of: request.body)
    if fault == .takesAnyBody, token == nil { token = "00" }
    guard let token else { return Response(status: 400) }
    return state.withLock { state in
      let isNew = state.registrations[device, default: []].insert(serial).inserted
      if fault != .keepsOldPushToken || state.devices[device] == nil {
        state.devices[device] = token
      }
      return Response(status: isNew || fault == .always201 ? 201 : 200)
    }
  }

  private static func member(_ name: String, of body: [UInt8]) -> String? {
    let text = String(decoding: body, as: UTF8.self)
    guard let start = text.ranges(of: "\"\(name)\":\"").first else { return nil }
    let value = text[start.upperBound...].prefix { $0 != "\"" }
    return value.isEmpty ? nil : String(value)
  }

  private func unregistered(_ request: Request, _ device: String, _ raw: String) -> Response {
    let serial = serial(raw)
    guard isAllowed(request, serial), let serial else { return refusal(serial, raw: raw) }
    return state.withLock { state in
      let isThere = state.registrations[device]?.contains(serial) ?? false
      if fault != .keepsRegistrations { state.registrations[device]?.remove(serial) }
      if state.registrations[device]?.isEmpty ?? true {
        state.registrations[device] = nil
        if fault != .pushesUnregistered { state.devices[device] = nil }
      }
      if fault == .unregisters204 { return Response(status: 204) }
      return Response(status: fault == .unregisters404Again && !isThere ? 404 : 200)
    }
  }

  // MARK: Lists

  private func listed(_ request: Request, _ device: String, _ type: String, _ query: String)
    -> Response
  {
    if fault == .listDemandsToken, request.header("Authorization")?.contains("token-of") != true {
      return Response(status: 401)
    }
    var given: String?
    if query.hasPrefix("passesUpdatedSince=") {
      let raw = String(query.dropFirst(19))
      // Damages a date by reading the plus as a space.
      given = Self.decoded(fault == .tagIsDate ? raw.replacing("+", with: " ") : raw) ?? raw
    }
    let since = given.flatMap { self.since($0) }
    if let given, since == nil, fault == .failsAtOddTags, !given.isEmpty {
      return Response(status: 500)
    }
    return state.withLock { state -> Response in
      guard let own = state.registrations[device] else {
        return Response(status: fault == .lists404ForStrangers ? 404 : 204)
      }
      guard type == Self.type || fault == .ignoresTypeInList else { return Response(status: 204) }
      if fault == .listsNothingFirst, given == nil { return Response(status: 204) }
      var serials = changed(own, since: since, state)
      if fault == .listsOthers { serials.append("Z-99") }
      if serials.isEmpty {
        if fault == .lists304 { return Response(status: 304) }
        if fault != .listsEmptily { return Response(status: 204) }
      }
      return list(serials, state.counter)
    }
  }

  private func changed(_ own: Set<String>, since: Int64?, _ state: State) -> [String] {
    let serials = changedSerials(own, since: since, state)
    guard fault == .listsOnlyNewest else { return serials }
    // The second pass is the newest until another changes.
    return serials.max { a, b in
      (state.rows[a]?.tag ?? 0, a) < (state.rows[b]?.tag ?? 0, b)
    }.map { [$0] } ?? []
  }

  private func changedSerials(_ own: Set<String>, since: Int64?, _ state: State) -> [String] {
    own.filter { serial -> Bool in
      guard let since, let row = state.rows[serial] else { return true }
      let isLoose = fault == .listsFromTagOn || (fault == .listsWithSameTag && row.points > 10)
      return isLoose ? row.tag >= since : row.tag > since
    }.sorted()
  }

  private func since(_ tag: String) -> Int64? {
    if fault == .tagIsDate {
      guard tag.hasPrefix("2026-01-01T00:00:00+00:00."), let number = Int64(tag.dropFirst(26))
      else { return nil }
      return number
    }
    guard tag.hasPrefix("1-") else { return nil }
    return Int64(tag.dropFirst(2))
  }

  private func list(_ serials: [String], _ counter: Int64) -> Response {
    let names = serials.map { fault == .serialsAsNumbers ? "17" : "\"\($0)\"" }
      .joined(separator: ",")
    let tag =
      switch fault {
      case .tagIsNumber: ",\"lastUpdated\":\(counter)"
      case .noTag: ""
      case .tagIsDate: ",\"lastUpdated\":\"2026-01-01T00:00:00+00:00.\(counter)\""
      default: ",\"lastUpdated\":\"1-\(counter)\""
      }
    return Response(
      status: 200, headers: [("Content-Type", "application/json")],
      body: Array("{\"serialNumbers\":[\(names)]\(tag)}".utf8))
  }

  // MARK: Passes

  private func got(_ request: Request, _ raw: String) -> Response {
    let serial = serial(raw)
    guard isAllowed(request, serial), let serial else { return refusal(serial, raw: raw) }
    if fault == .getIs404 { return Response(status: 404) }
    if fault == .getIsElsewhere {
      return Response(status: 302, headers: [("Location", "https://store.example.com/")])
    }
    if request.method == "HEAD", fault == .noHead { return Response(status: 404) }
    guard let row = state.withLock({ $0.rows[serial] }) else { return Response(status: 401) }
    let date =
      fault == .dateIsNumber
      ? "\(row.modified)" : HTTPDate.text(fault == .dateOfAnswer ? Environment.now : row.modified)
    var headers = [
      (
        "Content-Type",
        fault == .otherMediaType ? "application/zip" : "application/vnd.apple.pkpass"
      ),
      ("Cache-Control", fault == .letsProxiesKeep ? "public, max-age=3600" : "private, no-cache"),
    ]
    if fault != .noLastModified { headers.append(("Last-Modified", date)) }
    if let since = request.header("If-Modified-Since"), isNotModified(since, row, date) {
      return Response(status: 304, headers: fault == .bare304 ? [] : headers)
    }
    if let since = request.header("If-Modified-Since"), fault == .failsAtOddDates,
      HTTPDate.seconds(of: since) == nil
    {
      return Response(status: 500)
    }
    return Response(status: 200, headers: headers, body: body(row, serial))
  }

  private func isNotModified(_ since: String, _ row: Row, _ date: String) -> Bool {
    if fault == .ignoresDate { return false }
    if fault == .comparesDatesByOrder {
      return HTTPDate.seconds(of: since).map { $0 >= row.modified } ?? false
    }
    return since == date
  }

  private func body(_ row: Row, _ serial: String) -> [UInt8] {
    switch fault {
    case .brokenManifest:
      // Changes a letter of pass.json in the archive, whose entries are stored.
      var bytes = row.bytes
      let pattern = Array("Example Library".utf8)
      if let place = bytes.indices.first(where: { bytes[$0...].starts(with: pattern) }) {
        bytes[place] = UInt8(ascii: "X")
      }
      return bytes
    case .sendsOtherPass:
      return (try? Self.bundle("C-3", token: row.token, points: row.points)) ?? []
    case .buildsAnewEachTime:
      let count = state.withLock { state in
        state.looking += 1
        return state.looking
      }
      return (try? Self.bundle(serial, token: row.token, points: row.points, note: " \(count)"))
        ?? []
    default: return row.bytes
    }
  }
}
