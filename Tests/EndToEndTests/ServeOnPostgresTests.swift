// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc serve` with a PostgreSQL database.
@Suite(.serialized)
struct ServeOnPostgresTests {
  private static let list = "/v1/devices/d1/registrations/\(ServiceCase.passType)"

  /// Returns an address with a password. The test server does not check it.
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
    // One instance imports issued passes, and the other lists and serves them.
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
    let process = ChildProcess()
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

  /// Returns an instance with a table and probes.
  private static func instance(_ database: String) throws -> ServiceCase {
    try ServiceCase(
      operators: ["--database", database, "--probes", "127.0.0.1:0"], base: ServiceCase.table)
  }

  private static func readiness(_ service: ServiceCase) throws -> ServiceCase.Answer {
    try service.ask("GET", "/readyz", port: service.port(after: "probes http://127.0.0.1:"))
  }

  private static func wait(
    _ service: ServiceCase, until isDone: () throws -> Bool
  ) throws {
    for _ in 0..<200 {
      if try isDone() { return }
      usleep(100_000)
    }
    Issue.record("it took too long: \(service.log)")
  }

  @Test func anInstanceWithAnOlderTemplateServesWhatItCan() throws {
    let database = try Self.database()
    let older = try Self.instance(database)
    let newer = try Self.instance(database)
    let token = try older.derivedToken("A-1")
    let path = "/v1/passes/\(ServiceCase.passType)/A-1"
    #expect(
      try older.send("POST", Self.list + "/A-1", token: token, body: #"{"pushToken": "0a1b"}"#)
        .status == 201)
    let first = try older.send("GET", path, token: token)
    #expect(try first.status == 200 && newer.send("GET", path, token: token).body == first.body)
    #expect(try Self.readiness(older).status == 200)

    let text = String(
      decoding: try Disk.read(newer.folder("gym.pass/pass.json")), as: UTF8.self)
    let changed = Array(text.replacing(#""Points""#, with: #""Score""#).utf8)
    try newer.folder.add("gym.pass/pass.json", changed)
    try newer.wait { $0.contains("changed=3") }
    try Self.wait(older) { try Self.readiness(older).status == 503 }
    #expect(try Self.readiness(older).text.contains("newer template"))
    // Running or restarted, it serves lists and registrations. Passes that it cannot build get 503.
    for isAgain in [false, true] {
      if isAgain {
        #expect(older.end() == 0)
        try older.start(["--database", database, "--probes", "127.0.0.1:0"])
      }
      #expect(try older.send("GET", Self.list).status == 200)
      #expect(
        try older.send("POST", Self.list + "/A-1", token: token, body: #"{"pushToken": "0a1b"}"#)
          .status == 200)
      #expect(try older.send("GET", path, token: token).status == 503)
      #expect(try Self.readiness(older).status == 503)
    }
    let new = try newer.send("GET", path, token: token)
    #expect(try new.status == 200 && Self.readiness(newer).status == 200)
    let date = try #require(new.headers["last-modified"])
    #expect(
      try older.send("GET", path, token: token, headers: ["If-Modified-Since: \(date)"]).status
        == 304)
    // A changed table is not imported, which is logged once.
    try older.folder.add("members.csv", Array("serial,name,points\nA-1,Ann,9\n".utf8))
    try Self.wait(older) { older.log.contains("newer template") }
    usleep(2_500_000)
    #expect(try newer.send("GET", path, token: token).body == new.body)
    #expect(older.log.ranges(of: "newer template").count == 1, "\(older.log)")

    try older.folder.add(
      "members.csv", Array("serial,name,points\nA-1,Ann,1\nA 2,Bo,2\nA/3,Cy,3\n".utf8))
    try older.folder.add("gym.pass/pass.json", changed)
    try Self.wait(older) { try Self.readiness(older).status == 200 }
    #expect(try older.send("GET", path, token: token).body == new.body)
  }

  /// An instance may write with the newest template. Reading an older one, which it does not use,
  /// must not change that.
  @Test func anInstanceWhoseTemplateGoesBackMakesPassesAsBefore() throws {
    let database = try Self.database()
    let service = try ServiceCase(
      operators: ["--database", database] + ServiceCase.operatorsOnAPort, base: ServiceCase.rows)
    func put(_ points: Int) throws -> ServiceCase.Answer {
      try service.operate(
        "PUT", pass: "R-1", #"{"serial": "R-1", "name": "Ann", "points": \#(points)}"#)
    }
    let token = try service.derivedToken("R-1")
    func text() throws -> String {
      try service.send("GET", "/v1/passes/\(ServiceCase.passType)/R-1", token: token).text
    }
    #expect(try put(1).status == 201)
    let first = try Disk.read(service.folder("gym.pass/pass.json"))
    let next = String(decoding: first, as: UTF8.self).replacing(#""Points""#, with: #""Score""#)
    try service.folder.add("gym.pass/pass.json", Array(next.utf8))
    try Self.wait(service) { try text().contains("Score") }

    try service.folder.add("gym.pass/pass.json", first)
    try service.wait { $0.contains("another instance has a newer template: passes of API rows") }
    let answer = try put(2)
    #expect(answer.status == 200, "\(answer.text)\n\(service.log)")
    #expect(try text().contains("Score"))
  }

  @Test func anInstanceWithoutATemplateTellsProbesOfPassesItCannotMake() throws {
    let database = try Self.database()
    let first = try Self.instance(database)
    let token = try first.derivedToken("A-1")
    let path = "/v1/passes/\(ServiceCase.passType)/A-1"
    let other = try ServiceCase(
      operators: ["--database", database, "--probes", "127.0.0.1:0"], base: [])
    #expect(try other.send("GET", path, token: "wrong").status == 401)
    #expect(try Self.readiness(other).status == 200)
    #expect(try other.send("GET", path, token: token).status == 503)
    #expect(try Self.readiness(other).text.contains("without --template"))
    #expect(try Self.readiness(other).status == 503)
    #expect(try first.send("GET", path, token: token).status == 200)
  }

  @Test(.timeLimit(.minutes(15)))
  func answers503WhileTheServerIsAwayAndIsBackAtOnce() throws {
    let server = try PostgresServer()
    defer { server.stop() }
    let service = try ServiceCase(
      operators: ["--database", try server.makeDatabase(), "--probes", "127.0.0.1:0"])
    let token = try service.token("A-1.pkpass")
    let path = "/v1/passes/\(ServiceCase.passType)/A-1"
    #expect(try service.register("d1", token) == 201)
    let pass = try service.send("GET", path, token: token)
    #expect(pass.status == 200)
    for signal in [SIGINT, SIGQUIT] {
      server.stop(signal)
      for _ in 0..<3 {
        #expect(try service.register("d2", token) == 503)
        #expect(try service.send("GET", Self.list).status == 503)
        #expect(try service.send("GET", path, token: token).status == 503)
        #expect(try Self.readiness(service).status == 503)
      }
      try server.start()
      let begin = ContinuousClock.now
      var statuses = [503]
      while statuses.contains(503), ContinuousClock.now - begin < .seconds(30) {
        statuses = [
          try service.send("GET", Self.list).status,
          try service.send("GET", path, token: token).status, try service.register("d1", token),
        ]
      }
      #expect(ContinuousClock.now - begin < .seconds(5), "\(statuses)")
      #expect(statuses == [200, 200, 200], "nothing was lost")
    }
    #expect(try service.send("GET", path, token: token).body == pass.body)
    #expect(try Self.readiness(service).status == 200)
    #expect(service.end() == 0, "\(service.log)")
  }

  @Test func leavesTheSocketOfAnotherInstance() throws {
    let database = try Self.database()
    let service = try ServiceCase(operators: ["--database", database])
    let second = try PasscBinary.run(
      ["serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0", "--database", database],
      in: service.folder.path)
    #expect(second.status == 3)
    #expect(second.errors.contains("another instance has the admin API at"), "\(second.errors)")
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
