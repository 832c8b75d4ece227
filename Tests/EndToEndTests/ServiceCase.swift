// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A running `passc serve` with issued passes, and a client that sends raw bytes.
final class ServiceCase {
  static let passType = "pass.com.example.passc"

  let folder: TemporaryFolder
  private(set) var process: ChildProcess?
  /// Line that the service printed when it was ready.
  private(set) var line = ""

  private let base: [String]
  /// Options of the admin API.
  let operators: [String]
  /// Options to serve issued passes.
  static let ledger = ["--ledger", "gym.ledger"]
  /// Options to build passes of the table on request.
  static let table = [
    "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key", "--identity",
    PasscBinary.identity("ordinary"),
  ]

  static let operatorsToken = "the-token-of-all-operators"
  /// Options for the admin API on a port with a token.
  static let operatorsOnAPort = [
    "--operators", "127.0.0.1:0", "--operators-token-file", "operators.token",
  ]
  /// Options of the table for API rows.
  static let rows = table.filter { !["--data", "members.csv"].contains($0) }

  /// Issues three passes and serves them. Without issuing, serves what the files contain.
  init(
    operators arguments: [String] = [], base: [String] = ServiceCase.ledger,
    files: [String: [UInt8]] = [:], more: [String] = [], issues: Bool = true
  ) throws {
    self.base = base + more
    operators = arguments
    folder = try TemporaryFolder()
    try folder.add(
      "members.csv", Array("serial,name,points\nA-1,Ann,1\nA 2,Bo,2\nA/3,Cy,3\n".utf8))
    try folder.add("operators.token", Array("\(Self.operatorsToken)\n".utf8))
    for (name, bytes) in files { try folder.add(name, bytes) }
    if issues { try issue() } else { _ = try withKey() }
    try start(arguments)
  }

  deinit { end() }

  private static let template = """
    {"formatVersion": 1, "organizationName": "Gym", "description": "Gym",
      "serialNumber": "{{ serial }}", "webServiceURL": "https://passes.example.com/gym", "generic": {
      "primaryFields": [{"key": "points", "label": "Points", "value": "{{ points }}",
        "changeMessage": "You have %@ points now"}],
      "backFields": [{"key": "name", "label": "Name", "value": "{{ name }}"}]}}
    """

  /// Issues the rows of members.csv.
  func issue(_ csv: String? = nil) throws {
    if let csv { try folder.add("members.csv", Array(csv.utf8)) }
    if !FileManager.default.fileExists(atPath: folder("gym.pass")) {
      let made = try PasscBinary.run(
        ["init", "gym.pass", "--style", "generic"], in: folder.path)
      try #require(made.status == 0, "\(made.errors)")
      try folder.add("gym.pass/pass.json", Array(Self.template.utf8))
      try folder.add(
        "gym.pass/template.json",
        Array(
          #"{"columns": {"serial": {}, "name": {}, "points": {"type": "integer"}}}"#.utf8))
    }
    let issued = try PasscBinary.run(
      [
        "issue", "gym.pass", "--data", "members.csv", "--identity",
        PasscBinary.identity("ordinary"), "--token-key", "token.key", "-o", "out", "--ledger",
        "gym.ledger",
      ], in: try withKey().path)
    try #require(issued.status == 0, "\(issued.errors)")
  }

  private func withKey() throws -> TemporaryFolder {
    if !FileManager.default.fileExists(atPath: folder("token.key")) {
      try folder.add("token.key", Array(String(repeating: "5a", count: 32).utf8))
    }
    return folder
  }

  // MARK: The service

  /// Starts the service and waits until it is ready.
  ///
  /// - Parameter words: a program with arguments that starts the service.
  func start(_ arguments: [String] = [], behind words: [String] = []) throws {
    let process = ChildProcess()
    let passc = try #require(Program.passc, "passc is not beside the tests")
    let command =
      words + [passc, "serve"] + base
      + (arguments.contains("--listen") ? [] : ["--listen", "127.0.0.1:0"]) + arguments
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = ["PATH": "/usr/bin:/bin", "HOME": folder.path]
    for (name, stream) in [("out.txt", \ChildProcess.standardOutput), ("err.txt", \.standardError)]
    {
      try folder.add(name, [])
      process[keyPath: stream] = try FileHandle(
        forWritingTo: URL(fileURLWithPath: folder(name)))
    }
    try process.run()
    self.process = process
    for _ in 0..<600 {
      line = try String(contentsOf: URL(fileURLWithPath: folder("out.txt")), encoding: .utf8)
      if line.hasSuffix("\n") { return }
      try #require(process.isRunning, "\(log)")
      usleep(50_000)
    }
    Issue.record("the service is not ready: \(log)")
  }

  /// Ends the service with a signal and waits for its end.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    guard let process else { return 0 }
    if process.isRunning { kill(process.processIdentifier, signal) }
    process.waitUntilExit()
    self.process = nil
    return process.terminationStatus
  }

  /// Waits until the log satisfies a condition, for at most a minute.
  func wait(until isThere: (String) -> Bool) throws {
    for _ in 0..<1_200 {
      if isThere(log) { return }
      try #require(process?.isRunning == true, "\(log)")
      usleep(50_000)
    }
    Issue.record("the log does not say it: \(log)")
  }

  /// Standard error of the service.
  var log: String {
    (try? String(contentsOf: URL(fileURLWithPath: folder("err.txt")), encoding: .utf8)) ?? ""
  }

  /// Returns the authentication token of a bundle.
  func token(_ file: String) throws -> String {
    let text = String(decoding: try Disk.read(folder("out/\(file)")), as: UTF8.self)
    let parts = text.components(separatedBy: "\"authenticationToken\"")
    try #require(parts.count > 1)
    return String(
      parts[1].drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
  }

  /// Returns the token that the service derives for a pass.
  func derivedToken(_ serial: String) throws -> String {
    let key = try AuthenticationTokenKey(file: folder("token.key"))
    return key.token(passTypeIdentifier: Self.passType, serialNumber: serial)
  }

  // MARK: The client

  struct Answer {
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    /// Status and headers without the date.
    var shown: [String] { ["\(status)"] + headers.map { "\($0): \($1)" }.sorted() }
    var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Sends a request and reads one response. Requests without a body use a connection that stays
  /// open, as devices do. Others close it.
  func send(
    _ method: String, _ target: String, token: String? = nil, headers: [String] = [],
    body: String? = nil
  ) throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    if let token { lines.append("Authorization: ApplePass \(token)") }
    if let body { lines += ["Connection: close", "Content-Length: \(body.utf8.count)"] }
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    guard body == nil else { return try Self.exchange(Array(text.utf8), port: port) }
    let descriptor = try Self.connection(to: port)
    defer { close(descriptor) }
    Self.send(Array(text.utf8), on: descriptor)
    var received: [UInt8] = []
    return try Self.next(of: &received, on: descriptor, hasBody: method != "HEAD")
  }

  /// Registers a device for the pass A-1. Returns the status.
  func register(_ device: String, _ token: String) throws -> Int {
    try send(
      "POST", "/v1/devices/\(device)/registrations/\(Self.passType)/A-1", token: token,
      body: #"{"pushToken": "0a1b"}"#
    ).status
  }

  /// Returns the bytes of a request as `send` sends it.
  static func request(_ method: String, _ target: String, _ headers: [String] = []) -> [UInt8] {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: localhost"] + headers
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  /// Sends a request to the admin API, or to another port.
  func ask(
    _ method: String, _ target: String, headers: [String] = [], host: String = "localhost",
    body: String? = nil, port: UInt16? = nil
  ) throws -> Answer {
    var lines = ["\(method) \(target) HTTP/1.1", "Host: \(host)", "Connection: close"] + headers
    if let body { lines.append("Content-Length: \(body.utf8.count)") }
    let text = lines.joined(separator: "\r\n") + "\r\n\r\n" + (body ?? "")
    let place = try #require(port ?? self.port(after: "operators http://127.0.0.1:"), "\(line)")
    return try Self.exchange(Array(text.utf8), port: place)
  }

  /// Sends a request to the admin API with the token.
  func operate(
    _ method: String, _ target: String, headers: [String] = [], body: String? = nil
  ) throws -> Answer {
    try ask(
      method, target, headers: ["Authorization: Bearer \(Self.operatorsToken)"] + headers,
      body: body)
  }

  /// Sends a request about a pass to the admin API.
  func operate(_ method: String, pass serial: String, _ body: String? = nil) throws -> Answer {
    try operate(method, "/passes/\(Self.passType)/\(serial)", body: body)
  }

  /// Port for devices.
  var port: UInt16 { port(after: "serving http://127.0.0.1:") ?? 0 }

  /// Returns the port after some words of the line that the service printed.
  func port(after words: String) -> UInt16? {
    line.components(separatedBy: words).dropFirst().first.flatMap {
      UInt16($0.prefix { $0.isNumber })
    }
  }

  /// Returns a connection to a port of this machine. The caller must close it.
  static func connection(to port: UInt16) throws -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(connected == 0, "cannot connect to port \(port)")
    return descriptor
  }

  static func exchange(_ bytes: [UInt8], port: UInt16) throws -> Answer {
    let descriptor = try connection(to: port)
    defer { close(descriptor) }
    return try exchange(bytes, on: descriptor)
  }

  /// Sends bytes and reads until the other side closes the connection.
  static func exchange(_ bytes: [UInt8], on descriptor: Int32) throws -> Answer {
    send(bytes, on: descriptor)
    var received: [UInt8] = []
    while receive(on: descriptor, &received) {}
    return try answer(received)
  }

  static func send(_ bytes: [UInt8], on descriptor: Int32) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      // A response before the end of the body closes the connection for sending.
      guard count > 0 else { break }
      sent += count
    }
  }

  /// Appends received bytes. Returns false if the other side has closed the connection.
  private static func receive(on descriptor: Int32, _ received: inout [UInt8]) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = recv(descriptor, &buffer, buffer.count, 0)
    guard count > 0 else { return false }
    received += buffer[..<count]
    return true
  }

  /// The connection was closed before the response.
  struct Ended: Error {}

  /// Returns the next response of a connection. `received` has bytes that were read but not parsed.
  static func next(
    of received: inout [UInt8], on descriptor: Int32, hasBody: Bool = true
  ) throws -> Answer {
    while true {
      if let end = received.firstRange(of: [13, 10, 13, 10])?.upperBound {
        let head = try answer(Array(received[..<end]))
        let isBare = !hasBody || [204, 304].contains(head.status)
        let length = isBare ? 0 : Int(head.headers["content-length"] ?? "") ?? 0
        if received.count >= end + length {
          let whole = Array(received[..<(end + length)])
          received.removeFirst(end + length)
          return try answer(whole)
        }
      }
      guard receive(on: descriptor, &received) else { throw Ended() }
    }
  }

  private static func answer(_ bytes: [UInt8]) throws -> Answer {
    let end = try #require(
      bytes.firstRange(of: [13, 10, 13, 10]), "no answer: \(String(decoding: bytes, as: UTF8.self))"
    )
    let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self)
      .components(separatedBy: "\r\n")
    var answer = Answer()
    answer.status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, parts[0].lowercased() != "date" else { continue }
      answer.headers[parts[0].lowercased()] = parts[1]
    }
    answer.body = Array(bytes[end.upperBound...])
    if answer.headers["transfer-encoding"] == "chunked" { answer.body = unchunked(answer.body) }
    return answer
  }

  private static func unchunked(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    var body: [UInt8] = []
    while let end = rest.firstRange(of: [13, 10]) {
      let digits = String(decoding: rest[..<end.lowerBound], as: UTF8.self)
      guard let size = Int(digits, radix: 16), size > 0 else { break }
      body += rest[end.upperBound...].prefix(size)
      rest = rest[end.upperBound...].dropFirst(size + 2)
    }
    return body
  }
}
