// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import Testing

@testable import PassNFC

/// Tests of a reader with a phone.
struct ReaderTests {
  @Test func asksInOrderAndMarksAllButTheLast() throws {
    var phone = try TestPhone("abc")
    phone.phone.present(.paymentCard)
    let tap = try phone.reader("cab", .vasAndPayment).tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.merchant.id) == ["c", "a", "b"].map(TestPhone.type))
    let capabilities = tap.exchanges.dropFirst().map { exchange in
      Trace.lines(ofCommand: exchange.command, merchants: []).first { $0.tag == "9F26" }?.hex
    }
    #expect(capabilities == ["00800081", "00800081", "00800001"])
  }

  @Test func stopsWhereTheHolderHasSomethingToDo() throws {
    var phone = try TestPhone("abc")
    phone.phone.present(.paymentCard)
    let reader = phone.reader("abc", .vasAndPayment)
    _ = try reader.tap { phone.phone.respond(to: $0) }
    let tap = try reader.tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.outcome) == [.notActivated, .notAsked, .notAsked])
    #expect(tap.exchanges.count == 2)
    #expect(tap.requestToHolder == .dataNotActivated)
  }

  @Test func triesAgainAfterTheHolderAuthenticated() throws {
    var phone = try TestPhone("a")
    var reported: [VASError] = []
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let taps = try phone.reader("a").tap(attempts: 3, { phone.phone.respond(to: $0) }) { request in
      reported.append(request)
      phone.phone.present(.pass(TestPhone.id("a")))
      return true
    }
    #expect(reported == [.dataNotActivated])
    #expect(taps.count == 2)
    #expect(taps.last?.hasPass == true)
  }

  @Test func triesAgainAfterTheHolderChose() throws {
    let key = try TestPhone.key()
    var phone = TestPhone(["1", "2"].map { TestPhone.pass("a", key, serial: $0) }, key: key)
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let taps = try phone.reader("a").tap(attempts: 2, { phone.phone.respond(to: $0) }) { request in
      #expect(request == .userInterventionRequired)
      phone.phone.present(.pass(TestPhone.id("a", serial: "2")))
      return true
    }
    #expect(taps.last?.hasPass == true)
  }

  @Test func givesUpWhenTheHolderDoes() throws {
    var phone = try TestPhone("a")
    // swift-format-ignore: OnlyOneTrailingClosureArgument
    let taps = try phone.reader("a").tap(attempts: 9, { phone.phone.respond(to: $0) }) { _ in false
    }
    #expect(taps.count == 1)
  }

  @Test func endsAfterTheFirstPassWhereOneIsWanted() throws {
    var phone = try TestPhone("abc")
    phone.phone.present(.paymentCard)
    var reader = phone.reader("xabc", .vasAndPayment)
    reader.passes = .first
    let tap = try reader.tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.hasPass) == [false, true, false, false])
    #expect(tap.entries.last?.outcome == .notAsked)
  }

  /// The table of `readPaymentCard(_:vasRequest:stopOnVASResult:)` and the two other modes.
  @Test(arguments: [
    (TerminalMode.vasOrPayment, NFCPhone.Presentation.pass(TestPhone.id("a")), true, false),
    (.vasOrPayment, .paymentCard, false, true), (.vasAndPayment, .paymentCard, true, true),
    (.vasAndPayment, .pass(TestPhone.id("a")), true, false), (.vasOnly, .paymentCard, true, false),
    (.paymentOnly, .paymentCard, false, true),
    (.paymentOnly, .pass(TestPhone.id("a")), false, false),
  ]) func returnsWhatAppleDocuments(
    _ mode: TerminalMode, _ presented: NFCPhone.Presentation, _ vas: Bool, _ payment: Bool
  ) throws {
    var phone = try TestPhone("a")
    phone.phone.present(presented)
    let result = try phone.reader("a", mode).tap { phone.phone.respond(to: $0) }.result
    #expect(result.hasPass == vas && result.hasPayment == payment)
  }

  @Test func returnsAPaymentWhenOnlyACardIsThere() throws {
    for mode in [TerminalMode.vasOrPayment, .vasAndPayment] {
      var phone = try TestPhone("")
      phone.phone.present(.paymentCard)
      let result = try phone.reader("a", mode).tap { phone.phone.respond(to: $0) }.result
      #expect(result == .payment)
    }
  }

  @Test func asksForNoPassWhenItIsThereForPaymentOnly() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.paymentCard)
    let tap = try phone.reader("a", .paymentOnly).tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.outcome) == [.notAsked])
    #expect(tap.exchanges.count == 1)
  }

  @Test func leavesDecryptingToTheServerWithoutKeys() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    var reader = phone.reader("a")
    reader.keys = nil
    let tap = try reader.tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.outcome) == [.encrypted])
    let message = try KeyRing([phone.key]).decrypt(
      Cryptogram(tap.entries[0].cryptogram ?? []), passTypeIdentifiers: [TestPhone.type("a")])
    #expect(message.text == "a-1")
  }

  @Test func findsTheRightKeyAmongOldAndNewOnes() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    let others = try (0..<3).map { _ in try #require(ReaderKey(try PrivateKey.generateP256())) }
    var reader = phone.reader("a")
    reader.keys = KeyRing(others + [phone.key])
    #expect(try phone.tap(reader) == ["a-1"])
    reader.keys = KeyRing(others)
    phone.phone.authenticate()
    phone.phone.present(.pass(TestPhone.id("a")))
    let tap = try reader.tap { phone.phone.respond(to: $0) }
    #expect(tap.entries.map(\.outcome) == [.failed(.unknownKeyIdentifier)])
  }

  @Test(arguments: [
    (-11, true), (-10, false), (0, false), (10, false), (11, true), (1_000_000, true),
  ]) func callsAMessageStaleOnBothSidesOfNow(_ offset: Int64, _ isStale: Bool) throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    let random = phone.random
    let reader = Reader(
      merchants: [Merchant(id: TestPhone.type("a"))], keys: KeyRing([phone.key]), maximumAge: 10,
      randomness: { random.next($0) }, clock: { TestPhone.now + offset })
    let tap = try reader.tap { phone.phone.respond(to: $0) }
    #expect((tap.entries.first?.outcome == .failed(.staleTimestamp)) == isStale)
  }

  @Test func namesAnotherWalletAndNone() throws {
    let reader = try TestPhone("a").reader("a")
    for select in VectorFile.shared.selectResponses {
      let answer = try bytes(select.response)
      let tap = try reader.tap { _ in answer }
      #expect(tap.failure?.rawValue == select.expectError, "\(select.id)")
    }
  }

  @Test func survivesWhateverAPhoneAnswers() throws {
    let reader = try TestPhone("a").reader("ab")
    let random = SeededRandomness(seed: 7)
    for _ in 0..<2000 {
      _ = try reader.tap { _ in random.next(Int(random.next(1)[0]) % 40) }
    }
  }

  @Test func sendsNoCommandThatIsTooLong() throws {
    let merchant = MerchantIdentifier(passTypeIdentifier: "pass.com.example.a")
    func question(_ length: Int, filter: Bool = false) -> CommandAPDU? {
      let url = "https://example.com/" + String(repeating: "a", count: length - 20)
      return GetDataCommand(
        merchant: merchant, mode: .vasOnly, nonce: [0, 0, 0, 0],
        filter: filter ? GetDataCommand.filter : nil, url: url
      ).command
    }
    #expect(question(127)?.data.count == 54 + 3 + 127)
    #expect(question(128)?.data.count == 54 + 4 + 128)
    #expect(question(197)?.data.count == 255)
    #expect(question(198) == nil)
    #expect(question(189, filter: true)?.data.count == 255)
    #expect(question(190, filter: true) == nil)
  }

  @Test(arguments: [
    "http://example.com", "https://", "https://é.example.com", "https://a@example.com/x",
    "https://example.com/#a", "example.com", "https://example.com/a b",
    "https://example.com/" + String(repeating: "a", count: 178),
  ]) func refusesAddressesThatCannotBeSent(_ url: String) {
    #expect(SignUpURL.validationError(in: url) != nil)
  }

  @Test(arguments: [
    "https://example.com", "HTTPS://EXAMPLE.COM/join?x=1", "https://example.com/a@b",
    "https://example.com/" + String(repeating: "a", count: 177),
  ]) func sendsGoodAddresses(_ url: String) {
    #expect(SignUpURL.validationError(in: url) == nil)
  }
}
