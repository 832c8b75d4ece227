// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of values in passes, tables and certificates that could be commands to a CI system or a
/// terminal (injection).
struct HostileTextTests {
  /// The text in every value: a GitHub command on a separate line, escape sequences, C1 controls, a
  /// directional mark and Unicode line ends.
  private static let poison =
    "\n::add-mask::x\r\n  ::error::y \u{1B}[31m\u{7F}\u{9B}2J\u{85}\u{202E}\u{2028}::z\u{2029}\u{2066}"
    + " ##[add-mask]w"

  /// Returns a signed pass with the text in its values. Some values begin with a command.
  private static func pass(_ serial: String) throws -> [UInt8] {
    let poison = Self.poison
    func field(_ key: String, _ value: String) -> [String: Any] {
      [
        "key": key + poison, "label": "::add-mask::label" + poison, "value": value,
        "changeMessage": "%@" + poison,
      ]
    }
    let patch: [String: Any] = [
      "serialNumber": serial, "description": "::add-mask::description" + poison,
      "organizationName": "Gym" + poison, "logoText": "::error::" + poison,
      "webServiceURL": "https://example.com/" + poison, "authenticationToken": "0123456789abcdef",
      "groupingIdentifier": "g" + poison, "expirationDate": "2020" + poison,
      "barcodes": [
        [
          "format": "PKBarcodeFormatQR", "message": serial,
          "messageEncoding": "iso-8859-1" + poison,
          "altText": poison,
        ]
      ],
      "locations": [["latitude": 1, "longitude": 2, "relevantText": poison]],
      "generic": [
        "primaryFields": [field("a", serial)], "backFields": [field("b", "::error::" + serial)],
      ],
    ]
    let json = try JSONSerialization.data(withJSONObject: patch)
    var files = try FinishedSample.files(String(decoding: json, as: UTF8.self))
    // Files that are not in the manifest, with commands as names.
    files["::add-mask::file" + poison] = Array("x".utf8)
    files["de.lproj/pass.strings"] = Array(#""key\#(poison)" = "value\#(poison)";"#.utf8)
    return try FinishedSample.archive(files)
  }

  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.add("a.pkpass", try pass("A" + poison))
    try folder.add("b.pkpass", try pass("B" + poison))
    let names = ["::add-mask::folder", "::error::\u{1B}[2J\u{9B}"]
    for name in names { try folder.add("\(name)/c.pkpass", Array("no archive".utf8)) }
    return folder
  }

  /// Expects that no line is a command and no byte controls a terminal.
  private func expectHarmless(
    _ outcome: Program.Outcome, ownCommands: Bool = false, _ story: String
  ) {
    for (name, text) in [("output", outcome.text), ("errors", outcome.errors)] {
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let start = line.drop { $0 == " " }
        let isOwn =
          ownCommands && name == "output"
          && ["::error file=", "::warning file=", "::notice "].contains { line.hasPrefix($0) }
        #expect(!start.hasPrefix("::") || isOwn, "\(story), \(name): \(line)")
        #expect(!line.contains("##[") || ownCommands, "\(story), \(name): \(line)")
      }
      let controls = text.unicodeScalars.filter { scalar in
        switch scalar.value {
        case 0x0A: false
        case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
      }
      #expect(controls.isEmpty, "\(story), \(name): \(controls)")
    }
  }

  @Test(arguments: [
    ["inspect", "a.pkpass"], ["inspect", "a.pkpass", "--format", "json"],
    ["diff", "a.pkpass", "b.pkpass"], ["diff", "a.pkpass", "b.pkpass", "--format", "json"],
    ["check", ".", "--notes", "--statistics"], ["check", "a.pkpass", "--notes"],
    ["check", ".", "--format", "json"], ["check", ".", "--format", "sarif"],
    ["check", ".", "--format", "junit"], ["check", ".", "--format", "gitlab"],
    ["check", ".", "--format", "github"], ["check", "::add-mask::folder/c.pkpass"],
    ["inspect", "::add-mask::folder/c.pkpass"], ["explain", "::add-mask::x\n::error::y"],
    ["build", "\n::add-mask::x"], ["check", "\n::add-mask::x\u{1B}[2J"],
    ["check", ".", "--format", "\n::add-mask::x"], ["\n::add-mask::x"],
    ["resign", "a.pkpass", "-o", "out", "--identity", "\n::error::y"],
    ["group", "a.pkpass", "b.pkpass", "-o", "\n::error::y.pkpasses"],
    ["ledger", "import", "a.pkpass", "--ledger", "l.ledger"],
    ["preview", "a.pkpass", "--format", "json", "-o", "out.json", "--report", "text=-"],
    ["init", "\n::error::y"],
    ["nfc", "decrypt", "--pass-type", "x", "--reader-key", "\n::error::y", "00"],
  ])
  func noValueIsACommand(_ arguments: [String]) throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(arguments, in: folder.path)
    #expect(outcome.status >= 0 && !(outcome.text + outcome.errors).isEmpty)
    expectHarmless(
      outcome, ownCommands: arguments.suffix(2) == ["--format", "github"],
      arguments.joined(separator: " "))
  }

  /// The characters are shown in escaped form and not dropped.
  @Test func controlCharactersAreShownByNumber() throws {
    let folder = try Self.folder()
    let inspected = try PasscBinary.run(["inspect", "a.pkpass"], in: folder.path)
    #expect(inspected.text.contains(#"A\u{A}::add-mask::x\u{D}\u{A}"#), "\(inspected.text)")
    #expect(inspected.text.contains(#"\u{3A}:add-mask::description"#), "\(inspected.text)")
    let json = try PasscBinary.run(["inspect", "a.pkpass", "--format", "json"], in: folder.path)
    let object = try JSONSerialization.jsonObject(with: Data(json.output))
    #expect("\(object)".contains("add-mask"))
    #expect(json.text.contains(#"\u202e"#) && json.text.contains(#"\u009b"#), "\(json.text)")
  }

  @Test func aLedgerAndItsRunsStayOnTheirLines() throws {
    let poison = Self.poison.replacing("\r", with: "")
    let one = try BuildCase([
      "rows.csv": "serial,name,books\n\"::add-mask::1\(poison)\",\"N\(poison)\",1\n"
        + "\"B\(poison)\",\"N\",\"x\(poison)\"\n::error::y,Ada,1\nplain,Ada,2\n"
    ])
    let issue = [
      "issue", "card.pass", "--data", "rows.csv", "--identity", BuildCase.identity("ordinary"),
      "--ledger", "l.ledger", "-o", "out", "--progress", "none", "--notes",
    ]
    for arguments in [
      issue, issue + ["--format", "json"], ["ledger", "list", "--ledger", "l.ledger"],
      ["ledger", "list", "--runs", "--ledger", "l.ledger"],
      ["ledger", "list", "--ledger", "l.ledger", "--format", "json"],
      ["ledger", "show", "::error::y", "--ledger", "l.ledger"],
      ["ledger", "show", "::add-mask::1\(poison)", "--ledger", "l.ledger"],
      ["ledger", "show", "plain", "--ledger", "l.ledger", "--format", "json"],
      ["ledger", "verify", "--ledger", "l.ledger"], ["check", "card.pass", "--data", "rows.csv"],
    ] {
      let outcome = try one.passc(arguments)
      #expect(!outcome.text.isEmpty || !outcome.errors.isEmpty)
      expectHarmless(outcome, arguments.joined(separator: " "))
    }
  }

  @Test func namesInCertificatesStayOnTheirLines() throws {
    let folder = try TemporaryFolder()
    let name = "::error::\u{202E}Gym\u{9B}2J"
    let made = try PasscBinary.run(
      ["cert", "example", "-o", "id", "--organization", name], in: folder.path)
    #expect(made.status == 0, "\(made.errors)")
    for arguments in [
      ["cert", "doctor", "id"], ["cert", "doctor", "id", "--format", "json"],
      ["cert", "import", "id/certificate.pem", "--into", "id2"],
    ] {
      let outcome = try PasscBinary.run(arguments, in: folder.path)
      #expect(!outcome.text.isEmpty, "\(outcome.errors)")
      expectHarmless(outcome, arguments.joined(separator: " "))
    }
    expectHarmless(made, "cert example")
  }
}
