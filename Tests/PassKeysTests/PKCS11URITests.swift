// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassTesting
import Testing

@testable import PassKeys

struct PKCS11URITests {
  @Test func readsWhatRFC7512Shows() throws {
    let uri = try PKCS11URI(
      "pkcs11:token=The%20Software%20PKCS%2311%20Softtoken;manufacturer=Snake%20Oil,%20Inc.;"
        + "serial=;object=my-certificate;type=private;id=%69%95%3E%5C%F4%BD%EC%91;slot-id=3"
        + "?pin-source=file:/etc/token_pin&module-path=/usr/lib/softhsm/libsofthsm2.so")
    #expect(uri.texts["token"] == "The Software PKCS#11 Softtoken")
    #expect(uri.texts["manufacturer"] == "Snake Oil, Inc.")
    #expect(uri.texts["serial"] == "")
    #expect(uri.texts["object"] == "my-certificate")
    #expect(uri.keyID == [0x69, 0x95, 0x3E, 0x5C, 0xF4, 0xBD, 0xEC, 0x91])
    #expect(uri.slotID == 3)
    #expect(uri.pinFile == "/etc/token_pin")
    #expect(uri.modulePath == "/usr/lib/softhsm/libsofthsm2.so")
  }

  @Test(arguments: [
    ("file:/a/pin", "/a/pin"), ("file:///a/pin", "/a/pin"), ("file://localhost/a/pin", "/a/pin"),
    ("/a/pin", "/a/pin"), ("pin.txt", "pin.txt"), ("FILE:/a%20b", "/a b"), ("file:a%25b", "a%b"),
  ])
  func takesThePINFromAFile(source: String, path: String) throws {
    #expect(try PKCS11URI("pkcs11:?pin-source=\(source)").pinFile == path)
  }

  @Test(arguments: [
    "pkcs11:token=a?pin-value=73571", "pkcs11:token=a;pin-value=73571",
    "pkcs11:token=a?PIN-VALUE=73571", "PKCS11:?module-path=/x&pin-value=73571",
    "pkcs11:token=a?pin-value", "pkcs11:object=pin-value73571",
  ])
  func refusesAPINAndNeverRepeatsIt(text: String) {
    let error = #expect(throws: PKCS11URI.PKCS11URIError.self) { try PKCS11URI(text) }
    #expect(error?.description.contains("contains a PIN") == true)
    #expect("\(error as Any)".contains("73571") == false)
  }

  @Test(arguments: [
    ("pkcs11:tokn=a", "did you mean token"), ("pkcs11:token", "has no value"),
    ("pkcs11:token=a;token=b", "occurs twice"), ("pkcs11:token=%4", "without two hex digits"),
    ("pkcs11:token=%zz", "without two hex digits"), ("pkcs11:token=%ff", "not UTF-8"),
    ("pkcs11:id=", "is empty"), ("pkcs11:slot-id=x", "not a number"),
    ("pkcs11:slot-id=99999999999999999999", "not a number"),
    ("pkcs11:type=cert", "not private"), ("pkcs11:type=public", "not private"),
    ("pkcs11:type=data", "not private"), ("pkcs11:type=secret-key", "not private"),
    ("pkcs11:type=", "not private"), ("pkcs11:type=Private", "not private"),
    ("pkcs11:?type=private", "unknown attribute"), ("pkcs11:pin-source=/x", "unknown attribute"),
    ("pkcs11:?token=a", "unknown attribute"),
    ("pkcs11:module-path=/x", "unknown attribute"), ("pkcs11:?module-path=", "names no file"),
    ("pkcs11:?module-path=a%00b", "names no file"),
    ("pkcs11:?module-name=softhsm", "not supported"),
    ("pkcs11:?pin-source=|cat%20pin", "a command"), ("pkcs11:?pin-source=%7Ccat", "a command"),
    ("pkcs11:?pin-source=file:", "names no file"),
    ("pkcs11:?pin-source=file://other/pin", "another computer"),
    ("pkcs11:?pin-source=https://host/pin", "not a file"), ("pkcs12:token=a", "begins with"),
  ])
  func saysWhatIsWrong(text: String, words: String) {
    let error = #expect(throws: PKCS11URI.PKCS11URIError.self) { try PKCS11URI(text) }
    #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
  }

  /// Each attribute must be in a row of docs/reference/keys.md, in the part for its side of the
  /// question mark.
  @Test func standsInTheManualWithEachAttribute() throws {
    let page = try String(
      contentsOfFile: Program.repository + "/docs/reference/keys.md", encoding: .utf8)
    let part = try #require(page.components(separatedBy: "## Programs that sign").first)
    let sides = part.components(separatedBy: "### After the question mark")
    try #require(sides.count == 2)
    for (side, names) in zip(sides, [PKCS11URI.pathNames, PKCS11URI.queryNames]) {
      let cells = side.split(separator: "\n").filter { $0.hasPrefix("| `") }.flatMap {
        $0.split(separator: "|")[0].split(separator: "`")
      }
      let written = Set(
        cells.map { $0.prefix { $0 != "=" } }.filter { $0.first?.isLetter ?? false })
      #expect(written == Set(names.map { $0[...] }))
    }
  }

  @Test func showsNothingOfItsQuery() throws {
    #expect(try PKCS11URI("pkcs11:token=a?pin-source=/p").shown == "pkcs11:token=a")
  }

  @Test func isToldFromAFile() {
    #expect(PKCS11URI.isMeant(by: "PKCS11:token=a"))
    #expect(!PKCS11URI.isMeant(by: "keys/pkcs11.pem"))
  }
}
