// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `--key pkcs11:…` with SoftHSM, an HSM in software, and with faulty modules.
struct TokenTests {
  /// A SoftHSM token with the key of an example identity.
  private struct Token {
    let build: BuildCase
    static let softHSM = [
      "/usr/lib/softhsm/libsofthsm2.so", "/opt/homebrew/lib/softhsm/libsofthsm2.so",
    ].first(where: FileManager.default.fileExists)
    static let isThere = softHSM != nil && Program.path(of: "softhsm2-util") != nil

    init(_ key: String = BuildCase.identity("ordinary/key.pem")) throws {
      build = try BuildCase([
        "softhsm2.conf": "directories.tokendir = ./tokens\nobjectstore.backend = file\n",
        "tokens/keep": "", "pin": "1234\n",
      ])
      try tool(
        "softhsm2-util",
        [
          "--init-token", "--free", "--label", "gym", "--so-pin", "12345678",
          "--pin", "1234",
        ])
      try tool("openssl", ["pkcs8", "-topk8", "-nocrypt", "-in", key, "-out", "key.p8"])
      try tool(
        "softhsm2-util",
        [
          "--import", "key.p8", "--token", "gym", "--label", "pass", "--id",
          "01", "--pin", "1234",
        ])
    }

    static let environment = ["SOFTHSM2_CONF": "softhsm2.conf"]

    @discardableResult
    func tool(_ name: String, _ arguments: [String]) throws -> Program.Outcome {
      let outcome = try Program.run(
        try #require(Program.path(of: name)), arguments, in: build.folder.path,
        environment: Self.environment)
      try #require(outcome.status == 0, "\(name): \(outcome.story)")
      return outcome
    }

    func uri(
      _ path: String = "token=gym;object=pass", pin: String? = "pin", module: String? = nil
    ) -> String {
      "pkcs11:\(path)?module-path=\(module ?? Self.softHSM ?? "")"
        + (pin.map { "&pin-source=file:\($0)" } ?? "")
    }

    /// Returns the environment for watched_token.c, which records calls of SoftHSM and injects
    /// faults.
    func watched(_ faults: [String: Int] = [:]) -> [String: String] {
      var environment = [
        "WATCHED_TOKEN": Self.softHSM ?? "", "WATCHED_TOKEN_CALLS": build.folder("calls"),
      ]
      for (fault, count) in faults { environment["WATCHED_TOKEN_\(fault)"] = "\(count)" }
      return environment
    }

    /// Returns the recorded lines and deletes them.
    func calls() throws -> [String] {
      let text = String(decoding: try build.bytes("calls"), as: UTF8.self)
      try Disk.remove(build.folder("calls"))
      return text.split(separator: "\n").map(String.init)
    }

    func passc(
      _ arguments: [String], identity: String = "ordinary", environment: [String: String] = [:]
    ) throws -> Program.Outcome {
      try build.passc(
        arguments + [
          "--certificate", BuildCase.identity("\(identity)/certificate.pem"), "--wwdr",
          BuildCase.identity("\(identity)/intermediate.pem"),
        ], environment: Self.environment.merging(environment) { $1 })
    }

    func make(
      _ uri: String, _ more: [String] = [], environment: [String: String] = [:]
    ) throws -> Program.Outcome {
      try passc(
        ["build", "card.pass", "-o", "out.pkpass", "--key", uri] + BuildCase.ada + more,
        environment: environment)
    }
  }

  @Suite(.enabled(if: Token.isThere, "needs softhsm2"))
  struct SoftHSM {
    @Test func givesTheBytesOfTheKeyFile() throws {
      let token = try Token()
      let outside = try token.make(token.uri())
      #expect(outside.status == 0, "\(outside.story)")
      let inside = try token.passc(
        [
          "build", "card.pass", "-o", "inside.pkpass", "--key",
          BuildCase.identity("ordinary/key.pem"),
        ]
          + BuildCase.ada)
      #expect(inside.status == 0, "\(inside.story)")
      #expect(try token.build.bytes("out.pkpass") == token.build.bytes("inside.pkpass"))
    }

    @Test func signsWithP256() throws {
      let token = try Token()
      try token.tool(
        "openssl",
        [
          "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out",
          "ec.pem",
        ])
      try token.tool("openssl", ["pkcs8", "-topk8", "-nocrypt", "-in", "ec.pem", "-out", "ec.p8"])
      try token.tool(
        "softhsm2-util",
        [
          "--import", "ec.p8", "--token", "gym", "--label", "ec", "--id",
          "02", "--pin", "1234",
        ])
      // The key can sign, but Apple issues certificates only for RSA keys.
      let outcome = try token.build.passc(
        [
          "cert", "request", "--pass-type", "pass.com.example.gym", "-o", "new", "--key",
          token.uri("token=gym;object=ec"),
        ], environment: Token.environment)
      #expect(outcome.status == 3, "\(outcome.story)")
      #expect(outcome.errors.contains("EC P-256"), "\(outcome.story)")
    }

    @Test func takesThePINFromWhereItIsGiven() throws {
      let token = try Token()
      let uri = token.uri(pin: nil)
      #expect(try token.make(uri, environment: ["PASSC_PIN": "1234"]).status == 0)
      #expect(try token.make(uri, ["--password-file", "pin"]).status == 0)
      let none = try token.make(uri, environment: ["PASSC_PASSWORD": "1234"])
      #expect(none.status == 3 && none.errors.contains("needs a PIN"), "\(none.story)")
      let wrong = try token.make(uri, environment: ["PASSC_PIN": "73571"])
      #expect(wrong.status == 3 && wrong.errors.contains("is wrong"), "\(wrong.story)")
      #expect(!wrong.errors.contains("73571"))
    }

    @Test(arguments: ["token=gym", "id=%01", "token=gym;id=%01;type=private;object=pass", ""])
    func findsTheKeyByWhatIsSaidOfIt(path: String) throws {
      let token = try Token()
      let outcome = try token.make(token.uri(path))
      #expect(outcome.status == 0, "\(outcome.story)")
    }

    @Test(arguments: [
      ("token=gum", "no token matches"), ("token=gym;object=pas", "no private key of that name"),
      ("token=gym;id=%02", "no private key of that name"),
      ("slot-id=987654321", "no token matches"),
      ("manufacturer=Nobody", "no token matches"),
      ("library-description=Other", "not the one that the URI names"),
    ])
    func saysWhatIsNotThere(path: String, words: String) throws {
      let token = try Token()
      let outcome = try token.make(token.uri(path))
      #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.story)")
      #expect(!token.build.exists("out.pkpass"))
    }

    @Test func tellsTheKeyOfAnotherCertificate() throws {
      let token = try Token(BuildCase.identity("nfc/key.pem"))
      let outcome = try token.make(token.uri())
      #expect(outcome.status == 1 && outcome.codes.contains("identity.key.mismatch"))
      #expect(!token.build.exists("out.pkpass"))
    }

    @Test func isTriedByTheDoctorAndSignsARequest() throws {
      let token = try Token()
      let doctor = try token.passc(["cert", "doctor", "--key", token.uri()])
      #expect(doctor.status == 0, "\(doctor.story)")
      #expect(doctor.text.contains("signed a test message (RSA 2048)"), "\(doctor.story)")
      let request = try token.build.passc(
        [
          "cert", "request", "--pass-type", "pass.com.example.gym", "-o", "new", "--key",
          token.uri(),
        ], environment: Token.environment)
      #expect(request.status == 0, "\(request.story)")
      try token.tool(
        "openssl", ["req", "-in", "new/request.certSigningRequest", "-verify", "-noout"])
    }

    @Test func signsFinishedPassesAgain() throws {
      let token = try Token()
      let later = ["SOURCE_DATE_EPOCH": "1769904000"]
      for (name, serial) in [("a", "A-1"), ("b", "A-2")] {
        let built = try token.build.build([
          "-o", "\(name).pkpass", "--set", "serial=\(serial)", "--set", "name=Ada",
        ])
        #expect(built.status == 0, "\(built.story)")
      }
      let outside = try token.passc(
        ["resign", "a.pkpass", "b.pkpass", "-o", "outside", "--key", token.uri()],
        environment: later)
      #expect(outside.status == 0, "\(outside.story)")
      let inside = try token.passc(
        [
          "resign", "a.pkpass", "b.pkpass", "-o", "inside", "--key",
          BuildCase.identity("ordinary/key.pem"),
        ], environment: later)
      #expect(inside.status == 0, "\(inside.story)")
      for name in ["a", "b"] {
        let again = try token.build.bytes("outside/\(name).pkpass")
        #expect(try again == token.build.bytes("inside/\(name).pkpass"))
        #expect(try again != token.build.bytes("\(name).pkpass"), "nothing was signed again")
        try token.tool("unzip", ["-q", "outside/\(name).pkpass", "-d", name])
        try token.tool(
          "openssl",
          [
            "cms", "-verify", "-binary", "-inform", "DER", "-in", "\(name)/signature", "-content",
            "\(name)/manifest.json", "-CAfile", BuildCase.identity("ordinary/root.pem"),
            "-purpose", "any", "-out", "\(name)/proven",
          ])
      }
      let check = try token.build.passc([
        "check", "outside", "--trust", BuildCase.identity("ordinary/root.pem"), "--as-of",
        "2026-02-02",
      ])
      #expect(check.status == 0, "\(check.story)")
    }

    @Test func leavesFinishedPassesAloneWhereTheTokenHasAnotherKey() throws {
      let token = try Token(BuildCase.identity("nfc/key.pem"))
      #expect(try token.build.build(["-o", "a.pkpass"] + BuildCase.ada).status == 0)
      let outcome = try token.passc(["resign", "a.pkpass", "-o", "new", "--key", token.uri()])
      #expect(outcome.status == 1 && outcome.codes.contains("identity.key.mismatch"))
      #expect(!token.build.exists("new/a.pkpass"), "\(outcome.story)")
    }
  }

  // MARK: Calls to the HSM

  private static let watched = Result { try Module("watched_token.c") }

  @Suite(.enabled(if: Token.isThere && Program.path(of: "cc") != nil, "needs softhsm2 and cc"))
  struct Watched {
    private static let rows = 300

    private func issue(
      _ token: Token, _ out: String, _ key: String, _ more: [String]
    ) throws -> Program.Outcome {
      let table = "serial,name\n" + (1...Self.rows).map { "A-\($0),Ada\n" }.joined()
      try token.build.folder.add(["members.csv": table])
      return try token.passc(
        ["issue", "card.pass", "--data", "members.csv", "-o", out, "--key", key] + more,
        environment: token.watched())
    }

    /// The session that finds the key is also used for signing, and the PIN is sent once.
    @Test(arguments: [
      (["--jobs", "1"], 1), (["--jobs", "2"], 2), (["--jobs", "4"], 4),
      (["--jobs", "1", "--in-flight", "3"], 3),
    ])
    func opensASessionForEachThreadAndKeepsIt(options: [String], sessions: Int) throws {
      let token = try Token()
      let outside = try issue(
        token, "outside.tar", token.uri(module: try TokenTests.watched.get().path), options)
      #expect(outside.status == 0, "\(outside.story)")
      let calls = try token.calls()
      func count(_ name: String) -> Int { calls.count { $0 == name } }
      #expect(count("C_OpenSession") == sessions)
      #expect(count("C_CloseSession") == sessions)
      #expect(count("C_Login") == 1)
      #expect(count("C_Initialize") == 1 && count("C_Finalize") == 0)
      #expect(count("C_Sign") == Self.rows)
      // Private and public key are searched once, and not for each pass.
      let first = calls.firstIndex(of: "C_Sign") ?? 0
      #expect(calls[first...].allSatisfy { $0 != "C_FindObjectsInit" })
      let inside = try issue(token, "inside.tar", BuildCase.identity("ordinary/key.pem"), [])
      #expect(inside.status == 0, "\(inside.story)")
      #expect(try token.build.bytes("outside.tar") == token.build.bytes("inside.tar"))
    }

    /// SoftHSM shows no token to a process that starts while another one logs in (race).
    @Test func findsATokenThatWasNotThereAtFirst() throws {
      let token = try Token()
      let uri = token.uri(module: try TokenTests.watched.get().path)
      let outcome = try token.make(uri, environment: token.watched(["ABSENT": 4]))
      #expect(outcome.status == 0, "\(outcome.story)")
      let calls = try token.calls()
      #expect(calls.count { $0 == "C_Initialize" } == 5)
      #expect(calls.count { $0 == "C_Finalize" } == 4)
      #expect(calls.count { $0 == "C_Login" } == 1)
    }

    @Test func looksForATokenFiveTimes() throws {
      let token = try Token()
      let uri = token.uri(module: try TokenTests.watched.get().path)
      let outcome = try token.make(uri, environment: token.watched(["ABSENT": 5]))
      #expect(
        outcome.status == 3 && outcome.errors.contains("none is connected"), "\(outcome.story)")
      let calls = try token.calls()
      #expect(calls.count { $0 == "C_Initialize" } == 5)
      #expect(calls.count { $0 == "C_OpenSession" || $0 == "C_Login" } == 0)
    }

    /// CKR_GENERAL_ERROR and CKR_USER_PIN_NOT_INITIALIZED.
    @Test(arguments: [(0x05, "CKR_GENERAL_ERROR"), (0x102, "CKR_USER_PIN_NOT_INITIALIZED")])
    func sendsThePINASecondTimeWhereTheFirstWasNoTry(answer: Int, words: String) throws {
      let token = try Token()
      let uri = token.uri(module: try TokenTests.watched.get().path)
      let once = try token.make(uri, environment: token.watched(["BUSY": 1, "ANSWER": answer]))
      #expect(once.status == 0, "\(once.story)")
      #expect(try token.calls().count { $0 == "C_Login" } == 2)
      try Disk.remove(token.build.folder("out.pkpass"))
      // If these errors do count as failed logins, a third one could lock the HSM.
      let always = try token.make(uri, environment: token.watched(["BUSY": 9, "ANSWER": answer]))
      #expect(always.status == 3, "\(always.story)")
      #expect(always.errors.contains("rejects the login: \(words)"), "\(always.story)")
      #expect(try token.calls().count { $0 == "C_Login" } == 2)
      #expect(!token.build.exists("out.pkpass"))
    }

    @Test(arguments: [
      (["BUSY": 1, "COUNTS": 1], "CKR_GENERAL_ERROR"), ([:], "is wrong"),
      (["BUSY": 1, "ANSWER": 0xA1], "CKR_PIN_INVALID"),
    ])
    func sendsAPINOnceThatTheTokenHasCounted(faults: [String: Int], words: String) throws {
      let token = try Token()
      let uri = token.uri(pin: nil, module: try TokenTests.watched.get().path)
      let pin = ["PASSC_PIN": faults.isEmpty ? "73571" : "1234"]
      let outcome = try token.make(uri, environment: token.watched(faults).merging(pin) { $1 })
      #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.story)")
      #expect(try token.calls().count { $0 == "C_Login" } == 1)
    }

    /// Returns the names of SoftHSM's slot, token and library by the attributes of RFC 7512, as its
    /// tool and module show them.
    private func names(_ token: Token) throws -> [String: String] {
      let shown = try token.tool("softhsm2-util", ["--show-slots"]).text
      let slot = try #require(
        shown.components(separatedBy: "\nSlot ").first { $0.contains("Initialized:      yes") })
      let lines = slot.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      func value(_ name: String, last: Bool = false) throws -> String {
        let found = lines.filter { $0.hasPrefix(name + ":") }
        let line = try #require(last ? found.last : found.first, "\(name) in \(slot)")
        return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
      }
      var names = [
        "token": try value("Label"), "serial": try value("Serial number"),
        "model": try value("Model"), "manufacturer": try value("Manufacturer ID", last: true),
        "slot-manufacturer": try value("Manufacturer ID"),
        "slot-description": try value("Description"),
        "slot-id": String(slot.drop { !$0.isNumber }.prefix { $0.isNumber }),
      ]
      _ = try token.make(
        token.uri(module: try TokenTests.watched.get().path), environment: token.watched())
      for line in try token.calls() {
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        if parts.count == 2 { names[parts[0]] = parts[1] }
      }
      return names
    }

    @Test(arguments: [
      "token", "serial", "model", "manufacturer", "slot-id", "slot-manufacturer",
      "slot-description", "library-manufacturer", "library-description", "library-version",
    ])
    func findsATokenByItsNamesAndByNoOthers(attribute: String) throws {
      let token = try Token()
      let name = try #require(try names(token)[attribute])
      #expect(!name.isEmpty)
      func make(_ value: String) throws -> Program.Outcome {
        let written = value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        return try token.make(token.uri("\(attribute)=\(written.joined())"))
      }
      let right = try make(name)
      #expect(right.status == 0, "\(attribute)=\(name): \(right.story)")
      try Disk.remove(token.build.folder("out.pkpass"))
      // Similar names must not match: neither a prefix nor an extension.
      let isVersion = attribute == "library-version"
      for wrong in [name + "1", isVersion ? "1" + name : String(name.dropLast()), "0"] {
        let outcome = try make(wrong)
        #expect(outcome.status == 3, "\(attribute)=\(wrong): \(outcome.story)")
        let words =
          attribute.hasPrefix("library-") ? "not the one that the URI names" : "no token matches"
        #expect(outcome.errors.contains(words), "\(attribute)=\(wrong): \(outcome.story)")
        #expect(outcome.errors.contains("\(attribute)="), "\(outcome.story)")
        #expect(!token.build.exists("out.pkpass"), "\(attribute)=\(wrong)")
      }
    }

    @Test func takesTheMajorVersionOfALibraryForAllOfIt() throws {
      let token = try Token()
      let version = try #require(try names(token)["library-version"])
      let major = version.prefix { $0 != "." }
      let outcome = try token.make(token.uri("library-version=\(major)"))
      #expect(outcome.status == 0, "\(version): \(outcome.story)")
    }
  }

  /// The modes of bad_token.c with exit code and a part of the message.
  static let faults: [(mode: String, status: Int32, words: String)] = [
    ("gives garbage", 1, "does not verify"), ("gives a short signature", 1, "does not verify"),
    ("gives an empty signature", 1, "does not verify"), ("gives what it got", 1, "does not verify"),
    ("says its signature is endless", 1, "does not verify"),
    ("asks each time", 1, "does not verify"), ("has an odd name", 3, "no token matches"),
    ("has another key", 1, "does not belong"), ("has a point that is none", 3, "can sign passes"),
    ("tells nothing of its key", 1, "does not verify"),
    ("gives attributes without end", 1, "does not verify"),
    ("is pulled out", 3, "CKR_DEVICE_REMOVED"), ("was pulled out", 3, "no token matches"),
    ("lost its session", 3, "CKR_SESSION_HANDLE_INVALID"),
    ("does not know the mechanism", 3, "CKR_MECHANISM_INVALID"),
    ("fails with a code of its own", 3, "0x80000001"), ("may not sign", 3, "can sign passes"),
    ("has no key", 3, "no private key"), ("finds nothing out", 3, "CKR_GENERAL_ERROR"),
    ("fails while it looks", 3, "CKR_FUNCTION_FAILED"),
    ("says it found more than there is room", 1, "does not verify"),
    ("locks itself", 3, "CKR_PIN_LOCKED"), ("is locked", 3, "is locked"),
    ("has no PIN", 3, "has no PIN yet"), ("is not initialised", 3, "no token matches"),
    ("opens no session", 3, "CKR_GENERAL_ERROR"), ("has two tokens", 3, "matches 2 tokens"),
    ("has no slots", 3, "none is connected"), ("lists no slots", 3, "CKR_GENERAL_ERROR"),
    ("has slots without end", 3, "CKR_GENERAL_ERROR"), ("has no info", 3, "CKR_GENERAL_ERROR"),
    ("does not begin", 3, "cannot be initialised"), ("gives no functions", 3, "no functions"),
    ("gives no table", 3, "no functions"), ("is of version 1", 3, "no functions"),
    ("lacks functions", 3, "CKR_FUNCTION_NOT_SUPPORTED"),
    ("hangs at once", 3, "did not respond within 1 s"),
    ("hangs at the login", 3, "did not respond within 1 s"),
    ("hangs when it signs", 3, "did not respond within 1 s"),
  ]

  private static let module = Result { try Module("bad_token.c") }

  /// A compiled module of Tests/Fixtures/pkcs11.
  private struct Module {
    private let folder: TemporaryFolder
    var path: String { folder("module.so") }

    init(_ source: String) throws {
      folder = try TemporaryFolder().keptToTheEnd()
      let outcome = try Program.run(
        try #require(Program.path(of: "cc")),
        [
          "-shared", "-fPIC", "-o", folder("module.so"),
          Program.repository + "/Tests/Fixtures/pkcs11/\(source)", "-ldl",
        ], in: folder.path)
      try #require(outcome.status == 0, "\(outcome.story)")
    }
  }

  /// The modulus of the key of the ordinary example identity.
  private static let modulus = Result { () throws -> String in
    let outcome = try Program.run(
      try #require(Program.path(of: "openssl")),
      ["x509", "-in", BuildCase.identity("ordinary/certificate.pem"), "-noout", "-modulus"], in: "/"
    )
    return String(outcome.text.dropFirst("Modulus=".count).prefix { !$0.isNewline })
  }

  @Test(
    .enabled(if: Program.path(of: "cc") != nil && Program.path(of: "openssl") != nil, "needs cc"),
    arguments: faults)
  func saysWhatAModuleDoesWrong(mode: String, status: Int32, words: String) throws {
    let build = try BuildCase(["pin": "1234"])
    let uri = "pkcs11:token=bad?pin-source=pin&module-path=\(try Self.module.get().path)"
    let outcome = try build.passc(
      [
        "build", "card.pass", "-o", "out.pkpass", "--key", uri, "--sign-timeout", "1",
        "--certificate", BuildCase.identity("ordinary/certificate.pem"), "--wwdr",
        BuildCase.identity("ordinary/intermediate.pem"),
      ] + BuildCase.ada,
      environment: ["BAD_TOKEN": mode, "BAD_TOKEN_MODULUS": try Self.modulus.get()])
    #expect(outcome.status == status, "\(mode): \(outcome.story)")
    #expect(outcome.errors.contains(words), "\(mode): \(outcome.story)")
    #expect(!build.exists("out.pkpass"), "\(mode)")
    #expect(outcome.errors.utf8.count < 2_000 && !outcome.errors.contains("\u{1B}"), "\(mode)")
  }

  @Test(.enabled(if: Program.path(of: "cc") != nil, "needs cc"))
  func sendsAPINThatWasRefusedNoSecondTime() throws {
    let build = try BuildCase(["pin": "1234"])
    try build.folder.add(
      "rows.csv", Array(("serial,name\n" + (1...400).map { "A-\($0),Ada\n" }.joined()).utf8))
    let uri = "pkcs11:token=bad?pin-source=pin&module-path=\(try Self.module.get().path)"
    let outcome = try build.passc(
      [
        "issue", "card.pass", "--data", "rows.csv", "-o", "out", "--jobs", "4", "--in-flight", "8",
        "--progress", "none", "--key", uri, "--certificate",
        BuildCase.identity("ordinary/certificate.pem"), "--wwdr",
        BuildCase.identity("ordinary/intermediate.pem"),
      ],
      environment: [
        "BAD_TOKEN": "changes its PIN", "BAD_TOKEN_MODULUS": try Self.modulus.get(),
        "BAD_TOKEN_LOGINS": build.folder("logins"),
      ])
    #expect(outcome.status == 3 && outcome.errors.contains("CKR_PIN_INCORRECT"), "\(outcome.story)")
    #expect(outcome.errors.contains("passc does not send it twice"), "\(outcome.story)")
    // Once at the start, and once after its sessions were lost.
    #expect(try build.bytes("logins").count == 2)
  }

  @Test(arguments: [
    ("/no/such/module.so", "cannot be opened"), ("/etc/hostname", "cannot be opened"),
    ("/etc", "cannot be opened"), ("libc.so.6", "no C_GetFunctionList"),
  ])
  func saysThatAFileIsNoModule(path: String, words: String) throws {
    let outcome = try BuildCase().passc(
      [
        "build", "card.pass", "--key", "pkcs11:token=a?module-path=\(path)", "--certificate",
        BuildCase.identity("ordinary/certificate.pem"),
      ] + BuildCase.ada)
    #expect(outcome.status == 3 && outcome.errors.contains(words), "\(outcome.story)")
  }
}
