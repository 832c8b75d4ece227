// SPDX-License-Identifier: Apache-2.0

import Foundation
import PassBasics
import PassTesting
import Testing

@testable import PassNFC

/// Tests of the result of a tap: pass, payment, both or neither, and joining after a payment.
struct TapLogicTests {
  // MARK: Apple's table

  @Test(arguments: [
    (TerminalMode.vasOnly, TapResult.none), (.vasAndPayment, .payment), (.vasOrPayment, .payment),
    (.paymentOnly, .payment),
  ]) func aPlainCardEndsAsPaymentWhereThatIsTaken(
    _ mode: TerminalMode, _ result: TapResult
  ) throws {
    let phone = try TestPhone("a")
    let card = PlainCard()
    let tap = try phone.reader("a", mode).tap { card.respond(to: $0) }
    #expect(tap.result == result && tap.isPlainCard == (mode != .vasOnly))
    #expect(tap.failure == (mode == .vasOnly ? .applicationNotFound : nil))
    #expect(tap.entries.map(\.outcome) == (mode == .vasOnly ? [] : [.notAsked]))
  }

  @Test func aCardInThePhoneEndsAsPaymentWhereOneIsTaken() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.paymentCard)
    let tap = try phone.reader("a", .vasOrPayment).tap { phone.phone.respond(to: $0) }
    #expect(tap.result == .payment && tap.entries.map(\.outcome) == [.notPresented])
    #expect(phone.phone.events == [.rejected(TestPhone.id("a"), .dataNotFound, .cardInstead)])
  }

  @Test func aDeviceThatIsNeitherEndsAsNothing() throws {
    let phone = try TestPhone("a")
    let tap = try phone.reader("a", .vasAndPayment).tap { _ in [0x6a, 0x82] }
    #expect(tap.result == .none && tap.failure == .applicationNotFound && !tap.isPlainCard)
    #expect(tap.exchanges.count == 2)
  }

  @Test func paysIsOfferedJoinsAndIsRead() throws {
    let key = try TestPhone.key()
    var phone = TestPhone([], key: key)
    phone.phone.present(.paymentCard)
    var reader = phone.reader("a", .vasAndPayment)
    reader.merchants = [Merchant(id: TestPhone.type("a"), url: "https://example.com/join")]
    let paid = try reader.tap { phone.phone.respond(to: $0) }
    #expect(paid.result == .payment)
    #expect(phone.phone.signUpOffers.map(\.url) == ["https://example.com/join"])
    phone.phone.add(TestPhone.pass("a", key))
    phone.phone.leaveField()
    phone.phone.present(.paymentCard)
    let joined = try reader.tap { phone.phone.respond(to: $0) }
    #expect(joined.result == .both)
    // Adding it twice keeps one pass, the newer.
    phone.phone.add(TestPhone.pass("a", key))
    #expect(phone.phone.passes.count == 1 && phone.phone.signUpOffers.count == 1)
  }

  // MARK: Random taps

  private static let rounds = Environment.value("PASSC_NFC_ROUNDS").flatMap { Int($0) } ?? 10_000

  /// Random visits. Whatever the phone and the cardholder do, the result is one of the four
  /// documented ones and fits the mode, and nothing traps.
  @Test func everyTapEndsInOneOfFourWays() async throws {
    let seed =
      Environment.value("PASSC_NFC_SEED").flatMap { UInt64($0) } ?? .random(in: 0...UInt64.max)
    let key = try TestPhone.key()
    let failures = try await withThrowingTaskGroup(of: [String].self) { group in
      for lane in 0..<4 {
        group.addTask { try Self.visits(Self.rounds / 4, seed: seed &+ UInt64(lane), key) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(failures.isEmpty, "seed \(seed): \(failures.prefix(3))")
  }

  private static func visits(_ count: Int, seed: UInt64, _ key: ReaderKey) throws -> [String] {
    var random = SplitMix64(seed: seed)
    var failures: [String] = []
    var taps = 0
    while taps < count {
      var visit = Visit(&random, key)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        taps += 1
        if let fault = try visit.tap(&random) { failures.append("tap \(taps): \(fault)") }
      }
    }
    return failures
  }

  /// A customer with a changing phone and a reader that stays the same.
  private struct Visit {
    private static let letters = ["a", "b", "c"]
    private var phone: TestPhone
    private let key: ReaderKey
    private var reader: Reader

    init(_ random: inout SplitMix64, _ key: ReaderKey) {
      self.key = key
      let passes = Self.letters.flatMap { letter in
        (0..<Int.random(in: 0...2, using: &random)).map { serial in
          TestPhone.pass(
            letter, key, serial: "\(serial)",
            requiresAuthentication: Bool.random(using: &random),
            isOver: Int.random(in: 0..<8, using: &random) == 0,
            awaitsSignUp: Int.random(in: 0..<8, using: &random) == 0)
        }
      }
      phone = TestPhone(passes, key: key, seed: random.next())
      let mode = TerminalMode.allCases.randomElement(using: &random) ?? .vasOnly
      reader = phone.reader("", mode)
      reader.merchants = Self.letters.shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random)).map { letter in
          Merchant(
            id: TestPhone.type(letter),
            url: Bool.random(using: &random) ? "https://example.com/\(letter)" : nil)
        }
      reader.passes = Bool.random(using: &random) ? .all : .first
    }

    /// Returns the error of a tap, or nil.
    mutating func tap(_ random: inout SplitMix64) throws -> String? {
      let isCard = Int.random(in: 0..<5, using: &random) == 0
      let isNoise = Int.random(in: 0..<20, using: &random) == 0
      present(&random)
      let card = PlainCard()
      let noise = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let before = phone.phone.signUpOffers.count
      let tap = try reader.tap { command in
        if isNoise { return noise }
        return isCard ? card.respond(to: command) : phone.phone.respond(to: command)
      }
      phone.phone.leaveField()
      for offer in phone.phone.signUpOffers.dropFirst(before) where Bool.random(using: &random) {
        join(offer)
      }
      return isNoise ? nil : fault(in: tap, isCard: isCard)
    }

    private mutating func present(_ random: inout SplitMix64) {
      let isAuthenticated = Bool.random(using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: phone.phone.present(.paymentCard, authenticated: isAuthenticated)
      case 1:
        if let pass = phone.phone.passes.randomElement(using: &random) {
          phone.phone.present(.pass(pass.id), authenticated: isAuthenticated)
        }
      case 2: phone.phone.present(.nothing)
      default: break
      }
    }

    private mutating func join(_ offer: SignUpOffer) {
      for letter in Self.letters
      where MerchantIdentifier(passTypeIdentifier: TestPhone.type(letter)) == offer.merchant {
        phone.phone.add(TestPhone.pass(letter, key, serial: "joined"))
      }
    }

    private func fault(in tap: Tap, isCard: Bool) -> String? {
      let hasCard =
        isCard || (phone.phone.presentation == .paymentCard && phone.phone.isAuthenticated)
      let takesPayment = tap.mode != .vasOnly
      if tap.mode == .vasOnly, tap.result.hasPayment { return "a payment without one asked for" }
      if tap.mode == .paymentOnly, tap.result.hasPass { return "a pass without one asked for" }
      if isCard, tap.result.hasPass { return "a pass of a plain card" }
      if tap.mode == .vasOrPayment, tap.result == .both { return "both where one is taken" }
      if hasCard, takesPayment, !tap.result.hasPayment { return "no payment with a card" }
      if !hasCard, tap.result.hasPayment { return "a payment without a card" }
      if tap.failure == nil, tap.entries.count != reader.merchants.count {
        return "a merchant lost"
      }
      if let failure = tap.failure, !(isCard && tap.mode == .vasOnly) { return "\(failure)" }
      for entry in tap.entries {
        if case .failed(let error) = entry.outcome { return "\(error)" }
        if case .decrypted(let message) = entry.outcome,
          !phone.phone.passes.contains(where: { $0.message == message.message })
        {
          return "a message nobody has"
        }
      }
      return nil
    }
  }
}
