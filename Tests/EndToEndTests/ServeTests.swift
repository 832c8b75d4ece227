// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc serve` over HTTP, by section 10 of the notes on the protocol.
@Suite(.serialized)
struct ServeTests {
  private static let type = ServiceCase.passType
  private static let device = "/v1/devices/d1/registrations/\(type)"
  private static let push = #"{"pushToken": "0a1b"}"#

  @Test func answersRegistrations() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    let path = Self.device + "/A-1"
    func register(_ token: String?, _ body: String = Self.push, _ headers: [String] = []) throws
      -> Int
    {
      try service.send("POST", path, token: token, headers: headers, body: body).status
    }
    #expect(try register(token) == 201)
    #expect(try register(token) == 200)
    #expect(try register(token, #"{"pushToken": "ffff"}"#) == 200)
    let other = try service.token("A%202.pkpass")
    #expect(try register(other) == 401)
    #expect(try register("wrong") == 401)
    #expect(try register(nil) == 401)
    #expect(try register(nil, Self.push, ["Authorization: Bearer \(token)"]) == 401)
    for body in ["", "{}", "[]", "{", #"{"pushToken": 1}"#] {
      #expect(try register(token, body) == 400, "\(body)")
    }
    #expect(try register(token, String(repeating: " ", count: 1_000_000)) == 413)
    #expect(try service.send("DELETE", path, token: "wrong").status == 401)
    for _ in 0..<2 { #expect(try service.send("DELETE", path, token: token).status == 200) }
    #expect(try service.send("PUT", path, token: token).status == 405)
  }

  @Test func answersCallsOfOneConnectionInTheirOrder() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    let pass = "/v1/passes/\(Self.type)/A-1"
    let mine = ["Authorization: ApplePass \(token)"]
    let body = ["Content-Length: \(Self.push.utf8.count)"]
    // With and without bodies, fast ones and ones that wait for the database, all sent at once
    // (pipelining).
    let calls: [(bytes: [UInt8], status: Int, hasBody: Bool)] = [
      (ServiceCase.request("GET", pass, mine), 200, true),
      (ServiceCase.request("POST", Self.device + "/A-1", mine + body) + Self.push.utf8, 201, true),
      (ServiceCase.request("HEAD", pass, mine + ["Connection: keep-alive"]), 200, false),
      (ServiceCase.request("GET", Self.device), 200, true),
      (ServiceCase.request("DELETE", Self.device + "/A-1", mine), 200, true),
      (ServiceCase.request("GET", Self.device), 204, true),
      (ServiceCase.request("GET", "/nothing"), 404, true),
      (ServiceCase.request("POST", Self.device + "/A-1", mine + ["Content-Length: 0"]), 400, true),
      (ServiceCase.request("DELETE", Self.device + "/A-1"), 401, true),
      (ServiceCase.request("GET", pass, mine + ["Connection: close"]), 200, true),
    ]
    let descriptor = try ServiceCase.connection(to: service.port)
    defer { close(descriptor) }
    // The whole sequence is repeated until the last request closes the connection.
    let turns = Array(repeating: calls.dropLast(), count: 30).joined() + calls.suffix(1)
    ServiceCase.send(turns.flatMap(\.bytes), on: descriptor)
    var received: [UInt8] = []
    for (index, call) in turns.enumerated() {
      let answer = try ServiceCase.next(of: &received, on: descriptor, hasBody: call.hasBody)
      #expect(answer.status == call.status, "\(index)")
    }
    #expect(throws: ServiceCase.Ended.self) { try ServiceCase.next(of: &received, on: descriptor) }
  }

  @Test func endsConnectionsOfOldClients() throws {
    let service = try ServiceCase()
    let list = "/v1/devices/d1/registrations/\(ServiceCase.passType)"
    let begin = ContinuousClock.now
    let bodies = [("GET", list, ""), ("POST", "/v1/log", #"{"logs": ["x"]}"#)]
    for (method, target, body) in bodies {
      let length = body.isEmpty ? "" : "Content-Length: \(body.utf8.count)\r\n"
      let answer = try ServiceCase.exchange(
        Array("\(method) \(target) HTTP/1.0\r\n\(length)\r\n\(body)".utf8), port: service.port)
      #expect([200, 204].contains(answer.status))
    }
    // A connection with keep-alive stays open.
    let kept = try ServiceCase.connection(to: service.port)
    defer { close(kept) }
    var received: [UInt8] = []
    for _ in 0..<2 {
      ServiceCase.send(
        Array("GET \(list) HTTP/1.0\r\nConnection: keep-alive\r\n\r\n".utf8), on: kept)
      let answer = try ServiceCase.next(of: &received, on: kept)
      #expect(answer.status == 204)
    }
    #expect(ContinuousClock.now - begin < .seconds(30))
  }

  @Test func answersMoreThanAPeerReadsAtOnce() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    let pass = ServiceCase.request(
      "GET", "/v1/passes/\(Self.type)/A-1", ["Authorization: ApplePass \(token)"])
    let descriptor = try ServiceCase.connection(to: service.port)
    defer { close(descriptor) }
    let count = 2_000
    ServiceCase.send(Array(repeating: pass, count: count).flatMap { $0 }, on: descriptor)
    // After the end of the requests, all of them still get responses.
    shutdown(descriptor, Int32(SHUT_WR))
    var received: [UInt8] = []
    let first = try ServiceCase.next(of: &received, on: descriptor)
    for _ in 1..<count {
      let next = try ServiceCase.next(of: &received, on: descriptor)
      try #require(next.status == 200 && next.body == first.body)
    }
    #expect(throws: ServiceCase.Ended.self) { try ServiceCase.next(of: &received, on: descriptor) }
  }

  @Test func listsChangesWithoutAToken() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    #expect(try service.send("GET", Self.device).status == 204)
    _ = try service.send("POST", Self.device + "/A-1", token: token, body: Self.push)
    let list = try service.send("GET", Self.device, headers: ["Authorization: Bearer x"])
    #expect(list.status == 200 && list.headers["content-type"] == "application/json")
    let tag = try Self.tag(of: list)
    #expect(list.text == #"{"serialNumbers":["A-1"],"lastUpdated":"\#(tag)"}"#)
    func since(_ tag: String) throws -> ServiceCase.Answer {
      try service.send("GET", Self.device + "?passesUpdatedSince=\(tag)")
    }
    let nothing = try since(tag)
    #expect(nothing.status == 204 && nothing.body.isEmpty)
    #expect(nothing.headers["content-length"] == nil)
    for odd in ["garbage", "2026-01-01T00:00:00+00:00", "%zz", "%", "x.99", "\(tag)9"] {
      #expect(try since(odd).text == list.text, "\(odd)")
    }
    #expect(try since(String(repeating: "9", count: 10_240)).status == 414)
    #expect(
      try service.send("GET", "/v1/devices/d1/registrations/pass.other").status == 204)

    try service.issue("serial,name,points\nA-1,Ann,100\nA 2,Bo,2\nA/3,Cy,3\n")
    var changed = try since(tag)
    for _ in 0..<100 where changed.status == 204 {
      usleep(100_000)
      changed = try since(tag)
    }
    #expect(changed.status == 200 && changed.text.contains(#"["A-1"]"#))
    #expect(try Self.tag(of: changed) != tag)
    let pass = try service.send("GET", "/v1/passes/\(Self.type)/A-1", token: token)
    #expect(pass.body == (try Disk.read(service.folder("out/A-1.pkpass"))))
  }

  @Test func sendsPassesAsTheyWereIssued() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    let path = "/v1/passes/\(Self.type)/A-1"
    let pass = try service.send("GET", path, token: token)
    #expect(pass.status == 200)
    #expect(pass.body == (try Disk.read(service.folder("out/A-1.pkpass"))))
    #expect(pass.headers["content-type"] == "application/vnd.apple.pkpass")
    let date = try #require(pass.headers["last-modified"])
    let same = try service.send(
      "GET", path, token: token, headers: ["If-Modified-Since: \(date)"])
    #expect(same.status == 304 && same.body.isEmpty && same.headers["last-modified"] == date)
    for headers in [
      ["If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT"],
      ["If-Modified-Since: Fri, 01 Jan 2100 00:00:00 GMT"], ["If-Modified-Since: x"],
      ["If-Modified-Since: \(date)", "If-Modified-Since: \(date)"],
    ] {
      #expect(
        try service.send("GET", path, token: token, headers: headers).status == 200, "\(headers)")
    }
    let head = try service.send("HEAD", path, token: token)
    #expect(head.shown == pass.shown && head.body.isEmpty)
  }

  @Test func refusesUnknownPassesAndWrongTokensAlike() throws {
    let service = try ServiceCase()
    let wrong = try service.send("GET", "/v1/passes/\(Self.type)/A-1", token: "wrong")
    #expect(wrong.status == 401 && wrong.body.isEmpty)
    for target in [
      "/v1/passes/\(Self.type)/nobody", "/v1/passes/pass.other/A-1",
      "/v1/passes/\(Self.type)/..%2F..%2Fmembers.csv", "/v1/passes/\(Self.type)/../../members.csv",
      "/v1/passes/\(Self.type)/\(String(repeating: "x", count: 1_024))",
    ] {
      let answer = try service.send("GET", target, token: "wrong")
      #expect(answer.shown == wrong.shown && answer.body == wrong.body, "\(target)")
    }
  }

  @Test func findsSerialsHoweverTheyAreEscaped() throws {
    let service = try ServiceCase()
    let blank = try service.token("A%202.pkpass")
    let slash = try service.token("A%2F3.pkpass")
    for (serial, token) in [
      ("A%202", blank), ("A%25202", blank), ("A/3", slash), ("A%2F3", slash), ("A%252F3", slash),
    ] {
      for base in ["/v1", "//v1", "/gym/v1", "/gym//v1"] {
        let target = "\(base)/passes/\(Self.type)/\(serial)"
        #expect(try service.send("GET", target, token: token).status == 200, "\(target)")
      }
      let target = "\(Self.device)/\(serial)"
      #expect(
        [200, 201].contains(
          try service.send("POST", target, token: token, body: Self.push).status), "\(target)")
    }
    let list = try service.send("GET", Self.device)
    #expect(list.text.contains(#""A 2""#) && list.text.contains(#""A/3""#), "\(list.text)")
  }

  @Test func takesLogsWithinLimits() throws {
    let service = try ServiceCase()
    let messages = (0..<50).map { "\"message \($0)\\n\\u001b[31m\"" }.joined(separator: ",")
    #expect(try service.send("POST", "/v1/log", body: "{\"logs\": [\(messages)]}").status == 200)
    for body in ["", "x", "{}", #"{"logs": "x"}"#] {
      #expect(try service.send("POST", "/v1/log", body: body).status == 400, "\(body)")
    }
    let large = String(repeating: "x", count: 1 << 20)
    #expect(try service.send("POST", "/v1/log", body: large).status == 413)
  }

  @Test func endsFinelyWhenItIsToldTo() throws {
    let service = try ServiceCase()
    #expect(service.line.hasPrefix("serving http://127.0.0.1:"), "\(service.line)")
    let token = try service.token("A-1.pkpass")
    _ = try service.send("POST", Self.device + "/A-1", token: token, body: Self.push)
    let started = Date()
    #expect(service.end() == 0, "\(service.log)")
    #expect(Date().timeIntervalSince(started) < 10)
    // Acknowledged changes are durable, even after SIGKILL.
    try service.start()
    #expect(try service.send("GET", Self.device).text.contains("A-1"))
    _ = try service.send(
      "POST", Self.device + "/A%202", token: try service.token("A%202.pkpass"), body: Self.push)
    service.end(SIGKILL)
    try service.start()
    let list = try service.send("GET", Self.device).text
    #expect(list.contains(#""A-1""#) && list.contains(#""A 2""#), "\(list)")
    for secret in [token, "0a1b"] { #expect(!service.log.contains(secret)) }
  }

  @Test func copiesMovesAndForgets() throws {
    let service = try ServiceCase()
    let token = try service.token("A-1.pkpass")
    _ = try service.send("POST", Self.device + "/A-1", token: token, body: Self.push)
    func run(_ words: String...) throws -> Program.Outcome {
      try PasscBinary.run(["serve"] + words, in: service.folder.path)
    }
    // While the service is running.
    #expect(try run("backup", "copy.sqlite", "--database", "passes.sqlite").status == 0)
    let exported = try run("export", "devices.jsonl", "--database", "passes.sqlite")
    #expect(exported.text == "exported 1 registrations\n", "\(exported.errors)")
    let attributes = try FileManager.default.attributesOfItem(
      atPath: service.folder("devices.jsonl"))
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
    #expect(try run("bakup", "copy.sqlite").status == 2)

    #expect(try run("forget", "A-1", "--database", "copy.sqlite").status == 0)
    #expect(try run("forget", "A-1", "--database", "copy.sqlite").status == 1)
    let imported = try run("import", "devices.jsonl", "--database", "copy.sqlite")
    #expect(imported.text == "imported 0 of 1 registrations\n", "\(imported.errors)")
    #expect(
      imported.status == 1
        && imported.errors.contains("line 1 of devices.jsonl: pass A-1 of"),
      "\(imported.story)")
    let shown = try run("export", "-", "--database", "passes.sqlite")
    let file = try Disk.read(service.folder("devices.jsonl"))
    #expect(shown.status == 0 && shown.output == file, "\(shown.story)")
    #expect(!FileManager.default.fileExists(atPath: service.folder("-")))
    // A mistyped name does not create a database.
    for words in [["forget", "A-1"], ["import", "devices.jsonl"]] {
      let outcome = try PasscBinary.run(
        ["serve"] + words + ["--database", "none.sqlite"], in: service.folder.path)
      #expect(
        outcome.status == 3 && outcome.errors.contains("database none.sqlite does not exist"),
        "\(outcome.story)")
      #expect(!FileManager.default.fileExists(atPath: service.folder("none.sqlite")))
    }
    // The running service no longer knows the pass, nor the device.
    let path = "/v1/passes/\(ServiceCase.passType)/A-1"
    #expect(try service.send("GET", path, token: token).status == 200)
    #expect(try run("forget", "A-1", "--database", "passes.sqlite").status == 0)
    #expect(try service.send("GET", path, token: token).status == 401)
    #expect(try service.send("GET", Self.device).status == 204)
    service.end()
    try service.start()
    // The pass is imported again from the ledger, without registrations.
    #expect(try service.send("GET", Self.device).status == 204)
    service.end()
    let again = try run("import", "devices.jsonl", "--database", "passes.sqlite")
    #expect(
      again.status == 0 && again.text == "imported 1 of 1 registrations\n", "\(again.story)")
    let known = try run("import", "devices.jsonl", "--database", "passes.sqlite")
    #expect(
      known.status == 0 && known.errors.contains("1 registration already existed"), "\(known.story)"
    )
    try service.start()
    #expect(try service.send("GET", Self.device).text.contains("A-1"))
  }

  @Test func refusesWhatItCannotServe() throws {
    let folder = try TemporaryFolder()
    func refusal(_ arguments: [String]) throws -> (Int32, String) {
      let outcome = try PasscBinary.run(["serve"] + arguments, in: folder.path)
      return (outcome.status, outcome.errors)
    }
    #expect(try refusal([]).0 == 2)
    #expect(try refusal(["--ledger", "none.ledger"]).0 == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    #expect(try refusal(["--ledger", "a", "--listen", "here"]).0 == 2)
    try folder.add("key.pem", [])
    #expect(try refusal(["--ledger", "a", "--tls-key", "key.pem"]).0 == 2)
    try folder.add("members.csv", Array("serial\nA\n".utf8))
    let service = try ServiceCase()
    let second = try PasscBinary.run(
      ["serve", "--ledger", "gym.ledger", "--listen", "127.0.0.1:0"], in: service.folder.path)
    #expect(second.status == 3 && second.errors.contains("another process serves"))
    try FileManager.default.linkItem(
      atPath: service.folder("passes.sqlite"), toPath: service.folder("other.sqlite"))
    try FileManager.default.removeItem(atPath: service.folder("passes.sqlite-epoch"))
    for name in ["passes.sqlite", "other.sqlite"] {
      let third = try PasscBinary.run(
        ["serve", "--ledger", "gym.ledger", "--database", name, "--listen", "127.0.0.1:0"],
        in: service.folder.path)
      #expect(
        third.status == 3 && third.errors.contains("another process serves"), "\(third.story)")
    }
  }

  @Test func leavesADatabaseThatIsNotItsOwnAsItIs() throws {
    let service = try ServiceCase()
    service.end()
    let folder = service.folder
    let made = try Program.run(
      "/usr/bin/python3",
      [
        "-c",
        "import sqlite3; c = sqlite3.connect('crm.sqlite'); c.execute('create table t (a)')",
      ], in: folder.path)
    try #require(made.status == 0, "\(made.errors)")
    try folder.add("devices.jsonl", [])
    let serve = ["--listen", "127.0.0.1:0", "--database"]
    let before = try Disk.list(folder.path)
    for (file, words) in [("crm.sqlite", "another program"), ("gym.ledger", "is a ledger")] {
      let bytes = try Disk.read(folder(file))
      for task in [
        ["--ledger", "gym.ledger"] + serve, ["backup", "copy.sqlite", "--database"],
        ["export", "all.jsonl", "--database"], ["import", "devices.jsonl", "--database"],
        ["forget", "A-1", "--database"],
      ] {
        let outcome = try PasscBinary.run(["serve"] + task + [file], in: folder.path)
        // A ledger of the same run is rejected before anything is opened.
        let isInput = task.contains(file)
        #expect(outcome.status == (isInput ? 2 : 3), "\(outcome.story)")
        #expect(
          outcome.errors.contains(isInput ? "an input of this run" : words), "\(outcome.story)")
      }
      let push = try PasscBinary.run(
        ["push", "--all", "--dry-run", "--database", file], in: folder.path)
      #expect(push.status == 3 && push.errors.contains(words), "\(push.story)")
      #expect(try Disk.read(folder(file)) == bytes)
    }
    for file in ["crm.sqlite", "passes.sqlite"] {
      let bytes = try Disk.read(folder(file))
      let outcome = try PasscBinary.run(
        ["serve", "--ledger", file] + serve + ["new.sqlite"], in: folder.path)
      #expect(
        outcome.status == 3 && outcome.errors.contains("is not a ledger"), "\(outcome.story)")
      #expect(try Disk.read(folder(file)) == bytes)
    }
    #expect(try Disk.list(folder.path) == before)
  }

  @Test func findsADamagedPageAfterTheStart() throws {
    let service = try ServiceCase(operators: ServiceCase.operatorsOnAPort)
    service.end()
    let damaged = try Program.run(
      "/usr/bin/python3",
      [
        "-c",
        """
        import sqlite3
        c = sqlite3.connect('passes.sqlite')
        page = c.execute("select rootpage from sqlite_master where name='personal'").fetchone()[0]
        size = c.execute('pragma page_size').fetchone()[0]
        c.close()
        with open('passes.sqlite', 'r+b') as f: f.seek((page - 1) * size); f.write(b'\\xff' * size)
        """,
      ], in: service.folder.path)
    try #require(damaged.status == 0, "\(damaged.errors)")
    try service.start(ServiceCase.operatorsOnAPort)
    var ready = try service.ask("GET", "/readyz")
    for _ in 0..<100 where ready.status != 503 {
      Thread.sleep(forTimeInterval: 0.05)
      ready = try service.ask("GET", "/readyz")
    }
    #expect(ready.status == 503 && ready.text.contains("damaged"), "\(ready)")
    #expect(service.log.contains("the database is damaged"), "\(service.log)")
    let token = try service.token("A-1.pkpass")
    #expect(
      try service.send("GET", "/v1/passes/\(ServiceCase.passType)/A-1", token: token).status == 200)
  }

  @Test func saysWhereItCannotListen() throws {
    let service = try ServiceCase()
    let taken = "127.0.0.1:\(service.port)"
    for (words, sentence) in [
      (["--listen", taken], "cannot listen on \(taken) (--listen): address already in use"),
      (["--probes", taken], "cannot listen on \(taken) (--probes): address already in use"),
      (
        ["--operators", "unix:none/x.sock"],
        "cannot listen on unix:none/x.sock (--operators): no such file or folder"
      ),
      (
        ["--listen", "192.0.2.1:8080"],
        "cannot listen on 192.0.2.1:8080 (--listen): no address of this machine"
      ),
    ] {
      var all = ["serve", "--ledger", "gym.ledger", "--database", "other.sqlite"] + words
      if words[0] != "--listen" { all += ["--listen", "127.0.0.1:0"] }
      if words[0] != "--operators" { all += ["--operators", "unix:other.sock"] }
      let outcome = try PasscBinary.run(all, in: service.folder.path)
      #expect(outcome.status == 3 && outcome.errors.contains(sentence), "\(outcome.story)")
      #expect(outcome.errors.contains("help: ") && !outcome.errors.contains("errno"))
    }
  }

  /// `passc-spark` leaves a ledger whose passes are in an object store and not on this machine.
  @Test func refusesALedgerWhosePassesLieInAStore() throws {
    let folder = try TemporaryFolder()
    let digest = String(repeating: "a", count: 64)
    try folder.add(
      "outcomes.jsonl",
      Array(
        """
        {"outcome":"issued","passType":"\(Self.type)","serial":"A-1","digest":"\(digest)",\
        "size":4711,"place":"s3://cards/A-1.pkpass"}
        """.utf8))
    let taken = try PasscBinary.run(
      ["ledger", "import", "--outcomes", "outcomes.jsonl", "--ledger", "a.ledger"],
      in: folder.path)
    try #require(taken.status == 0, "\(taken.errors)")
    let refused = try PasscBinary.run(
      ["serve", "--ledger", "a.ledger", "--listen", "127.0.0.1:0"], in: folder.path)
    #expect(
      refused.status == 3 && refused.errors.contains("A-1 is in a store (s3://cards/A-1.pkpass)"),
      "\(refused.errors)")
  }

  @Test func answersOperatorsWhoHaveTheToken() throws {
    let service = try ServiceCase(
      operators: [
        "--probes", "127.0.0.1:0",
      ] + ServiceCase.operatorsOnAPort)
    let token = try service.token("A-1.pkpass")
    _ = try service.send("POST", Self.device + "/A-1", token: token, body: Self.push)
    let message = "Server requested update to serial number 'A-1', but the pass was unchanged."
    let device = String(repeating: "0a1b", count: 16)
    _ = try service.send(
      "POST", "/v1/log", body: #"{"logs": ["\#(message)", "<b> (Device = \#(device))"]}"#)
    func ask(
      _ path: String, _ headers: [String] = ["Authorization: Bearer \(ServiceCase.operatorsToken)"],
      host: String = "localhost", method: String = "GET", body: String? = nil
    ) throws -> ServiceCase.Answer {
      try service.ask(method, path, headers: headers, host: host, body: body)
    }
    let passes = try ask("/passes")
    #expect(passes.status == 200 && passes.text.split(separator: "\n").count == 3)
    #expect(try ask("/passes?limit=1").text.split(separator: "\n").count == 1)
    #expect(passes.text.contains(#""serial":"A-1","#) && passes.text.contains(#""devices":1"#))
    #expect(try ask("/passes/\(Self.type)/A%2F3").text.contains(#""source":"ledger""#))
    #expect(try ask("/passes/\(Self.type)/nobody").status == 404)
    for second in ["07", "08"] {
      let line = "[2026-01-01 10:00:\(second) +0100] \(message)"
      _ = try service.send("POST", "/v1/log", body: #"{"logs": ["\#(line)"]}"#)
    }
    let logs = try ask("/logs").text
    #expect(logs.contains(message) && logs.contains("listedUnchanged"))
    // One line for all of them, whatever their times.
    #expect(logs.split(separator: "\n").count == 2 && logs.contains(#""count":3"#), "\(logs)")
    let devices = try ask("/devices").text
    #expect(devices.contains("A-1"))
    let page = try ask("/status")
    #expect(
      page.text.contains("&lt;b&gt;") && page.headers["content-type"] == "text/html; charset=utf-8")
    for text in [logs, devices, page.text, service.log, try ask("/metrics", []).text] {
      for secret in [token, "0a1b", "\"d1\"", device] { #expect(!text.contains(secret), "\(text)") }
    }
    #expect(try ask("/pushes").text == "")
    let pushed = try ask("/push", method: "POST", body: #"{"serials": ["A-1", "A 2"]}"#)
    #expect(
      pushed.text.hasPrefix(#"{"version":1,"pushes":1,"unknown":[],"sends":false,"message":"the"#),
      "\(pushed.text)")
    #expect(try ask("/pushes").text.contains(Self.type))
    #expect(try ask("/push", method: "POST", body: "{}").status == 400)

    for headers in [[], ["Authorization: Bearer wrong"], ["Authorization: ApplePass \(token)"]] {
      #expect(try ask("/passes", headers).status == 401, "\(headers)")
    }
    let basic = Data("x:\(ServiceCase.operatorsToken)".utf8).base64EncodedString()
    #expect(try ask("/status", ["Authorization: Basic \(basic)"]).status == 200)
    for host in ["evil.example.com", "127.evil.example", "127.0.0.1.evil.example", "[::2]", ""] {
      #expect(try ask("/passes", host: host).status == 421, "\(host)")
    }
    for host in ["localhost:8080", "127.0.0.1", "127.0.0.2:8080", "[::1]:8080", "[::1]"] {
      #expect(try ask("/passes", host: host).status == 200, "\(host)")
    }
    for origin in ["https://evil.example", "http://127.evil.example", "null"] {
      let headers = [
        "Authorization: Bearer \(ServiceCase.operatorsToken)", "Origin: \(origin)",
      ]
      #expect(try ask("/passes", headers).status == 403, "\(origin)")
    }
    #expect(try ask("/healthz", []).text == "ok\n" && ask("/readyz", []).status == 200)
    let probes = try #require(service.port(after: "probes http://127.0.0.1:"))
    #expect(try service.ask("GET", "/metrics", port: probes).text.contains("passc_passes 3"))
    #expect(try service.ask("GET", "/passes", port: probes).status == 404)
  }

  @Test func takesRowsThatArePut() throws {
    let service = try ServiceCase(
      operators: [
        "--template", "gym.pass", "--token-key", "token.key", "--identity",
        PasscBinary.identity("ordinary"),
      ] + ServiceCase.operatorsOnAPort)
    func ask(
      _ method: String, _ serial: String, _ body: String? = nil, _ headers: [String] = []
    ) throws -> ServiceCase.Answer {
      try service.operate(
        method, "/passes" + (serial.isEmpty ? "" : "/\(Self.type)/\(serial)"), headers: headers,
        body: body)
    }
    let row = #"{"serial": "R-1", "name": "Ann", "points": 1}"#
    let made = try ask("PUT", "R-1", row)
    #expect(made.status == 201, "\(made.text)")
    let tag = try #require(made.headers["etag"])
    // The same row gives the same version at any time.
    usleep(1_100_000)
    let again = try ask("PUT", "R-1", row)
    #expect(again.status == 200 && again.headers["etag"] == tag)

    let token = try service.derivedToken("R-1")
    let path = "/v1/passes/\(Self.type)/R-1"
    let pass = try service.send("GET", path, token: token)
    #expect(pass.status == 200)
    try service.folder.add("got.pkpass", pass.body)
    let check = try PasscBinary.run(
      ["check", "got.pkpass", "--trust", PasscBinary.root.path + "/certs-example/root.pem"],
      in: service.folder.path)
    #expect(check.status == 0, "\(check.text) \(check.errors)")
    #expect(try service.send("GET", path, token: token).body == pass.body)

    #expect(try ask("PATCH", "R-1", #"{"points": 2}"#, ["If-Match: \"1-1\""]).status == 412)
    let patched = try ask("PATCH", "R-1", #"{"points": 2}"#, ["If-Match: \(tag)"])
    #expect(patched.status == 200 && patched.headers["etag"] != tag, "\(patched.text)")
    #expect(patched.text.contains(#""points":2"#) && patched.text.contains(#""name":"Ann""#))
    #expect(try service.send("GET", path, token: token).body != pass.body)

    let refused = try ask("PUT", "R-1", #"{"serial": "R-1", "name": "Ann", "points": "many"}"#)
    #expect(
      refused.status == 422 && refused.text.contains(#""severity":"error""#), "\(refused.text)")
    let elsewhere = try ask("PUT", "R-2", row)
    #expect(
      elsewhere.status == 422 && elsewhere.text.contains(#""code":"serial.otherPlace""#),
      "\(elsewhere.text)")
    #expect(try ask("PUT", "R-1", "[]").status == 400)
    let taken = try ask("PUT", "A-1", #"{"serial": "A-1", "name": "Ann", "points": 9}"#)
    #expect(taken.status == 409 && taken.text.contains("the ledger gym.ledger"))
    #expect(try ask("PATCH", "nobody", "{}").status == 404)

    let voided = try ask("DELETE", "R-1")
    #expect(voided.status == 200 && voided.text.contains(#""voided":true"#), "\(voided.text)")
    let bytes = try service.send("GET", path, token: token).body
    #expect(String(decoding: bytes, as: UTF8.self).contains(#""voided""#))

    let lines = [
      #"{"serial": "R-3", "name": "Bo", "points": 3}"#, "", #"{"serial": "R-4"}"#, "nonsense",
      #"{"serial": "A-1", "name": "Ann", "points": 9}"#,
    ]
    let many = try ask("POST", "", lines.joined(separator: "\n"))
    let answers = many.text.split(separator: "\n")
    #expect(answers.count == 4, "\(many.text)")
    for (answer, words) in zip(
      answers,
      [
        #""line":1,"status":201,"serial":"R-3""#, #""line":3,"status":422"#,
        #""line":4,"status":400,"message":"expected one JSON object"#,
        #""line":5,"status":409,"source":"ledger","message":"the pass comes from the ledger gym.l"#,
      ])
    {
      #expect(answer.contains(words), "\(answer)")
    }
  }

  @Test func saysOnceWhatOfALedgerItCannotServe() throws {
    let service = try ServiceCase(operators: ["--probes", "127.0.0.1:0"])
    func unfit() throws -> String? {
      let probes = try #require(service.port(after: "probes http://127.0.0.1:"))
      return try service.ask("GET", "/metrics", port: probes).text.split(separator: "\n")
        .first { $0.contains("passc_versions_total{outcome=\"unfit\"}") }
        .map { String($0.split(separator: " ")[1]) }
    }
    // A run into a tar archive while the service is running.
    try service.folder.add(
      "members.csv", Array("serial,name,points\nA-1,Ann,7\nA 2,Bo,8\nA/3,Cy,3\n".utf8))
    let issued = try PasscBinary.run(
      [
        "issue", "gym.pass", "--data", "members.csv", "--identity",
        PasscBinary.identity("ordinary"), "--token-key", "token.key", "-o", "out.tar", "--ledger",
        "gym.ledger",
      ], in: service.folder.path)
    try #require(issued.status == 0, "\(issued.errors)")
    try service.wait { $0.contains("cannot serve the passes of a run") && $0.contains("unfit=") }
    func wait(until isThere: () throws -> Bool) throws {
      for _ in 0..<200 where try !isThere() { usleep(50_000) }
      #expect(try isThere(), "\(service.log)")
    }
    try wait { try unfit() == "3" }
    // Runs into files still work.
    try service.issue("serial,name,points\nA-1,Ann,7\nA 2,Bo,8\nA/3,Cy,9\n")
    let third = try service.token("A%2F3.pkpass")
    try wait {
      try service.send("GET", "/v1/passes/\(Self.type)/A%2F3", token: third).body
        == Disk.read(service.folder("out/A%2F3.pkpass"))
    }
    #expect(service.log.ranges(of: "cannot serve the passes of a run").count == 1, "\(service.log)")
    #expect(service.end() == 0)

    // Another program has written a file for a pass that the service does not know.
    let other = try ServiceCase(operators: [])
    other.end()
    try other.folder.add("out/A-1.pkpass", try Disk.read(other.folder("out/A%202.pkpass")))
    try other.start(["--database", "other.sqlite"])
    let lines = other.log.split(separator: "\n").filter { $0.contains("cannot serve a bundle") }
    #expect(lines.count == 1 && lines[0].contains("A-1.pkpass"), "\(other.log)")
    #expect(other.log.contains("not the bundle that the ledger recorded"))
    #expect(other.log.contains("unfit=1"))
    #expect(try other.send("GET", "/v1/passes/\(ServiceCase.passType)/A-1").status == 401)
  }

  @Test func saysWhichLineIsTooLong() throws {
    let service = try ServiceCase(
      operators: [
        "--template", "gym.pass", "--token-key", "token.key", "--identity",
        PasscBinary.identity("ordinary"),
      ] + ServiceCase.operatorsOnAPort)
    let lines = [
      #"{"serial": "R-1", "name": "Bo", "points": 3}"#, String(repeating: " ", count: 9 << 20),
      #"{"serial": "R-3", "name": "Bo", "points": 3}"#,
    ]
    let answer = try service.operate("POST", "/passes", body: lines.joined(separator: "\n"))
    let answers = answer.text.split(separator: "\n")
    try #require(answers.count == 2, "\(answer.text)")
    #expect(answers[0].contains(#""line":1,"status":201"#))
    #expect(answers[1].contains(#""line":2,"status":413,"message":"the row is larger than 8 MiB"#))
  }

  /// Each request has a separate connection, and all are sent before a response is read (race).
  @Test func registersADeviceOnceThatAsksSixtyFourTimesAtOnce() throws {
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort)
    let call =
      ServiceCase.request(
        "POST", Self.device + "/A-1",
        [
          "Authorization: ApplePass \(try service.token("A-1.pkpass"))",
          "Content-Length: \(Self.push.utf8.count)",
        ]) + Array(Self.push.utf8)
    let connections = try (0..<64).map { _ in try ServiceCase.connection(to: service.port) }
    defer { for connection in connections { close(connection) } }
    for connection in connections { ServiceCase.send(call, on: connection) }
    var statuses: [Int] = []
    for connection in connections {
      var received: [UInt8] = []
      statuses.append(try ServiceCase.next(of: &received, on: connection, hasBody: true).status)
    }
    #expect(statuses.sorted() == Array(repeating: 200, count: 63) + [201])
    let devices = try service.operate("GET", "/devices")
    #expect(devices.text.split(separator: "\n").count == 1, "\(devices.text)")
  }

  @Test func keepsTheOperatorsSocketFromOthers() throws {
    let service = try ServiceCase()
    let attributes = try FileManager.default.attributesOfItem(
      atPath: service.folder("passc-service.sock"))
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o777 } == 0o600)
    service.end(SIGKILL)
    // The socket of a killed service does not prevent a start.
    try service.start()
    for place in ["0.0.0.0:9090", "example.com:80", "unix:", "9090"] {
      let outcome = try PasscBinary.run(
        ["serve", "--ledger", "gym.ledger", "--operators", place], in: service.folder.path)
      #expect(outcome.status == 2, "\(place): \(outcome.errors)")
    }
    let outcome = try PasscBinary.run(
      ["serve", "--ledger", "gym.ledger", "--operators", "127.0.0.1:0"], in: service.folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains("needs a token"))
  }

  private static func tag(of list: ServiceCase.Answer) throws -> String {
    let parts = list.text.components(separatedBy: #""lastUpdated":""#)
    return String(try #require(parts.dropFirst().first).prefix { $0 != "\"" })
  }
}
