// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of `passc provision` as users run it.
struct ProvisionTests {
  private static let profiles = ["increase", "marqeta", "wise", "enfuce"]

  private static func card(_ profile: String) -> [String] {
    let id = profile == "enfuce" ? "123456789" : "00000000-example"
    return ["--card", id, "--cardholder", "Ada Example"]
  }

  @Test(arguments: profiles) func anExampleIsCarriedThereAndBack(_ profile: String) throws {
    let test = try BuildCase()
    let made = try test.passc(["provision", "example", "--profile", profile, "-o", "try"])
    #expect(made.status == 0 && made.text.split(separator: "\n").count == 5, "\(made.story)")
    for name in ["request", "answer", "app-request"] {
      let listed = try Program.run(
        "/usr/bin/env", ["ls", "-l", "try/\(name).json"], in: test.folder.path)
      #expect(listed.text.hasPrefix("-rw-------"), "\(listed.text)")
    }
    let checked = try test.passc([
      "provision", "check", "try/request.json", "--answer", "try/answer.json", "--profile", profile,
      "--trust", "try/trust.pem", "--strict",
    ])
    #expect(checked.status == 0, "\(checked.story)")
    #expect(
      checked.text.contains("2 documents checked: no errors, no warnings"), "\(checked.story)")
    let call = try test.passc(
      ["provision", "relay", "request", "--profile", profile] + Self.card(profile),
      input: try test.bytes("try/app-request.json"))
    #expect(call.status == 0 && call.errors.isEmpty, "\(call.story)")
    #expect(call.text.hasPrefix("{\"method\":\"POST\",\"path\":\"/"), "\(call.story)")
    let answer = try test.passc(
      ["provision", "relay", "answer", "--profile", profile],
      input: try test.bytes("try/answer.json"))
    #expect(answer.status == 0 && answer.text.hasPrefix("{\"encryptedPassData\":\""))
    try test.folder.add(["app-answer.json": answer.text])
    let whole = try test.passc([
      "provision", "check", "try/app-request.json", "--answer", "app-answer.json", "--trust",
      "try/trust.pem",
    ])
    #expect(whole.status == 0, "\(whole.story)")
    // A profile from a file works like the built-in one.
    let same = try test.passc(
      ["provision", "relay", "request", "--profile", "try/profile.json"] + Self.card(profile),
      input: try test.bytes("try/app-request.json"))
    #expect(same.text == call.text)
  }

  @Test func wrongUseAndUnusableInputAreSaid() throws {
    let test = try BuildCase()
    for (arguments, status) in [
      (["check", "absent.json"], 3), (["check"], 2), (["example"], 2),
      (["example", "--fault", "nonsense", "-o", "a"], 2),
      (["example", "--profile", "visa", "-o", "a"], 2),
      (["example", "--profile", "wise", "--fault", "wrong-channel", "-o", "a"], 2),
      (["relay", "request", "--profile", "marqeta"], 2),
      (["relay", "answer", "--profile", "marqeta", "--card", "a"], 2),
      (["relay", "sideways", "--profile", "marqeta"], 2),
    ] {
      let outcome = try test.passc(["provision"] + arguments)
      #expect(outcome.status == status, "\(outcome.story)")
    }
    #expect(!test.exists("a"))
    for (body, code) in [
      ("{\"status\": 404, \"body\": {}}", "card.unknown"),
      ("{\"status\": 503, \"body\": \"busy\"}", "upstream.busy"),
      ("{\"status\": 200, \"milliseconds\": 25000, \"body\": {}}", "upstream.timeout"),
      ("{\"status\": 200, \"body\": {}}", "upstream.malformed"), ("{", "upstream.malformed"),
    ] {
      let outcome = try test.passc(
        ["provision", "relay", "answer", "--profile", "wise"], input: Array(body.utf8))
      #expect(outcome.status == 1, "\(outcome.story)")
      #expect(outcome.text.contains("\"code\":\"\(code)\""), "\(outcome.story)")
    }
    let explained = try test.passc(["explain", "provision.answer.late"])
    #expect(explained.text.contains("\"milliseconds\": 16200"), "\(explained.story)")
  }

  /// No output of any command about any example, in any format, may contain a certificate, nonce,
  /// signature, data, key, name or card id, in Base64, hex or raw. Standard output of `provision
  /// relay` is the message itself.
  @Test func nothingSaidHoldsASecret() throws {
    let test = try BuildCase()
    let faults = try test.passc(["provision", "example", "--help"]).text
    let list = try #require(
      faults.replacing("\n", with: " ").split(separator: "--fault <name>").last?
        .split(separator: "(values:").dropFirst().first)
    let names = list.prefix { $0 != ")" }.split(separator: ",").map {
      $0.split(separator: " ").joined()
    }
    try #require(names.count > 35, "\(names)")
    var said: [UInt8] = []
    var secrets: Set<[UInt8]> = []
    let formats = ["text", "json", "sarif", "junit", "github", "gitlab"]
    for (index, fault) in names.enumerated() {
      let profile = index % 5 == 0 ? nil : Self.profiles[index % 4]
      let options = profile.map { ["--profile", $0] } ?? []
      let folder = "f\(index)"
      let made = try test.passc(
        ["provision", "example", "--fault", fault, "-o", folder] + options)
      said += made.output + Array(made.errors.utf8)
      guard made.status == 0 else { continue }
      for file in ["request.json", "answer.json"] {
        secrets.formUnion(Self.secrets(try test.bytes("\(folder)/\(file)")))
      }
      let format = formats[index % formats.count]
      let checked = try test.passc(
        [
          "provision", "check", "\(folder)/request.json", "--answer", "\(folder)/answer.json",
          "--format", format, "--notes", "--report", "\(formats[(index + 1) % 6])=\(folder)/report",
          "--write-baseline", "\(folder)/baseline.json",
        ] + options)
      said += checked.output + Array(checked.errors.utf8)
      said += try test.bytes("\(folder)/report") + test.bytes("\(folder)/baseline.json")
      for direction in ["request", "answer"] {
        let file = direction == "answer" ? "answer.json" : "request.json"
        let outcome = try test.passc(
          ["provision", "relay", direction, "--profile", profile ?? "increase"]
            + (direction == "request" ? Self.card(profile ?? "increase") : []),
          input: try test.bytes("\(folder)/\(file)"))
        said += Array(outcome.errors.utf8)
      }
    }
    // Invalid JSON, and a secret in every place for a name or word.
    let secret = "c2VjcmV0LXNlY3JldC1zZWNyZXQ"
    for text in [
      "{\"\(secret)\":1,\"\(secret)\":2}", "{\"nonce\": \(secret)}", "[\(secret)]", secret,
      "{\"nonce\":\"\(secret)\",\"certificates\":\"\(secret)\",\"scheme\":\"\(secret)\"}",
      "{\"error\":{\"code\":\"\(secret)\"}}", "{\"status\":\"\(secret)\",\"body\":{}}",
    ] {
      for arguments in [
        ["check", "-"], ["check", "-", "--profile", "increase", "--notes", "--format", "json"],
        ["relay", "answer", "--profile", "wise"],
        ["relay", "request", "--profile", "wise", "--card", secret],
      ] {
        let outcome = try test.passc(["provision"] + arguments, input: Array(text.utf8))
        said += outcome.output + Array(outcome.errors.utf8)
      }
    }
    secrets.insert(Array(secret.utf8))
    try #require(secrets.count > 200 && said.count > 20_000)
    let text = String(decoding: said, as: UTF8.self)
    for secret in secrets {
      let shown = String(decoding: secret, as: UTF8.self)
      #expect(!text.contains(shown), "\(shown.prefix(12))…")
    }
  }

  /// Returns the strings of a document that are not constants of a format, as written and as hex.
  private static func secrets(_ bytes: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    let text = String(decoding: bytes, as: UTF8.self)
    for part in text.split(separator: "\"") where part.utf8.count >= 20 {
      guard part.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x5C }) else { continue }
      // Names of members have no digits. Values of this length have some.
      guard part.utf8.contains(where: { (0x30...0x39).contains($0) }) else { continue }
      found.insert(Array(part.utf8))
    }
    for name in ["Ada Example", "00000000-example"] where text.contains(name) {
      found.insert(Array(name.utf8))
    }
    return found
  }
}
