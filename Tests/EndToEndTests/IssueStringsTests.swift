// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassTesting
import Testing

/// Tests of pass.strings and the ledger. UTF-16 strings were little-endian until 0.1.0 and are
/// big-endian since. Other passes are not issued again.
struct IssueStringsTests {
  /// An image of one pixel.
  private static let icon = """
    89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c4944415478da6310b1\
    890200011200abbf1aee300000000049454e44ae426082
    """
  private static let passJSON = """
    {"formatVersion": 1, "serialNumber": "{{ serial }}", "organizationName": "o", \
    "description": "d",
    "passTypeIdentifier": "pass.com.example.passc", "teamIdentifier": "EXAMPLE123",
    "generic": {"primaryFields": [{"key": "name", "label": "NAME", "value": "{{ name }}"}]}}

    """

  private static func issued(_ strings: String) throws -> (digest: String, run: BuildCase) {
    let test = try BuildCase([
      "t.pass/pass.json": passJSON, "t.pass/de.lproj/pass.strings": strings,
      "rows.csv": "serial,name\nA-1,Ada\n",
    ])
    let pixel = try #require(Hex.decode(icon))
    for name in ["icon.png", "icon@2x.png", "icon@3x.png"] {
      try test.folder.add("t.pass/\(name)", pixel)
    }
    let outcome = try test.passc(arguments)
    try #require(outcome.text.hasSuffix("issued 1, reissued 0, unchanged 0, rejected 0\n"))
    let runs = try test.passc(["ledger", "list", "--runs", "--format", "json", "--ledger", "l"])
    let digest = runs.text.split(separator: "\"templateDigest\":\"").dropFirst().first
    return (String(digest?.prefix { $0 != "\"" } ?? ""), test)
  }

  private static let arguments = [
    "issue", "t.pass", "--data", "rows.csv", "-o", "out", "--ledger", "l", "--identity",
    BuildCase.identity("ordinary"),
  ]

  /// The digest is the same as in ledgers from before the change.
  @Test func stringsInASCIIKeepTheDigestOfTheirTemplate() throws {
    let (digest, test) = try Self.issued("\"NAME\" = \"Name\";\n")
    #expect(digest == "b107dacaa199afd06dc5cdcaf5cecd50732be2e3564e164036a3538e275d1bfd")
    let again = try test.passc(Self.arguments)
    #expect(again.text == "issued 0, reissued 0, unchanged 1, rejected 0\n", "\(again.story)")
  }

  /// Little-endian the digest was e6e34e4a.
  @Test func stringsInUTF16ChangeIt() throws {
    let (digest, test) = try Self.issued("\"NAME\" = \"Für\";\n")
    #expect(digest == "0344c420766f0f31842c21f0846108e2231db09f2904097dd4aec4d7af0bacfc")
    let again = try test.passc(Self.arguments)
    #expect(again.text == "issued 0, reissued 0, unchanged 1, rejected 0\n", "\(again.story)")
    let bundle = try test.bytes("out/A-1.pkpass")
    let text = "\u{FEFF}\"NAME\" = \"Für\";\n".utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    #expect(bundle.firstRange(of: text) != nil, "stored as it is, big-endian with a mark")
  }
}
