// SPDX-License-Identifier: Apache-2.0

import PassFiles
import PassTesting
import Testing

/// `passc rehearse`, which becomes passc-service beside it.
struct RehearseTests {
  /// A folder with a signed pass that names a web service.
  private static func folder(_ address: String = "https://example.com/wallet/") throws
    -> TemporaryFolder
  {
    let folder = try TemporaryFolder()
    try folder.add(
      "a.pkpass",
      try FinishedSample.pkpass(
        """
        {"webServiceURL":"\(address)","authenticationToken":"0123456789abcdef"}
        """))
    return folder
  }

  @Test func asksForLiveAgainstAnotherMachine() throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(["rehearse", "a.pkpass"], in: folder.path)
    #expect(outcome.status == 2, "\(outcome.story)")
    #expect(outcome.errors.contains("is not on this machine"))
    #expect(outcome.errors.contains("--live"))
    #expect(outcome.text.isEmpty)
  }

  @Test func saysThatNobodyAnswers() throws {
    let folder = try Self.folder()
    // Nobody listens on port 1.
    let outcome = try PasscBinary.run(
      ["rehearse", "a.pkpass", "--at", "http://127.0.0.1:1"], in: folder.path)
    #expect(outcome.status == 3, "\(outcome.story)")
    #expect(outcome.errors.contains("http://127.0.0.1:1 cannot be reached"))
  }

  @Test(arguments: [
    (["rehearse"], 2), (["rehearse", "a.pkpass", "--devices", "tablet"], 2),
    (["rehearse", "a.pkpass", "--at", "ftp://example.com"], 2),
    (["rehearse", "missing.pkpass"], 3),
    (["rehearse", "a.pkpass", "--push-listen", "0.0.0.0:2197"], 2),
    (["rehearse", "a.pkpass", "--push-ca-out", "ca.pem"], 2),
    (["rehearse", "a.pkpass", "--allow", "rehearse.list.tagStuc"], 2),
  ])
  func refusesWhatItCannotDoBeforeItBegins(_ arguments: [String], _ status: Int) throws {
    let folder = try Self.folder()
    let outcome = try PasscBinary.run(arguments, in: folder.path)
    #expect(outcome.status == Int32(status), "\(outcome.story)")
    #expect(outcome.text.isEmpty && !outcome.errors.isEmpty)
  }

  @Test func explainsWhatItFinds() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["explain", "rehearse.list.tagStuck"], in: folder.path)
    #expect(outcome.status == 0, "\(outcome.story)")
    #expect(outcome.text.contains("list what has changed after the tag"))
  }

  @Test func bothProgramsHaveOneHelp() throws {
    let folder = try TemporaryFolder()
    let outcome = try PasscBinary.run(["rehearse", "--help"], in: folder.path)
    #expect(outcome.status == 0 && outcome.text.contains("--push-listen"), "\(outcome.story)")
  }
}
