// SPDX-License-Identifier: Apache-2.0

import AppleStubs
import Foundation
import PassNFC
import PassTesting
import Testing

/// Runs the code of the kits with stubs instead of a device.
struct ReaderKitRunTests {
  private static let merchants = [
    Merchant(id: "pass.a", url: "https://example.com/a", name: "Gym"), Merchant(id: "pass.b"),
  ]

  private static func lines(
    _ api: ReaderKit.API, stub: String, identifiers: [String] = [], main: String
  ) throws -> [String] {
    let kit = try ReaderKit(api, merchants: merchants, program: "Club", identifiers: identifiers)
    var sources: [String: String] = [:]
    for file in kit.files where file.name.hasSuffix(".swift") { sources[file.name] = file.text }
    sources["main.swift"] = main
    let outcome = try AppleSources.run(sources, stubs: [stub])
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.text.split(separator: "\n").map(String.init)
  }

  /// A server that a program calls, and code that prints the results.
  private static let till = ##"""
    struct Away: Error {}
    struct Server: PassLineSender {
      func send(_ line: PassLine) async throws -> PassAnswer {
        let bytes = [UInt8](Data(base64Encoded: line.data)!)
        switch bytes[0] {
        case 1:
          return try PassAnswer(Data("""
            {"id":"\#(line.id)","ok":true,"passType":"\#(line.passType)","message":"M-1",\
            "messageHex":"4d2d31","time":"2026-01-02T03:04:05Z","ageSeconds":1,"keyId":"2a84660b",\
            "algorithm":"v1"}
            """.utf8), to: line)
        case 2:
          return try PassAnswer(
            Data("{\"id\":\"\#(line.id)\",\"ok\":false,\"error\":\"staleTimestamp\"}".utf8), to: line)
        case 3: return try PassAnswer(Data("{\"id\":\"other\",\"ok\":false,\"error\":\"x\"}".utf8), to: line)
        case 4: return try PassAnswer(Data("{\"id\":\"\#(line.id)\",\"ok\":false,\"error\":\"new\"}".utf8), to: line)
        default: throw Away()
        }
      }
    }
    func words(_ outcomes: [PassOutcome]) -> String {
      outcomes.map { outcome in
        switch outcome {
        case .member(let member): "member \(member.text ?? "-") \([UInt8](member.message)) \(member.ageSeconds)"
        case .refused(let type, let refusal): "refused \(type) \(refusal)"
        case .notPresented(let type): "not presented \(type)"
        case .notSent(let line, _): "not sent \(line.passType)"
        case .askHolder(let type, let message): "ask \(type) \(message.key)"
        case .failed(let type, let message): "failed \(type) \(message.key)"
        }
      }.joined(separator: ", ")
    }

    """##.replacingOccurrences(of: ##"\#("##, with: ##"\("##)

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func theDecryptedAnswerComesBack() throws {
    let lines = try Self.lines(
      .coreNFC, stub: "CoreNFC",
      main: """
        import CoreNFC
        import Foundation
        \(Self.till)
        for byte: UInt8 in 1...5 {
          let outcomes = await Server().deliver([
            .success(of: "pass.a", data: Data([byte])), PassStatus.notFound.reading(of: "pass.b"),
          ])
          print(words(outcomes))
          print(outcomes[0].message.sentence, "|", outcomes[0].message.advice)
        }
        print(words(await Server().deliver([.success(of: "pass.a", data: nil)])))
        for status in PassStatus.allCases {
          print(status.rawValue, words(await Server().deliver([status.reading(of: "pass.a")])))
        }
        """)
    let notSent =
      "The pass was read, but its data did not reach the server. | Check the connection and ask for another tap. The data expires after ten seconds."
    let stale =
      "The tap is too old. | Hold the phone here again. If it happens each time, the clock of the phone or the server is wrong."
    let other =
      "The server rejected the pass for a reason that this app does not know. | Contact the operator of the server."
    let first: [String] = [
      "member M-1 [77, 45, 49] 1, not presented pass.b", "The pass was read: M-1 | ",
      "refused pass.a staleTimestamp, not presented pass.b", stale,
      // A response to another line must not be used.
      "not sent pass.a, not presented pass.b", notSent,
      "refused pass.a other, not presented pass.b", other,
      "not sent pass.a, not presented pass.b", notSent,
    ]
    #expect(Array(lines.prefix(10)) == first)
    let statuses: [String] = [
      "failed pass.a status.noData", "27267 not presented pass.a",
      "25223 ask pass.a status.notActivated", "27012 ask pass.a status.holderMustChoose",
      "27264 failed pass.a status.incorrectData", "26368 failed pass.a status.wrongLength",
      "27392 failed pass.a status.wrongParameters",
      "25408 failed pass.a status.unsupportedVersion", "0 failed pass.a status.unknown",
    ]
    #expect(Array(lines.dropFirst(10)) == statuses)
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func preparesRenewsTheTokenAndSaysHowATapEnded() throws {
    let lines = try Self.lines(
      .proximity, stub: "ProximityReader",
      main: """
        import Foundation
        import ProximityReader
        \(Self.till)
        actor Tokens: ReaderTokenSource {
          private var number = 0
          func freshToken() async throws -> String { number += 1; return "t\\(number)" }
        }
        @MainActor func calls() -> String {
          defer { StubReader.calls = [] }
          return StubReader.calls.joined(separator: ", ")
        }
        @MainActor func run() async throws {
          let reader = LoyaltyReader(tokens: Tokens(), sender: Server())!
          var events = reader.events().makeAsyncIterator()
          StubReader.errors = [PaymentCardReaderError.tokenExpired]
          try await reader.prepare()
          print("renewed:", calls())
          StubReader.errors = [PaymentCardReaderSession.ReadError.readerSessionExpired]
          print(words(try await reader.readPasses()))
          print("expired:", calls())
          for (payment, passes) in [(true, true), (true, false), (false, true), (false, false)] {
            StubReader.payment = payment ? PaymentCardReadResult(stub: "p") : nil
            StubReader.passes = passes
              ? VASReadResult(stub: [.init(stub: "pass.a", .success, Data([1]))]) : nil
            let tap = try await reader.readPassesAndPayment(
              LoyaltyReader.examplePurchase, stopOnVASResult: false, language: "fr")
            print("tap:", tap.end, words(tap.passes))
          }
          for error: any Error in [
            PaymentCardReaderSession.ReadError.nfcDisabled,
            PaymentCardReaderSession.ReadError.cardNotSupported,
            PaymentCardReaderSession.ReadError.unknown(code: 7),
          ] {
            StubReader.errors = [error]
            do { _ = try await reader.readPasses() } catch let failure as ReaderFailure {
              print(failure.name, failure.remedy, failure.localizedDescription, "|", failure.recoverySuggestion ?? "-")
            }
          }
          StubReader.errors = [PaymentCardReaderError.accountNotLinked]
          do { try await reader.prepare() } catch let failure as ReaderFailure {
            print(failure.name, failure.remedy)
          }
          // Refused twice: not a third time.
          StubReader.calls = []
          StubReader.errors = [PaymentCardReaderError.invalidReaderToken("x"), PaymentCardReaderError.invalidReaderToken("x")]
          do { try await reader.prepare() } catch let failure as ReaderFailure {
            print(failure.name, calls())
          }
          print("amount:", LoyaltyReader.examplePurchase.amount == Decimal(125) / 10)
          if let first = await events.next(isolation: #isolation) { print("event:", first) }
        }
        try await run()
        """)
    let unknown =
      "unknown(code: 7) retry An unexpected error occurred. | Try again. If it happens again, report it to the developer."
    let expected: [String] = [
      "renewed: prepare t1, prepare t2", "not presented pass.a, not presented pass.b",
      "expired: readVAS, prepare t3, readVAS", "tap: both member M-1 [77, 45, 49] 1",
      "tap: payment ", "tap: pass member M-1 [77, 45, 49] 1", "tap: none ",
      "nfcDisabled person NFC is turned off on this iPhone. | Turn it on in Settings.",
      "cardNotSupported retry This card is not supported. | Ask for another card.", unknown,
      "accountNotLinked linkAccount", "invalidReaderToken prepare t3, prepare t4", "amount: true",
      "event: progress(50)",
    ]
    #expect(lines == expected)
  }

  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func tagsOfOthersAreHandedOverConnectedAndOneSessionRuns() throws {
    let lines = try Self.lines(
      .paymentTag, stub: "CoreNFC", identifiers: ["A0000000031010", "4F53452E5641532E3031"],
      main: """
        import CoreNFC
        import Foundation
        \(Self.till)
        final class Card: NSObject, NFCISO7816Tag, @unchecked Sendable {
          let initialSelectedAID: String
          let isAvailable: Bool
          init(_ aid: String, _ available: Bool = true) { initialSelectedAID = aid; isAvailable = available }
          func sendCommand(apdu: NFCISO7816APDU) async throws -> (Data, UInt8, UInt8) {
            initialSelectedAID.uppercased().hasPrefix("4F") ? (Data([1]), 0x90, 0x00) : (Data([0x6F]), 0x90, 0x00)
          }
        }
        @MainActor func tags(_ events: inout AsyncStream<ReaderEvent>.Iterator) async {
          while let event = await events.next(isolation: #isolation) {
            if case .tags(let all) = event { print(all.map { ($0.identifier ?? "-") + ($0.isAvailable ? "+" : "") }); return }
          }
        }
        @MainActor func run() async throws {
          let reader = LoyaltyReader(sender: Server()) { tag in
            let (data, status) = try await tag.send(
              NFCISO7816APDU(instructionClass: 0, instructionCode: 0xA8, p1Parameter: 0, p2Parameter: 0, data: Data(), expectedResponseLength: 256))
            // The list of tags is printed first.
            try await Task.sleep(for: .milliseconds(100))
            print("other", tag.identifier, [UInt8](data), String(status, radix: 16))
            return .end
          }
          print(reader.begin() == .unavailable(LoyaltyReader.reasonForNotReading!), LoyaltyReader.reasonForNotReading!.key)
          StubNFC.isAvailable = true
          print(LoyaltyReader.reasonForNotReading!.key, LoyaltyReader.reasonForNotReading!.advice)
          StubNFC.isEligible = true
          print(reader.begin(), reader.begin(), StubNFC.begun)
          let session = NFCPaymentTagReaderSession(delegate: reader, queue: nil)
          reader.tagReaderSession(session, didInvalidateWithError: NFCReaderError(stub: .readerErrorIneligible))
          print(reader.begin(), StubNFC.begun)
          var events = reader.events().makeAsyncIterator()
          reader.tagReaderSession(session, didDetect: [.miFare, .iso7816(Card("a0000000031010", false)), .iso7816(Card("A0000000031010"))])
          await tags(&events)
          try await Task.sleep(for: .milliseconds(300))
          reader.tagReaderSession(session, didDetect: [.iso7816(Card("A0000000031010")), .iso7816(Card("4f53452e5641532e3031"))])
          await tags(&events)
          while let event = await events.next(isolation: #isolation) {
            if case .outcomes(let outcomes) = event { print(words(outcomes)); break }
          }
          reader.tagReaderSession(session, didDetect: [.miFare, .iso7816(Card("A0000000031010", false))])
          await tags(&events)
          print(session.alertMessage)
          for list: [String]? in [nil, ["4F53452E5641532E3031", "A0000000031010"], ["a0000000031010", "4f53452e5641532e3031"]] {
            print(LoyaltyReader.differenceFromInformation(list) ?? "the same")
          }
          for code: NFCReaderError.Code in [.readerErrorIneligible, .readerErrorAccessNotAccepted, .readerSessionInvalidationErrorUserCanceled, .readerTransceiveErrorPacketTooLong] {
            let failure = ReaderFailure(NFCReaderError(stub: code))
            print(failure.name, failure.remedy)
          }
          print(LoyaltyReader.next(after: [.notPresented(passType: "a")]), LoyaltyReader.next(after: [.failed(passType: "a", ReaderStep.unknown.message)]))
        }
        try await run()
        """)
    let notEligible =
      "unavailable.notEligible Reading payment cards needs iOS 26, an Apple Account registered in the European Union and an iPhone located there. This also applies to development and testing."
    let lists =
      "Info.plist lists [\"4F53452E5641532E3031\", \"A0000000031010\"], but ReaderSettings lists [\"A0000000031010\", \"4F53452E5641532E3031\"]"
    let expected: [String] = [
      "true unavailable.noNFC", notEligible, "begun running 1", "begun 2",
      "[\"-\", \"A0000000031010\", \"A0000000031010+\"]", "other A0000000031010 [111] 9000",
      "[\"A0000000031010+\", \"4F53452E5641532E3031+\"]",
      "member M-1 [77, 45, 49] 1, member M-1 [77, 45, 49] 1", "[\"-\", \"A0000000031010\"]",
      "This card cannot be read here.", "Info.plist has no list of application identifiers", lists,
      "the same", "readerErrorIneligible person", "readerErrorAccessNotAccepted person",
      "readerSessionInvalidationErrorUserCanceled none", "NFCReaderError 105 retry",
      "poll(nil) fail(\"The reader reports an unknown step.\")",
    ]
    #expect(lines == expected)
  }

  /// Core NFC's session reads the status of every response, not only of the first.
  @Test(.enabled(if: AppleSources.hasCompiler, "there is no swiftc"))
  func aSessionForPassesIsNeverBegunTwice() throws {
    let lines = try Self.lines(
      .coreNFC, stub: "CoreNFC",
      main: """
        import CoreNFC
        import Foundation
        \(Self.till)
        let reader = LoyaltyReader(sender: Server())
        if case .unavailable(let message) = reader.begin() { print(message.key) }
        StubNFC.isAvailable = true
        let another = LoyaltyReader(sender: Server())
        print(reader.begin(), another.begin(), StubNFC.begun)
        print(words(await Server().deliver(LoyaltyReader.readings(of: [NFCVASResponse()]))))
        """)
    #expect(
      lines == [
        "unavailable.noNFC", "begun running 1",
        "failed pass.a status.noData, not presented pass.b",
      ])
  }
}
