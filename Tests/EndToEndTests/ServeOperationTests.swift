// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassCrypto
import PassRehearsal
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of `passc serve` in long-term operation: renewed certificates, shutdown, metrics.
@Suite(.serialized)
struct ServeOperationTests {
  private static let type = ServiceCase.passType
  private static let list = "/v1/devices/d1/registrations/\(type)"

  // MARK: Certificates

  /// Certificates for a server on this machine.
  private static let authority = Result { () throws(CryptoError) in
    try LoopbackAuthority(
      name: "passc tests", notBefore: Environment.now - 86_400,
      notAfter: Environment.now + 40 * 86_400)
  }

  private static func write(_ folder: TemporaryFolder) throws -> Certificate {
    let server = try authority.get().server(names: ["localhost", "127.0.0.1"])
    try folder.add("tls.pem", Array(server.certificate.pem.utf8))
    try folder.add("tls.key", try server.key.pemBytes())
    return server.certificate
  }

  /// Returns the certificate that a new connection gets.
  private static func shown(_ port: UInt16, _ folder: TemporaryFolder) throws -> [UInt8] {
    let outcome = try Program.run(
      try #require(Program.path(of: "openssl")),
      ["s_client", "-connect", "127.0.0.1:\(port)", "-servername", "localhost"],
      in: folder.path)
    let begin = try #require(outcome.text.range(of: "-----BEGIN CERTIFICATE-----"))
    let end = try #require(outcome.text.range(of: "-----END CERTIFICATE-----"))
    let lines = outcome.text[begin.upperBound..<end.lowerBound].filter { !$0.isWhitespace }
    return try #require(Base64.decode(String(lines)))
  }

  @Test func takesARenewedCertificateWithoutDroppingConnections() throws {
    let files = try TemporaryFolder()
    let first = try Self.write(files)
    let service = try ServiceCase(
      files: [
        "tls.pem": try Disk.read(files("tls.pem")), "tls.key": try Disk.read(files("tls.key")),
      ], more: ["--tls-certificate", "tls.pem", "--tls-key", "tls.key"])
    let port = try #require(service.port(after: "serving https://127.0.0.1:"), "\(service.line)")
    #expect(try Self.shown(port, service.folder) == first.der)
    // A connection that stays open.
    let client = try TLSClient(port, in: service.folder)
    defer { client.end() }
    client.send(ServiceCase.request("GET", Self.list))
    try client.wait(for: 1)

    let second = try Self.write(service.folder)
    let process = try #require(service.process)
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("loaded the new server certificate") }
    #expect(try Self.shown(port, service.folder) == second.der)
    client.send(ServiceCase.request("GET", Self.list))
    try client.wait(for: 2)

    // A key that does not match the certificate is logged, and nothing changes.
    let third = try Self.write(files)
    try service.folder.add("tls.pem", try Disk.read(files("tls.pem")))
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("cannot use the new server certificate") }
    #expect(service.log.contains("tls.key is not the key of the first certificate in tls.pem"))
    #expect(try Self.shown(port, service.folder) == second.der && third.der != second.der)
    client.send(ServiceCase.request("GET", Self.list))
    try client.wait(for: 3)
    #expect(process.isRunning)
  }

  @Test func signsAndPushesWithARenewedIdentity() async throws {
    let simulator = try await PushSimulator()
    let files = try TemporaryFolder()
    let made = try PasscBinary.run(["cert", "example", "-o", "next"], in: files.path)
    try #require(made.status == 0, "\(made.story)")
    let names = ["certificate.pem", "key.pem", "intermediate.pem"]
    var initial = ["push-ca.pem": Array(simulator.authority.pem.utf8)]
    for name in names {
      initial["identity/\(name)"] = try Disk.read(PasscBinary.identity("ordinary") + "/\(name)")
    }
    let service = try ServiceCase(
      base: [
        "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key",
        "--identity", "identity", "--push", "127.0.0.1:\(simulator.port)", "--push-trust",
        "push-ca.pem",
      ], files: initial)
    let process = try #require(service.process)
    _ = try service.send(
      "POST", Self.list + "/A-1", token: try service.derivedToken("A-1"),
      body: #"{"pushToken": "0a1b"}"#)
    func change(_ points: Int) async throws -> [UInt8] {
      let count = simulator.count
      try service.folder.add(
        "members.csv", Array("serial,name,points\nA-1,Ann,\(points)\n".utf8))
      for _ in 0..<1_200 where simulator.count == count {
        try await Task.sleep(for: .milliseconds(50))
      }
      return try #require(simulator.pushes.last?.client, "\(service.log)")
    }
    func certificate(_ folder: String) throws -> [UInt8] {
      try #require(
        CredentialFile.certificates(in: try Disk.read(folder + "/certificate.pem")).first
      ).der
    }
    #expect(try await change(10) == certificate(PasscBinary.identity("ordinary")))

    for name in names {
      try service.folder.add("identity/\(name)", try Disk.read(files("next/\(name)")))
    }
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("loaded the new push certificate or key") }
    #expect(service.log.contains("loaded the new signing identity"))
    #expect(try await change(20) == certificate(files("next")))

    try service.folder.add("identity/certificate.pem", Array("nonsense".utf8))
    kill(process.processIdentifier, SIGHUP)
    try service.wait { $0.contains("cannot use the new signing identity") }
    #expect(try await change(30) == certificate(files("next")))
    #expect(service.end() == 0, "\(service.log)")
    await simulator.stop()
  }

  // MARK: Shutdown

  @Test func endsThoughABodyNeverComes() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    let slow = try ServiceCase.connection(to: service.port)
    defer { close(slow) }
    let head = ServiceCase.request(
      "POST", Self.list + "/A-1",
      ["Authorization: ApplePass \(token)", "Content-Length: 100", "Connection: close"])
    try Self.write(head + Array("{".utf8), to: slow)
    // Another client has sent only a part of its head.
    let partial = try ServiceCase.connection(to: service.port)
    defer { close(partial) }
    try Self.write(Array("GET /v1/passes/".utf8), to: partial)
    usleep(1_000_000)
    #expect(service.end() == 0, "\(service.log)")
    let answer = try ServiceCase.exchange([], on: slow)
    #expect(answer.status == 408)
  }

  @Test func cutsOffWhatDoesNotEnd() throws {
    let service = try ServiceCase(
      operators: [
        "--template", "gym.pass", "--token-key", "token.key", "--identity",
        PasscBinary.identity("ordinary"),
      ] + ServiceCase.operatorsOnAPort)
    let place = try #require(service.port(after: "operators http://127.0.0.1:"))
    let slow = try ServiceCase.connection(to: place)
    defer { close(slow) }
    let head = ServiceCase.request(
      "POST", "/passes",
      [
        "Authorization: Bearer \(ServiceCase.operatorsToken)", "Content-Length: 100000",
      ])
    try Self.write(head + Array("{\"serial\": \"R-1\", \"name\": \"Ann\"".utf8), to: slow)
    usleep(1_000_000)
    #expect(service.end() == 0, "\(service.log)")
    #expect(service.log.contains("aborted requests that took too long"), "\(service.log)")
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    let count = bytes.withUnsafeBytes {
      Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
    try #require(count == bytes.count)
  }

  @Test func countsTheDaysOfACertificateThatNeitherSignsNorPushes() throws {
    let service = try ServiceCase(
      operators: ["--probes", "127.0.0.1:0", "--identity", PasscBinary.identity("ordinary")])
    let probes = try #require(service.port(after: "probes http://127.0.0.1:"))
    let text = try service.ask("GET", "/metrics", port: probes).text
    #expect(text.contains("passc_certificate_left_seconds"), "\(text)")
    service.end()
    for words in [["--identity", "none"], ["--certificate", "members.csv"]] {
      let outcome = try PasscBinary.run(
        ["serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0"] + words,
        in: service.folder.path)
      #expect([1, 3].contains(outcome.status) && outcome.text.isEmpty, "\(outcome.story)")
      #expect(outcome.errors.contains(words[1]), "\(outcome.story)")
    }
  }

  // MARK: A full disk

  @Test(
    .enabled(if: Machine.letsMount, "no small disk can be mounted here"),
    .timeLimit(.minutes(15)))
  func readsGoOnWhileTheDiskIsFull() throws {
    let service = try ServiceCase()
    service.end()
    try Disk.makeFolders(service.folder("disk"))
    // Only the service sees the disk. Files control when it is full.
    let script = """
      mount -t tmpfs -o size=4m none disk || exit 77
      "$@" & service=$!
      trap 'kill $service; wait $service; exit $?' TERM
      while kill -0 $service 2>/dev/null; do
        if [ -e fill ]; then rm fill; head -c 8000000 /dev/zero >disk/filler 2>/dev/null; : >filled; fi
        if [ -e free ]; then rm free disk/filler; : >freed; fi
        sleep 0.1
      done
      """
    try service.start(
      ["--database", "disk/passes.sqlite"],
      behind: [try #require(Program.path(of: "unshare")), "-rm", "sh", "-c", script, "sh"])
    func tell(_ word: String, _ done: String) throws {
      try service.folder.add(word, [])
      for _ in 0..<200 {
        if FileManager.default.fileExists(atPath: service.folder(done)) { return }
        usleep(100_000)
      }
      Issue.record("the disk is not \(done)")
    }
    let token = try service.token("A-1.pkpass")
    let pass = "/v1/passes/\(Self.type)/A-1"
    #expect(try service.register("d1", token) == 201)
    try tell("fill", "filled")
    // The database file may have free pages.
    var number = 1
    var status = 201
    while status == 201, number < 5_000 {
      number += 1
      status = try service.register("d\(number)", token)
    }
    #expect(status == 503, "after \(number) registrations")
    for _ in 0..<5 {
      #expect(try service.register("d\(number)", token) == 503)
      #expect(try service.send("GET", Self.list).status == 200)
      let got = try service.send("GET", pass, token: token)
      let date = try #require(got.headers["last-modified"])
      #expect(got.status == 200)
      #expect(
        try service.send("GET", pass, token: token, headers: ["If-Modified-Since: \(date)"])
          .status == 304)
    }
    try tell("free", "freed")
    #expect(try service.register("d\(number)", token) == 201)
    #expect(try service.register("d\(number)", token) == 200)
    #expect(service.process?.isRunning == true && service.end() == 0, "\(service.log)")
  }

  // MARK: Proxies and retention

  @Test(arguments: [
    ["--trusted-proxy", "proxy.example.com"], ["--trusted-proxy", "10.0.0.0/33"],
    ["--keep-devices", "7"], ["--keep-messages", "-1"], ["--keep-void", "0"], ["--pace"],
    ["--operators-token-file", "token.txt"], ["--personalize-without-token"],
    ["--operators", "unix:a.sock", "--operators-token-file", "token.txt"],
  ])
  func refusesWhatCannotBeMeant(_ words: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.add("a.ledger", [])
    try folder.add("token.txt", [])
    let outcome = try PasscBinary.run(["serve", "--ledger", "a.ledger"] + words, in: folder.path)
    #expect(outcome.status == 2, "\(outcome.story)")
  }

  @Test func offersNoStreamAsATable() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["serve", "--help"], in: folder.path)
    #expect(outcome.status == 0 && outcome.text.contains("--data"), "\(outcome.story)")
    #expect(!outcome.text.contains("- is standard input"), "\(outcome.story)")
  }

  @Test func boundsMessagesOfAClientBehindATrustedProxy() throws {
    let service = try ServiceCase(
      operators: [
        "--trusted-proxy", "127.0.0.1", "--trusted-proxy", "::1", "--probes", "127.0.0.1:0",
      ])
    let probes = try #require(service.port(after: "probes http://127.0.0.1:"))
    func unread() throws -> Int {
      let text = try service.ask("GET", "/metrics", port: probes).text
      let line = text.split(separator: "\n").first {
        $0.hasPrefix("passc_unread_posts_total ")
      }
      return try #require(line.flatMap { Int($0.split(separator: " ")[1]) }, "\(text)")
    }
    func post(_ headers: [String]) throws {
      let messages = (0..<200).map { "\"message \($0)\"" }.joined(separator: ",")
      let answer = try service.send(
        "POST", "/v1/log", headers: headers, body: "{\"logs\": [\(messages)]}")
      #expect(answer.status == 200)
    }
    for _ in 0..<7 { try post([]) }
    #expect(try unread() == 0)
    for _ in 0..<7 { try post(["X-Forwarded-For: 198.51.100.9, 203.0.113.7"]) }
    let first = try unread()
    #expect(first > 0)
    try post(["X-Forwarded-For: 203.0.113.8"])
    #expect(try unread() == first)
    #expect(!service.log.contains("203.0.113.7"))
  }

  // MARK: Metrics

  @Test(
    .enabled(
      if: Program.path(of: "promtool") != nil, "promtool is not installed: scripts/setup.sh test"))
  func writesMeasuresAsPrometheusReadsThem() throws {
    let service = try ServiceCase(
      operators: ["--probes", "127.0.0.1:0"], base: ServiceCase.table)
    let token = try service.derivedToken("A-1")
    for (method, target, token, body) in [
      ("POST", Self.list + "/A-1", token, #"{"pushToken": "0a1b"}"#),
      ("GET", Self.list, nil, nil), ("GET", "/v1/passes/\(Self.type)/A-1", token, nil),
      ("GET", "/v1/passes/\(Self.type)/A-1", "wrong", nil), ("GET", "/nothing", nil, nil),
      ("POST", "/v1/log", nil, #"{"logs": ["x", "Device received spurious push."]}"#),
    ] as [(String, String, String?, String?)] {
      _ = try service.send(method, target, token: token, body: body)
    }
    let probes = try #require(service.port(after: "probes http://127.0.0.1:"))
    let text = try service.ask("GET", "/metrics", port: probes).text
    #expect(text.contains("passc_certificate_left_seconds"), "\(text)")
    let checked = try Program.run(
      try #require(Program.path(of: "promtool")), ["check", "metrics"], in: service.folder.path,
      input: Array(text.utf8))
    #expect(checked.status == 0, "\(checked.story)\n\(text)")
    #expect(checked.errors.isEmpty && checked.text.isEmpty, "\(checked.story)")
    // Checks that promtool does report errors.
    let broken = try Program.run(
      try #require(Program.path(of: "promtool")), ["check", "metrics"], in: service.folder.path,
      input: Array(text.replacing("} ", with: " ").utf8))
    #expect(broken.status != 0)
    for secret in [token, "0a1b", "A-1", "d1\""] { #expect(!text.contains(secret)) }
  }
}

/// A TLS connection that stays open, made by openssl's client.
private final class TLSClient {
  private let process = ChildProcess()
  private let input = Pipe()
  private let output: String

  init(_ port: UInt16, in folder: TemporaryFolder) throws {
    try folder.add("client.txt", [])
    output = folder("client.txt")
    process.executableURL = URL(fileURLWithPath: try #require(Program.path(of: "openssl")))
    process.arguments = ["s_client", "-quiet", "-connect", "127.0.0.1:\(port)"]
    process.standardInput = input
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func send(_ bytes: [UInt8]) { input.fileHandleForWriting.write(Data(bytes)) }

  /// Waits for a number of responses.
  func wait(for count: Int) throws {
    var text = ""
    for _ in 0..<1_200 {
      text = String(decoding: try Disk.read(output), as: UTF8.self)
      if text.ranges(of: "HTTP/1.1 ").count >= count { return }
      try #require(process.isRunning, "the connection was closed: \(text)")
      usleep(50_000)
    }
    Issue.record("\(count) answers were waited for: \(text)")
  }

  func end() {
    process.terminate()
    process.waitUntilExit()
  }
}
