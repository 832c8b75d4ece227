// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc serve --template --data`: passes of a table, built when a phone requests them.
@Suite(.serialized)
struct ServeTableTests {
  private static let type = ServiceCase.passType
  private static let push = #"{"pushToken": "0a1b"}"#

  /// Waits up to 15 seconds for a condition.
  static func wait(_ isDone: () throws -> Bool) throws -> Bool {
    for _ in 0..<150 {
      if try isDone() { return true }
      usleep(100_000)
    }
    return false
  }

  @Test func makesPassesWhenTheyAreAskedFor() throws {
    let service = try ServiceCase(base: ServiceCase.table)
    let token = try service.derivedToken("A-1")
    let path = "/v1/passes/\(Self.type)/A-1"
    #expect(try service.send("GET", path, token: "wrong").status == 401)
    let pass = try service.send("GET", path, token: token)
    #expect(pass.status == 200 && pass.headers["content-type"] == "application/vnd.apple.pkpass")
    try service.folder.add("got.pkpass", pass.body)
    let check = try PasscBinary.run(
      ["check", "got.pkpass", "--trust", PasscBinary.root.path + "/certs-example/root.pem"],
      in: service.folder.path)
    #expect(check.status == 0, "\(check.text) \(check.errors)")
    let date = try #require(pass.headers["last-modified"])
    let same = try service.send(
      "GET", path, token: token, headers: ["If-Modified-Since: \(date)"])
    #expect(same.status == 304)
    let head = try service.send("HEAD", path, token: token)
    #expect(head.shown == pass.shown && head.body.isEmpty)

    // The same version has the same bytes in another process.
    service.end()
    usleep(1_100_000)
    try service.start()
    let again = try service.send("GET", path, token: token)
    #expect(again.body == pass.body && again.headers["last-modified"] == date)
  }

  @Test func followsTableAndTemplate() throws {
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort, base: ServiceCase.table)
    let token = try service.derivedToken("A-1")
    let list = "/v1/devices/d1/registrations/\(Self.type)"
    #expect(
      try service.send("POST", list + "/A-1", token: token, body: Self.push).status == 201)
    let first = try service.send("GET", list).text
    func changed(_ before: String) throws -> Bool {
      try Self.wait { try service.send("GET", list).text != before }
    }
    try service.folder.add(
      "members.csv", Array("serial,name,points\nA-1,Ann,77\nA 2,Bo,many\nA/3,Cy,3\n".utf8))
    #expect(try changed(first), "\(service.log)")
    let pass = try service.send("GET", "/v1/passes/\(Self.type)/A-1", token: token)
    #expect(String(decoding: pass.body, as: UTF8.self).contains("77"))
    // A rejected row is logged without its values, and its pass stays.
    #expect(service.log.contains("members.csv:3"), "\(service.log)")
    #expect(!service.log.contains("many"))
    let kept = try service.send(
      "GET", "/v1/passes/\(Self.type)/A%202", token: try service.derivedToken("A 2"))
    #expect(kept.status == 200)

    let second = try service.send("GET", list).text
    let file = service.folder("gym.pass/pass.json")
    let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    // If the template cannot be read, the old one is used.
    try service.folder.add("gym.pass/pass.json", Array("{".utf8))
    #expect(try Self.wait { service.log.contains("the passes stay unchanged") }, "\(service.log)")
    #expect(
      try service.send("GET", "/v1/passes/\(Self.type)/A-1", token: token).body == pass.body)
    try service.folder.add(
      "gym.pass/pass.json", Array(text.replacing(#""Points""#, with: #""Score""#).utf8))
    #expect(try changed(second), "\(service.log)")

    let put = try service.operate(
      "PUT", pass: "A-1", #"{"serial": "A-1", "name": "Ann", "points": 9}"#)
    #expect(put.status == 409 && put.text.contains("the table members.csv"), "\(put.text)")
    #expect(
      try service.operate(
        "PUT", pass: "R-1", #"{"serial": "R-1", "name": "Ann", "points": 9}"#
      ).status == 201)
    #expect(try service.operate("GET", pass: "A-1").text.contains(#""source":"table""#))
  }

  @Test func rowsThatArePutFollowTheTemplate() throws {
    let service = try ServiceCase(
      operators: ServiceCase.operatorsOnAPort, base: ServiceCase.rows)
    for (serial, name) in [("R-1", "Ann"), ("R-2", "Bo")] {
      let row = #"{"serial": "\#(serial)", "name": "\#(name)", "points": 9}"#
      #expect(try service.operate("PUT", pass: serial, row).status == 201)
    }
    let token = try service.derivedToken("R-1")
    func pass() throws -> [UInt8] {
      try service.send("GET", "/v1/passes/\(Self.type)/R-1", token: token).body
    }
    func holds(_ words: String) throws -> Bool {
      String(decoding: try pass(), as: UTF8.self).contains(words)
    }
    let file = service.folder("gym.pass/pass.json")
    let text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    func label(_ words: String) throws {
      let changed = text.replacing(#""Points""#, with: "\"\(words)\"")
      try service.folder.add("gym.pass/pass.json", Array(changed.utf8))
    }
    #expect(try holds("Points"))
    try label("Score")
    #expect(try Self.wait { try holds("Score") }, "\(service.log)")
    // The same while the service is down, with a row that is now rejected.
    service.end()
    try label("Rank")
    try service.folder.add(
      "gym.pass/template.json",
      Array(
        #"{"columns": {"serial": {}, "name": {"pattern": "^A.*$"}, "points": {"type": "integer"}}}"#
          .utf8))
    try service.start(service.operators)
    #expect(try Self.wait { try holds("Rank") }, "\(service.log)")
    try service.wait { $0.contains("the template rejects API rows") }
    let kept = try service.send(
      "GET", "/v1/passes/\(Self.type)/R-2", token: try service.derivedToken("R-2"))
    #expect(kept.status == 200 && String(decoding: kept.body, as: UTF8.self).contains("Score"))
    let voided = try service.operate("DELETE", pass: "R-2")
    #expect(
      voided.status == 200 && voided.text.contains(#""madeFrom":"bundle""#), "\(voided.text)")
  }

  @Test func refusesTablesItCannotServe() throws {
    let service = try ServiceCase()
    service.end()
    func run(_ arguments: [String]) throws -> Program.Outcome {
      try PasscBinary.run(
        ["serve", "--listen", "127.0.0.1:0"] + arguments, in: service.folder.path)
    }
    #expect(try run(["--data", "members.csv"]).status == 2)
    var table = ServiceCase.table
    table[3] = "none.csv"
    #expect(try run(table).status == 3)
    #expect(try run(ServiceCase.table + ["--data", "-"]).status == 2)
    try service.folder.add("members.csv", Array("name,points\nAnn,1\n".utf8))
    let outcome = try run(ServiceCase.table)
    #expect(outcome.status == 1 && outcome.errors.contains("serial"), "\(outcome.errors)")
  }
}
