// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassTesting
import Testing

/// Tests of every form of key and certificate that the openssl command writes.
@Suite(.disabled(if: OpenSSLCommand.isMissing, "the openssl command is missing"))
struct IdentityFormTests {
  /// The openssl arguments that write `out` from key.pem, and whether it needs the password.
  static let keyForms: [(name: String, arguments: [String], isEncrypted: Bool)] = [
    ("PKCS #8 PEM", ["pkey", "-in", "key.pem", "-out", "out"], false),
    ("PKCS #8 DER", ["pkey", "-in", "key.pem", "-outform", "DER", "-out", "out"], false),
    ("PKCS #1 PEM", ["rsa", "-in", "key.pem", "-traditional", "-out", "out"], false),
    (
      "PKCS #1 DER", ["rsa", "-in", "key.pem", "-traditional", "-outform", "DER", "-out", "out"],
      false
    ),
    (
      "encrypted PKCS #8 PEM",
      [
        "pkcs8", "-topk8", "-in", "key.pem", "-v2", "aes-256-cbc", "-passout", "pass:päss wörd",
        "-out", "out",
      ], true
    ),
    (
      "encrypted PKCS #8 DER",
      [
        "pkcs8", "-topk8", "-in", "key.pem", "-v2", "aes-128-cbc", "-passout", "pass:päss wörd",
        "-outform", "DER", "-out", "out",
      ], true
    ),
    (
      "triple DES PKCS #8",
      [
        "pkcs8", "-topk8", "-in", "key.pem", "-v2", "des3", "-passout", "pass:päss wörd", "-out",
        "out",
      ], true
    ),
    (
      "scrypt PKCS #8",
      [
        "pkcs8", "-topk8", "-in", "key.pem", "-scrypt", "-passout", "pass:päss wörd", "-out", "out",
      ], true
    ),
    (
      "old encrypted PEM",
      [
        "rsa", "-in", "key.pem", "-traditional", "-aes128", "-passout", "pass:päss wörd", "-out",
        "out",
      ], true
    ),
  ]

  /// Once the message said that there is no private key, although it was there.
  @Test func aKeyThatCannotSignIsNamedAndNotCalledMissing() throws {
    let folder = try TemporaryFolder()
    try OpenSSLCommand.run(["genpkey", "-algorithm", "ed25519", "-out", "out"], in: folder.path)
    let choice = try ChosenIdentity.from([
      "key.pem": Disk.read(folder("out")), "c": TestCA.leafPEM(), "w": TestCA.intermediate,
    ])
    #expect(choice.codes == ["identity.key.missing"])
    #expect(
      choice.messages.contains("no usable private key")
        && choice.messages.contains(
          "key.pem was not used: a private key of kind Ed25519 cannot sign passes; RSA and P-256 can"
        ), "\(choice.messages)")
    #expect(choice.diagnostics.first?.help.contains("RSA or P-256") == true)
    // A truncated key is not missing either.
    let cut = Array(try TestCA.keyPEM.prefix(300))
    let damaged = try ChosenIdentity.from([
      "key.pem": cut, "c": TestCA.leafPEM(), "w": TestCA.intermediate,
    ])
    #expect(damaged.messages.contains("key.pem was not used: is damaged"), "\(damaged.messages)")
  }

  @Test(arguments: keyForms.indices)
  func readsKeys(_ index: Int) throws {
    let form = Self.keyForms[index]
    let folder = try TemporaryFolder()
    try folder.add("key.pem", TestCA.keyPEM)
    try OpenSSLCommand.run(form.arguments, in: folder.path)
    let choice = try ChosenIdentity.from(
      ["k": Disk.read(folder("out")), "c": TestCA.leafPEM(), "w": TestCA.intermediate],
      password: form.isEncrypted ? "päss wörd" : nil)
    #expect(choice.identity != nil, "\(form.name): \(choice.messages)")
  }

  @Test func readsSEC1KeysOfECCertificates() throws {
    let key = try PrivateKey.generateP256()
    let folder = try TemporaryFolder()
    try folder.add("key.pem", key.pemBytes())
    for form in ["PEM", "DER"] {
      try OpenSSLCommand.run(
        ["ec", "-in", "key.pem", "-outform", form, "-out", "out"], in: folder.path)
      let choice = try ChosenIdentity.from(
        ["k": Disk.read(folder("out")), "c": TestCA.leafPEM(key), "w": TestCA.intermediate])
      let identity = try #require(choice.identity, "\(choice.messages)")
      #expect(identity.key.kind == .ec(curveName: "P-256"))
      #expect(try FinishedSample.signature(by: identity, at: TestCA.now)?.isEmpty == false)
    }
  }

  /// One file with everything, as keychains and openssl make it.
  @Test(arguments: [
    ["-keypbe", "PBE-SHA1-RC2-40", "-certpbe", "PBE-SHA1-RC2-40", "-legacy", "-macalg", "sha1"],
    ["-legacy", "-macalg", "sha1"],
    ["-keypbe", "PBE-SHA1-3DES", "-certpbe", "PBE-SHA1-3DES", "-macalg", "sha1"],
    ["-keypbe", "AES-256-CBC", "-certpbe", "AES-256-CBC"],
    ["-nomac"],
  ])
  func readsPKCS12(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.add("key.pem", TestCA.keyPEM)
    try folder.add("cert.pem", TestCA.leafPEM())
    try folder.add("wwdr.pem", TestCA.intermediate)
    try OpenSSLCommand.run(
      [
        "pkcs12", "-export", "-inkey", "key.pem", "-in", "cert.pem", "-certfile", "wwdr.pem",
        "-passout", "pass:secret", "-out", "out.p12",
      ] + options, in: folder.path)
    let file = try Disk.read(folder("out.p12"))
    let choice = try ChosenIdentity.from(["identity.p12": file], password: "secret")
    #expect(choice.identity != nil, "\(choice.messages)")
    let wrong = #expect(throws: IdentityFileError.self) {
      try ChosenIdentity.from(["identity.p12": file], password: "geheim")
    }
    #expect(wrong?.reason.hasPrefix("wrong password for the") == true)
    #expect(wrong?.description.contains("geheim") == false)
  }

  @Test func readsPKCS7AndDERCertificates() throws {
    let folder = try TemporaryFolder()
    try folder.add("cert.pem", TestCA.leafPEM())
    try folder.add("wwdr.pem", TestCA.intermediate)
    for form in ["PEM", "DER"] {
      try OpenSSLCommand.run(
        [
          "crl2pkcs7", "-nocrl", "-certfile", "cert.pem", "-certfile", "wwdr.pem", "-outform", form,
          "-out", "out.p7b",
        ], in: folder.path)
      let choice = try ChosenIdentity.from(
        ["a.p7b": Disk.read(folder("out.p7b")), "b": TestCA.keyPEM])
      #expect(choice.identity != nil, "\(form): \(choice.messages)")
    }
    let der = try ChosenIdentity.from([
      "a": TestCA.leaf().der, "b": TestCA.authority.intermediate.certificate.der,
      "c": TestCA.keyPEM,
    ])
    #expect(der.identity != nil, "\(der.messages)")
  }
}

/// Tests of single files, environment variables and encrypted files.
struct IdentitySourceTests {
  @Test func readsVariablesAsPEMAndBase64() throws {
    let folder = try TemporaryFolder()
    try folder.add("wwdr", TestCA.intermediate)
    let p12 = try PKCS12Writer.write(
      key: TestCA.key, certificate: TestCA.leaf(), password: Secret("secret"))
    // Unique names, because tests share the environment.
    setenv("PASSC_TEST_CERTIFICATE", String(decoding: try TestCA.leafPEM(), as: UTF8.self), 1)
    setenv("PASSC_TEST_KEY", Base64.encode(try TestCA.key.pkcs8()) + "\n", 1)
    setenv("PASSC_TEST_P12", Data(p12).base64EncodedString(options: .lineLength76Characters), 1)
    setenv("PASSC_TEST_NOISE", "{\"not\": \"base64\"}", 1)

    var source = IdentitySource { _ in Secret("secret") }
    source.wwdr = folder("wwdr")
    source.certificate = "env:PASSC_TEST_CERTIFICATE"
    source.key = "env:PASSC_TEST_KEY"
    let choice = try ChosenIdentity.from(source)
    #expect(choice.identity?.certificateName == "env:PASSC_TEST_CERTIFICATE", "\(choice.messages)")

    let pem = String(decoding: try TestCA.keyPEM, as: UTF8.self)
    setenv("PASSC_TEST_ONE_LINE", pem.replacingOccurrences(of: "\n", with: "\\n"), 1)
    source.key = "env:PASSC_TEST_ONE_LINE"
    #expect(try ChosenIdentity.from(source).identity != nil)

    source.certificate = "env:PASSC_TEST_P12"
    source.key = nil
    #expect(try ChosenIdentity.from(source).identity != nil)

    source.certificate = "env:PASSC_TEST_NOISE"
    let noise = #expect(throws: IdentityFileError.self) { try ChosenIdentity.from(source) }
    #expect(noise?.description == "env:PASSC_TEST_NOISE: contains neither PEM nor Base64")
    source.certificate = "env:PASSC_TEST_ABSENT"
    let absent = #expect(throws: IdentityFileError.self) { try ChosenIdentity.from(source) }
    #expect(absent?.reason == "the environment variable PASSC_TEST_ABSENT is not set")
  }

  @Test func takesTheNamedCertificateAgainstAFolder() throws {
    let folder = try TemporaryFolder()
    try folder.add("id/old.pem", TestCA.leafPEM { $0.notAfter = TestCA.now + 10 * TestCA.day })
    try folder.add("id/new.pem", TestCA.leafPEM())
    try folder.add("id/key.pem", TestCA.keyPEM)
    try folder.add("id/wwdr.pem", TestCA.intermediate)
    var source = IdentitySource()
    source.folder = folder("id")
    #expect(try ChosenIdentity.from(source).identity?.certificateName == folder("id/new.pem"))
    source.certificate = folder("id/old.pem")
    #expect(try ChosenIdentity.from(source).identity?.certificateName == folder("id/old.pem"))
  }

  @Test func asksOnceForAFileNamedTwice() throws {
    let folder = try TemporaryFolder()
    try folder.add(
      "both.p12",
      PKCS12Writer.write(
        key: TestCA.key, certificate: TestCA.leaf(),
        others: [TestCA.authority.intermediate.certificate], password: Secret("secret")))
    var asked: [String] = []
    var source = IdentitySource {
      asked.append($0)
      return Secret("secret")
    }
    source.certificate = folder("both.p12")
    source.key = folder("both.p12")
    #expect(try ChosenIdentity.from(source).identity != nil)
    #expect(asked == [folder("both.p12")])
  }

  @Test func looksForTheIssuerInFurtherFolders() throws {
    let folder = try TemporaryFolder()
    try folder.add("id/cert.pem", TestCA.leafPEM())
    try folder.add("id/key.pem", TestCA.keyPEM)
    try folder.add("ca/whatever.txt", TestCA.intermediate)
    var source = IdentitySource()
    source.folder = folder("id")
    #expect(try ChosenIdentity.from(source).codes == ["identity.issuer.missing"])
    source.intermediateFolders = [folder("nowhere"), folder("ca")]
    #expect(try ChosenIdentity.from(source).identity != nil)
  }

  @Test func needsAPasswordAndSaysHowToGiveIt() throws {
    let key = try Array(TestCA.key.encryptedPEM(password: Secret("a"), iterations: 10).utf8)
    let error = #expect(throws: IdentityFileError.self) {
      try ChosenIdentity.from(["key.pem": key, "cert.pem": TestCA.leafPEM()])
    }
    #expect(error?.reason == "the private key is encrypted and needs a password")
    #expect(error?.settings.map(\.subject) == [.password])
  }

  @Test func passesOverALockedFileBesideAUsableKey() throws {
    let old = try PKCS12Writer.write(
      key: TestCA.otherKey, certificate: TestCA.leaf(TestCA.otherKey), password: Secret("old"),
      strength: .rc2Era)
    let files: [String: [UInt8]] = [
      "old.p12": old, "key.pem": try TestCA.keyPEM, "cert.pem": try TestCA.leafPEM(),
      "wwdr.pem": try TestCA.intermediate,
    ]
    #expect(try ChosenIdentity.from(files).identity != nil)
    #expect(try ChosenIdentity.from(files, password: "another").identity != nil)
    // If the pass needs another certificate, the encrypted file is mentioned, because it may
    // contain it.
    let choice = try ChosenIdentity.from(files, type: "pass.com.example.other")
    #expect(choice.codes == ["identity.certificate.otherPassType"])
    #expect(choice.messages.contains("old.p12 could not be opened"))
  }

  @Test func namesDamagedAndForeignFiles() throws {
    let choice = try ChosenIdentity.from([
      "cert.pem": Array("-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n".utf8),
      "page.cer": Array("<!doctype html><title>Sign in</title>".utf8),
    ])
    #expect(choice.codes == ["identity.certificate.missing"])
    #expect(choice.messages.contains("cert.pem is damaged"))
    #expect(choice.messages.contains("looks like an HTML page"))
  }
}
