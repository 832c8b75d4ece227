// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import Testing

struct DigestTests {
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
  ])
  func computesPublishedSHA1(text: String, hex: String) {
    #expect(Digest.sha1Hex(Array(text.utf8)) == hex)
  }

  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
  ])
  func computesPublishedSHA256(text: String, hex: String) {
    #expect(Digest.sha256Hex(Array(text.utf8)) == hex)
  }

  @Test func hashesSlicesAndBuffersLikeArrays() {
    let bytes = Array("xxabcxx".utf8)
    #expect(Digest.sha1(bytes[2..<5]) == Digest.sha1(Array("abc".utf8)))
    #expect(bytes[2..<5].withUnsafeBytes { Digest.sha256($0) } == Digest.sha256(bytes[2..<5]))
    #expect(DigestAlgorithm.sha512.hash(bytes).count == 64)
  }

  /// RFC 4231, cases 1, 2 and 6 (a key longer than a block).
  @Test func computesPublishedHMAC() {
    #expect(
      Hex.encode(
        Digest.hmacSHA256(
          key: [UInt8](repeating: 0x0b, count: 20), message: Array("Hi There".utf8)))
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      Hex.encode(
        Digest.hmacSHA256(
          key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8)))
        == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    #expect(
      Hex.encode(
        Digest.hmacSHA256(
          key: [UInt8](repeating: 0xaa, count: 131),
          message: Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8)))
        == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func givesTheSameOnManyThreads() async {
    let bytes = [UInt8](repeating: 7, count: 2400)
    let expected = Digest.sha1Hex(bytes)
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask { (0..<500).allSatisfy { _ in Digest.sha1Hex(bytes) == expected } }
      }
      for await same in group { #expect(same) }
    }
  }

  @Test func givesRandomBytesOfTheLengthAskedFor() throws {
    #expect(try SecureRandom.bytes(0) == [])
    let one = try SecureRandom.bytes(1000)
    #expect(one.count == 1000)
    #expect(try SecureRandom.bytes(1000) != one)
    #expect(Set(one).count > 100)
  }

  @Test func neverPrintsASecret() {
    let secret = Secret("hunter2")
    #expect("\(secret)" == "<secret>")
    #expect(String(reflecting: secret) == "<secret>")
    #expect(String(describing: Optional(secret)).contains("hunter2") == false)
    var dumped = ""
    dump(secret, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect(secret.count == 7)
    #expect(secret.withUnsafeBytes { Array($0) } == Array("hunter2".utf8))
  }
}
