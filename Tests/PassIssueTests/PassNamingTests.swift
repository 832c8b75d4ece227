// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassIssue
import Testing

struct PassNamingTests {
  @Test(arguments: [
    ("A-17_x.9", "A-17_x.9"), ("a b", "a%20b"), (".hidden", "%2Ehidden"), ("a.b.", "a.b."),
    ("../x", "%2E.%2Fx"), ("é", "%C3%A9"), ("50%", "50%25"), ("a/b\\c\u{0}", "a%2Fb%5Cc%00"),
    ("~", "%7E"),
  ])
  func escapesByTheRule(_ serial: String, _ name: String) {
    #expect(PassNaming.escaped(serial) == name)
  }

  @Test func cutsLongNamesAndKeepsThemApart() {
    let long = String(repeating: "x", count: 180)
    #expect(PassNaming.escaped(long) == long)
    let longer = long + "y"
    let hash = Digest.sha256Hex(Array(longer.utf8)).prefix(32)
    #expect(PassNaming.escaped(longer) == String(repeating: "x", count: 140) + "~" + hash)
    #expect(PassNaming.escaped(longer) != PassNaming.escaped(long + "z"))
  }

  @Test func putsFilesIntoFoldersByHash() throws {
    let naming = try PassNaming(pattern: "card-%s.pkpass", fanOut: 2)
    let folder = Digest.sha256Hex(Array("A 1".utf8)).prefix(2)
    #expect(naming.path(of: "A 1") == "\(folder)/card-A%201.pkpass")
  }

  @Test(arguments: ["card.pkpass", "%s%s", "a/%s", ".%s", ""])
  func refusesNamesThatCannotBe(_ pattern: String) {
    #expect(throws: PassNaming.NamingError.self) { try PassNaming(pattern: pattern) }
  }
}
