// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of key files that others can read, and of expired certificates with an earlier signing
/// time.
struct KeyFileModeTests {
  private static func chmod(_ mode: String, _ path: String, _ one: BuildCase) throws {
    let outcome = try Program.run("/bin/chmod", [mode, path], in: one.folder.path)
    try #require(outcome.status == 0)
  }

  /// Returns a template with the user's own identity, which others cannot read.
  private static func card() throws -> BuildCase {
    let one = try BuildCase()
    for name in ["certificate.pem", "intermediate.pem", "key.pem"] {
      try one.folder.add("own/\(name)", try Disk.read(BuildCase.identity("ordinary/\(name)")))
    }
    try one.folder.add(["token.key": String(repeating: "0f", count: 32), "password": "pw\n"])
    for file in ["own/key.pem", "token.key", "password"] { try chmod("600", file, one) }
    return one
  }

  private static let arguments =
    ["build", "card.pass", "--identity", "own", "--notes"] + BuildCase.ada

  private static func exposed(_ outcome: Program.Outcome) -> [String] {
    outcome.errors.split(separator: "\n").map(String.init)
      .filter { $0.contains("[identity.file.exposed]") }
  }

  @Test func namesEachFileThatOthersCanReadWithTheCommandThatClosesIt() throws {
    let one = try Self.card()
    let keys = ["--token-key", "token.key", "--password-file", "password"]
    let closed = try one.passc(Self.arguments + keys)
    #expect(closed.status == 0 && Self.exposed(closed) == [], "\(closed.story)")
    for file in ["own/key.pem", "token.key", "password"] {
      for (mode, word) in [("640", "read"), ("604", "read"), ("622", "change")] {
        try Self.chmod(mode, file, one)
        let outcome = try one.passc(Self.arguments + keys)
        #expect(outcome.status == 0, "\(outcome.story)")
        #expect(
          Self.exposed(outcome) == [
            "\(file): note: others can \(word) \(file) (mode \(mode)) "
              + "[identity.file.exposed]"
          ], "\(mode): \(outcome.story)")
        #expect(outcome.errors.contains("chmod 600 \(file)"), "\(outcome.story)")
      }
      try Self.chmod("600", file, one)
    }
  }

  @Test func namesAFolderInWhichEveryoneMayReplaceTheKey() throws {
    let one = try Self.card()
    try Self.chmod("777", "own", one)
    let outcome = try one.passc(Self.arguments)
    #expect(Self.exposed(outcome).count == 1, "\(outcome.story)")
    #expect(outcome.errors.contains("chmod o-w own"), "\(outcome.story)")
    try Self.chmod("1777", "own", one)
    #expect(Self.exposed(try one.passc(Self.arguments)) == [])
  }

  @Test func isSilentAboutKeysToTryThingsOutUnlessNotesAreAskedFor() throws {
    let one = try Self.card()
    try Self.chmod("644", "own/key.pem", one)
    let outcome = try one.passc(["build", "card.pass", "--identity", "own"] + BuildCase.ada)
    #expect(outcome.status == 0 && Self.exposed(outcome) == [], "\(outcome.story)")
    let doctor = try one.passc(["cert", "doctor", "own"])
    #expect(doctor.status == 0, "\(doctor.story)")
    #expect(doctor.text.contains("chmod 600 own/key.pem"), "\(doctor.story)")
    #expect(doctor.text.contains("own/key.pem belongs to it"), "\(doctor.story)")
  }

  /// The certificate expired in January 2021. The signing time is before that.
  @Test func aSigningTimeInThePastDoesNotHideThatTheCertificateHasExpired() throws {
    let one = try BuildCase()
    let expired = BuildCase.identity("expired")
    let year2020 = ["SOURCE_DATE_EPOCH": "1601510400"]
    try one.folder.add(["members.csv": "serial,name\nA-17,Ada\n"])
    let runs = [
      ["build", "card.pass", "--identity", expired] + BuildCase.ada,
      ["issue", "card.pass", "--data", "members.csv", "-o", "out", "--identity", expired],
      ["resign", "card.pkpass", "-o", "new.pkpass", "--identity", expired],
    ]
    for run in runs {
      let outcome = try one.passc(run, environment: year2020)
      #expect(outcome.status == 0, "\(outcome.story)")
      #expect(outcome.codes == ["identity.certificate.expiredToday"], "\(outcome.story)")
      #expect(outcome.errors.contains("warning: the certificate expired on 2021-01-30"))
      #expect(outcome.errors.contains("the signing time is 2020-10-01"), "\(outcome.story)")
    }
    let allowed = try one.passc(
      runs[0] + ["--allow", "identity.certificate.expiredToday"], environment: year2020)
    #expect(allowed.status == 0 && allowed.codes == [], "\(allowed.story)")
    let doctor = try one.passc(["cert", "doctor", expired], environment: year2020)
    #expect(doctor.text.contains("expired on 2021-01-30, today is"), "\(doctor.story)")
  }
}
