// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of every way to give the identity of a build, and of errors in it.
struct BuildIdentityTests {
  private static func file(_ name: String) -> String { BuildCase.identity(name) }
  private static func text(_ name: String) throws -> String {
    String(decoding: try Disk.read(file(name)), as: UTF8.self)
  }
  private static let password = ["PASSC_PASSWORD": "open sesame"]

  /// An identity folder without a name, for `$PASSC_IDENTITY` and single files.
  @Test func everyWayToNameAnIdentityGivesTheSamePass() throws {
    let one = try BuildCase()
    _ = try Program.run(
      "/bin/sh",
      [
        "-c",
        """
        mkdir -p mixed ca .config/passc/ca empty
        cp "$1/certificate.pem" "mixed/3 key.txt" && cp "$1/key.pem" "mixed/1.cer"
        cp "$1/intermediate.pem" mixed/root.pem && cp "$1/README.md" mixed/README.md
        cp "$1/intermediate.pem" ca/x.cer
        cat "$1/key.pem" "$1/certificate.pem" "$1/intermediate.pem" >all.pem
        openssl x509 -in "$1/certificate.pem" -outform DER -out leaf.cer
        openssl pkey -in "$1/key.pem" -outform DER -out key.der
        """, "sh", Self.file("nfc"),
      ], in: one.folder.path)
    let nfc = Self.file("nfc")
    let leaf = ["--certificate", nfc + "/certificate.pem"]
    let key = ["--key", nfc + "/key.pem"]
    let wwdr = ["--wwdr", nfc + "/intermediate.pem"]
    let pems = [
      "LEAF": try Self.text("nfc/certificate.pem"), "KEY": try Self.text("nfc/key.pem"),
      "WWDR": try Self.text("nfc/intermediate.pem"),
    ]
    let ways: [(arguments: [String], environment: [String: String])] = [
      (["--identity", nfc], [:]),
      (["--identity", nfc], ["PASSC_IDENTITY": "gone"]),
      (["--identity", "mixed"], [:]),
      ([], ["PASSC_IDENTITY": nfc]),
      (leaf + key + wwdr, [:]),
      (leaf + key + wwdr, ["PASSC_IDENTITY": "gone"]),
      (leaf + key, ["PASSC_CA_DIR": "ca"]),
      (["--certificate", "all.pem", "--key", "all.pem"], ["PASSC_CA_DIR": "nowhere"]),
      (["--certificate", "env:LEAF", "--key", "env:KEY", "--wwdr", "env:WWDR"], pems),
    ]
    var first: [UInt8]?
    for way in ways {
      let built = try one.passc(
        ["build", "card.pass", "--sample", "1", "-o", "-"] + way.arguments,
        environment: way.environment)
      #expect(built.status == 0, "\(way.arguments): \(built.errors)")
      first = first ?? built.output
      #expect(built.output == first, "\(way.arguments)")
    }
    if one.exists("key.der") {
      let der = try one.passc(
        ["build", "card.pass", "--sample", "1", "-o", "-", "--certificate", "leaf.cer"]
          + ["--key", "key.der", "--wwdr", "ca/x.cer"])
      #expect(der.output == first, "\(der.errors)")
      let base64 = try Program.run(
        "/usr/bin/env", ["openssl", "base64", "-in", "key.der"], in: one.folder.path)
      let variable = try one.passc(
        ["build", "card.pass", "--sample", "1", "-o", "-", "--key", "env:KEY"] + leaf + wwdr,
        environment: ["KEY": base64.text])
      #expect(variable.output == first, "\(variable.errors)")
    }
    // The user's folder of intermediates works, too.
    _ = try Program.run("/bin/cp", ["ca/x.cer", ".config/passc/ca/a.cer"], in: one.folder.path)
    let home = try one.passc(["build", "card.pass", "--sample", "1", "-o", "-"] + leaf + key)
    #expect(home.output == first, "\(home.errors)")
  }

  @Test(arguments: ["encrypted-key", "modern-p12", "legacy-p12"])
  func opensWhatIsEncrypted(_ name: String) throws {
    let one = try BuildCase(["password": "open sesame\n", "wrong": "open sesam"])
    let base = ["build", "card.pass", "--sample", "1", "--identity", Self.file(name), "-o"]
    let variable = try one.passc(base + ["-"], environment: Self.password)
    #expect(variable.status == 0, "\(variable.errors)")
    let file = try one.passc(base + ["-", "--password-file", "password"])
    #expect(file.output == variable.output, "\(file.errors)")
    let overridden = try one.passc(
      base + ["-", "--password-file", "password"], environment: ["PASSC_PASSWORD": "no"])
    #expect(overridden.status == 0, "\(overridden.errors)")
    for (arguments, environment) in [
      ([], ["PASSC_PASSWORD": "open sesam"]), (["--password-file", "wrong"], [:]),
      (["--password-file", "gone"], Self.password),
    ] as [([String], [String: String])] {
      let wrong = try one.passc(base + ["x.pkpass"] + arguments, environment: environment)
      #expect(wrong.status == 3, "\(wrong.story)")
      #expect(wrong.text == "" && !one.exists("x.pkpass"))
    }
    // A new session has no terminal, so passc cannot prompt for the password.
    if let setsid = Program.path(of: "setsid") {
      let alone = try Program.run(
        setsid, ["-w", try #require(Program.passc)] + base + ["x.pkpass"], in: one.folder.path)
      #expect(alone.status == 3, "\(alone.story)")
      #expect(alone.errors.contains("PASSC_PASSWORD"), "\(alone.errors)")
    }
  }

  @Test func refusesAnExpiredCertificateByTheSigningTime() throws {
    let one = try BuildCase()
    let base = ["build", "card.pass", "--sample", "1", "--identity", Self.file("expired")]
    let today = try one.passc(base)
    #expect(today.status == 1)
    #expect(today.codes == ["identity.certificate.expired"], "\(today.story)")
    #expect(today.errors.contains("2021-01-30") && today.errors.contains("2026-01-01"))
    #expect(!one.exists("card.pkpass"))
    // Before the certificate expires, passc signs. It warns if expiry is near, and if the
    // certificate has expired by today.
    let past = "identity.certificate.expiredToday"
    let then = try one.passc(base, environment: ["SOURCE_DATE_EPOCH": "1600000000"])
    #expect(then.status == 0 && then.codes == [past], "\(then.story)")
    let late = try one.passc(base, environment: ["SOURCE_DATE_EPOCH": "1610000000"])
    #expect(late.status == 0, "\(late.story)")
    #expect(late.codes.sorted() == ["identity.certificate.endsSoon", past], "\(late.story)")
    let early = try one.passc(base, environment: ["SOURCE_DATE_EPOCH": "1000000000"])
    #expect(early.status == 1, "\(early.story)")
    #expect(early.codes.contains("identity.certificate.notYetValid"))
  }

  @Test func namesBothWhenPassAndCertificateDiffer() throws {
    for (member, wrong, right, code) in [
      (
        "passTypeIdentifier", "pass.com.example.other", "pass.com.example.passc",
        "identity.certificate.otherPassType"
      ),
      ("teamIdentifier", "OTHER12345", "EXAMPLE123", "identity.teamIdentifier.mismatch"),
    ] {
      func build(_ value: String) throws -> Program.Outcome {
        try BuildCase([
          "card.pass/pass.json": BuildCase.passJSON.replacing(
            "\"formatVersion\": 1,", with: "\"formatVersion\": 1, \"\(member)\": \"\(value)\",")
        ]).build(["--sample", "1"])
      }
      let refused = try build(wrong)
      #expect(refused.status == 1 && refused.text == "")
      #expect(refused.codes == [code], "\(refused.story)")
      #expect(refused.errors.contains(wrong) && refused.errors.contains(right))
      #expect(try build(right).status == 0)
      // An error in a row is reported as well.
      let row = try BuildCase([
        "card.pass/pass.json": BuildCase.passJSON.replacing(
          "\"formatVersion\": 1,", with: "\"formatVersion\": 1, \"\(member)\": \"{{ id }}\",")
      ])
      #expect(try row.build(BuildCase.ada + ["--set", "id=" + right]).status == 0)
      let other = try row.build(BuildCase.ada + ["--set", "id=" + wrong])
      #expect(other.status == 1, "\(other.story)")
      #expect(other.errors.contains(wrong) && other.errors.contains(right), "\(other.errors)")
    }
  }

  /// Once only the pass type identifier was reported, at the certificate and not in pass.json.
  @Test func everyFaultOfPassAndIdentityIsSaidInOneRun() throws {
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,",
        with: """
          "formatVersion": 1, "passTypeIdentifier": "pass.com.example.other",
          "teamIdentifier": "OTHER12345", "foregroundColor": "red",
          """)
    ])
    let built = try one.passc(
      ["build", "card.pass", "--sample", "1", "--identity", Self.file("expired")])
    #expect(built.status == 1)
    #expect(
      built.codes.sorted() == [
        "colour.value.invalid", "identity.certificate.expired",
        "identity.certificate.otherPassType", "identity.teamIdentifier.mismatch",
      ], "\(built.story)")
    let place = built.errors.split(separator: "\n").first { $0.contains("otherPassType") } ?? ""
    #expect(place.hasPrefix("card.pass/pass.json:"), "\(built.errors)")
    #expect(!one.exists("card.pkpass"))
    // Missing options are reported only after these errors are fixed.
    let bare = try one.passc(["build", "card.pass", "--identity", Self.file("expired")])
    #expect(bare.status == 1 && bare.codes.contains("identity.certificate.expired"))
  }

  /// HOME may belong to another user, as under sudo -u, systemd and in containers.
  @Test func aHomeThatCannotBeReadStopsNoBuildThatNeedsNothingThere() throws {
    let one = try BuildCase()
    // A link to itself is unreadable even for root.
    _ = try Program.run(
      "/bin/sh", ["-c", "mkdir -p home/.config/passc && ln -s ca home/.config/passc/ca"],
      in: one.folder.path)
    let home = ["HOME": one.folder("home"), "PASSC_CA_DIR": one.folder("home/.config/passc/ca")]
    let built = try one.build(["--sample", "1"], environment: home)
    #expect(built.status == 0 && built.errors == "", "\(built.story)")
    let single = try one.passc(
      [
        "build", "card.pass", "--sample", "1", "--certificate",
        Self.file("ordinary/certificate.pem"), "--key", Self.file("ordinary/key.pem"),
      ], environment: home)
    // If the issuer is missing, the unreadable folder is mentioned.
    #expect(single.status == 1 && single.codes == ["identity.issuer.missing"], "\(single.story)")
    #expect(single.errors.contains("cannot look at"), "\(single.errors)")
  }

  @Test func takesAbsentIdentifiersFromTheCertificate() throws {
    let one = try BuildCase()
    let built = try one.build(["--sample", "1", "--emit", "pass-json"])
    #expect(built.text.contains("\"passTypeIdentifier\":\"pass.com.example.passc\""))
    #expect(built.text.contains("\"teamIdentifier\":\"EXAMPLE123\""))
    #expect(try !one.passJSON(["--sample", "1"]).contains("teamIdentifier"))
  }

  @Test func saysEverythingThatIsMissing() throws {
    let one = try BuildCase()
    _ = try Program.run(
      "/bin/sh",
      [
        "-c",
        """
        mkdir empty leaf keyless issuerless
        cp "$1/certificate.pem" leaf && cp "$1/certificate.pem" "$1/intermediate.pem" keyless
        cp "$1/certificate.pem" "$1/key.pem" issuerless
        """, "sh", Self.file("ordinary"),
      ], in: one.folder.path)
    for (folder, codes) in [
      ("empty", ["identity.certificate.missing"]),
      ("leaf", ["identity.issuer.missing", "identity.key.missing"]),
      ("keyless", ["identity.key.missing"]), ("issuerless", ["identity.issuer.missing"]),
    ] {
      let built = try one.passc(["build", "card.pass", "--sample", "1", "--identity", folder])
      #expect(built.status == 1 && built.codes.sorted() == codes, "\(folder): \(built.story)")
    }
    let keyOfAnother = try one.passc([
      "build", "card.pass", "--sample", "1", "--certificate",
      Self.file("ordinary/certificate.pem"), "--key", Self.file("nfc/key.pem"),
      "--wwdr", Self.file("ordinary/intermediate.pem"),
    ])
    #expect(keyOfAnother.status == 1, "\(keyOfAnother.story)")
    #expect(keyOfAnother.codes == ["identity.key.mismatch"], "\(keyOfAnother.story)")
    let unset = try one.passc(["build", "card.pass", "--sample", "1", "--certificate", "env:NO"])
    #expect(unset.status == 3 && unset.errors.contains("NO is not set"), "\(unset.story)")
  }

  // MARK: NFC

  private static let gymKey =
    "MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgAD/IokO6AuH5ngkvruHbs4413LP3gC0lFB/t9oV1y+jvs="

  private static func nfc(_ members: String) throws -> BuildCase {
    try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,", with: "\"formatVersion\": 1, \"nfc\": { \(members) },")
    ])
  }

  private static func build(
    _ one: BuildCase, _ identity: String, reader: String? = nil
  ) throws -> Program.Outcome {
    try one.passc(
      ["build", "card.pass", "--sample", "1", "--identity", file(identity), "-o", "x.pkpass"]
        + (reader.map { ["--nfc-key", file("nfc-reader/\($0)-nfc-private.pem")] } ?? []))
  }

  @Test func nfcNeedsACertificateForIt() throws {
    let one = try Self.nfc("\"message\": \"A-17\", \"encryptionPublicKey\": \"\(Self.gymKey)\"")
    let ordinary = try Self.build(one, "ordinary")
    #expect(
      ordinary.status == 1 && ordinary.codes == ["nfc.certificate.notNFC"], "\(ordinary.story)")
    #expect(!one.exists("x.pkpass"))
    let fitting = try Self.build(one, "nfc")
    #expect(fitting.status == 0 && fitting.errors == "", "\(fitting.story)")
  }

  @Test func theReadersKeyMustMatchAndFillsAnAbsentOne() throws {
    let named = try Self.nfc("\"message\": \"A-17\", \"encryptionPublicKey\": \"\(Self.gymKey)\"")
    #expect(try Self.build(named, "nfc", reader: "gym").status == 0)
    let plain = try named.bytes("x.pkpass")
    #expect(plain.holds(Self.gymKey))
    let mismatch = try Self.build(named, "nfc", reader: "concert")
    #expect(mismatch.status == 1 && mismatch.codes == ["nfc.key.mismatch"], "\(mismatch.story)")
    #expect(mismatch.errors.hasPrefix("card.pass/pass.json:2:"), "\(mismatch.errors)")
    #expect(try named.bytes("x.pkpass") == plain)

    let absent = try Self.nfc("\"message\": \"A-17\"")
    #expect(try Self.build(absent, "nfc").status == 1)
    #expect(try Self.build(absent, "nfc", reader: "gym").status == 0)
    #expect(try absent.bytes("x.pkpass") == plain)
    let json = try absent.passJSON(
      ["--sample", "1", "--nfc-key", Self.file("nfc-reader/gym-nfc-private.pem")])
    #expect(json.contains("\"encryptionPublicKey\":\"\(Self.gymKey)\""), "\(json)")
    // The bundle must not contain the private key.
    let key = try Self.text("nfc-reader/gym-nfc-private.pem").split(separator: "\n")[1]
    #expect(try !absent.bytes("x.pkpass").holds(String(key)))
    // A pass without nfc does not get the key.
    let none = try BuildCase()
    let built = try Self.build(none, "nfc", reader: "gym")
    #expect(built.status == 0, "\(built.story)")
    #expect(try !none.bytes("x.pkpass").holds("encryptionPublicKey"))
  }

  // MARK: Authentication tokens

  @Test func derivesTheTokenWhereAWebServiceHasNone() throws {
    let service = "\"formatVersion\": 1, \"webServiceURL\": \"https://example.com/passes/\","
    let one = try BuildCase([
      "card.pass/pass.json": BuildCase.passJSON.replacing("\"formatVersion\": 1,", with: service),
      "token.key": String(repeating: "0b", count: 32) + "\n",
    ])
    let without = try one.build(["--sample", "1"])
    #expect(without.status == 2 && without.errors.contains("--token-key"), "\(without.story)")
    let built = try one.build(["--sample", "1", "--token-key", "token.key", "--emit", "pass-json"])
    #expect(built.status == 0, "\(built.story)")
    if let python = Program.path(of: "python3") {
      let script =
        "import hmac; print(hmac.new(b'\\x0b' * 32, b'pass.com.example.passc\\0A-1', 'sha256').hexdigest())"
      let token = try Program.run(python, ["-c", script], in: one.folder.path).text.dropLast()
      #expect(built.text.contains("\"authenticationToken\":\"\(token)\""), "\(built.text)")
    }
    // A token in the template is kept.
    try one.folder.add([
      "card.pass/pass.json": BuildCase.passJSON.replacing(
        "\"formatVersion\": 1,", with: service + "\"authenticationToken\": \"0123456789abcdef\",")
    ])
    let own = try one.build(["--sample", "1", "--token-key", "token.key", "--emit", "pass-json"])
    #expect(own.text.contains("\"authenticationToken\":\"0123456789abcdef\""), "\(own.story)")
  }
}
