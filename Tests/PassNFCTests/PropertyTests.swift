// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassCrypto
import PassNFC
import PassTesting
import Testing

/// Random tests of round trips, tampering, truncation and noise.
struct PropertyTests {
  /// `make nfc-soak` sets 1,000,000.
  private static let rounds =
    Environment.value("PASSC_NFC_ROUNDS").flatMap { Int($0) } ?? 20_000

  @Test func everyMessageThatIsSentArrives() async throws {
    // A failure prints its seed, and PASSC_NFC_SEED repeats it.
    let seed =
      Environment.value("PASSC_NFC_SEED").flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
    let lanes = 4
    let failures = try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in 0..<lanes {
        group.addTask { try Self.roundTrips(Self.rounds / lanes, seed: seed &+ UInt64(lane)) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures.isEmpty, "seed \(seed): \(failures.prefix(3))")
  }

  private static func roundTrips(_ count: Int, seed: UInt64) throws -> [String] {
    var failures: [String] = []
    var generator = SplitMix64(seed: seed)
    let random = SeededRandomness(seed: seed &+ 1000)
    var keys: [ReaderKey] = []
    for round in 0..<count {
      if round % 64 == 0 {
        var scalar: PrivateKey?
        while scalar == nil { scalar = try? PrivateKey(p256Scalar: random.next(32)) }
        keys.append(try #require(scalar.flatMap { ReaderKey($0) }))
        if keys.count > 4 { keys.removeFirst() }
      }
      let key = try #require(keys.randomElement(using: &generator))
      let length = Int.random(in: 0...64, using: &generator)
      let type = "pass.com.example.\(UInt32.random(in: 0...9999, using: &generator))"
      let pass = NFCPass(
        passTypeIdentifier: type, serialNumber: "\(round)", message: random.next(length),
        key: key.publicKey)
      let time = Int64.random(in: 978_307_200...5_273_274_495, using: &generator)
      var phone = NFCPhone(passes: [pass], randomness: { random.next($0) }, clock: { time })
      phone.mobileToken = random.next(Int.random(in: 0...32, using: &generator))
      phone.variant = Bool.random(using: &generator) ? .v1 : .v0
      phone.present(.pass(pass.id))
      let reader = Reader(
        merchants: [Merchant(id: type)], keys: KeyRing(keys), maximumAge: 0,
        randomness: { random.next($0) }, clock: { time })
      let tap = try reader.tap { phone.respond(to: $0) }
      guard case .decrypted(let message) = tap.entries.first?.outcome,
        message.message == pass.message, message.variant == phone.variant,
        message.time.secondsSince1970 == time
      else {
        failures.append("round \(round): \(tap.entries)")
        continue
      }
    }
    return failures
  }

  @Test func noChangedByteEverYieldsAMessage() throws {
    let vector = VectorFile.shared.vectors[0]
    let good = try bytes(vector.cryptogram)
    let key = try readerKey(vector.reader.privateScalar)
    for index in good.indices {
      for bit in 0..<8 {
        var changed = good
        changed[index] ^= 1 << bit
        let cryptogram = try Cryptogram(changed)
        // The identifier selects the key and has no other protection.
        if index < 4 {
          #expect(throws: VASError.unknownKeyIdentifier) {
            try KeyRing([key]).decrypt(
              cryptogram, passTypeIdentifiers: [vector.passTypeIdentifier])
          }
        } else {
          #expect(throws: VASError.self) {
            try KeyRing([key]).decrypt(
              cryptogram, passTypeIdentifiers: [vector.passTypeIdentifier])
          }
        }
      }
    }
  }

  @Test func refusesEveryTruncationOfEveryResponse() throws {
    for vector in VectorFile.shared.vectors {
      let response = try bytes(vector.getDataResponse)
      let ring = KeyRing([try readerKey(vector.reader.privateScalar)])
      for length in 0..<response.count where length != response.count - 2 {
        #expect(throws: VASError.self) {
          try ring.decrypt(
            CapturedData.cryptogram(in: Array(response.prefix(length)), keys: ring),
            passTypeIdentifiers: [vector.passTypeIdentifier])
        }
      }
    }
  }

  @Test func neverTrapsOnNoise() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let random = SeededRandomness(seed: seed)
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    let ring = KeyRing([phone.key])
    let seeds = try VectorFile.shared.vectors.flatMap {
      [try bytes($0.getDataCommand), try bytes($0.getDataResponse), try bytes($0.selectResponse)]
    }
    for round in 0..<20_000 {
      var input = round % 2 == 0 ? random.next(round % 90) : seeds[round % seeds.count]
      if round % 2 == 1 {
        for _ in 0...(round % 4) where !input.isEmpty {
          let place = random.next(2)
          input[(Int(place[0]) << 8 | Int(place[1])) % input.count] = random.next(1)[0]
        }
      }
      if round % 8 == 0 { phone.select() }
      #expect(phone.phone.respond(to: input).count >= 2)
      _ = try? TLV.elements(of: input[...])
      _ = try? CapturedData.cryptogram(in: input, keys: ring)
      _ = try? SelectResponse(ResponseAPDU(input))
      _ = Trace.lines(ofCommand: input, merchants: [])
      _ = Trace.lines(ofResponse: input)
    }
  }

  @Test func readsBackEveryElementItWrites() throws {
    for length in [0, 1, 127, 128, 255, 256, 65_535] {
      for tag: UInt32 in [0x70, 0x9f27, 0xdf8101] {
        let element = TLV(tag, [UInt8](repeating: 0xa5, count: length))
        #expect(try TLV.elements(of: element.bytes[...]) == [element])
      }
    }
  }

  @Test(arguments: [
    "9f", "9f27", "9f2701", "9f278101", "9f2780", "9f278400000001", "9fffffff01", "70039f2701",
  ]) func refusesElementsThatDoNotEndWhereTheySay(_ hex: String) throws {
    #expect(throws: VASError.malformedTLV) {
      for element in try TLV.elements(of: bytes(hex)[...]) { _ = try element.elements() }
    }
  }

  private static let openssl = Program.path(of: "openssl")

  /// Compares key derivation with the openssl command.
  @Test(.enabled(if: openssl != nil, "openssl is not installed"))
  func derivesTheSameKeyAsTheOpenSSLProgram() throws {
    let openssl = try #require(Self.openssl)
    let vector = VectorFile.shared.vectors[0]
    let process = ChildProcess()
    process.executableURL = URL(fileURLWithPath: openssl)
    process.arguments = [
      "kdf", "-keylen", "32", "-kdfopt", "digest:SHA256", "-kdfopt",
      "hexsecret:\(vector.sharedSecret)", "-kdfopt", "hexinfo:\(vector.sharedInfo)", "X963KDF",
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let hex = String(decoding: output, as: UTF8.self).lowercased().filter(\.isHexDigit)
    #expect(hex == vector.derivedKey)
  }
}
