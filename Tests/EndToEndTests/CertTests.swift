// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of `passc cert` as a user runs it.
struct CertTests {
  private static func run(
    _ arguments: String..., in folder: TemporaryFolder, environment: [String: String] = [:]
  ) throws -> PasscBinary.Outcome {
    try PasscBinary.run(["cert"] + arguments, in: folder.path, environment: environment)
  }

  /// From nothing to a signing identity, as in docs/how-to/certificates.md. A CA made by openssl
  /// replaces Apple.
  @Test(.disabled(if: PasscBinary.path(of: "openssl") == nil, "the openssl command is missing"))
  func leadsFromNothingToAnIdentity() throws {
    let folder = try TemporaryFolder([
      "leaf.cnf": """
      basicConstraints=critical,CA:FALSE
      keyUsage=critical,digitalSignature
      extendedKeyUsage=clientAuth,1.2.840.113635.100.4.14
      authorityKeyIdentifier=keyid
      authorityInfoAccess=caIssuers;URI:http://certs.example.com/wwdr.cer
      1.2.840.113635.100.6.1.16=ASN1:UTF8String:pass.com.example.gym
      """,
      "ca.cnf": """
      [req]
      distinguished_name=name
      x509_extensions=ca
      [name]
      [ca]
      basicConstraints=critical,CA:TRUE
      subjectKeyIdentifier=hash
      1.2.840.113635.100.6.2.1=ASN1:NULL
      """,
    ])
    let environment = ["SOURCE_DATE_EPOCH": "\(Int(Date().timeIntervalSince1970) + 86_400)"]
    let requested = try Self.run(
      "request", "--pass-type", "pass.com.example.gym", "-o", "id", "--team", "A1B2C3D4E5",
      in: folder)
    #expect(requested.status == 0 && requested.errors == "passc: made folder id\n")
    #expect(requested.text.contains("passc cert import pass.cer --into id"))
    #expect(requested.text.contains("A1B2C3D4E5"))

    for arguments in [
      [
        "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "ca.key", "-out", "ca.pem",
        "-subj", "/CN=Stand-in CA", "-days", "900", "-config", "ca.cnf",
      ],
      [
        "x509", "-req", "-in", "id/request.certSigningRequest", "-CA", "ca.pem", "-CAkey",
        "ca.key", "-set_serial", "7", "-days", "395", "-extfile", "leaf.cnf", "-subj",
        "/UID=pass.com.example.gym/CN=Pass Type ID: pass.com.example.gym/OU=A1B2C3D4E5",
        "-outform", "DER", "-out", "pass.cer",
      ],
    ] {
      let outcome = try #require(try PasscBinary.judge("openssl", arguments, in: folder.path))
      try #require(outcome.status == 0, "\(outcome.errors)")
    }

    let first = try Self.run(
      "import", "pass.cer", "--into", "id", in: folder, environment: environment)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.text.contains("curl -fsSLo wwdr.cer http://certs.example.com/wwdr.cer"))
    #expect(first.text.contains("then: passc cert import wwdr.cer --into id"))
    // passc treats the self-signed replacement as a root, so it belongs into a separate folder.
    let second = try Self.run(
      "import", "ca.pem", "--into", "id", in: folder, environment: environment)
    #expect(second.text.contains("left out: passes do not contain it"))
    try folder.add("ca/ca.pem", Disk.read(folder("ca.pem")))
    let doctor = try Self.run(
      "doctor", "id", "--min-days", "390", in: folder,
      environment: environment.merging(["PASSC_CA_DIR": "ca"]) { $1 })
    #expect(doctor.status == 0, "\(doctor.text)\(doctor.errors)")
    #expect(doctor.text.contains("ok       key          id/key.pem belongs to it (RSA 2048)"))
  }

  @Test func doctorLooksAtTheExamples() throws {
    let folder = try TemporaryFolder()
    let sound = try Self.run("doctor", PasscBinary.identity("nfc"), in: folder)
    #expect(sound.status == 0 && sound.errors.isEmpty)
    #expect(sound.text.hasSuffix("It can sign, but no iPhone accepts its passes.\n"))
    #expect(!sound.text.contains("\u{1B}"), "no colour outside a terminal")

    let template = PasscBinary.root.appendingPathComponent("templates/gym-membership.pass").path
    let ordinary = try Self.run(
      "doctor", "--identity", PasscBinary.identity("ordinary"), "--pass", template, in: folder)
    #expect(ordinary.status == 1)
    #expect(ordinary.text.contains("fault    pass         nfc needs an NFC certificate"))

    let expired = try Self.run(
      "doctor", in: folder,
      environment: [
        "PASSC_IDENTITY": PasscBinary.identity("expired")
      ])
    #expect(expired.status == 1)
    #expect(expired.text.contains("the certificate expired on 2021-01-30"))
    let inTime = try Self.run(
      "doctor", in: folder,
      environment: [
        "PASSC_IDENTITY": PasscBinary.identity("expired"), "SOURCE_DATE_EPOCH": "1600000000",
      ])
    #expect(inTime.status == 0)
  }

  @Test func doctorComparesWithAFinishedBundle() throws {
    let folder = try TemporaryFolder()
    let template = PasscBinary.root.appendingPathComponent("templates/bakery-coupon.pass").path
    let built = try PasscBinary.run(
      [
        "build", template, "--sample", "1", "--identity", PasscBinary.identity("nfc"), "-o",
        "a.pkpass",
      ], in: folder.path)
    try #require(built.status == 0, "\(built.errors)")
    let outcome = try Self.run(
      "doctor", PasscBinary.identity("nfc"), "--pass", "a.pkpass", in: folder)
    #expect(outcome.status == 0)
    #expect(outcome.text.contains("ok       pass         a.pkpass fits"))
  }

  @Test func doctorWritesJSON() throws {
    let folder = try TemporaryFolder()
    let outcome = try Self.run(
      "doctor", PasscBinary.identity("legacy-p12"), "--format", "json", in: folder,
      environment: ["PASSC_PASSWORD": "open sesame"])
    #expect(outcome.status == 0 && !outcome.text.contains("open sesame"))
    let json = try #require(
      JSONSerialization.jsonObject(with: Data(outcome.output)) as? [String: Any])
    #expect(json["version"] as? Int == 1 && json["fits"] as? Bool == true)
    let identities = try #require(json["identities"] as? [[String: Any]])
    #expect(identities.first?["passTypeIdentifier"] as? String == "pass.com.example.passc")
    #expect(identities.first?["apple"] as? Bool == false)
  }

  @Test func tellsUsageFindingsAndEnvironmentApart() throws {
    let folder = try TemporaryFolder()
    #expect(try Self.run("doctor", in: folder).status == 2)
    #expect(try Self.run("doctor", "absent", in: folder).status == 3)
    #expect(
      try Self.run("request", "--pass-type", "com.example", "-o", "id", in: folder).status == 2)
    #expect(try Self.run("example", "-o", "id", "--team", "short", in: folder).status == 2)
    #expect(try Self.run("import", "absent.cer", "--into", "id", in: folder).status == 3)
    #expect(try Disk.kind(of: folder("id")) == nil)
    let locked = try Self.run("doctor", PasscBinary.identity("encrypted-key"), in: folder)
    #expect(locked.status == 3 && locked.errors.contains("PASSC_PASSWORD"))
    let wrong = try Self.run(
      "doctor", PasscBinary.identity("modern-p12"), in: folder,
      environment: ["PASSC_PASSWORD": "s3cr3t"])
    #expect(wrong.status == 3 && !wrong.errors.contains("s3cr3t"))
    #expect(wrong.errors.contains("wrong password for the PKCS #12 file"))
  }

  @Test func readsThePasswordFromAFile() throws {
    let folder = try TemporaryFolder(["unix": "open sesame\n", "dos": "open sesame\r\n"])
    for file in ["unix", "dos"] {
      let outcome = try Self.run(
        "doctor", PasscBinary.identity("encrypted-key"), "--password-file", file, in: folder,
        environment: ["PASSC_PASSWORD": "the file counts more"])
      #expect(outcome.status == 0, "\(outcome.errors)")
    }
  }

  /// The password is never echoed, and Control-C restores the terminal.
  @Test(.disabled(if: PasscBinary.path(of: "python3") == nil, "python3 is missing"))
  func asksForThePasswordOnATerminal() throws {
    let folder = try TemporaryFolder(["ask.py": Self.terminal])
    let binary = try #require(Program.passc, "passc is not beside the tests")
    func type(_ keys: String, _ arguments: String...) throws -> PasscBinary.Outcome {
      try #require(
        try PasscBinary.judge(
          "python3", [folder("ask.py"), keys, binary, "cert"] + arguments, in: folder.path))
    }
    let encrypted = PasscBinary.identity("encrypted-key")
    let right = try type("open sesamX\\x7fe\\r", "doctor", encrypted)
    #expect(right.status == 0, "\(right.text)")
    #expect(right.text.contains("password for \(encrypted)/key.pem: "))
    #expect(!right.text.contains("sesam"))
    #expect(right.text.contains("echo is on"))
    let wrong = try type("nonsense\\r", "doctor", encrypted)
    #expect(wrong.status == 3 && wrong.text.contains("wrong password for"))
    let given = try type("half\\x03", "doctor", encrypted)
    #expect(given.status == 3 && given.text.contains("no password was given"))
    #expect(given.text.contains("echo is on"))
    let twice = try type("one\\r|two\\r", "example", "--encrypt", "-o", "a")
    #expect(twice.status == 2 && twice.text.contains("the two passwords differ"))
    #expect(try type("one\\r|one\\r", "example", "--encrypt", "-o", "a").status == 0)
  }

  /// Runs a program on a new terminal and types each part after the next prompt.
  private static let terminal = """
    import os, pty, sys, termios, time
    keys = [k.encode().decode('unicode_escape').encode() for k in sys.argv[1].split('|')]
    leader, follower = pty.openpty()
    pid = os.fork()
    if pid == 0:
        os.setsid()
        os.close(leader)
        name = os.ttyname(follower)
        os.close(os.open(name, os.O_RDWR))
        for fd in (0, 1, 2): os.dup2(follower, fd)
        os.environ.pop('PASSC_PASSWORD', None)
        os.execv(sys.argv[2], sys.argv[2:])
    seen = b''
    end = time.time() + 60
    os.set_blocking(leader, False)
    status = None
    while status is None and time.time() < end:
        try: seen += os.read(leader, 4096)
        except (BlockingIOError, OSError): pass
        if keys and seen.endswith(b': '):
            time.sleep(0.1)
            os.write(leader, keys.pop(0))
            seen += b'\\n'
        done, code = os.waitpid(pid, os.WNOHANG)
        if done: status = os.waitstatus_to_exitcode(code)
        time.sleep(0.02)
    try: seen += os.read(leader, 65536)
    except (BlockingIOError, OSError): pass
    echo = termios.tcgetattr(follower)[3] & termios.ECHO
    sys.stdout.write(seen.decode() + ('\\necho is on' if echo else '\\necho is off'))
    sys.exit(99 if status is None else status)
    """

  @Test func examplesAreReadableToTheOwnerAlone() throws {
    let folder = try TemporaryFolder()
    let made = try Self.run("example", "-o", "a", in: folder)
    #expect(made.status == 0)
    #expect(made.text == "a: certificate.pem, key.pem, intermediate.pem, root.pem, README.md\n")
    #expect(made.errors.contains("No iPhone accepts its passes"))
    let attributes = try FileManager.default.attributesOfItem(atPath: folder("a/key.pem"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let again = try Self.run("example", "-o", "a", in: folder)
    #expect(again.status == 3 && again.errors.contains("passc never replaces an identity"))
  }

  @Test func helpShowsAnExample() throws {
    let folder = try TemporaryFolder()
    for command in ["doctor", "request", "import", "example"] {
      let help = try Self.run(command, "--help", in: folder)
      #expect(help.status == 0 && help.text.contains("passc cert \(command) "), "\(command)")
    }
  }
}
