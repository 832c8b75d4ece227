// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

/// Tests of the files that `passc serve` writes, and their permissions.
@Suite(.enabled(if: Program.path(of: "python3") != nil, "python3 plays the signer"))
struct ServeFilesTests {
  private static let signer = """
    umask >>masks; exec python3 '\(Program.repository)/Tests/Fixtures/sign-with/bad_signer.py' \
    good '\(PasscBinary.identity("ordinary"))/key.pem' x pids
    """
  private static let table = [
    "--template", "gym.pass", "--data", "members.csv", "--token-key", "token.key",
    "--certificate", "\(PasscBinary.identity("ordinary"))/certificate.pem", "--wwdr",
    "\(PasscBinary.identity("ordinary"))/intermediate.pem", "--sign-with", signer, "--link-key",
    "link.key", "--public-url", "https://passes.example.com/gym/",
  ]

  @Test func givesChildrenItsOwnUmaskAndDeletesWhatAKilledServiceLeft() throws {
    let service = try ServiceCase(
      base: Self.table, files: ["link.key": Array(String(repeating: "c4", count: 32).utf8)])
    service.end()
    let temporary = try TemporaryFolder()
    let shell = [
      "/bin/sh", "-c", "umask 027; TMPDIR=$1; export TMPDIR; shift; exec \"$@\"", "sh",
      temporary.path,
    ]
    func folders() throws -> [String] { try Disk.list(temporary.path).map(\.name) }

    try service.start(behind: shell)
    let pass = try service.send(
      "GET", "/v1/passes/\(ServiceCase.passType)/A-1", token: try service.derivedToken("A-1"))
    #expect(pass.status == 200, "\(service.log)")
    let masks = String(decoding: try Disk.read(service.folder("masks")), as: UTF8.self)
    #expect(masks == "0027\n")
    let left = try folders()
    #expect(left.count == 1)
    service.end(SIGKILL)
    #expect(try folders() == left)

    try service.start(behind: shell)
    let now = try folders()
    #expect(now.count == 1 && now != left, "\(left), then \(now)")
    service.end()
    #expect(try folders().isEmpty)
  }
}
