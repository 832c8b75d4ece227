// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc nfc tap`: from a bundle on disk to the member id.
struct NFCTapTests {
  @Test func readsTheMemberOfAPassItBuilt() throws {
    let test = try NFCCase()
    let outcome = try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    let lines = outcome.text.split(separator: "\n")
    #expect(
      lines.count == 3 && lines[0] == "\(NFCCase.type): \(NFCCase.member)", "\(outcome.story)")
    #expect(lines[2] == "result: pass, no payment")
    #expect(lines[1].hasPrefix("  key 2a84660b (v1), sent 20") && lines[1].hasSuffix(" s ago"))
  }

  @Test func traceShowsEveryCommandWithItsMeaning() throws {
    let test = try NFCCase()
    let outcome = try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type, "--trace")
    #expect(outcome.status == 0)
    for words in [
      "SELECT OSE.VAS.01", "GET DATA, full VAS", "9000", "success", "9F25", "merchant id",
      "SHA-256 of \(NFCCase.type)", "9F27", "cryptogram", "terminal nonce", "ApplePay",
      NFCCase.member,
    ] { #expect(outcome.text.contains(words), "\(words)\n\(outcome.text)") }
    for line in outcome.text.split(separator: "\n") {
      #expect(line.count <= 80, "\(line)")
    }
    // No escape sequences without a terminal.
    #expect(!outcome.output.contains(0x1B))
  }

  @Test func jsonSaysTheSameForPrograms() throws {
    let test = try NFCCase()
    let object = try test.tapJSON(["--pass-type", NFCCase.type])
    #expect(object["ok"] as? Bool == true && object["version"] as? Int == 1)
    let tap = try #require((object["taps"] as? [[String: Any]])?.first)
    #expect(tap["mode"] as? String == "vas-only")
    #expect(tap["vasResult"] as? Bool == true && tap["paymentResult"] as? Bool == false)
    let exchanges = try #require(tap["exchanges"] as? [[String: [String: Any]]])
    #expect(exchanges.count == 2)
    #expect(exchanges[0]["command"]?["hex"] as? String == "00a404000a4f53452e5641532e303100")
    #expect(exchanges[1]["response"]?["meaning"] as? String == "9000 success")
    let elements = try #require(exchanges[1]["response"]?["elements"] as? [[String: Any]])
    #expect(elements.compactMap { $0["tag"] as? String } == ["70", "9F2A", "9F27"])
    let result = try #require((tap["results"] as? [[String: Any]])?.first)
    #expect(result["outcome"] as? String == "decrypted" && result["status"] as? String == "9000")
    #expect(result["message"] as? String == NFCCase.member)
    #expect(result["algorithm"] as? String == "v1")
    #expect((result["ageSeconds"] as? Int).map { (0...5).contains($0) } == true)
    // `decrypt` accepts what the reader received.
    let cryptogram = try #require(result["cryptogram"] as? String)
    let decrypted = try test.nfc(
      "decrypt", "--pass-type", NFCCase.type, "--reader-key", NFCCase.key, cryptogram)
    #expect(decrypted.text.contains(NFCCase.member))
  }

  @Test func handsAURLToAPhoneWithoutThePass() throws {
    let test = try NFCCase()
    let url = "https://example.com/join"
    let outcome = try test.tap(
      ["gym.pkpass"], "--pass-type", "pass.com.example.other", "--url", url)
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("pass.com.example.other: not presented"))
    #expect(outcome.text.contains("sign-up offered for pass.com.example.other\n  \(url)\n"))
    #expect(!outcome.text.contains("not a member"))
    let without = try test.tap(["gym.pkpass"], "--pass-type", "pass.com.example.other")
    #expect(without.status == 1, "nothing was read and nothing handed over")
    #expect(without.text.contains("not presented") && !without.text.contains("sign-up"))
  }

  @Test func warnsOfAURLCoreNFCDoesNotTake() throws {
    let test = try NFCCase()
    let long = "https://example.com/" + String(repeating: "a", count: 45)
    let outcome = try test.tap(["gym.pkpass"], "--pass-type", "pass.com.example.b", "--url", long)
    #expect(outcome.status == 0 && outcome.errors.contains("65 characters"), "\(outcome.story)")
  }

  @Test func servesTheURLOfASignUpPassAndNotThePass() throws {
    let test = try NFCCase()
    try test.build("bakery-rewards", to: "bakery.pkpass")
    let url = "https://blauaehre.example.com/kornkreis"
    let outcome = try test.passc([
      "nfc", "tap", "bakery.pkpass", "--pass-type", NFCCase.type, "--url", url, "--reader-key",
      BuildCase.identity("nfc-reader/rewards-nfc-private.pem"), "--trust", NFCCase.root,
    ])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("\(NFCCase.type): not presented"))
    #expect(outcome.text.contains("sign-up offered for \(NFCCase.type)\n  \(url)\n"))
  }

  @Test func saysWhyThePhoneSentNothing() throws {
    let test = try NFCCase()
    let nothing = try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type, "--present", "nothing")
    #expect(
      nothing.text.contains("  in the phone: the phone has the pass, and nothing is presented\n"),
      "\(nothing.story)")
    // Several passes are requested and none is presented, so no other pass is shown.
    let several = try test.tap(
      ["gym.pkpass"], "--pass-type", NFCCase.type, "--pass-type", "pass.com.example.b",
      "--present", "nothing")
    #expect(
      several.text.contains("in the phone: nothing is presented; only the last request"),
      "\(several.story)")
    #expect(!several.text.contains("another"))
    // A pass that is not there has only one line.
    #expect(
      several.text.hasSuffix(
        "pass.com.example.b: not presented\nresult: none, neither pass nor payment\n"))
    let gym = "\(Program.repository)/templates/gym-membership.pass"
    func tapped(_ pass: String) throws -> Program.Outcome {
      try test.folder.add([
        "t.pass/template.json": #"{"extends": "\#(gym)", "sample": "\#(gym)/sample.csv"}"#,
        "t.pass/pass.json": pass,
      ])
      try test.build(test.folder("t.pass"), to: "t.pkpass")
      return try test.tap(["t.pkpass"], "--pass-type", NFCCase.type)
    }
    let voided = try tapped(#"{"voided": true}"#)
    #expect(
      voided.status == 1 && voided.text.contains("voided or expired")
        && voided.text.contains("is unknown"), "\(voided.story)")
    let without = try tapped(#"{"nfc": null}"#)
    #expect(
      without.status == 1 && without.text.contains("in the phone: the pass has no nfc"),
      "\(without.story)")
    try test.build("bakery-rewards", to: "bakery.pkpass")
    let signUp = try test.tap(["bakery.pkpass"], "--pass-type", NFCCase.type)
    #expect(
      signUp.text.contains("in the phone: the customer has not signed up yet"), "\(signUp.story)")
  }

  @Test func aPassOrAPassTypeCannotForgeLinesOrColours() throws {
    let test = try NFCCase()
    try test.buildPassThatForgesLines(to: "t.pkpass")
    let outcomes = [
      try test.tap(["t.pkpass"], "--pass-type", "a\nb\u{1B}[31m", "--url", "https://example.com/x"),
      try test.tap(["t.pkpass"], "--pass-type", NFCCase.type, "--trace"),
      try test.tap(["t.pkpass", "t.pkpass"], "--pass-type", NFCCase.type),
    ]
    for outcome in outcomes {
      #expect(!(outcome.text + outcome.errors).contains("\u{1B}"), "\(outcome.story)")
      #expect(
        !outcome.text.contains("\nb") && !outcome.errors.contains("\nfake"), "\(outcome.story)")
    }
    #expect(outcomes[2].errors.contains("A\\u{1B}[31mRED"), "\(outcomes[2].story)")
  }

  @Test func helpShowsTheModesInWords() throws {
    let test = try NFCCase()
    let help = try test.nfc("tap", "--help").text
    #expect(help.contains("default: vas-only"))
    #expect(!help.contains("default: 2") && !help.contains("vas-or-pay        - "))
  }

  @Test(arguments: ["", "keygen", "key", "tap", "phone", "decrypt", "reader-kit"])
  func examplesInTheHelpCanBeCopied(_ command: String) throws {
    let test = try NFCCase()
    let words = ["nfc", command, "--help"].filter { !$0.isEmpty }
    let lines = try test.passc(words).text.split(separator: "\n", omittingEmptySubsequences: false)
    let examples = lines.indices.filter { lines[$0].hasPrefix("  passc ") }
    #expect(!examples.isEmpty)
    for index in examples {
      // A line that the parser breaks starts in the first column, without a backslash before it.
      let next = lines[index + 1]
      #expect(next.isEmpty || next.hasPrefix("  "), "\(lines[index])\n\(next)")
    }
  }

  @Test func theRecipeOfTheHelpWorksAsPrinted() throws {
    let test = try NFCCase()
    let gym = "\(Program.repository)/templates/gym-membership.pass"
    try test.folder.add([
      "gym.pass/template.json": #"{"extends": "\#(gym)", "sample": "\#(gym)/sample.csv"}"#,
      "gym.pass/pass.json": #"{"nfc": {"encryptionPublicKey": null}}"#,
    ])
    try FileManager.default.removeItem(atPath: test.folder("gym.pkpass"))
    try FileManager.default.createSymbolicLink(
      atPath: test.folder("certs-example"),
      withDestinationPath: "\(Program.repository)/certs-example")
    let help = try test.nfc("--help").text.replacingOccurrences(of: "\\\n", with: " ")
    let commands = help.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
      .filter { $0.first == "passc" && $0.contains { $0.hasPrefix("-") } && !$0.contains("help") }
    try #require(commands.count == 3, "\(help)")
    for words in commands {
      let outcome = try test.passc(Array(words.dropFirst()))
      #expect(outcome.status == 0, "\(words): \(outcome.story)")
      if words.contains("tap") { #expect(outcome.text.contains(NFCCase.member)) }
    }
  }

  @Test func aLongURLKeepsTheTraceWithin80Columns() throws {
    let test = try NFCCase()
    let url = "https://example.com/" + String(repeating: "join/", count: 30)
    let outcome = try test.tap(
      ["gym.pkpass"], "--pass-type", "pass.com.example.b", "--trace", "--url", url)
    let trace = outcome.text.components(separatedBy: "pass.com.example.b: not presented")[0]
    #expect(trace.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(outcome.text)")
    let packed = trace.filter { !$0.isWhitespace }
    #expect(packed.contains(url))
  }

  // MARK: Passes that the phone accepts

  @Test func takesNoPassThatCheckRefuses() throws {
    let test = try NFCCase()
    let untrusted = try test.nfc(
      "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--reader-key", NFCCase.key)
    #expect(untrusted.status == 1 && untrusted.output.isEmpty, "\(untrusted.story)")
    #expect(untrusted.codes.contains("signature.chain.notApple"))
    #expect(untrusted.errors.contains("--trust"))

    var edited = try Disk.read(test.folder("gym.pkpass"))
    let place = try #require(
      edited.indices.first { edited[$0...].starts(with: Array("Kettlebow".utf8)) })
    edited[place] = UInt8(ascii: "k")
    try test.folder.add("edited.pkpass", edited)
    try test.folder.add("cut.pkpass", Array(edited.prefix(edited.count / 2)))
    try test.folder.add("text.pkpass", Array("hello".utf8))
    for file in ["edited.pkpass", "cut.pkpass", "text.pkpass"] {
      let check = try test.passc(["check", file, "--trust", NFCCase.root, "--format", "json"])
      #expect(check.status == 1, "\(file): \(check.story)")
      let tap = try test.tap([file, "gym.pkpass"], "--pass-type", NFCCase.type)
      #expect(tap.status == 1 && tap.output.isEmpty, "\(file): \(tap.story)")
      // The same codes as in the output of `check`.
      for code in tap.codes { #expect(check.text.contains("\"\(code)\""), "\(file): \(code)") }
      #expect(!tap.codes.isEmpty)
    }
    #expect(try test.tap(["not-there.pkpass"], "--pass-type", NFCCase.type).status == 3)
    try test.folder.add(["folder/pass.json": "{}"])
    #expect(try test.tap(["folder"], "--pass-type", NFCCase.type).status == 2)
  }

  @Test func takesTheSameRulesAsCheck() throws {
    let test = try NFCCase()
    // A message of 65 bytes, which `build` would reject. The pass is packaged and signed here.
    let unpacked = try test.passc([
      "build", "\(Program.repository)/templates/gym-membership.pass", "--sample", "1", "--emit",
      "folder", "-o", "long.package", "--identity", BuildCase.identity("nfc"),
    ])
    try #require(unpacked.status == 0, "\(unpacked.story)")
    let file = test.folder("long.package/pass.json")
    let text = String(decoding: try Disk.read(file), as: UTF8.self)
    let long = String(repeating: "x", count: 65)
    try test.folder.add(
      "long.package/pass.json",
      Array(text.replacingOccurrences(of: NFCCase.member, with: long).utf8))
    let resigned = try test.passc([
      "resign", "long.package", "--accept-changes", "--identity", BuildCase.identity("nfc"), "-o",
      "out",
    ])
    try #require(resigned.status == 0, "\(resigned.story)")
    let name = try #require(try Disk.list(test.folder("out")).first?.name)
    let tap = try test.tap(["out/\(name)"], "--pass-type", NFCCase.type)
    #expect(tap.status == 1 && tap.codes.contains("nfc.message.tooLong"), "\(tap.story)")
  }

  @Test func takesAllPassesOfABundleOfPasses() throws {
    let test = try NFCCase()
    try test.build("gym-membership", ["--sample", "2"], to: "second.pkpass")
    let group = try test.passc(["group", "gym.pkpass", "second.pkpass", "-o", "two.pkpasses"])
    try #require(group.status == 0, "\(group.story)")
    // For two passes of one type, the cardholder must choose, and does.
    let locked = try test.tap(
      ["two.pkpasses"], "--pass-type", NFCCase.type, "--present", "nothing")
    #expect(
      locked.status == 1 && locked.text.contains("the customer has to choose"), "\(locked.story)")
    let chosen = try test.tap(
      ["two.pkpasses"], "--pass-type", NFCCase.type, "--present", "nothing", "--attempts", "2")
    #expect(chosen.status == 0 && chosen.text.contains(NFCCase.member), "\(chosen.story)")
    let twice = try test.tap(["gym.pkpass", "two.pkpasses"], "--pass-type", NFCCase.type)
    #expect(twice.status == 2 && twice.errors.contains("two bundles are the pass"))
  }

  // MARK: Actions of the cardholder

  @Test func triesAgainAfterTheHolderUnlocked() throws {
    let test = try NFCCase()
    let once = try test.tapJSON(["--pass-type", NFCCase.type, "--present", "nothing"], status: 1)
    let taps = try #require(once["taps"] as? [[String: Any]])
    let result = try #require((taps[0]["results"] as? [[String: Any]])?.first)
    #expect(result["outcome"] as? String == "notActivated" && result["status"] as? String == "6287")
    let again = try test.tapJSON([
      "--pass-type", NFCCase.type, "--present", "nothing", "--attempts", "3",
    ])
    #expect((again["taps"] as? [Any])?.count == 2)
    #expect(again["ok"] as? Bool == true)
  }

  @Test func wantsAuthenticationWhereThePassDoes() throws {
    let test = try NFCCase()
    try test.folder.add([
      "strict.pass/template.json": """
      {"extends": "\(Program.repository)/templates/gym-membership.pass", "sample": \
      "\(Program.repository)/templates/gym-membership.pass/sample.csv"}
      """,
      "strict.pass/pass.json": #"{"nfc": {"requiresAuthentication": true}}"#,
    ])
    try test.build(test.folder("strict.pass"), to: "strict.pkpass")
    let locked = try test.tap(
      ["strict.pkpass"], "--pass-type", NFCCase.type, "--present", "locked")
    #expect(locked.status == 1 && locked.text.contains("unlock"), "\(locked.story)")
    #expect(try test.tap(["strict.pkpass"], "--pass-type", NFCCase.type).status == 0)
    // The ordinary pass does not need it.
    #expect(
      try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type, "--present", "locked").status == 0)
  }

  @Test(arguments: [
    ("vas-only", "pass", true, false), ("vas-and-pay", "card", true, true),
    ("vas-or-pay", "card", false, true), ("vas-or-pay", "pass", true, false),
    ("vas-or-pay", "plain-card", false, true), ("vas-and-pay", "plain-card", false, true),
    ("pay-only", "plain-card", false, true),
    ("vas-and-pay", "pass", true, false),
  ])
  func returnsPassAndPaymentAsTheModeSays(
    _ mode: String, _ present: String, _ vas: Bool, _ payment: Bool
  ) throws {
    let test = try NFCCase()
    let object = try test.tapJSON([
      "--pass-type", NFCCase.type, "--mode", mode, "--present", present,
    ])
    let tap = try #require((object["taps"] as? [[String: Any]])?.first)
    #expect(tap["vasResult"] as? Bool == vas && tap["paymentResult"] as? Bool == payment)
  }

  @Test(arguments: [
    ("vas-only", "pass", "pass, no payment", 0), ("vas-or-pay", "card", "payment, no pass", 0),
    ("vas-or-pay", "plain-card", "payment, no pass", 0),
    ("vas-and-pay", "card", "both, payment and pass", 0),
    ("vas-and-pay", "nothing", "none, neither pass nor payment", 1),
    ("vas-only", "plain-card", "none, neither pass nor payment", 1),
  ])
  func saysWhichResultComesBack(
    _ mode: String, _ present: String, _ words: String, _ status: Int32
  ) throws {
    let test = try NFCCase()
    let outcome = try test.tap(
      ["gym.pkpass"], "--pass-type", NFCCase.type, "--mode", mode, "--present", present)
    #expect(outcome.status == status, "\(outcome.story)")
    #expect(outcome.text.hasSuffix("result: \(words)\n"), "\(outcome.story)")
  }

  /// If the reader accepts a pass or a payment, a cardholder with the pass presents the pass.
  @Test func takesThePassWherePassOrPaymentIsTaken() throws {
    let test = try NFCCase()
    let with = try test.tap(
      ["gym.pkpass"], "--pass-type", NFCCase.type, "--mode", "vas-or-pay")
    #expect(with.text.hasSuffix("result: pass, no payment\n"), "\(with.story)")
    let without = try test.tap([], "--pass-type", NFCCase.type, "--mode", "vas-or-pay")
    #expect(
      without.status == 0 && without.text.hasSuffix("result: payment, no pass\n"),
      "\(without.story)")
  }

  // MARK: Joining

  @Test func aPhoneWithoutPassesPaysJoinsAndIsRead() throws {
    let test = try NFCCase()
    let url = "https://example.com/join?a=b"
    let outcome = try test.tap(
      [], "--pass-type", NFCCase.type, "--mode", "vas-and-pay", "--url", "\(NFCCase.type)=\(url)",
      "--join", "gym.pkpass")
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.story)")
    let lines = outcome.text.split(separator: "\n").map(String.init)
      .filter { !$0.hasPrefix("  key ") }
    #expect(
      lines == [
        "tap 1", "\(NFCCase.type): not presented", "result: payment, no pass",
        "phone: sign-up offered for \(NFCCase.type)", "  \(url)",
        "holder: joined, \(NFCCase.type), KB004711 is in Wallet now", "tap 2",
        "\(NFCCase.type): \(NFCCase.member)", "result: both, payment and pass",
      ], "\(outcome.story)")
  }

  @Test(arguments: ["vas-only", "vas-or-pay"]) func joinsInTheOtherModesToo(_ mode: String) throws {
    let test = try NFCCase()
    let outcome = try test.tap(
      [], "--pass-type", NFCCase.type, "--mode", mode, "--url", "https://example.com/join",
      "--join", "gym.pkpass")
    #expect(
      outcome.status == 0 && outcome.text.hasSuffix("result: pass, no payment\n"),
      "\(outcome.story)")
  }

  @Test func nobodyJoinsWithoutAnAddress() throws {
    let test = try NFCCase()
    let without = try test.tap([], "--pass-type", NFCCase.type, "--join", "gym.pkpass")
    #expect(
      without.status == 1 && without.text.contains("not joined: no URL for \(NFCCase.type)"),
      "\(without.story)")
    // A plain card cannot receive a URL.
    let card = try test.tap(
      [], "--pass-type", NFCCase.type, "--mode", "vas-and-pay", "--present", "plain-card", "--url",
      "https://example.com/join", "--join", "gym.pkpass")
    #expect(card.status == 1 && card.text.contains("not joined"), "\(card.story)")
    let other = try test.tap([], "--pass-type", "pass.com.example.b", "--join", "gym.pkpass")
    #expect(other.status == 2 && other.errors.contains("is not asked for"), "\(other.story)")
  }

  @Test func eachPassTypeMayHaveAnAddressOfItsOwn() throws {
    let test = try NFCCase()
    let types = ["--pass-type", "pass.com.example.a", "--pass-type", "pass.com.example.b"]
    let outcome = try test.passc(
      ["nfc", "tap", "--url", "pass.com.example.b=https://example.com/b?x=y"] + types
        + ["--url", "https://example.com/all=1"])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(
      outcome.text.contains(
        """
        phone: sign-up offered for pass.com.example.a
          https://example.com/all=1
        phone: sign-up offered for pass.com.example.b
          https://example.com/b?x=y
        """), "\(outcome.story)")
    for (addresses, words) in [
      (["pass.com.example.c=https://example.com"], "there is no --pass-type pass.com.example.c"),
      (["pass.com.example.a=http://example.com"], "--url for pass.com.example.a"),
      (["https://a.example", "https://b.example"], "--url is given twice"),
      (
        ["pass.com.example.a=https://a.example", "pass.com.example.a=https://b.example"],
        "given twice"
      ),
    ] {
      let wrong = try test.passc(
        ["nfc", "tap"] + types + addresses.flatMap { ["--url", $0] })
      #expect(
        wrong.status == 2 && wrong.errors.contains(words) && wrong.output.isEmpty, "\(wrong.story)")
    }
  }

  @Test func aPlainCardIsNoPhone() throws {
    let test = try NFCCase()
    let outcome = try test.nfc(
      "phone", "gym.pkpass", "--vpcd", "127.0.0.1:1", "--present", "plain-card")
    #expect(outcome.status == 2 && outcome.errors.contains("is not a phone"), "\(outcome.story)")
  }

  // MARK: Goldens

  /// Random values and dates are masked. Programs rely on the rest.
  @Test func theJSONIsAsItWas() throws {
    let test = try NFCCase()
    let outcome = try test.tap(
      [], "--pass-type", NFCCase.type, "--mode", "vas-and-pay", "--url", "https://example.com/join",
      "--join", "gym.pkpass", "--format", "json")
    try #require(outcome.status == 0, "\(outcome.story)")
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output))
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    var text = String(decoding: data, as: UTF8.self) + "\n"
    for name in ["hex", "cryptogram", "time", "ageSeconds"] {
      text = text.replacingOccurrences(
        of: "(\"\(name)\" : )(\"[0-9A-Za-z:-]+\"|[0-9]+)", with: "$1\"...\"",
        options: .regularExpression)
    }
    let difference = Golden.difference(of: text, from: "nfc-tap.json")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test(arguments: ["tap", "reader-kit"]) func theHelpIsAsItWas(_ command: String) throws {
    let test = try NFCCase()
    let help = try test.nfc(command, "--help").text
    let difference = Golden.difference(of: help, from: "\(command)-help.txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func asksForNoPassWhenOnlyPaymentIsWanted() throws {
    let test = try NFCCase()
    let outcome = try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type, "--mode", "pay-only")
    #expect(outcome.status == 0 && outcome.text.contains("requests no pass"), "\(outcome.story)")
    #expect(!outcome.text.contains(NFCCase.member))
  }

  @Test func asksForSeveralPassTypesInOrder() throws {
    let test = try NFCCase()
    let object = try test.tapJSON(
      [
        "--pass-type", "pass.com.example.a", "--pass-type", NFCCase.type, "--pass-type",
        "pass.com.example.b",
      ], status: 1)
    let tap = try #require((object["taps"] as? [[String: Any]])?.first)
    let results = try #require(tap["results"] as? [[String: Any]])
    #expect(
      results.compactMap { $0["outcome"] as? String } == [
        "notPresented", "decrypted", "notPresented",
      ])
    #expect(results.map { $0["status"] as? String } == ["6A83", "9000", "6A83"])
  }

  @Test func endsWithTheFirstPassWhereOneIsWanted() throws {
    let test = try NFCCase()
    let object = try test.tapJSON([
      "--pass-type", NFCCase.type, "--pass-type", "pass.com.example.b", "--one",
    ])
    let tap = try #require((object["taps"] as? [[String: Any]])?.first)
    let results = try #require(tap["results"] as? [[String: Any]])
    #expect(results.compactMap { $0["outcome"] as? String } == ["decrypted", "notAsked"])
    #expect((tap["exchanges"] as? [Any])?.count == 2)
  }

  // MARK: Keys

  @Test func findsTheKeyAmongSeveralAndSaysWhichIsMissing() throws {
    let test = try NFCCase()
    _ = try test.nfc("keygen", "-o", "new.pem")
    let both = try test.tap(["gym.pkpass"], "--pass-type", NFCCase.type, "--reader-key", "new.pem")
    #expect(both.status == 0, "\(both.story)")
    let other = try test.nfc(
      "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--reader-key", "new.pem", "--trust",
      NFCCase.root)
    #expect(other.status == 1 && other.text.contains("unknownKeyIdentifier"), "\(other.story)")
    let without = try test.nfc(
      "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--trust", NFCCase.root)
    #expect(without.status == 0 && without.text.contains("encrypted"), "\(without.story)")
    #expect(!without.text.contains(NFCCase.member))
    let isPublic = try test.nfc(
      "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--reader-key", "new.pub.pem", "--trust",
      NFCCase.root)
    #expect(isPublic.status == 3 && isPublic.errors.contains("no private key"))
  }

  @Test func usesEveryKeyOfAFile() throws {
    let test = try NFCCase()
    _ = try test.nfc("keygen", "-o", "other.pem")
    let own = try Disk.read(NFCCase.key)
    let rsa = try test.judge("openssl", "genrsa", "2048").output
    let files = [
      try Disk.read(test.folder("other.pem")) + own,
      own + (try Disk.read(test.folder("other.pem"))),
      rsa + own,
    ]
    for file in files {
      try test.folder.add("all.pem", file)
      let tap = try test.nfc(
        "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--reader-key", "all.pem", "--trust",
        NFCCase.root)
      #expect(tap.status == 0 && tap.text.contains(NFCCase.member), "\(tap.story)")
    }
  }

  @Test(arguments: [
    ["--pass-type", NFCCase.type, "--pass-type", NFCCase.type], [],
    ["--pass-type", NFCCase.type, "--url", "http://example.com"],
    ["--pass-type", NFCCase.type, "--mode", "vas"],
    ["--pass-type", NFCCase.type, "--attempts", "0"],
  ])
  func refusesWrongUsage(_ arguments: [String]) throws {
    let test = try NFCCase()
    let outcome = try test.passc(["nfc", "tap", "gym.pkpass", "--trust", NFCCase.root] + arguments)
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.story)")
  }
}
