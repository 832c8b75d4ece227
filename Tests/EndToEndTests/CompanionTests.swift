// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of the programs that passc starts for some commands.
struct CompanionTests {
  /// A companion program, a command line that starts it, and the make target that builds it.
  private static let companions = [
    ("passc-app", ["pay", "example", "once"], "make app"),
    ("passc-preview", ["preview", "a.pkpass"], "make preview"),
    ("passc-service", ["push", "--help"], "make service"),
  ]

  @Test(arguments: companions)
  func endsWhenAPasscOfAnotherVersionStartsIt(
    _ name: String, _ arguments: [String], _ target: String
  ) throws {
    let companion = FilePath.join(FilePath.parent(try #require(Program.passc)), name)
    let outcome = try Program.run(
      companion, arguments, in: "/", environment: ["PASSC_STARTED_BY": "0.0.1"])
    #expect(outcome.status == 3 && outcome.text.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains("\(name) is version"), "\(outcome.story)")
    #expect(outcome.errors.contains("run \(target)"), "\(outcome.story)")
  }

  @Test(arguments: [
    (["pay", "check", "a.json"], "make app"), (["notify", "example", "tns"], "make app"),
    (["provision", "example", "-o", "try"], "make app"), (["app", "check", "."], "make app"),
    (["rehearse", "a.pkpass"], "make service"),
    (["serve", "--ledger", "a"], "make service"),
  ])
  func aMissingCompanionIsReported(_ arguments: [String], _ target: String) throws {
    let folder = try TemporaryFolder()
    try FileManager.default.copyItem(
      atPath: try #require(Program.passc), toPath: folder("passc"))
    let outcome = try Program.run(folder("passc"), arguments, in: folder.path, environment: [:])
    #expect(outcome.status == 3 && outcome.text.isEmpty, "\(outcome.story)")
    #expect(outcome.errors.contains(target), "\(outcome.story)")
    // Help and usage errors need no companion.
    let help = try Program.run(
      folder("passc"), [arguments[0], "--help"], in: folder.path, environment: [:])
    #expect(help.status == 0 && help.text.contains("USAGE: passc \(arguments[0])"))
    let wrong = try Program.run(
      folder("passc"), arguments + ["--nonsense"], in: folder.path, environment: [:])
    #expect(wrong.status == 2, "\(wrong.story)")
  }

  /// Contents of the file `installed-by`, and the end of the version.
  private static let installations = [
    ("deb\n", ", installed from a Debian package\n"),
    ("wheel", ", installed from a Python wheel\n"),
    ("tarball\n", ", installed from a tarball\n"),
    ("image\n", ", installed in a container image\n"),
    ("make\n", ", installed with make install\n"), ("homebrew\n", ", installed with Homebrew\n"),
    ("", ")\n"), ("deb or not\n", ")\n"), ("\u{1B}[31m\n", ")\n"),
  ]

  @Test(arguments: [("passc", "usr/bin"), ("passc-app", "usr/libexec/passc")])
  func versionSaysHowItWasInstalled(_ name: String, _ folder: String) throws {
    let root = try TemporaryFolder()
    let built = FilePath.parent(try #require(Program.passc))
    let program = root("\(folder)/\(name)")
    try Disk.makeFolders(root(folder))
    try FileManager.default.copyItem(atPath: FilePath.join(built, name), toPath: program)
    // A file of another prefix does not count.
    try root.add(["share/passc/installed-by": "deb"])
    let bare = try Program.run(program, ["--version"], in: "/", environment: [:])
    #expect(bare.status == 0 && bare.text.hasSuffix(")\n"), "\(bare.story)")
    for (mark, end) in Self.installations {
      try root.add(["usr/share/passc/installed-by": mark])
      let outcome = try Program.run(program, ["--version"], in: "/", environment: [:])
      #expect(outcome.status == 0 && outcome.text.hasSuffix(end), "\(mark): \(outcome.story)")
    }
  }

  /// Commands of passc-app, in an order that creates their input files first.
  private static let commands = [
    "pay example once -o pay.json", "pay check pay.json", "pay js pay.json -o pay.js",
    "pay swift pay.json --merchant merchant.a -o Pay", "notify example tns",
    "notify check push.json", "notify route push.json", "notify swift -o Notify --sdk",
    "provision example --profile increase -o card",
    "provision check card/app-request.json --trust card/trust.pem",
    "provision relay request --profile increase --card 1 --cardholder Ada",
    "provision swift -o Provision", "app fragments --for push -o App", "app check App",
    "app swift gym.pass --pass-type pass.com.example.gym -o Wallet",
  ]

  @Test func passcAppDoesTheWorkOfEachOfItsCommands() throws {
    let test = try BuildCase()
    #expect(try test.passc(["init", "gym.pass", "--style", "storeCard"]).status == 0)
    try test.folder.add(["push.json": #"{"aps":{"content-available":1}}"#])
    for line in Self.commands {
      let words = line.split(separator: " ").map(String.init)
      let input =
        line.hasPrefix("provision relay")
        ? try Disk.read(test.folder("card/app-request.json")) : []
      let outcome = try test.passc(words, input: input)
      let others = outcome.errors.split(separator: "\n").filter { !$0.contains("made folder") }
      #expect(outcome.status == 0 && others.isEmpty, "\(line): \(outcome.story)")
      #expect(outcome.output.isEmpty == line.contains("-o pay."), "\(line): \(outcome.story)")
    }
    for file in [
      "pay.json", "pay.js", "Pay/PaymentRequests.swift", "Notify/WalletPush+SDK.swift",
      "card/request.json", "Provision/CardProvisioning.swift", "App/App.entitlements",
      "Wallet/WalletPasses.swift",
    ] {
      #expect(try !test.bytes(file).isEmpty, "\(file)")
    }
    let known = Set(OptionWalk.all.filter { $0.program == "passc-app" }.map(\.command))
    #expect(
      Set(Self.commands.map { $0.split(separator: " ").prefix(2).joined(separator: " ") }) == known)
  }

  @Test(arguments: [
    ["pay", "check", "a.json"], ["notify", "check", "a.json"], ["provision", "check", "a.json"],
    ["app", "check", "App"], ["rehearse", "a.pkpass"],
  ])
  func anUnknownCodeIsRejectedBeforeTheCompanionStarts(_ arguments: [String]) throws {
    let outcome = try BuildCase().passc(arguments + ["--allow", "pay.amont"])
    #expect(outcome.status == 2 && outcome.text.isEmpty)
    #expect(
      outcome.errors == """
        passc: error: --allow pay.amont: no finding has such a code
        help: did you mean --allow pay.amount?

        """, "\(outcome.errors)")
  }
}
