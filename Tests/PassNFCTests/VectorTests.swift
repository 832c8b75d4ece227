// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassTesting
import Testing

@testable import PassNFC

/// Tests both sides with independent vectors, byte for byte.
struct VectorTests {
  private static let file = VectorFile.shared

  @Test func fileHoldsAllItsSections() {
    #expect(Self.file.vectors.count == 16)
    #expect(Self.file.negative.count == 20)
    #expect(Self.file.selectResponses.count == 6)
    #expect(Self.file.getDataCommands.count == 6)
    #expect(Self.file.encryptionPublicKeys.count == 14)
    #expect(Self.file.merchantIds.count == 3)
    #expect(Self.file.ecpFrames.count == 4)
  }

  /// `6A 01 00 00 mode` and the checksum of ISO 14443-3, lowest byte first, as in the
  /// documentation.
  @Test(arguments: file.ecpFrames) func pollingFramesHaveTheirChecksumAndStandInTheDocumentation(
    _ frame: VectorFile.ECPFrame
  ) throws {
    let start: [UInt8] = [0x6a, 0x01, 0x00, 0x00, frame.mode]
    var checksum: UInt16 = 0x6363
    for byte in start {
      checksum ^= UInt16(byte)
      for _ in 0..<8 { checksum = checksum & 1 == 0 ? checksum >> 1 : checksum >> 1 ^ 0x8408 }
    }
    let bytes = start + [UInt8(checksum & 0xff), UInt8(checksum >> 8)]
    #expect(Hex.encode(bytes) == frame.frame)
    let mode = try #require(TerminalMode(rawValue: frame.mode))
    let text = try String(
      contentsOfFile: Program.repository + "/docs/reference/nfc.md", encoding: .utf8)
    #expect(text.contains("| `\(mode.name)` | `\(frame.frame)` |"))
  }

  /// 1 in 4,000 million pairs. These two keys were found by search.
  @Test func triesBothKeysOfOneIdentifier() throws {
    let keys = try ["13f67", "17db9"].map { try readerKey(String(repeating: "0", count: 59) + $0) }
    let identifiers = keys.map { Hex.encode($0.publicKey.keyIdentifier) }
    #expect(identifiers == ["ffd56045", "ffd56045"] && keys[0].publicKey != keys[1].publicKey)
    for key in keys {
      var phone = TestPhone([TestPhone.pass("a", key)], key: key)
      phone.phone.present(.pass(TestPhone.id("a")))
      var reader = phone.reader("a")
      for order in [keys, keys.reversed()] {
        reader.keys = KeyRing(order)
        #expect(try phone.tap(reader) == ["a-1"])
        phone.phone.present(.pass(TestPhone.id("a")))
      }
      reader.keys = KeyRing(keys.filter { $0.publicKey != key.publicKey })
      let tap = try reader.tap { phone.phone.respond(to: $0) }
      #expect(tap.entries.map(\.outcome) == [.failed(.authenticationFailed)])
    }
  }

  @Test(arguments: file.vectors) func readsTheReadersKeyInEveryForm(
    _ vector: VectorFile.Vector
  ) throws {
    let reader = vector.reader
    let fromScalar = try readerKey(reader.privateScalar)
    let fromSEC1 = try #require(ReaderKey(PrivateKey(der: bytes(reader.privateKeySEC1DER))))
    let pem = try CredentialFile.parse(Array(reader.privateKeyPKCS8PEM.utf8))
    let fromPEM = try #require(pem.keys.first.flatMap { ReaderKey($0) })
    for key in [fromScalar, fromSEC1, fromPEM] {
      #expect(Hex.encode(key.publicKey.x) == reader.publicX)
      #expect(Hex.encode(key.publicKey.keyIdentifier) == reader.keyIdentifier)
      #expect(key.publicKey.base64 == reader.encryptionPublicKey)
    }
    let uncompressed = try EncryptionPublicKey.read(
      anyForm: Array(reader.encryptionPublicKeyUncompressed.utf8))
    #expect(uncompressed.key == fromScalar.publicKey)
    #expect(uncompressed.form == .uncompressed)
    let hybridTag: UInt8 = try bytes(reader.publicY).last.map { 6 + $0 % 2 } ?? 0
    let hybrid = try [hybridTag] + bytes(reader.publicX) + bytes(reader.publicY)
    #expect(try EncryptionPublicKey.read(anyForm: hybrid).key == fromScalar.publicKey)
  }

  @Test(arguments: file.vectors) func derivesEveryIntermediateValue(
    _ vector: VectorFile.Vector
  ) throws {
    let merchant = MerchantIdentifier(passTypeIdentifier: vector.passTypeIdentifier)
    #expect(Hex.encode(merchant.bytes) == vector.merchantId)
    let variant = try #require(CryptogramVariant(rawValue: vector.algorithm))
    #expect(Hex.encode(variant.sharedInfo(merchant)) == vector.sharedInfo)
    #expect(Hex.encode(variant.additionalData(merchant)) == vector.aad)

    let reader = try readerKey(vector.reader.privateScalar)
    let ephemeral = try #require(P256Scalar(try bytes(vector.ephemeral.privateScalar)))
    #expect(Hex.encode(try ephemeral.publicKey().x) == vector.ephemeral.publicX)
    let readerSide = try #require(
      try reader.scalar.sharedSecret(withX: bytes(vector.ephemeral.publicX)))
    let phoneSide = try #require(
      try ephemeral.sharedSecret(withX: bytes(vector.reader.publicX)))
    #expect(readerSide.withUnsafeBytes { Hex.encode($0) } == vector.sharedSecret)
    #expect(phoneSide.isEqual(to: readerSide))

    let key = X963KDF.derive(readerSide, info: try bytes(vector.sharedInfo), length: 32)
    #expect(key.withUnsafeBytes { Hex.encode($0) } == vector.derivedKey)
    let sealed = try AESGCM.encrypt(
      bytes(vector.plaintext), key: key, nonce: bytes(vector.iv), additional: bytes(vector.aad))
    #expect(Hex.encode(sealed) == vector.ciphertext + vector.tag)
  }

  @Test(arguments: file.vectors) func encryptsToTheSameBytes(_ vector: VectorFile.Vector) throws {
    let cryptogram = try Cryptogram.encrypt(
      bytes(vector.message.hex), at: VASTime(seconds: vector.timestamp.seconds),
      to: readerKey(vector.reader.privateScalar).publicKey,
      merchant: MerchantIdentifier(passTypeIdentifier: vector.passTypeIdentifier),
      ephemeral: try #require(P256Scalar(try bytes(vector.ephemeral.privateScalar))),
      variant: try #require(CryptogramVariant(rawValue: vector.algorithm)))
    #expect(Hex.encode(cryptogram.bytes) == vector.cryptogram)
  }

  @Test(arguments: file.vectors) func decryptsEveryFormAReaderHandsOn(
    _ vector: VectorFile.Vector
  ) throws {
    let ring = KeyRing([try readerKey(vector.reader.privateScalar)])
    let response = try bytes(vector.getDataResponse)
    for form in [try bytes(vector.cryptogram), response, Array(response.dropLast(2))] {
      let message = try ring.decrypt(
        CapturedData.cryptogram(in: form, keys: ring),
        passTypeIdentifiers: ["pass.com.example.other", vector.passTypeIdentifier])
      #expect(Hex.encode(message.message) == vector.message.hex)
      #expect(message.text == vector.message.utf8)
      #expect(message.time.seconds == vector.timestamp.seconds)
      #expect(message.time.iso8601 == vector.timestamp.iso8601)
      #expect(message.variant.rawValue == vector.algorithm)
      #expect(Hex.encode(message.keyIdentifier) == vector.reader.keyIdentifier)
      #expect(message.passTypeIdentifier == vector.passTypeIdentifier)
    }
  }

  @Test(arguments: file.vectors) func phoneAnswersTheSameBytes(_ vector: VectorFile.Vector) throws {
    let random = PreparedRandomness([
      try bytes(vector.deviceNonce), try bytes(vector.ephemeral.privateScalar),
    ])
    let time = VASTime(seconds: vector.timestamp.seconds).secondsSince1970
    let pass = NFCPass(
      passTypeIdentifier: vector.passTypeIdentifier, serialNumber: "1",
      message: try bytes(vector.message.hex),
      key: try readerKey(vector.reader.privateScalar).publicKey)
    var phone = NFCPhone(passes: [pass], randomness: { try random.next($0) }, clock: { time })
    phone.mobileToken = try bytes(vector.mobileToken)
    phone.variant = try #require(CryptogramVariant(rawValue: vector.algorithm))
    phone.present(vector.mobileCapabilities == "3e" ? .paymentCard : .pass(pass.id))
    #expect(Hex.encode(phone.respond(to: try bytes(vector.selectCommand))) == vector.selectResponse)
    let answer = phone.respond(to: try bytes(vector.getDataCommand))
    #expect(Hex.encode(answer) == vector.getDataResponse)
    #expect(phone.events == [.served(pass.id)])
  }

  @Test(arguments: file.vectors) func readerAsksTheSameBytes(_ vector: VectorFile.Vector) throws {
    let request = vector.request
    let command = GetDataCommand(
      merchant: MerchantIdentifier(passTypeIdentifier: vector.passTypeIdentifier),
      mode: try #require(TerminalMode(rawValue: request.mode)),
      moreFollow: request.moreRequestsFollow, nonce: try bytes(request.terminalNonce),
      filter: try request.filter.map { try bytes($0) }, url: request.url)
    #expect(command.command.map { Hex.encode($0.bytes) } == vector.getDataCommand)
    #expect(Hex.encode(SelectCommand.command.bytes) == vector.selectCommand)
  }

  @Test(arguments: file.negative) func namesEveryFault(_ negative: VectorFile.Negative) throws {
    let ring = KeyRing(try negative.readerPrivateScalars.map { try readerKey($0) })
    let response = try bytes(negative.getDataResponse)
    func decrypted(_ find: () throws -> Cryptogram) -> String {
      do {
        let message = try ring.decrypt(
          find(), passTypeIdentifiers: [negative.passTypeIdentifier])
        return "decrypted \(message.message)"
      } catch let error as VASError {
        return error.rawValue
      } catch {
        return "\(error)"
      }
    }
    let strictly = decrypted {
      try Cryptogram(GetDataResponse(ResponseAPDU(response)).cryptogram)
    }
    #expect(strictly == negative.expectError)
    #expect(decrypted { try CapturedData.cryptogram(in: response, keys: ring) } == strictly)
  }

  @Test(arguments: file.negative) func readerNamesEveryFault(
    _ negative: VectorFile.Negative
  ) throws {
    let reader = Reader(
      merchants: [Merchant(id: negative.passTypeIdentifier)],
      keys: KeyRing(try negative.readerPrivateScalars.map { try readerKey($0) }),
      randomness: { [UInt8](repeating: 0, count: $0) }, clock: { 0 })
    let select = try bytes(Self.file.vectors[0].selectResponse)
    let answer = try bytes(negative.getDataResponse)
    let tap = try reader.tap { $0 == SelectCommand.command.bytes ? select : answer }
    let entry = try #require(tap.entries.first)
    let expected: Tap.Outcome =
      switch negative.expectError {
      case "dataNotFound": .notPresented
      case "dataNotActivated": .notActivated
      case "userInterventionRequired": .holderMustChoose
      default: .failed(try #require(VASError(rawValue: negative.expectError)))
      }
    #expect(entry.outcome == expected)
  }

  @Test(arguments: file.selectResponses) func readsWhatThePhoneSaysOfItself(
    _ select: VectorFile.Select
  ) throws {
    let response = try ResponseAPDU(bytes(select.response))
    if let expect = select.expect {
      let read = try SelectResponse(response)
      #expect(read.label == expect.wallet)
      #expect(Hex.encode(read.version) == expect.version)
      #expect(Hex.encode(read.deviceNonce) == expect.deviceNonce)
      #expect(Hex.encode([0, 0, 0, read.capabilities.rawValue]) == expect.capabilities)
      #expect(read.response.bytes == response.bytes)
    } else {
      let error = #expect(throws: VASError.self) { try SelectResponse(response) }
      #expect(error?.rawValue == select.expectError)
    }
  }

  @Test(arguments: file.getDataCommands) func writesEveryKindOfQuestion(
    _ command: VectorFile.Command
  ) throws {
    let question = GetDataCommand(
      merchant: command.urlOnly
        ? nil : command.passTypeIdentifier.map { MerchantIdentifier(passTypeIdentifier: $0) },
      mode: try #require(TerminalMode(rawValue: command.mode)),
      moreFollow: command.moreRequestsFollow, nonce: try bytes(command.terminalNonce),
      filter: try command.filter.map { try bytes($0) }, url: command.url)
    #expect(question.command.map { Hex.encode($0.bytes) } == command.command)
    #expect(CommandAPDU(try bytes(command.command)) == question.command)
  }

  @Test(arguments: file.encryptionPublicKeys) func judgesEveryKeyOfAPass(
    _ key: VectorFile.PublicKey
  ) {
    switch EncryptionPublicKey.check(key.value) {
    case .success(let read):
      #expect(key.expect == "ok")
      #expect(read.base64 == key.value)
    case .failure(let fault): #expect(fault.rawValue == key.expect)
    }
  }

  @Test func hashesMerchantIdentifiersAsWritten() {
    for merchant in Self.file.merchantIds {
      let id = MerchantIdentifier(passTypeIdentifier: merchant.passTypeIdentifier)
      #expect(Hex.encode(id.bytes) == merchant.merchantId)
    }
  }
}
