// SPDX-License-Identifier: Apache-2.0

import PassCrypto
import PassValues

/// Source for Core NFC's two sessions.
extension ReaderKit {
  private var passTypes: String {
    merchants.map { merchant in
      """
          PassType(
            identifier: \(Self.literal(merchant.id)),
            url: \(Self.optionalURL(merchant.url)),
            name: \(Self.literal(merchant.name ?? merchant.id))),
      """
    }.joined(separator: "\n")
  }

  private var passTypeSource: String {
    """
    /// A pass type to ask for.
    public struct PassType: Sendable {
      public let identifier: String
      public let url: URL?
      public let name: String

      /// In the order they are asked for.
      public static let all: [PassType] = [
    \(passTypes)
      ]
    }
    """
  }

  /// The branches for every answer but a pass, by the names one of the interfaces has for them.
  static func answersWithoutPass(
    _ names: [String], otherwise: String, type: String, returns: Bool = false
  ) -> String {
    let branches = names.map { "case " + $0 } + [otherwise]
    let outcomes: [(name: String, message: String?)] = [
      ("notPresented", nil), ("askHolder", "Unlock the phone or open the pass."),
      ("askHolder", "Choose the pass on the phone."),
      ("failed", "The phone refused the request's data."),
      ("failed", "The phone refused the request's length."),
      ("failed", "The phone refused the request's kind."),
      ("failed", "The phone speaks another version."),
      ("failed", "The phone gave an unknown answer."),
    ]
    return zip(branches, outcomes).map { branch, outcome in
      let message = outcome.message.map { ", message: \"\($0)\"" } ?? ""
      let value = "\(returns ? "return " : "").\(outcome.name)(passType: \(type)\(message))"
      return "    \(branch):\n      \(value)"
    }.joined(separator: "\n")
  }

  /// How both sessions end.
  private var endSource: String {
    """
    /// Why a session ended, and whether reading again makes sense.
    public enum SessionEnd: Sendable {
      case cancelled
      case tryAgain(String)
      case cannotRead(String)

      init(_ error: any Error) {
        guard let error = error as? NFCReaderError else {
          self = .tryAgain(error.localizedDescription)
          return
        }
        switch error.code {
        case .readerSessionInvalidationErrorUserCanceled:
          self = .cancelled
        case .readerSessionInvalidationErrorSessionTimeout:
          self = .tryAgain("Nothing was held to the phone for 60 seconds.")
        case .readerSessionInvalidationErrorSystemIsBusy,
          .readerSessionInvalidationErrorSessionTerminatedUnexpectedly,
          .readerTransceiveErrorTagConnectionLost, .readerTransceiveErrorRetryExceeded,
          .readerTransceiveErrorTagResponseError, .readerTransceiveErrorSessionInvalidated,
          .readerTransceiveErrorTagNotConnected:
          self = .tryAgain(error.localizedDescription)
        case .readerErrorRadioDisabled:
          self = .cannotRead("NFC is switched off.")
        case .readerErrorSecurityViolation:
          self = .cannotRead("The entitlement or the usage description is missing.")
        case .readerErrorUnsupportedFeature:
          self = .cannotRead("This device does not read passes.")
        default:
          self = .cannotRead(error.localizedDescription)
        }
      }
    }
    """
  }

  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for NFCVASReaderSession.
  var coreNFCSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import CoreNFC
    import Foundation

    \(passTypeSource)

    /// Reads loyalty passes with NFCVASReaderSession, which announces itself as a reader for passes
    /// only. Needs an entitlement Apple grants; a session lasts 60 seconds.
    public final class LoyaltyReader: NSObject, NFCVASReaderSessionDelegate {
      /// Apple's header describes the URL both as the merchant's and as meant for the mode that sends
      /// nothing else. Set it when you have seen which is true.
      public static let sendsSignUpURL = false

      private let sender: any PassLineSender
      private let report: @Sendable ([PassOutcome]) -> Void
      private let ended: @Sendable (SessionEnd) -> Void
      private var session: NFCVASReaderSession?

      public init(
        sender: any PassLineSender, report: @escaping @Sendable ([PassOutcome]) -> Void,
        ended: @escaping @Sendable (SessionEnd) -> Void
      ) {
        self.sender = sender
        self.report = report
        self.ended = ended
      }

      /// One configuration, and so one question, per pass type.
      static var configurations: [NFCVASCommandConfiguration] {
        PassType.all.map {
          NFCVASCommandConfiguration(
            vasMode: .normal, passTypeIdentifier: $0.identifier,
            url: sendsSignUpURL ? $0.url : nil)
        }
      }

      /// False where the device cannot read.
      public func begin() -> Bool {
        guard NFCVASReaderSession.readingAvailable else { return false }
        let session = NFCVASReaderSession(
          vasCommandConfigurations: Self.configurations, delegate: self, queue: nil)
        session.alertMessage = \(Self.literal("Hold the customer's phone near this one."))
        session.begin()
        self.session = session
        return true
      }

      public func readerSessionDidBecomeActive(_ session: NFCVASReaderSession) {}

      public func readerSession(
        _ session: NFCVASReaderSession, didReceive responses: [NFCVASResponse]
      ) {
        let outcomes = Self.outcomes(of: responses)
        // Without a pass the session goes on polling: the holder may present it now.
        if outcomes.contains(where: { if case .read = $0 { true } else { false } }) {
          session.invalidate()
        } else {
          for case .askHolder(_, let message) in outcomes { session.alertMessage = message }
        }
        // Reported when it is known whether the lines arrived.
        let (sender, report) = (sender, report)
        Task { report(await sender.deliver(outcomes)) }
      }

      public func readerSession(
        _ session: NFCVASReaderSession, didInvalidateWithError error: any Error
      ) {
        self.session = nil
        ended(SessionEnd(error))
      }

      /// The answers come in the order of the questions; a missing one was not presented.
      static func outcomes(of responses: [NFCVASResponse]) -> [PassOutcome] {
        PassType.all.enumerated().map { index, type in
          index < responses.count
            ? outcome(of: responses[index], for: type.identifier)
            : .notPresented(passType: type.identifier)
        }
      }

      static func outcome(of response: NFCVASResponse, for type: String) -> PassOutcome {
        switch response.status {
        case .success:
          response.vasData.isEmpty
            ? .failed(passType: type, message: "The pass came without data.")
            : .read(PassLine(passType: type, data: response.vasData))
    \(Self.answersWithoutPass([
      ".dataNotFound", ".dataNotActivated", ".userIntervention", ".incorrectData",
      ".wrongLCField", ".wrongParameters", ".unsupportedApplicationVersion",
    ], otherwise: "@unknown default", type: "type"))
        }
      }
    }

    \(endSource)

    """
  }

  /// The questions of this reader, complete but for the four bytes of the terminal's nonce.
  private var questions: String {
    merchants.enumerated().map { index, merchant in
      let command = GetDataCommand(
        merchant: MerchantIdentifier(passTypeIdentifier: merchant.id), mode: .vasOnly,
        moreFollow: index < merchants.count - 1, nonce: [0, 0, 0, 0], url: merchant.url)
      let hex = command.command.map { Hex.encode($0.data) } ?? ""
      return "    \(Self.literal(hex)),"
    }.joined(separator: "\n")
  }

  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for NFCPaymentTagReaderSession.
  var paymentTagSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import CoreNFC
    import Foundation

    \(passTypeSource)

    /// Reads passes over the tag interface for payment cards: iOS 26, with an account registered in
    /// the European Union and inside it; elsewhere `readingAvailable` is false.
    ///
    /// The session selects the identifiers of Info.plist in their order and hands over the first tag
    /// that answers. Nobody has published whether a phone answers OSE.VAS.01 there.
    @available(iOS 26.0, *)
    public final class LoyaltyReader: NSObject, NFCTagReaderSessionDelegate {
      /// As in Info.plist, in the same order.
      public static let applicationIdentifiers = [
    \(identifiers.map { "    \"\($0)\"," }.joined(separator: "\n"))
      ]
      static let vasIdentifier = "\(ApplicationIdentifier.vas)"
      /// GET DATA for each pass type; the four bytes after 9F2804 are the terminal's nonce.
      static let questions = [
    \(questions)
      ]

      private let sender: any PassLineSender
      private let report: @Sendable ([PassOutcome]) -> Void
      private let ended: @Sendable (SessionEnd) -> Void
      /// Given any other application that was selected: a payment card, say.
      private let other: @Sendable (_ identifier: String) -> Void
      private var session: NFCPaymentTagReaderSession?

      public init(
        sender: any PassLineSender, report: @escaping @Sendable ([PassOutcome]) -> Void,
        other: @escaping @Sendable (_ identifier: String) -> Void,
        ended: @escaping @Sendable (SessionEnd) -> Void
      ) {
        self.sender = sender
        self.report = report
        self.other = other
        self.ended = ended
      }

      /// False where the device or the account is not eligible: the European Union only.
      public func begin() -> Bool {
        guard NFCPaymentTagReaderSession.readingAvailable else { return false }
        let session = NFCPaymentTagReaderSession(delegate: self, queue: nil)
        session.alertMessage = \(Self.literal("Hold the customer's phone near this one."))
        session.begin()
        self.session = session
        return true
      }

      public func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {}

      public func tagReaderSession(
        _ session: NFCTagReaderSession, didInvalidateWithError error: any Error
      ) {
        self.session = nil
        ended(SessionEnd(error))
      }

      public func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
        guard let first = tags.first, case .iso7816(let tag) = first else {
          session.restartPolling()
          return
        }
        let identifier = tag.initialSelectedAID.uppercased()
        guard identifier == Self.vasIdentifier else {
          other(identifier)
          session.invalidate()
          return
        }
        let (sender, report) = (sender, report)
        nonisolated(unsafe) let (current, found, chosen) = (session, first, tag)
        Task {
          let outcomes: [PassOutcome]
          do {
            try await current.connect(to: found)
            outcomes = try await Self.ask(chosen)
          } catch {
            current.invalidate(errorMessage: "The pass could not be read. Please try again.")
            return
          }
          // Sent first: ten seconds is all a line has.
          let delivered = await sender.deliver(outcomes)
          report(delivered)
          switch Self.next(after: delivered) {
          case .end: current.invalidate()
          case .fail(let message): current.invalidate(errorMessage: message)
          case .poll(let message):
            if let message { current.alertMessage = message }
            current.restartPolling()
          }
        }
      }

      /// How the session goes on.
      enum Next {
        case end
        case fail(String)
        /// The holder may have something to do, or present another pass now.
        case poll(String?)
      }

      static func next(after outcomes: [PassOutcome]) -> Next {
        var next = Next.poll(nil)
        for outcome in outcomes {
          switch outcome {
          case .read: next = .end
          case .notSent: return .fail("The pass was read, but not sent. Please try again.")
          case .failed(_, let message): return .fail(message)
          case .askHolder(_, let message): if case .poll = next { next = .poll(message) }
          case .notPresented: continue
          }
        }
        return next
      }

      /// Asks for each pass type; stops when the holder has something to do, and after a fault.
      static func ask(_ tag: any NFCISO7816Tag) async throws -> [PassOutcome] {
        var outcomes: [PassOutcome] = []
        for (type, question) in zip(PassType.all, questions) {
          let command = NFCISO7816APDU(
            instructionClass: 0x80, instructionCode: 0xCA, p1Parameter: 0x01, p2Parameter: 0x01,
            data: data(of: question), expectedResponseLength: 256)
          let (answer, sw1, sw2) = try await tag.sendCommand(apdu: command)
          let outcome = outcome(
            of: answer, status: UInt16(sw1) << 8 | UInt16(sw2), for: type.identifier)
          outcomes.append(outcome)
          switch outcome {
          case .askHolder, .failed: return outcomes
          case .read, .notSent, .notPresented: continue
          }
        }
        return outcomes
      }

      static func data(of question: String) -> Data {
        let digits = Array(question.utf8)
        var bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
          UInt8(String(decoding: digits[$0...($0 + 1)], as: UTF8.self), radix: 16) ?? 0
        }
        // 9F22 02 0100 9F28 04, then the nonce.
        for index in 8..<12 where index < bytes.count { bytes[index] = .random(in: 0...255) }
        return Data(bytes)
      }

      static func outcome(of answer: Data, status: UInt16, for type: String) -> PassOutcome {
        switch status {
        case 0x9000:
          answer.isEmpty
            ? .failed(passType: type, message: "The pass came without data.")
            : .read(PassLine(passType: type, data: answer + Data([0x90, 0x00])))
    \(Self.answersWithoutPass([
      "0x6A83", "0x6287", "0x6984", "0x6A80", "0x6700", "0x6B00", "0x6340",
    ], otherwise: "default", type: "type"))
        }
      }
    }

    \(endSource)

    """
  }
}
