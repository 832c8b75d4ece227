// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import PassNFC
import Testing

/// Tests of the library call for servers.
struct TapDecryptorTests {
  private static let vector = VectorFile.shared.vectors[0]
  /// The time at which the phone of the vector sent it.
  private static let then = VASTime(seconds: vector.timestamp.seconds).secondsSince1970

  private static func decryptor(_ maximumAge: Int64? = 10) throws -> TapDecryptor {
    try TapDecryptor(
      privateKeys: [Array(vector.reader.privateKeyPKCS8PEM.utf8)],
      passTypeIdentifiers: ["pass.com.example.other", vector.passTypeIdentifier],
      maximumAge: maximumAge)
  }

  @Test func opensWhatAReaderBrought() throws {
    let message = try Self.decryptor().decrypt(
      bytes(Self.vector.getDataResponse), at: Self.then + 3)
    #expect(message.text == Self.vector.message.utf8)
    #expect(message.passTypeIdentifier == Self.vector.passTypeIdentifier)
    #expect(message.secondsSince1970 == Self.then && message.age(at: Self.then + 3) == 3)
    #expect(Hex.encode(message.keyIdentifier) == Self.vector.reader.keyIdentifier)
  }

  @Test(arguments: [(-11, false), (-10, true), (10, true), (11, false)])
  func looksAtTheTimeOnBothSides(_ offset: Int64, _ isFresh: Bool) throws {
    let data = try bytes(Self.vector.cryptogram)
    let now = Self.then + offset
    if isFresh {
      #expect(try Self.decryptor().decrypt(data, at: now).age(at: now) == offset)
    } else {
      #expect(throws: VASError.staleTimestamp) { try Self.decryptor().decrypt(data, at: now) }
    }
    #expect(try Self.decryptor(nil).decrypt(data, at: .max).text != nil)
    #expect(try Self.decryptor(nil).decrypt(data, at: .min).text != nil)
  }

  /// With a negative maximum age no time is accepted.
  @Test(arguments: [-1, -10, Int64.min]) func takesNothingForFreshWithinANegativeAge(
    _ age: Int64
  ) throws {
    let data = try bytes(Self.vector.cryptogram)
    var decryptor = try Self.decryptor(age)
    #expect(throws: VASError.staleTimestamp) { try decryptor.decrypt(data, at: Self.then) }
    decryptor.maximumAge = .max
    #expect(try decryptor.decrypt(data, at: Self.then).text != nil)
  }

  @Test func keepsToThePassTypeThatWasAskedFor() throws {
    let data = try bytes(Self.vector.cryptogram)
    let decryptor = try Self.decryptor(nil)
    func open(_ type: String) throws -> String? {
      try decryptor.decrypt(data, passTypeIdentifier: type, at: 0).text
    }
    #expect(try open(Self.vector.passTypeIdentifier) == Self.vector.message.utf8)
    #expect(throws: VASError.authenticationFailed) { try open("pass.com.example.other") }
    #expect(throws: VASError.unknownPassType) { try open("pass.com.example.third") }
  }

  @Test func namesTheKeyThatIsNone() throws {
    let good = Array(Self.vector.reader.privateKeyPKCS8PEM.utf8)
    let type = [Self.vector.passTypeIdentifier]
    #expect(throws: TapDecryptor.KeyError.key(at: 1)) {
      try TapDecryptor(privateKeys: [good, Array("hello".utf8)], passTypeIdentifiers: type)
    }
    // A public key cannot decrypt.
    let half = Array(try readerKey(Self.vector.reader.privateScalar).publicKey.pem.utf8)
    #expect(throws: TapDecryptor.KeyError.key(at: 0)) {
      try TapDecryptor(privateKeys: [half], passTypeIdentifiers: type)
    }
    #expect(throws: TapDecryptor.KeyError.nothingToDecryptWith) {
      try TapDecryptor(privateKeys: [], passTypeIdentifiers: type)
    }
    #expect(throws: TapDecryptor.KeyError.nothingToDecryptWith) {
      try TapDecryptor(privateKeys: [good], passTypeIdentifiers: [])
    }
  }
}
