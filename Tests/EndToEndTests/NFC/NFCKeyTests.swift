// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc nfc keygen` and `key`, and of `--nfc-key` of build and check.
@Suite(.enabled(if: Program.path(of: "openssl") != nil, "openssl is not installed"))
struct NFCKeyTests {
  @Test func keygenWritesBothHalvesAndPrintsThePublicOne() throws {
    let test = try NFCCase()
    let made = try test.nfc("keygen", "-o", "reader.pem")
    #expect(made.status == 0 && made.errors.isEmpty, "\(made.story)")
    let printed = made.text.trimmingCharacters(in: .newlines)
    #expect(printed.utf8.count == 80 && printed.hasPrefix("MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgA"))
    #expect(Data(base64Encoded: printed)?.count == 59)
    let mode = try FileManager.default.attributesOfItem(atPath: test.folder("reader.pem"))
    #expect(mode[.posixPermissions] as? Int == 0o600)
    for file in ["reader.pem", "reader.pub.pem"] {
      #expect(try test.nfc("key", file).text == made.text, "\(file)")
    }
    // OpenSSL reads the same key from both files.
    let fromPrivate = try test.judge(
      "openssl", "ec", "-in", "reader.pem", "-pubout", "-conv_form", "compressed")
    let fromPublic = try test.judge(
      "openssl", "ec", "-pubin", "-in", "reader.pub.pem", "-pubout", "-conv_form", "compressed")
    #expect(fromPrivate.text == fromPublic.text && !fromPrivate.text.isEmpty)
    #expect(try test.nfc("keygen", "-o", "other.pem").text != made.text)
  }

  @Test func keygenNeverReplacesAFile() throws {
    let test = try NFCCase()
    try test.folder.add(["mine.pem": "mine", "half.pub.pem": "mine"])
    for name in ["mine.pem", "half.pem"] {
      let outcome = try test.nfc("keygen", "-o", name)
      #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome.story)")
      #expect(outcome.errors.contains("a key is never replaced"))
    }
    #expect(try Disk.read(test.folder("mine.pem")) == Array("mine".utf8))
    #expect(try Disk.read(test.folder("half.pub.pem")) == Array("mine".utf8))
    #expect(try Disk.kind(of: test.folder("half.pem")) == nil)
    #expect(try Disk.kind(of: test.folder("mine.pub.pem")) == nil)
  }

  @Test func keyReadsEveryFormOpenSSLWrites() throws {
    let test = try NFCCase()
    let expected = try test.nfc("keygen", "-o", "k.pem").text
    let forms: [(file: String, arguments: [String])] = [
      ("sec1.pem", ["ec", "-in", "k.pem"]),
      ("sec1.der", ["ec", "-in", "k.pem", "-outform", "DER"]),
      ("pkcs8.der", ["pkcs8", "-topk8", "-nocrypt", "-in", "k.pem", "-outform", "DER"]),
      ("spki.der", ["ec", "-in", "k.pem", "-pubout", "-outform", "DER"]),
      ("spki.pem", ["ec", "-in", "k.pem", "-pubout"]),
      (
        "compressed.der",
        ["ec", "-in", "k.pem", "-pubout", "-conv_form", "compressed", "-outform", "DER"]
      ),
      ("hybrid.pem", ["ec", "-in", "k.pem", "-pubout", "-conv_form", "hybrid"]),
      ("hybrid-private.pem", ["ec", "-in", "k.pem", "-conv_form", "hybrid"]),
    ]
    for form in forms {
      let outcome = try Program.run(
        try #require(Program.path(of: "openssl")), form.arguments + ["-out", form.file],
        in: test.folder.path)
      try #require(outcome.status == 0, "\(form.file): \(outcome.story)")
      let read = try test.nfc("key", form.file)
      #expect(read.status == 0 && read.text == expected, "\(form.file): \(read.story)")
    }
    let der = try Disk.read(test.folder("spki.der"))
    let text = Data(der).base64EncodedString()
    #expect(try test.nfc("key", text).text == expected, "Base64 as an argument")
    #expect(try test.nfc("key", "-", input: text + "\n").text == expected, "standard input")
    // The point without structure: 04 and 64 bytes.
    try test.folder.add("point.bin", Array(der.suffix(65)))
    #expect(try test.nfc("key", "point.bin").text == expected)
  }

  @Test(arguments: ["PEM", "DER"])
  func keyOpensAnEncryptedKeyWithThePassword(_ form: String) throws {
    let test = try NFCCase()
    let expected = try test.nfc("keygen", "-o", "k.pem").text
    _ = try test.judge(
      "openssl", "pkcs8", "-topk8", "-in", "k.pem", "-passout", "pass:secret", "-outform", form,
      "-out", "locked")
    let opened = try test.nfc("key", "./locked", environment: ["PASSC_PASSWORD": "secret"])
    #expect(opened.text == expected, "\(opened.story)")
    let wrong = try test.nfc("key", "./locked", environment: ["PASSC_PASSWORD": "no"])
    #expect(wrong.status == 3 && wrong.output.isEmpty, "\(wrong.story)")
    let without = try test.nfc("key", "./locked")
    #expect(without.status == 3 && without.errors.contains("PASSC_PASSWORD"), "\(without.story)")
    try test.folder.add(["password": "secret\n"])
    #expect(try test.nfc("key", "./locked", "--password-file", "password").text == expected)
  }

  @Test func keyRefusesWithACode() throws {
    let test = try NFCCase()
    let good = try test.nfc("keygen", "-o", "k.pem").text.trimmingCharacters(in: .newlines)
    let der = try #require(Data(base64Encoded: good))
    _ = try test.judge("openssl", "genrsa", "-out", "rsa.pem", "2048")
    _ = try test.judge(
      "openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", "p384.pem")
    _ = try test.judge(
      "openssl", "ecparam", "-name", "secp256k1", "-genkey", "-noout", "-out", "k1.pem")
    _ = try test.judge("openssl", "ec", "-in", "k1.pem", "-pubout", "-out", "k1.pub.pem")
    try test.folder.add("empty.pem", [])
    try test.folder.add("long.der", Array(der) + [0])
    try test.folder.add("cut.der", Array(der.dropLast()))
    try test.folder.add("cut-private.pem", Array("-----BEGIN PRIVATE KEY-----\nMIGH\n".utf8))
    try test.folder.add(
      "off-curve.der", Array(der.prefix(26)) + [2] + [UInt8](repeating: 0, count: 31) + [7])
    _ = try test.judge("openssl", "genpkey", "-algorithm", "ED25519", "-out", "ed.pem")
    _ = try test.judge("openssl", "pkey", "-in", "ed.pem", "-pubout", "-out", "ed.pub.pem")
    _ = try test.judge("openssl", "genpkey", "-algorithm", "X25519", "-out", "x.pem")
    _ = try test.judge(
      "openssl", "pkey", "-in", "ed.pem", "-outform", "DER", "-out", "ed.der")
    _ = try test.judge(
      "openssl", "ecparam", "-name", "brainpoolP256r1", "-genkey", "-noout", "-out", "b.pem")
    _ = try test.judge(
      "openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-param_enc", "explicit",
      "-out", "p384x.pem")
    for (file, kind) in [
      ("rsa.pem", "RSA 2048"), ("p384.pem", "EC P-384"), ("ed.pem", "Ed25519"),
      ("ed.pub.pem", "Ed25519"), ("x.pem", "X25519"), ("ed.der", "Ed25519"),
      ("k1.pem", "EC secp256k1"),
      ("k1.pub.pem", "EC secp256k1"), ("p384x.pem", "written out in numbers"),
    ] {
      let outcome = try test.nfc("key", file)
      #expect(
        outcome.errors.contains(kind) && outcome.errors.contains("expected EC P-256"),
        "\(outcome.story)")
      guard !file.hasSuffix("pub.pem") else { continue }
      let decrypt = try test.nfc("decrypt", "--pass-type", NFCCase.type, "--reader-key", file, "00")
      #expect(decrypt.status == 3, "\(decrypt.story)")
      #expect(!decrypt.errors.contains("sign"), "a reader's key signs nothing: \(decrypt.errors)")
    }
    for (file, fault) in [
      ("ed.pem", "wrongAlgorithm"), ("ed.der", "wrongAlgorithm"), ("ed.pub.pem", "wrongAlgorithm"),
      ("x.pem", "wrongAlgorithm"), ("b.pem", "wrongCurve"), ("p384x.pem", "wrongCurve"),
      ("rsa.pem", "wrongAlgorithm"), ("p384.pem", "wrongCurve"), ("k1.pem", "wrongCurve"),
      ("k1.pub.pem", "wrongCurve"), ("empty.pem", "empty"), ("long.der", "trailingData"),
      ("cut.der", "malformedSPKI"), ("off-curve.der", "pointNotOnCurve"),
      ("cut-private.pem", "malformedSPKI"), (String(good.dropLast()), "invalidBase64"),
    ] {
      let outcome = try test.nfc("key", file)
      #expect(outcome.status == 1 && outcome.output.isEmpty, "\(file): \(outcome.story)")
      #expect(outcome.errors.contains("[nfc.key.\(fault)]"), "\(file): \(outcome.errors)")
      #expect(outcome.errors.contains("help: "))
      #expect(!outcome.errors.contains("MIG") && !outcome.errors.contains(good.dropLast()))
    }
    #expect(try test.nfc("key", "not-there.pem").status == 3)
  }

  @Test func keyTakesAMistypedPathForAPath() throws {
    let test = try NFCCase()
    for name in ["d2/x", "reader", "keys/reader"] {
      let outcome = try test.nfc("key", name)
      #expect(
        outcome.status == 3 && outcome.errors.contains("\(name) does not exist"), "\(outcome.story)"
      )
    }
  }

  /// `openssl ecparam -param_enc explicit` writes P-256 with its parameters instead of its name.
  @Test func readsP256WithItsNumbersWrittenOut() throws {
    let test = try NFCCase()
    let expected = try test.nfc("key", NFCCase.key).text
    let key = NFCCase.key
    for (file, arguments) in [
      ("sec1.pem", ["ec", "-in", key, "-param_enc", "explicit"]),
      ("sec1.der", ["ec", "-in", key, "-param_enc", "explicit", "-outform", "DER"]),
      ("public.pem", ["ec", "-in", key, "-param_enc", "explicit", "-pubout"]),
      (
        "compressed.pem",
        ["ec", "-in", key, "-param_enc", "explicit", "-pubout", "-conv_form", "compressed"]
      ),
      ("pkcs8.pem", ["pkey", "-in", key, "-ec_param_enc", "explicit"]),
    ] {
      let made = try Program.run(
        try #require(Program.path(of: "openssl")), arguments + ["-out", file], in: test.folder.path)
      try #require(made.status == 0, "\(file): \(made.story)")
      let outcome = try test.nfc("key", file)
      #expect(outcome.status == 0 && outcome.text == expected, "\(file): \(outcome.story)")
      guard !["public.pem", "compressed.pem"].contains(file) else { continue }
      let tap = try test.nfc(
        "tap", "gym.pkpass", "--pass-type", NFCCase.type, "--reader-key", file, "--trust",
        NFCCase.root)
      #expect(tap.status == 0 && tap.text.contains(NFCCase.member), "\(file): \(tap.story)")
    }
  }

  @Test func wantsOneKeyWhereAPassHasOne() throws {
    let test = try NFCCase()
    _ = try test.nfc("keygen", "-o", "a.pem")
    _ = try test.nfc("keygen", "-o", "b.pem")
    func all(_ files: String...) throws {
      try test.folder.add("all.pem", files.flatMap { try Disk.read(test.folder($0)) })
    }
    try all("a.pem", "b.pem")
    try template(test, key: nil)
    for arguments in [
      ["nfc", "key", "all.pem"], ["check", "mine.pass", "--nfc-key", "all.pem"],
    ] {
      let outcome = try test.passc(arguments)
      #expect(
        outcome.status == 3 && outcome.errors.contains("has 2 different keys"), "\(outcome.story)"
      )
    }
    // Private and public key of one pair are one key.
    try all("a.pem", "a.pub.pem")
    #expect(try test.nfc("key", "all.pem").text == test.nfc("key", "a.pem").text)
  }

  @Test(arguments: ["0000", "0002", "0077", "0277", "0777"])
  func keygenIsForItsOwnerAloneUnderEveryUmask(_ umask: String) throws {
    let test = try NFCCase()
    let made = try test.judge(
      "sh", "-c", "umask \(umask) && exec \"$0\" nfc keygen -o reader.pem",
      try #require(Program.passc))
    try #require(made.status == 0, "\(made.story)")
    let attributes = try FileManager.default.attributesOfItem(atPath: test.folder("reader.pem"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(try test.nfc("key", "reader.pem").text == made.text)
  }

  @Test func keygenWritesNoKeyToStandardOutput() throws {
    let test = try NFCCase()
    let outcome = try test.nfc("keygen", "-o", "-")
    #expect(outcome.status == 2 && outcome.output.isEmpty, "\(outcome.story)")
    #expect(try Disk.kind(of: test.folder("-")) == nil)
    #expect(try Disk.kind(of: test.folder("-.pub.pem")) == nil)
  }

  @Test func saysThatAKeyForATemplateWithoutNFCDoesNothing() throws {
    let test = try NFCCase()
    _ = try test.nfc("keygen", "-o", "reader.pem")
    try test.folder.add([
      "mine.pass/template.json": """
      {"extends": "\(Program.repository)/templates/gym-membership.pass", "sample": \
      "\(Program.repository)/templates/gym-membership.pass/sample.csv"}
      """,
      "mine.pass/pass.json": #"{"nfc": null}"#,
    ])
    let build = ["build", "mine.pass", "--sample", "1", "--emit", "manifest"]
    let outcome = try test.passc(build + ["--nfc-key", "reader.pem"])
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.errors.contains("mine.pass has no nfc, --nfc-key does nothing"))
    #expect(try !test.passc(build).errors.contains("nfc-key"))
  }

  @Test func helpOfAMismatchDoesNotSendInCircles() throws {
    let test = try NFCCase()
    #expect(try test.passc(["init", "gym.pass", "--nfc"]).status == 0)
    _ = try test.nfc("keygen", "-o", "reader.pem")
    let outcome = try test.passc([
      "build", "gym.pass", "--sample", "1", "--emit", "manifest", "--nfc-key", "reader.pem",
    ])
    #expect(outcome.codes == ["nfc.key.mismatch"], "\(outcome.story)")
    #expect(outcome.errors.contains("remove encryptionPublicKey"), "\(outcome.errors)")
  }

  // MARK: --nfc-key

  /// Writes the gym template with another key or without one.
  private func template(_ test: NFCCase, key: String?) throws {
    let replacement = key.map { "\"\($0)\"" } ?? "null"
    try test.folder.add([
      "mine.pass/template.json": """
      {"extends": "\(Program.repository)/templates/gym-membership.pass", "sample": \
      "\(Program.repository)/templates/gym-membership.pass/sample.csv"}
      """,
      "mine.pass/pass.json": #"{"nfc": {"encryptionPublicKey": \#(replacement)}}"#,
    ])
  }

  @Test func buildFillsAnAbsentKeyAndComparesAPresentOne() throws {
    let test = try NFCCase()
    let key = try test.nfc("keygen", "-o", "reader.pem").text.trimmingCharacters(in: .newlines)
    try template(test, key: nil)
    let arguments = ["build", "mine.pass", "--sample", "1", "--emit", "pass-json"]
    let without = try test.passc(arguments)
    #expect(without.status == 1 && without.codes == ["nfc.key.missing"], "\(without.story)")
    for file in ["reader.pem", "reader.pub.pem"] {
      let filled = try test.passc(arguments + ["--nfc-key", file])
      #expect(filled.status == 0, "\(filled.story)")
      #expect(filled.text.contains(key))
    }
    try template(test, key: key)
    #expect(try test.passc(arguments + ["--nfc-key", "reader.pem"]).status == 0)
    _ = try test.nfc("keygen", "-o", "other.pem")
    let other = try test.passc(arguments + ["--nfc-key", "other.pub.pem"])
    #expect(other.status == 1 && other.codes == ["nfc.key.mismatch"], "\(other.story)")
    #expect(other.output.isEmpty)
  }

  @Test func issueFillsAnAbsentKeyAndComparesAPresentOne() throws {
    let test = try NFCCase()
    let key = try test.nfc("keygen", "-o", "reader.pem").text.trimmingCharacters(in: .newlines)
    try template(test, key: nil)
    let data = "\(Program.repository)/templates/gym-membership.pass/sample.csv"
    func issue(_ more: String...) throws -> Program.Outcome {
      try test.passc(
        [
          "issue", "mine.pass", "--data", data, "--identity", BuildCase.identity("nfc"), "-o",
          "out",
        ]
          + more)
    }
    let without = try issue("--dry-run")
    #expect(without.status == 1 && without.errors.contains("[nfc.key.missing]"), "\(without.story)")
    let filled = try issue("--nfc-key", "reader.pub.pem")
    #expect(filled.status == 0 && filled.text.contains("issued 3"), "\(filled.story)")
    // The reader with that key can read the issued passes.
    let bundle = try #require(try Disk.list(test.folder("out")).first?.name)
    let tap = try test.nfc(
      "tap", "out/\(bundle)", "--pass-type", NFCCase.type, "--reader-key", "reader.pem", "--trust",
      NFCCase.root)
    #expect(tap.status == 0 && tap.text.contains("kb1:"), "\(tap.story)")
    try template(test, key: key)
    _ = try test.nfc("keygen", "-o", "other.pem")
    let other = try issue("--dry-run", "--nfc-key", "other.pem")
    #expect(other.status == 1 && other.errors.contains("[nfc.key.mismatch]"), "\(other.story)")
    try test.folder.add(["text.pem": "hello, world"])
    let unreadable = try issue("--nfc-key", "text.pem")
    #expect(unreadable.status == 3 && unreadable.errors.contains("[nfc.key.invalidBase64]"))
  }

  @Test func checkComparesSourcesAndBundles() throws {
    let test = try NFCCase()
    _ = try test.nfc("keygen", "-o", "other.pem")
    let arguments = ["check", "gym.pkpass", "--trust", NFCCase.root, "--nfc-key"]
    let fits = try test.passc(arguments + [NFCCase.key])
    #expect(fits.status == 0, "\(fits.story)")
    let other = try test.passc(arguments + ["other.pem"])
    #expect(other.status == 1 && other.text.contains("[nfc.key.mismatch]"), "\(other.story)")
    try template(test, key: nil)
    let missing = try test.passc(["check", "mine.pass"])
    #expect(missing.status == 1 && missing.text.contains("[nfc.key.missing]"), "\(missing.story)")
    let filled = try test.passc(["check", "mine.pass", "--nfc-key", "other.pub.pem"])
    #expect(filled.status == 0, "\(filled.story)")
  }

  @Test func namesWhatIsWrongWithTheReadersKey() throws {
    let test = try NFCCase()
    _ = try test.judge(
      "openssl", "ecparam", "-name", "secp384r1", "-genkey", "-noout", "-out", "p384.pem")
    try test.folder.add(["text.pem": "hello, world"])
    try template(test, key: nil)
    for command in [
      ["build", "mine.pass", "--sample", "1", "--emit", "pass-json"], ["check", "mine.pass"],
    ] {
      for (file, code) in [("p384.pem", "wrongCurve"), ("text.pem", "invalidBase64")] {
        let outcome = try test.passc(command + ["--nfc-key", file])
        #expect(outcome.status == 3 && outcome.output.isEmpty, "\(outcome.story)")
        #expect(outcome.errors.contains("\(file) ") && outcome.errors.contains("[nfc.key.\(code)]"))
      }
      #expect(try test.passc(command + ["--nfc-key", "not-there.pem"]).status == 3)
    }
  }

  @Test func opensAnEncryptedReadersKeyForBuildAndCheck() throws {
    let test = try NFCCase()
    let key = try test.nfc("keygen", "-o", "k.pem").text.trimmingCharacters(in: .newlines)
    _ = try test.judge(
      "openssl", "pkcs8", "-topk8", "-in", "k.pem", "-passout", "pass:secret", "-out", "locked.pem")
    try template(test, key: key)
    for command in [
      ["build", "mine.pass", "--sample", "1", "--emit", "manifest"], ["check", "mine.pass"],
    ] {
      let opened = try test.passc(
        command + ["--nfc-key", "locked.pem"], environment: ["PASSC_PASSWORD": "secret"])
      #expect(opened.status == 0, "\(opened.story)")
      #expect(try test.passc(command + ["--nfc-key", "locked.pem"]).status == 3)
    }
  }
}
