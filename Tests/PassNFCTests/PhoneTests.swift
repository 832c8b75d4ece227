// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto
import Testing

@testable import PassNFC

/// Tests of the responses of a phone in each of its states.
struct PhoneTests {
  @Test func servesThePresentedPassOnce() throws {
    var phone = try TestPhone("ab")
    phone.phone.present(.pass(TestPhone.id("a")))
    #expect(try phone.tap(phone.reader("a")) == ["a-1"])
    #expect(try phone.tap(phone.reader("a")) == ["6287"])
    phone.phone.leaveField()
    #expect(try phone.tap(phone.reader("a")) == ["6287"])
    phone.phone.authenticate()
    #expect(try phone.tap(phone.reader("a")) == ["a-1"])
  }

  @Test func answersOnlyTheLastOfSeveralRequestsWhenNothingIsPresented() throws {
    var phone = try TestPhone("abc")
    #expect(try phone.tap(phone.reader("abc")) == ["6A83", "6A83", "6287"])
    #expect(try phone.tap(phone.reader("a")) == ["6287"])
    #expect(try phone.tap(phone.reader("x")) == ["6A83"])
    #expect(try phone.tap(phone.reader("ax")) == ["6A83", "6A83"])
  }

  @Test func hidesInstalledPassesBehindThePresentedOne() throws {
    var phone = try TestPhone("abc")
    phone.phone.present(.pass(TestPhone.id("b")))
    #expect(try phone.tap(phone.reader("abcx")) == ["6A83", "b-1", "6A83", "6A83"])
  }

  @Test func servesEveryPassOnceToAPaymentTerminalWithACard() throws {
    var phone = try TestPhone("abc")
    phone.phone.present(.paymentCard)
    #expect(try phone.tap(phone.reader("abcx", .vasAndPayment)) == ["a-1", "b-1", "c-1", "6A83"])
    // The reader stops at the first 6287.
    #expect(try phone.tap(phone.reader("ab", .vasAndPayment)).first == "6287")
  }

  @Test func servesOnePassPerSessionToATerminalWithoutPayment() throws {
    var phone = try TestPhone("ab")
    phone.phone.present(.paymentCard)
    #expect(try phone.tap(phone.reader("ab")) == ["a-1", "6A83"])
  }

  @Test func wantsAuthenticationWhereThePassDoes() throws {
    let key = try TestPhone.key()
    var phone = TestPhone([TestPhone.pass("a", key, requiresAuthentication: true)], key: key)
    phone.phone.present(.pass(TestPhone.id("a")), authenticated: false)
    #expect(try phone.tap(phone.reader("a")) == ["6287"])
    phone.phone.authenticate()
    #expect(try phone.tap(phone.reader("a")) == ["a-1"])
  }

  @Test func servesAPassThatWantsNoAuthenticationToALockedPhone() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")), authenticated: false)
    #expect(try phone.tap(phone.reader("a")) == ["a-1"])
  }

  @Test func takesACardForNothingUntilItIsAuthenticated() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.paymentCard, authenticated: false)
    #expect(try phone.tap(phone.reader("a", .vasAndPayment)) == ["6287"])
    phone.phone.authenticate()
    #expect(try phone.tap(phone.reader("a", .vasAndPayment)) == ["a-1"])
  }

  @Test func asksToChooseBetweenTwoPassesOfOneType() throws {
    let key = try TestPhone.key()
    let passes = ["1", "2"].map { TestPhone.pass("a", key, serial: $0) }
    var phone = TestPhone(passes, key: key)
    #expect(try phone.tap(phone.reader("a")) == ["6984"])
    phone.phone.present(.paymentCard)
    #expect(try phone.tap(phone.reader("a", .vasAndPayment)) == ["6984"])
    phone.phone.present(.pass(TestPhone.id("a", serial: "2")))
    #expect(try phone.tap(phone.reader("a")) == ["a-2"])
  }

  @Test func saysThatTheResponseForAnExpiredPassIsUnknown() throws {
    let key = try TestPhone.key()
    var phone = TestPhone([TestPhone.pass("a", key, isOver: true)], key: key)
    phone.phone.present(.pass(TestPhone.id("a")))
    #expect(try phone.tap(phone.reader("a")) == ["6A83"])
    #expect(phone.phone.events.last?.text.contains("is unknown") == true)
  }

  @Test func offersTheURLOfASignUpPassAndNotThePass() throws {
    let key = try TestPhone.key()
    var phone = TestPhone([TestPhone.pass("a", key, awaitsSignUp: true)], key: key)
    phone.phone.present(.pass(TestPhone.id("a")))
    #expect(try phone.tap(phone.reader("a", url: "https://example.com/join")) == ["6A83"])
    #expect(phone.phone.signUpOffers.map(\.url) == ["https://example.com/join"])
    #expect(phone.phone.signUpOffers.first?.passTypeIdentifier == TestPhone.type("a"))
  }

  @Test func recordsAURLOnlyForAMissingPass() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    #expect(
      try phone.tap(phone.reader("ax", url: "https://example.com/join")) == ["a-1", "6A83"])
    let wanted = MerchantIdentifier(passTypeIdentifier: TestPhone.type("x"))
    #expect(phone.phone.signUpOffers.map(\.merchant) == [wanted])
  }

  @Test func takesAURLAlone() throws {
    var phone = try TestPhone("a")
    phone.select()
    let command = GetDataCommand(
      merchant: nil, mode: .vasOnly, nonce: [1, 2, 3, 4], url: "https://example.com/join")
    let answer = phone.phone.respond(to: try #require(command.command).bytes)
    #expect(Hex.encode(answer) == "70039f2a009000")
    #expect(phone.phone.signUpOffers.map(\.url) == ["https://example.com/join"])
  }

  @Test func cutsAMessageAt64BytesWithinACharacter() throws {
    let key = try TestPhone.key()
    let text = String(repeating: "a", count: 63) + "é"
    let pass = NFCPass(
      passTypeIdentifier: TestPhone.type("a"), serialNumber: "1", message: Array(text.utf8),
      key: key.publicKey)
    var phone = TestPhone([pass], key: key)
    phone.phone.present(.pass(pass.id))
    let tap = try phone.reader("a").tap { phone.phone.respond(to: $0) }
    guard case .decrypted(let message) = tap.entries.first?.outcome else {
      Issue.record("\(tap.entries)")
      return
    }
    #expect(message.message == Array(text.utf8.prefix(64)))
    #expect(message.text == nil)
  }

  @Test func saysWhatItCanInItsSelectResponse() throws {
    var phone = try TestPhone("a")
    func capabilities() throws -> MobileCapabilities {
      try SelectResponse(ResponseAPDU(phone.phone.respond(to: SelectCommand.command.bytes)))
        .capabilities
    }
    #expect(try capabilities().rawValue == 0x1e)
    phone.phone.present(.paymentCard)
    #expect(try capabilities().rawValue == 0x3e)
  }

  @Test func usesFreshNoncesAndKeysEachTime() throws {
    var phone = try TestPhone("a")
    var seen: Set<[UInt8]> = []
    for _ in 0..<50 {
      phone.phone.authenticate()
      phone.phone.present(.pass(TestPhone.id("a")))
      let tap = try phone.reader("a").tap { phone.phone.respond(to: $0) }
      seen.insert(tap.wallet?.deviceNonce ?? [])
      seen.insert(Array(try Cryptogram(tap.entries[0].cryptogram ?? []).ephemeralX))
    }
    #expect(seen.count == 100)
  }

  // MARK: Commands

  @Test func answersWhatIsNoneOfItsCommands() throws {
    var phone = try TestPhone("a")
    #expect(try phone.status("00a4040007a000000003101000") == "6A82")
    #expect(try phone.status("00a400000a4f53452e5641532e303100") == "6B00")
    #expect(try phone.status("00b0000000") == "6D00")
    #expect(try phone.status("8012000000") == "6D00")
    #expect(try phone.status("ff12000000") == "6E00")
    #expect(try phone.status("00a404") == "6700")
    #expect(try phone.status("00a404000b4f53452e5641532e303100") == "6A82")
    #expect(try phone.status("00a404000c4f53452e5641532e303100") == "6700")
    #expect(try phone.status("") == "6700")
  }

  @Test func refusesDataBeforeItWasSelected() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    // Only that it is an error is known, not which one.
    #expect(try phone.status(elements()) != "9000")
    phone.select()
    phone.phone.leaveField()
    #expect(try phone.status(elements()) != "9000")
  }

  /// Returns the elements of a valid command, with some replaced, removed (nil) or added.
  private func elements(_ changes: [UInt32: [UInt8]?] = [:]) -> [TLV] {
    let id = MerchantIdentifier(passTypeIdentifier: TestPhone.type("a"))
    var all: [(UInt32, [UInt8])] = [
      (0x9f22, [1, 0]), (0x9f28, [1, 2, 3, 4]), (0x9f26, [0, 0x80, 0, 2]), (0x9f25, id.bytes),
    ]
    for (tag, value) in changes {
      all.removeAll { $0.0 == tag }
      if let value { all.append((tag, value)) }
    }
    return all.map { TLV($0.0, $0.1) }
  }

  @Test(
    arguments: [
      ([:], "9000"), ([0x9f22: nil], "6A80"), ([0x9f22: [2, 0]], "6340"), ([0x9f22: []], "6340"),
      ([0x9f25: nil], "6A80"), ([0x9f25: [1]], "6A80"), ([0x9f26: nil], "6A80"),
      ([0x9f26: [0, 0x80, 0]], "6A80"), ([0x9f28: [1, 2, 3]], "6A80"), ([0x9f28: nil], "9000"),
      ([0x9f2b: [1, 0, 0, 0, 0]], "9000"), ([0x9f2b: [1, 0, 0, 0, 0, 0]], "6700"),
      ([0x9f2b: [2, 0, 0, 0, 0]], "6A83"), ([0x9f2b: [0, 0, 0, 0, 0]], "6A80"),
      ([0xdf01: [1, 2, 3]], "9000"), ([0x9f29: [0xc3, 0xa9]], "6A80"),
    ] as [([UInt32: [UInt8]?], String)])
  func answersEveryMistakeWithItsStatus(_ changes: [UInt32: [UInt8]?], _ status: String) throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    phone.select()
    #expect(try phone.status(elements(changes)) == status)
  }

  @Test func answersWrongParameters() throws {
    var phone = try TestPhone("a")
    phone.select()
    #expect(try phone.status(elements(), p1: 2) == "6B00")
    #expect(try phone.status(elements(), p2: 2) == "6B00")
  }

  @Test func takesElementsInAnyOrder() throws {
    var all = elements([0x9f2b: [1, 0, 0, 0, 0], 0x9f29: Array("https://example.com".utf8)])
    for _ in 0..<all.count {
      all.append(all.removeFirst())
      for elements in [all, all.reversed()] {
        var phone = try TestPhone("a")
        phone.phone.present(.pass(TestPhone.id("a")))
        phone.select()
        #expect(try phone.status(elements) == "9000", "\(elements.map(\.name))")
      }
    }
  }

  @Test func refusesAnElementThatComesTwice() throws {
    var phone = try TestPhone("a")
    phone.select()
    #expect(try phone.status(elements() + [TLV(0x9f22, [1, 0])]) == "6A80")
  }

  @Test func takesNeedlesslyLongLengths() throws {
    var phone = try TestPhone("a")
    phone.phone.present(.pass(TestPhone.id("a")))
    phone.select()
    let id = MerchantIdentifier(passTypeIdentifier: TestPhone.type("a"))
    let data =
      [0x9f, 0x22, 0x81, 2, 1, 0, 0x9f, 0x26, 0x82, 0, 4, 0, 0x80, 0, 2, 0x9f, 0x25, 32] + id.bytes
    let command = CommandAPDU(0x80, 0xca, p1: 1, p2: 1, data: data)
    let answer = try ResponseAPDU(phone.phone.respond(to: command.bytes))
    #expect(answer.status == .success)
  }

  /// Observed on devices for the second read of one pass, whatever other error applies.
  @Test func aPassAskedForTwiceOverACardIs6287AndAnotherOneIs6A83() throws {
    var phone = try TestPhone("ab")
    phone.phone.present(.paymentCard)
    #expect(try phone.tap(phone.reader("aab")) == ["a-1", "6287", "notAsked"])
    phone.phone.present(.paymentCard)
    #expect(try phone.tap(phone.reader("ab")) == ["a-1", "6A83"])
  }

  @Test func saysWhyAPassWithoutNFCIsNotThere() throws {
    let key = try TestPhone.key()
    let pass = NFCPass(
      passTypeIdentifier: TestPhone.type("a"), serialNumber: "1", message: [], key: nil)
    var phone = TestPhone([pass], key: key)
    #expect(try phone.tap(phone.reader("a")) == ["6A83"])
    #expect(phone.phone.events == [.rejected(pass.id, .dataNotFound, .noNFC)])
  }

  @Test func failsWithoutARandomSource() throws {
    struct NoRandomness: Error {}
    let key = try TestPhone.key()
    var phone = NFCPhone(
      passes: [TestPhone.pass("a", key)], randomness: { _ in throw NoRandomness() }, clock: { 0 })
    #expect(phone.respond(to: SelectCommand.command.bytes) == [0x6f, 0x00])
  }
}
