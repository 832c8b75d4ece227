// SPDX-License-Identifier: Apache-2.0

import Dispatch
import Foundation
import PassBasics
import PassCrypto
import PassTesting
import Testing

/// Tests of `passc cert request --app-store-connect` and `passc cert renew` against the stand-in for
/// Apple's API.
@Suite(.serialized)
struct CertCommandTests {
  private static let type = "pass.com.example.gym"

  /// A stand-in, a folder with its key, and the commands.
  final class Case: Sendable {
    let standIn: StandIn
    let folder: TemporaryFolder

    init() throws {
      standIn = try StandIn()
      folder = try TemporaryFolder()
      try folder.add("AuthKey.p8", standIn.key.pemBytes())
    }

    /// Runs commands while the stand-in is up.
    func run(_ commands: [[String]]) async throws -> [Program.Outcome] {
      try await standIn.serve { [self] in
        var outcomes: [Program.Outcome] = []
        for words in commands {
          let all =
            ["cert"] + words + [
              "--app-store-connect", "AuthKey.p8", "--key-id", StandIn.keyID, "--issuer-id",
              StandIn.issuer, "--api-url", standIn.base,
            ]
          outcomes.append(try await Self.passc(all, in: folder.path))
        }
        return outcomes
      }
    }

    /// Runs passc on a thread that may block.
    static func passc(_ arguments: [String], in path: String) async throws -> Program.Outcome {
      let passc = try #require(Program.passc, "passc was not built")
      return try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async {
          continuation.resume(
            with: Result {
              try Program.run(passc, arguments, in: path, environment: ["HOME": path])
            })
        }
      }
    }

    func certificates(_ name: String) throws -> [Certificate] {
      try Disk.list(folder(name)).flatMap {
        CredentialFile.certificates(in: try Disk.read(folder("\(name)/\($0.name)")))
      }.filter { $0.passTypeIdentifier != nil }
    }
  }

  private static let request = ["request", "--pass-type", type, "-o", "identity"]

  @Test func requestsACertificateThatSigns() async throws {
    let test = try Case()
    let outcome = try await test.run([Self.request])[0]
    #expect(outcome.status == 0, "\(outcome.story)")
    for words in [
      "identity/key.pem: private key", "\(Self.type): registered at Apple",
      "signing certificate for \(Self.type), team \(StandIn.team)", "identity can sign until ",
    ] {
      #expect(outcome.text.contains(words), "\(outcome.story)")
    }
    let doctor = try await Case.passc(["cert", "doctor", "identity"], in: test.folder.path)
    #expect(doctor.status == 0, "\(doctor.story)")
    let mode = try FileManager.default.attributesOfItem(atPath: test.folder("identity/key.pem"))
    #expect((mode[.posixPermissions] as? Int) == 0o600)
  }

  @Test func aDryRunSendsNothing() async throws {
    let test = try Case()
    let outcome = try await test.run([Self.request + ["--dry-run", "--nfc"]])[0]
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("POST \(test.standIn.base)/v1/certificates"))
    #expect(outcome.text.contains(#""certificateType":"PASS_TYPE_ID_WITH_NFC""#))
    #expect(test.standIn.seen.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: test.folder("identity")))
  }

  @Test func continuesAfterAFailure() async throws {
    let test = try Case()
    // Nothing is issued the first time, and the second run uses the same key.
    test.standIn.fail("POST", "/v1/certificates", .respond(409, "{}"))
    let outcomes = try await test.run([Self.request, Self.request])
    #expect(outcomes[0].status == 3, "\(outcomes[0].story)")
    #expect(outcomes[0].errors.contains("identity/key.pem and "), "\(outcomes[0].story)")
    #expect(outcomes[1].status == 0, "\(outcomes[1].story)")
    #expect(outcomes[1].text.contains("identity/key.pem: private key without a certificate"))
    #expect(!FileManager.default.fileExists(atPath: test.folder("identity/key-2.pem")))
    #expect(try test.certificates("identity").count == 1)
    for outcome in outcomes {
      #expect(!outcome.story.contains("PRIVATE KEY") && !outcome.story.contains("Bearer"))
    }
  }

  @Test func aCertificateThatDoesNotFitIsNotWritten() async throws {
    let test = try Case()
    test.standIn.state.withLock { $0.issue = { content, _ in content.isNFC = true } }
    let outcome = try await test.run([Self.request])[0]
    #expect(outcome.status == 3 && outcome.errors.contains("it is for NFC"), "\(outcome.story)")
    #expect(try test.certificates("identity").isEmpty)
  }

  @Test func renewsTheSameKindAndKeepsTheOld() async throws {
    let test = try Case()
    let outcomes = try await test.run([
      Self.request + ["--nfc"], ["renew", "--identity", "identity"],
      ["renew", "--identity", "identity", "--within", "400", "--dry-run"],
      ["renew", "--identity", "identity", "--within", "400"],
    ])
    #expect(outcomes.map(\.status) == [0, 0, 0, 0], "\(outcomes.map(\.story))")
    #expect(outcomes[1].text.contains("394 days left, not renewed"), "\(outcomes[1].story)")
    #expect(outcomes[2].text.contains("PASS_TYPE_ID_WITH_NFC"), "\(outcomes[2].story)")
    #expect(outcomes[3].text.contains("renewed 1 certificate: send SIGHUP"))
    let all = try test.certificates("identity")
    #expect(all.count == 2 && all.allSatisfy(\.isNFCEnabled))
    #expect(Set(all.map(\.publicKeyDER)).count == 2)
    let methods = Set(test.standIn.seen.map(\.method))
    #expect(methods == ["GET", "POST"])
    let doctor = try await Case.passc(["cert", "doctor", "identity"], in: test.folder.path)
    #expect(doctor.text.contains("key-2.pem"), "\(doctor.story)")
  }

  @Test func renewsSeveralIdentitiesAlthoughOneFails() async throws {
    let test = try Case()
    _ = try await test.run([
      ["request", "--pass-type", "pass.com.example.a", "-o", "all/a"],
      ["request", "--pass-type", "pass.com.example.b", "-o", "all/b"],
    ])
    test.standIn.fail("POST", "/v1/certificates", .respond(409, "{}"))
    let outcome = try await test.run([["renew", "--identities", "all", "--within", "400"]])[0]
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.text.contains("renewed 1 certificate"), "\(outcome.story)")
    #expect(try test.certificates("all/a").count == 1)
    #expect(try test.certificates("all/b").count == 2)
  }

  @Test(arguments: [
    (["--key-id", "KEY4567890"], "individual key"),
    (["--key-id", "short", "--issuer-id", StandIn.issuer], "expected ten letters and digits"),
    (["--key-id", "KEY4567890", "--issuer-id", "team"], "expected a UUID"),
    (
      ["--key-id", "KEY4567890", "--issuer-id", StandIn.issuer, "--api-url", "http://a.example"],
      "expected https://"
    ),
    ([], "needs --key-id"),
  ])
  func wrongOptionsAreWrongUsage(_ options: [String], _ words: String) async throws {
    let folder = try TemporaryFolder()
    let outcome = try await Case.passc(
      ["cert"] + Self.request + ["--app-store-connect", "AuthKey.p8"] + options, in: folder.path)
    #expect(outcome.status == 2 && outcome.errors.contains(words), "\(outcome.story)")
    #expect(!FileManager.default.fileExists(atPath: folder("identity")))
  }
}

extension Program.Outcome {
  /// Status and output, for the message of a test that fails.
  var story: String { "exit \(status)\n\(errors)\(text)" }
}
