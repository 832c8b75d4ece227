// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tests of the files in examples/operations with the programs that read them. A test whose program
/// is not installed is skipped. `make soak` installs all of them with `scripts/setup.sh operations`.
@Suite(.serialized)
struct OperationsFilesTests {
  private static let folder = FilePath.join(Program.repository, "examples/operations")
  private static let type = ServiceCase.passType

  private static func program(_ name: String) -> String? {
    Program.path(of: name)
      ?? ["/usr/sbin/\(name)", "/sbin/\(name)"]
      .first(where: FileManager.default.isExecutableFile)
  }

  private static func lacks(_ name: String) -> Bool { program(name) == nil }

  private static func text(_ name: String) throws -> String {
    String(decoding: try Disk.read(FilePath.join(folder, name)), as: UTF8.self)
  }

  private static func run(
    _ name: String, _ arguments: [String], in folder: String = folder
  ) throws -> Program.Outcome {
    try Program.run(try #require(program(name)), arguments, in: folder)
  }

  @Test(.disabled(if: lacks("systemd-analyze"), "systemd is not installed"))
  func systemdAcceptsTheUnit() throws {
    let files = try TemporaryFolder()
    // systemd looks whether the program exists.
    let unit = try Self.text("passes.service")
      .replacing("/usr/local/bin/passc", with: try #require(Program.passc))
    try files.add("passes.service", Array(unit.utf8))
    let outcome = try Self.run("systemd-analyze", ["verify", files("passes.service")])
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.story)")
  }

  @Test(.disabled(if: lacks("promtool"), "Debian's prometheus is not installed"))
  func promtoolAcceptsTheRulesAndTheirTests() throws {
    let checked = try Self.run("promtool", ["check", "rules", "prometheus-rules.yml"])
    #expect(checked.status == 0, "\(checked.story)")
    let tested = try Self.run("promtool", ["test", "rules", "prometheus-tests.yml"])
    #expect(tested.status == 0, "\(tested.story)")
  }

  @Test(.disabled(if: lacks("docker-compose"), "Debian's docker-compose is not installed"))
  func dockerComposeAcceptsItsFile() throws {
    let outcome = try Self.run("docker-compose", ["--file", "compose.yaml", "config"])
    #expect(outcome.status == 0, "\(outcome.story)")
    for name in ["nginx/passes.conf", "nginx/upstream-compose.conf", "Containerfile"] {
      #expect(FileManager.default.fileExists(atPath: FilePath.join(Self.folder, name)))
    }
  }

  @Test(.disabled(if: lacks("logrotate"), "Debian's logrotate is not installed"))
  func logrotateAcceptsItsFile() throws {
    let files = try TemporaryFolder()
    let text = try Self.text("passes.logrotate").replacing("  su passes passes\n", with: "")
    try files.add("passes", Array(text.utf8))
    let outcome = try Self.run("logrotate", ["--debug", files("passes")])
    #expect(outcome.status == 0 && !outcome.errors.contains("error:"), "\(outcome.story)")
  }

  /// The options in the unit and in the compose file are those of `passc serve`.
  @Test(arguments: ["passes.service", "compose.yaml", "Containerfile"])
  func theFilesUseOptionsThatExist(_ name: String) throws {
    let help = try PasscBinary.run(["serve", "--help"], in: Self.folder).text
    let lines = try Self.text(name).split(separator: "\n").filter { !$0.contains("#") }
    let words = lines.joined(separator: " ").matches(of: #/--[a-z][a-z-]+/#).map { String($0.0) }
    let apt = ["--no-install-recommends", "--system", "--uid"]
    #expect(words.count > 5)
    for word in words where !apt.contains(word) { #expect(help.contains(word), "\(word)") }
  }

  @Test func theBoardAndTheRulesUseMetricsThatExist() throws {
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort,
      base: ServiceCase.ledger + ["--identity", PasscBinary.identity("ordinary")])
    let metrics = try service.operate("GET", "/metrics").text
    for name in ["grafana-board.json", "prometheus-rules.yml"] {
      let text = try Self.text(name)
      let used = Set(text.matches(of: #/passc_[a-z_]+/#).map { String($0.0) })
      #expect(used.count > 5)
      // The service has no TLS here, and no push has stopped.
      for metric in used where metric != "passc_server_certificate_left_seconds" {
        #expect(metrics.contains("# TYPE \(metric) "), "\(name): \(metric)")
      }
    }
    let board = try JSONSerialization.jsonObject(
      with: Data(try Disk.read(FilePath.join(Self.folder, "grafana-board.json"))))
    #expect((board as? [String: Any])?["panels"] is [Any])
  }

  // MARK: Proxies

  /// Requests with `%2F` in the serial number go through the proxy over TLS and HTTP/2.
  private static func asks(
    _ service: ServiceCase, _ port: Int, _ trust: String
  ) throws -> (serial: String, double: String) {
    let token = try service.token("A%2F3.pkpass")
    func ask(_ path: String) throws -> String {
      let outcome = try run(
        "curl",
        [
          "--silent", "--http2", "--path-as-is", "--cacert", trust, "--output", "/dev/null",
          "--write-out", "%{http_version} %{http_code} %{size_download}", "--header",
          "Authorization: ApplePass \(token)", "https://localhost:\(port)\(path)",
        ])
      return outcome.text
    }
    for _ in 0..<200 {
      if try ask("/").hasPrefix("2 ") { break }
      usleep(50_000)
    }
    return (
      try ask("/v1/passes/\(type)/A%2F3"), try ask("/v1/passes/\(type)//A%2F3")
    )
  }

  private static func certificate(_ files: TemporaryFolder) throws {
    try OpenSSLCommand.run(
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
        "-addext", "subjectAltName=DNS:localhost", "-keyout", "tls.key", "-out", "tls.pem",
      ], in: files.path)
  }

  /// Returns a port that nothing listens on.
  private static func freePort() throws -> Int {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(listener) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 ? getsockname(listener, $0, &length) : -1
      }
    }
    try #require(status == 0)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func start(
    _ name: String, _ arguments: [String], in files: TemporaryFolder
  ) throws -> ChildProcess {
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: try #require(program(name)))
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: files.path)
    process.environment = ["HOME": files.path, "PATH": "/usr/bin:/bin"]
    try files.add("proxy.txt", [])
    let log = try FileHandle(forWritingTo: URL(fileURLWithPath: files("proxy.txt")))
    process.standardOutput = log
    process.standardError = log
    try process.run()
    return process
  }

  @Test(
    .disabled(if: lacks("nginx") || lacks("curl"), "Debian's nginx-light or curl is not installed")
  )
  func nginxForwardsPathsAsTheyCame() throws {
    let service = try ServiceCase(more: ["--trusted-proxy", "127.0.0.1"])
    let files = try TemporaryFolder()
    try Self.certificate(files)
    let port = try Self.freePort()
    let server = try Self.text("nginx/passes.conf")
      .replacing("listen 443 ssl", with: "listen 127.0.0.1:\(port) ssl")
      .replacing("/etc/nginx/tls/passes.pem", with: files("tls.pem"))
      .replacing("/etc/nginx/tls/passes.key", with: files("tls.key"))
    let upstream = try Self.text("nginx/upstream.conf")
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(service.port)")
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map { "\($0)_temp_path \(files($0));" }.joined()
    let main = """
      daemon off; pid \(files("nginx.pid")); error_log stderr;
      events {}
      http { \(temporary) \(upstream) \(server) }
      """
    try files.add("nginx.conf", Array(main.utf8))
    let nginx = try Self.start("nginx", ["-p", files.path, "-c", files("nginx.conf")], in: files)
    defer {
      kill(nginx.processIdentifier, SIGTERM)
      nginx.waitUntilExit()
    }
    let answers = try Self.asks(service, port, files("tls.pem"))
    #expect(answers.serial.hasPrefix("2 200 "), "\(answers) \(try files.read("proxy.txt"))")
    let direct = try service.send("GET", "/v1/passes/\(Self.type)//A%2F3")
    #expect(answers.double.hasPrefix("2 \(direct.status) "), "\(answers)")
  }

  @Test(
    .disabled(if: lacks("caddy") || lacks("curl"), "Debian's caddy or curl is not installed"))
  func caddyForwardsPathsAsTheyCame() throws {
    let service = try ServiceCase(more: ["--trusted-proxy", "127.0.0.1"])
    let files = try TemporaryFolder()
    try Self.certificate(files)
    let port = try Self.freePort()
    let text =
      "{\n\tadmin off\n\tauto_https off\n}\n"
      + (try Self.text("Caddyfile"))
      .replacing(
        "passes.example.com {",
        with: "https://localhost:\(port) {\n\ttls \(files("tls.pem")) \(files("tls.key"))"
      )
      .replacing("127.0.0.1:8080", with: "127.0.0.1:\(service.port)")
    try files.add("Caddyfile", Array(text.utf8))
    let caddy = try Self.start(
      "caddy", ["run", "--adapter", "caddyfile", "--config", "Caddyfile"], in: files)
    defer {
      kill(caddy.processIdentifier, SIGTERM)
      caddy.waitUntilExit()
    }
    let answers = try Self.asks(service, port, files("tls.pem"))
    #expect(answers.serial.hasPrefix("2 200 "), "\(answers) \(try files.read("proxy.txt"))")
    let direct = try service.send("GET", "/v1/passes/\(Self.type)//A%2F3")
    #expect(answers.double.hasPrefix("2 \(direct.status) "), "\(answers)")
  }
}

extension TemporaryFolder {
  fileprivate func read(_ name: String) throws -> String {
    String(decoding: try Disk.read(self(name)), as: UTF8.self)
  }
}
