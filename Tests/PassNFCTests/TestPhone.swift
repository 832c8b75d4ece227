// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassCrypto
import PassTesting
import Testing

@testable import PassNFC

/// Seeded bytes for phones and readers. It can be used from any thread.
final class SeededRandomness: @unchecked Sendable {
  private let lock = NSLock()
  private var generator: SplitMix64

  init(seed: UInt64) { generator = SplitMix64(seed: seed) }

  func next(_ count: Int) -> [UInt8] {
    lock.withLock { (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) } }
  }
}

/// A phone with passes `pass.com.example.a`, `b` and `c`, and the reader with their key.
struct TestPhone {
  /// 2026-01-02T03:04:05Z
  static let now: Int64 = 1_767_323_045

  let key: ReaderKey
  let random: SeededRandomness
  var phone: NFCPhone

  init(_ passes: [NFCPass], key: ReaderKey, seed: UInt64 = 1) {
    let random = SeededRandomness(seed: seed)
    self.key = key
    self.random = random
    phone = NFCPhone(passes: passes, randomness: { random.next($0) }, clock: { Self.now })
  }

  /// Creates a phone with one pass per letter.
  init(_ letters: String, seed: UInt64 = 1) throws {
    let key = try Self.key()
    self.init(letters.map { Self.pass(String($0), key) }, key: key, seed: seed)
  }

  static func key() throws -> ReaderKey {
    try readerKey(VectorFile.shared.vectors[0].reader.privateScalar)
  }

  static func type(_ letter: String) -> String { "pass.com.example.\(letter)" }

  static func pass(
    _ letter: String, _ key: ReaderKey, serial: String = "1",
    requiresAuthentication: Bool = false, isOver: Bool = false, awaitsSignUp: Bool = false
  ) -> NFCPass {
    NFCPass(
      passTypeIdentifier: type(letter), serialNumber: serial,
      message: Array("\(letter)-\(serial)".utf8), key: key.publicKey,
      requiresAuthentication: requiresAuthentication, isOver: isOver, awaitsSignUp: awaitsSignUp)
  }

  static func id(_ letter: String, serial: String = "1") -> NFCPass.ID {
    NFCPass.ID(passTypeIdentifier: type(letter), serialNumber: serial)
  }

  func reader(_ letters: String, _ mode: TerminalMode = .vasOnly, url: String? = nil) -> Reader {
    let random = random
    return Reader(
      merchants: letters.map { Merchant(id: Self.type(String($0)), url: url) }, mode: mode,
      keys: KeyRing([key]), maximumAge: 10, randomness: { random.next($0) },
      clock: { Self.now })
  }

  /// Taps. Returns the result for each merchant: a message or the status word.
  mutating func tap(_ reader: Reader) throws -> [String] {
    let tap = try reader.tap { phone.respond(to: $0) }
    return tap.entries.map { entry in
      if case .decrypted(let message) = entry.outcome { return message.text ?? "not UTF-8" }
      return entry.status?.description ?? "\(entry.outcome)"
    }
  }

  mutating func status(_ command: String) throws -> String {
    try ResponseAPDU(phone.respond(to: bytes(command))).status.description
  }

  mutating func status(_ elements: [TLV], p1: UInt8 = 1, p2: UInt8 = 1) throws -> String {
    let command = CommandAPDU(0x80, 0xca, p1: p1, p2: p2, data: TLV.bytes(of: elements))
    return try ResponseAPDU(phone.respond(to: command.bytes)).status.description
  }

  mutating func select() { _ = phone.respond(to: SelectCommand.command.bytes) }
}
