// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

struct EncodingTests {
  /// RFC 4648, section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
    ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
  ])
  func writesAndReadsPublishedBase64(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Zg=", "Zg", "Zh==", "Zm9=", "Zm9v=", "Z===", "=", "====", "Zm 9v", "Zm9v\n", "Zm-_",
    "Zg==Zg==",
    "Zm9vé",
  ])
  func refusesBase64ThatIsNotStrict(text: String) {
    #expect(Base64.decode(text) == nil)
  }

  @Test func agreesWithFoundationOnRandomBytes() {
    var random = SplitMix64(seed: 1)
    for length in 0..<300 {
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == text)
      #expect(Base64.decode(text) == bytes)
    }
  }

  @Test(arguments: [
    "1.2.840.113635.100.6.1.16", "2.5.29.15", "2.999.3", "0.9.2342.19200300.100.1.1",
  ])
  func spellsObjectIdentifiersAsTheyWereGiven(dotted: String) {
    #expect(OID(dotted: dotted)?.dotted == dotted)
  }

  @Test(arguments: ["", "1", "3.1", "1.40", "1..2", "1.2.x", "1.+2", "1.2.99999999999999999999"])
  func refusesWhatIsNoObjectIdentifier(dotted: String) {
    #expect(OID(dotted: dotted) == nil)
  }
}
