// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassRehearsal
import PassTesting
import Testing

/// Tests of `passc push` with a replacement for Apple's push service.
@Suite(.serialized)
struct PushTests {
  private static let list = "/v1/devices/d1/registrations/\(ServiceCase.passType)"

  /// Returns a running service without pushes. A-1 is on one device, A 2 on another. A-1 has
  /// changed since.
  private static func service(_ simulator: PushSimulator) async throws -> ServiceCase {
    let service = try ServiceCase(files: ["push-ca.pem": Array(simulator.authority.pem.utf8)])
    for (device, serial, file) in [
      ("d1", "A-1", "A-1.pkpass"), ("d2", "A%202", "A%202.pkpass"),
    ] {
      let path = "/v1/devices/\(device)/registrations/\(ServiceCase.passType)/\(serial)"
      let answer = try service.send(
        "POST", path, token: try service.token(file), body: "{\"pushToken\": \"0a\(device)\"}")
      try #require(answer.status == 201)
    }
    let tag = try service.send("GET", Self.list).text
      .components(separatedBy: #""lastUpdated":""#).last.map { String($0.prefix { $0 != "\"" }) }
    try service.issue("serial,name,points\nA-1,Ann,100\nA 2,Bo,2\nA/3,Cy,3\n")
    for _ in 0..<1_200 {
      let list = try service.send("GET", Self.list + "?passesUpdatedSince=\(tag ?? "")")
      if list.status == 200 { return service }
      try await Task.sleep(for: .milliseconds(50))
    }
    Issue.record("the change is not listed: \(service.log)")
    return service
  }

  private static func push(
    _ service: ServiceCase, _ simulator: PushSimulator?, _ words: [String],
    identity: [String] = ["--identity", PasscBinary.identity("ordinary")]
  ) throws -> Program.Outcome {
    let target = simulator.map {
      ["--push", "127.0.0.1:\($0.port)", "--push-trust", "push-ca.pem"] + identity
    }
    return try PasscBinary.run(
      ["push", "--database", "passes.sqlite"] + words + (target ?? []), in: service.folder.path)
  }

  @Test func pushesWhatWaitsWhileTheServiceRuns() async throws {
    let simulator = try await PushSimulator()
    let service = try await Self.service(simulator)
    let dry = try Self.push(service, nil, ["--all", "--dry-run"])
    #expect(dry.status == 0 && dry.text == "would push 1 device\n", "\(dry.story)")
    #expect(dry.errors.contains("nothing to fetch: 1 device"), "\(dry.story)")
    let other = try Self.push(service, simulator, ["--serial", "A 2"])
    #expect(other.status == 0 && other.text.hasPrefix("sent 0,"), "\(other.story)")
    #expect(simulator.count == 0)

    let sent = try Self.push(service, simulator, ["--all"])
    #expect(sent.status == 0 && sent.text.hasPrefix("sent 1, gone 0"), "\(sent.story)")
    #expect(simulator.pushes.map(\.path) == ["/3/device/0ad1"])
    #expect(simulator.pushes.first?.topic == ServiceCase.passType)
    let again = try Self.push(service, simulator, ["--all"])
    #expect(again.text.hasPrefix("sent 0,") && simulator.count == 1, "\(again.story)")
    #expect(again.errors.contains("--force"))

    let forced = try Self.push(
      service, simulator, ["--serial", "A 2", "--serial", "A-1", "--force"])
    #expect(forced.text.hasPrefix("sent 2,") && simulator.count == 3, "\(forced.story)")
    let unknown = try Self.push(service, simulator, ["--serial", "nobody", "--serial", "A-1"])
    #expect(unknown.status == 1 && unknown.errors.contains("nobody not found"), "\(unknown.story)")

    simulator.script(
      [.answer(status: 410, reason: "Unregistered", timestamp: Int64.max / 2)], for: "0ad1")
    let gone = try Self.push(service, simulator, ["--serial", "A-1", "--force"])
    #expect(gone.status == 1 && gone.text.hasPrefix("sent 0, gone 1"), "\(gone.story)")
    #expect(try service.send("GET", Self.list).status == 204)
    for outcome in [dry, other, sent, again, forced, unknown, gone] {
      #expect(!outcome.text.contains("0ad") && !outcome.errors.contains("0ad"))
    }
    await simulator.stop()
  }

  @Test(.enabled(if: Program.path(of: "python3") != nil, "python3 plays the signer"))
  func pushesWithAKeyThatAProgramHolds() async throws {
    let simulator = try await PushSimulator()
    let service = try await Self.service(simulator)
    let script = Program.repository + "/Tests/Fixtures/sign-with/bad_signer.py"
    func identity(_ mode: String) -> [String] {
      [
        "--certificate", PasscBinary.identity("ordinary/certificate.pem"), "--wwdr",
        PasscBinary.identity("ordinary/intermediate.pem"), "--sign-with",
        "exec python3 '\(script)' \(mode) '\(PasscBinary.identity("ordinary/key.pem"))' "
          + "'\(PasscBinary.identity("nfc/key.pem"))' '\(service.folder("pids"))'",
      ]
    }
    let sent = try Self.push(service, simulator, ["--all"], identity: identity("good"))
    #expect(sent.status == 0 && sent.text.hasPrefix("sent 1,"), "\(sent.story)")
    #expect(simulator.count == 1)
    let wrong = try Self.push(
      service, simulator, ["--all", "--force"], identity: identity("wrong-key"))
    #expect(wrong.status == 3 && wrong.errors.contains("does not verify"), "\(wrong.story)")
    #expect(simulator.count == 1)
    await simulator.stop()
  }

  @Test(arguments: [
    ["push", "--database", "a.sqlite"], ["push", "--all"], ["push", "--serial", "A"],
    ["push", "--database", "a.sqlite", "--all", "--serial", "A"],
    ["push", "--database", "a.sqlite", "--all", "--device-token-file", "tokens.txt"],
    ["push", "--topic", "pass.x", "--device-token-file", "tokens.txt"],
    ["push", "--database", "a.sqlite", "--all"],
  ])
  func refusesWhatIsNotMeant(_ words: [String]) throws {
    let folder = try TemporaryFolder(["tokens.txt": "abcd\n"])
    let outcome = try PasscBinary.run(words, in: folder.path)
    #expect(outcome.status == 2 && !outcome.errors.isEmpty, "\(outcome.story)")
  }

  @Test func saysHowToChooseDevicesIfNoneAreChosen() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["push"], in: folder.path)
    #expect(outcome.status == 2, "\(outcome.story)")
    for words in ["no devices were chosen", "--database", "--device-token-file"] {
      #expect(outcome.errors.contains(words), "\(outcome.story)")
    }
  }

  /// A hint about restarting the service would not help a user of `passc push`.
  @Test func saysNothingOfAServiceWhereNoneIs() async throws {
    let simulator = try await PushSimulator()
    simulator.script([.answer(status: 404, reason: nil)], for: "abcd")
    let folder = try TemporaryFolder(["tokens.txt": "abcd\n"])
    try folder.add("push-ca.pem", Array(simulator.authority.pem.utf8))
    let outcome = try PasscBinary.run(
      [
        "push", "--topic", ServiceCase.passType, "--device-token-file", "tokens.txt", "--force",
        "--push", "127.0.0.1:\(simulator.port)", "--push-trust", "push-ca.pem", "--identity",
        PasscBinary.identity("ordinary"),
      ], in: folder.path)
    #expect(outcome.status == 3 && outcome.errors.contains("404"), "\(outcome.story)")
    #expect(!outcome.errors.contains("started again"), "\(outcome.story)")
    await simulator.stop()
  }

  @Test func saysThatThereIsNoDatabase() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(
      ["push", "--database", "none.sqlite", "--all", "--dry-run"], in: folder.path)
    #expect(
      outcome.status == 3 && outcome.errors.contains("none.sqlite does not exist"),
      "\(outcome.story)")
    #expect(!FileManager.default.fileExists(atPath: folder("none.sqlite")))
  }
}
