// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassFiles
import PassTesting
import Testing

/// `passc serve` with its database on a PostgreSQL server.
@Suite(.serialized)
struct ServeOnPostgresTests {
  private static let list = "/v1/devices/d1/registrations/\(ServiceCase.passType)"

  /// An address with a password, which the server of the tests does not ask for.
  private static func database() throws -> String {
    try PostgresServer.shared.get().makeDatabase()
      .replacing("postgres@", with: "postgres:s3cret-word@")
  }

  @Test func instancesShareADatabase() throws {
    let database = try Self.database()
    let one = try ServiceCase(operators: ["--database", database])
    let other = try ServiceCase(operators: ["--database", database])
    let token = try one.token("A-1.pkpass")
    #expect(
      try one.send("POST", Self.list + "/A-1", token: token, body: #"{"pushToken": "0a1b"}"#)
        .status == 201)
    #expect(
      try other.send("POST", Self.list + "/A-1", token: token, body: #"{"pushToken": "0a1b"}"#)
        .status == 200)
    let before = try other.send("GET", Self.list)
    #expect(before.status == 200)
    let tag = try #require(
      before.text.components(separatedBy: #""lastUpdated":""#).last?.prefix { $0 != "\"" })
    #expect(try one.send("GET", "\(Self.list)?passesUpdatedSince=\(tag)").status == 204)
    // One takes over what was issued, the other lists and serves it.
    try one.issue("serial,name,points\nA-1,Ann,77\nA 2,Bo,2\nA/3,Cy,3\n")
    var status = 0
    for _ in 0..<100 where status != 200 {
      status = try other.send("GET", "\(Self.list)?passesUpdatedSince=\(tag)").status
      usleep(50_000)
    }
    #expect(status == 200)
    let path = "/v1/passes/\(ServiceCase.passType)/A-1"
    let pass = try other.send("GET", path, token: token)
    #expect(pass.status == 200)
    #expect(pass.body == (try Disk.read(one.folder("out/A-1.pkpass"))))
    for service in [one, other] {
      #expect(service.line.contains("database postgres://postgres@/"), "\(service.line)")
      #expect(!(service.line + service.log).contains("s3cret-word"))
      #expect(service.end() == 0)
      #expect(!service.log.contains("s3cret-word"))
    }
  }

  @Test func doesItsTasksOnAServer() throws {
    let database = try Self.database()
    let service = try ServiceCase(operators: ["--database", database])
    let token = try service.token("A-1.pkpass")
    _ = try service.send("POST", Self.list + "/A-1", token: token, body: #"{"pushToken": "0a1b"}"#)
    func serve(_ words: [String]) throws -> Program.Outcome {
      try PasscBinary.run(["serve"] + words + ["--database", database], in: service.folder.path)
    }
    let exported = try serve(["export", "devices.jsonl"])
    #expect(exported.status == 0 && exported.text == "exported 1 registrations\n")
    let imported = try serve(["import", "devices.jsonl"])
    #expect(imported.status == 0 && imported.text == "imported 0 of 1 registrations\n")
    let copied = try serve(["backup", "copy.sqlite"])
    #expect(copied.status == 2)
    #expect(copied.errors.contains("pg_dump") && !copied.errors.contains("s3cret-word"))
    let forgotten = try serve(["forget", "A-1"])
    #expect(forgotten.status == 0 && forgotten.text == "forgot 1 of 1 passes\n")
    #expect(try service.send("GET", Self.list).status == 204)
  }

  @Test func servesWhatOthersPutWithoutALedgerOfItsOwn() throws {
    let database = try Self.database()
    let service = try ServiceCase(operators: ["--database", database])
    let folder = try TemporaryFolder()
    let process = Process()
    process.executableURL = URL(fileURLWithPath: try #require(Program.passc))
    process.arguments = ["serve", "--database", database, "--listen", "127.0.0.1:0"]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.standardError = FileHandle.nullDevice
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    defer {
      process.terminate()
      process.waitUntilExit()
    }
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let port = try #require(
      line.components(separatedBy: "http://127.0.0.1:").dropFirst().first.flatMap {
        UInt16($0.prefix { $0.isNumber })
      }, "\(line)")
    let token = try service.token("A-1.pkpass")
    let request =
      "GET /v1/passes/\(ServiceCase.passType)/A-1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
      + "Authorization: ApplePass \(token)\r\n\r\n"
    #expect(try ServiceCase.exchange(Array(request.utf8), port: port).status == 200)
  }

  @Test func leavesTheSocketOfAnotherInstance() throws {
    let database = try Self.database()
    let service = try ServiceCase(operators: ["--database", database])
    let second = try PasscBinary.run(
      ["serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0", "--database", database],
      in: service.folder.path)
    #expect(second.status == 3)
    #expect(second.errors.contains("another instance answers operators"), "\(second.errors)")
  }

  @Test(arguments: [
    ("postgres://ada:s3cret-word@[x/d", 2), ("postgres://ada:s3cret-word@127.0.0.1:1/d", 3),
  ])
  func saysWhyItCannotReachAServer(_ database: String, _ status: Int32) throws {
    let folder = try TemporaryFolder()
    let run = try PasscBinary.run(
      ["serve", "--database", database, "--listen", "127.0.0.1:0"], in: folder.path)
    #expect(run.status == status, "\(run.errors)")
    #expect(!run.errors.contains("s3cret-word") && !run.errors.isEmpty)
  }
}
