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

/// Tests of the start of `passc serve`: a database that cannot be opened, a restore, and a
/// certificate that has expired.
@Suite(.serialized)
struct ServeStartTests {
  private static let type = ServiceCase.passType
  private static let device = "/v1/devices/d1/registrations/\(type)"
  private static let push = #"{"pushToken": "0a1b"}"#

  @Test func restoresABackupAfterAKill() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    func restore(_ words: String...) throws -> Program.Outcome {
      try PasscBinary.run(["serve", "restore"] + words, in: service.folder.path)
    }
    let copied = try PasscBinary.run(
      ["serve", "backup", "backup.sqlite", "--database", "passes.sqlite"],
      in: service.folder.path)
    #expect(copied.status == 0, "\(copied.story)")
    let running = try restore("backup.sqlite", "--database", "passes.sqlite")
    #expect(running.status == 3, "\(running.story)")
    #expect(running.errors.contains("passes.sqlite is locked"), "\(running.story)")
    #expect(running.errors.contains("help: stop the service"), "\(running.story)")
    // Registered after the backup. The kill leaves this change in the log.
    #expect(try service.register("d1", token) == 201)
    service.end(SIGKILL)
    let restored = try restore("backup.sqlite", "--database", "passes.sqlite")
    #expect(restored.status == 0, "\(restored.story)")
    #expect(
      restored.text == "restored passes.sqlite from backup.sqlite: 3 passes, 0 registrations\n")
    #expect(restored.errors.contains("is now passes.sqlite.before-restore"), "\(restored.story)")
    try service.start()
    #expect(try service.send("GET", Self.device).status == 204)
    #expect(try service.register("d1", token) == 201)
    service.end()
    let itself = try restore("passes.sqlite", "--database", "./passes.sqlite")
    #expect(itself.status == 2 && itself.errors.contains("is the database itself"))
    let missing = try restore("none.sqlite", "--database", "passes.sqlite")
    #expect(missing.status == 3 && missing.errors.contains("backup none.sqlite does not exist"))
    let server = try restore("backup.sqlite", "--database", "postgres://localhost/none")
    #expect(server.status == 2 && server.errors.contains("pg_restore"), "\(server.story)")
  }

  @Test func saysWhyADatabaseCannotBeOpened() throws {
    let service = try ServiceCase()
    service.end()
    let folder = service.folder
    func serve(_ database: String, _ more: String...) throws -> Program.Outcome {
      try PasscBinary.run(
        [
          "serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0", "--database", database,
        ] + more, in: folder.path)
    }
    let missing = try serve("data/passes.sqlite")
    #expect(missing.status == 3, "\(missing.story)")
    #expect(
      missing.errors.contains("the folder data for passes.sqlite does not exist"),
      "\(missing.story)")
    let waited = try serve("data/passes.sqlite", "--wait", "1")
    #expect(waited.status == 3 && waited.errors.contains("waiting up to 1 second"))
    #expect(try serve("passes.sqlite", "--wait", "-1").status == 2)

    let bytes = try Disk.read(folder("passes.sqlite"))
    try folder.add("damaged.sqlite", Array(bytes.prefix(4_000)))
    let damaged = try serve("damaged.sqlite")
    #expect(damaged.status == 3, "\(damaged.story)")
    #expect(damaged.errors.contains("damaged.sqlite is damaged: "), "\(damaged.story)")
    #expect(
      damaged.errors.contains("passc serve restore BACKUP --database damaged.sqlite"),
      "\(damaged.story)")
    #expect(try Disk.read(folder("damaged.sqlite")) == bytes.prefix(4_000))
  }

  @Test func waitsForALockedDatabase() throws {
    let service = try ServiceCase()
    let first = try #require(service.process)
    let files = try TemporaryFolder()
    let second = ChildProcess()
    second.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    second.arguments = [
      "serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0", "--operators",
      "unix:second.sock", "--wait", "60",
    ]
    second.currentDirectoryURL = URL(fileURLWithPath: service.folder.path)
    second.environment = ["PATH": "/usr/bin:/bin", "HOME": files.path]
    for (name, stream) in [("out", \ChildProcess.standardOutput), ("err", \.standardError)] {
      try files.add(name, [])
      second[keyPath: stream] = try FileHandle(forWritingTo: URL(fileURLWithPath: files(name)))
    }
    try second.run()
    defer {
      if second.isRunning { kill(second.processIdentifier, SIGTERM) }
      second.waitUntilExit()
    }
    func wait(for words: String, in name: String) throws {
      for _ in 0..<600 {
        let text = try String(contentsOf: URL(fileURLWithPath: files(name)), encoding: .utf8)
        if text.contains(words) { return }
        try #require(second.isRunning, "\(text)")
        usleep(50_000)
      }
      Issue.record("\(name) does not contain \(words)")
    }
    try wait(for: "waiting up to 60 seconds", in: "err")
    kill(first.processIdentifier, SIGTERM)
    try wait(for: "serving http://", in: "out")
  }

  // MARK: An expired certificate

  /// A certificate that expires soon is made, the service starts with it, and later starts again.
  @Test func servesListsAfterTheCertificateHasExpired() throws {
    let start = Int(Environment.now)
    let files = try TemporaryFolder()
    let end = Timestamp.text(start - 3_600)
    let made = try PasscBinary.run(
      [
        "cert", "example", "-o", "expired", "--valid-from", "2024-01-01T00:00:00Z",
        "--valid-until", end,
      ], in: files.path)
    try #require(made.status == 0, "\(made.story)")
    var identity: [String: [UInt8]] = [:]
    for name in ["certificate.pem", "key.pem", "intermediate.pem"] {
      identity["identity/\(name)"] = try Disk.read(files("expired/\(name)"))
    }
    let service = try ServiceCase(
      base: [
        "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key",
        "--identity", "identity",
      ], files: identity)
    #expect(service.log.contains("the signing certificate expired on "), "\(service.log)")
    #expect(service.log.contains("phones can register and read lists"), "\(service.log)")
    #expect(service.log.contains("send SIGHUP"), "\(service.log)")
    let token = try service.derivedToken("A-1")
    #expect(
      try service.send("POST", Self.device + "/A-1", token: token, body: Self.push).status == 201)
    #expect(try service.send("GET", Self.device).text.contains("A-1"))
    // The pass has changed since the certificate expired, so it cannot be signed.
    let pass = "/v1/passes/\(Self.type)/A-1"
    #expect(try service.send("GET", pass, token: token).status == 503)
    try service.wait { $0.contains("identity.certificate.expired") }

    // After the renewal, the running service makes it.
    for name in ["certificate.pem", "key.pem", "intermediate.pem"] {
      try service.folder.add(
        "identity/\(name)", try Disk.read(PasscBinary.identity("ordinary") + "/\(name)"))
    }
    kill(try #require(service.process).processIdentifier, SIGHUP)
    try service.wait { $0.contains("loaded the new signing identity") }
    #expect(try service.send("GET", pass, token: token).status == 200)
  }

  private enum Timestamp {
    static func text(_ seconds: Int) -> String {
      let form = ISO8601DateFormatter()
      return form.string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
  }
}
