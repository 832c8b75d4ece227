// SPDX-License-Identifier: Apache-2.0

/// Source for NFCPaymentTagReaderSession.
extension ReaderKit {
  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for NFCPaymentTagReaderSession.
  var paymentTagSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import CoreNFC
    import Foundation

    /// Reads passes over the tag interface for payment cards: iOS 26, with an account registered in
    /// the European Union and an iPhone inside it, while developing and testing too; elsewhere
    /// `begin()` says that it is not available.
    ///
    /// The session selects the identifiers of Info.plist in their order and hands over tags on which
    /// one of them answered. Nobody has published whether a phone answers OSE.VAS.01 there. Mac
    /// Catalyst compiles it from 26 on; no Mac reads by NFC.
    @available(iOS 26.0, macCatalyst 26.0, *)
    public final class LoyaltyReader: NSObject, NFCTagReaderSessionDelegate, Sendable {
      static let vasIdentifier = "\(ApplicationIdentifier.vas)"

      /// A tag whose application is not that of passes: connected, and yours until you return.
      public struct ConnectedTag: @unchecked Sendable {
        /// Which identifier answered, in upper case.
        public let identifier: String
        private let tag: any NFCISO7816Tag

        init(identifier: String, tag: any NFCISO7816Tag) {
          self.identifier = identifier
          self.tag = tag
        }

        /// Sends a command and returns the data of its answer and its status word.
        ///
        /// SELECT of an identifier that is not in Info.plist is refused by the system.
        public func send(_ command: NFCISO7816APDU) async throws -> (data: Data, status: UInt16) {
          let (data, sw1, sw2) = try await tag.sendCommand(apdu: command)
          return (data, UInt16(sw1) << 8 | UInt16(sw2))
        }
      }

      /// How the session goes on.
      public enum Next: Hashable, Sendable {
        case end
        /// Ends and shows why.
        case fail(String)
        /// Waits for another tag; the holder may have something to do.
        case poll(String?)
      }

      private let sender: any PassLineSender
      private let other: @Sendable (ConnectedTag) async throws -> Next
      private let hub = ReaderEventHub()

      /// - Parameter other: exchanges commands with any other application than that of passes; a
      ///   payment card, say.
      public init(
        sender: any PassLineSender,
        other: @escaping @Sendable (ConnectedTag) async throws -> Next
      ) {
        self.sender = sender
        self.other = other
      }

      /// Everything from now on, for as many listeners as there are.
      public func events() -> AsyncStream<ReaderEvent> { hub.stream() }

      // MARK: The session

      /// Why no session can begin now; nil when one can.
      public static var reasonForNotReading: ReaderMessage? {
        guard !NFCPaymentTagReaderSession.readingAvailable else { return nil }
        guard NFCTagReaderSession.readingAvailable else {
          return \(ReaderErrorWords.noNFC.message(6))
        }
        return \(ReaderErrorWords.notEligible.message(4))
      }

      /// Begins a session, unless one runs or the device, the account or the place are not eligible.
      public func begin() -> ReaderBegin {
        #if DEBUG
          if let difference = Self.differenceFromInformation() { assertionFailure(difference) }
        #endif
        if let reason = Self.reasonForNotReading { return .unavailable(reason) }
        guard RunningSession.shared.start(self) else { return .running }
        let session = NFCPaymentTagReaderSession(delegate: self, queue: nil)
        session.alertMessage =
          \(ReaderErrorWords.hold.message(6)).sentence
        session.begin()
        return .begun
      }

      /// How the list of Info.plist differs from that of this source; nil when they are the same, in
      /// the same order.
      static func differenceFromInformation(
        _ listed: Any? = Bundle.main.object(
          forInfoDictionaryKey:
            "com.apple.developer.nfc.readersession.iso7816.select-identifiers")
      ) -> String? {
        guard let listed = listed as? [String] else {
          return "Info.plist has no list of application identifiers"
        }
        let expected = ReaderSettings.applicationIdentifiers.map { $0.uppercased() }
        guard listed.map({ $0.uppercased() }) != expected else { return nil }
        return "Info.plist lists \\(listed), and ReaderSettings \\(expected)"
      }

      public func tagReaderSessionDidBecomeActive(_ session: NFCTagReaderSession) {
        hub.send(.step(.readyForTap))
      }

      public func tagReaderSession(
        _ session: NFCTagReaderSession, didInvalidateWithError error: any Error
      ) {
        RunningSession.shared.end()
        hub.send(.ended(ReaderFailure(error)))
      }

      public func tagReaderSession(_ session: NFCTagReaderSession, didDetect tags: [NFCTag]) {
        let all = tags.map(Self.status(of:))
        hub.send(.step(.cardDetected))
        hub.send(.tags(all))
        guard let index = Self.choice(among: all), case .iso7816(let tag) = tags[index],
          let identifier = all[index].identifier
        else {
          session.alertMessage =
            \(ReaderErrorWords.noTag.message(8)).sentence
          session.restartPolling()
          return
        }
        let (sender, other, hub) = (sender, other, hub)
        nonisolated(unsafe) let (current, found, chosen) = (session, tags[index], tag)
        Task {
          let next: Next
          do {
            try await current.connect(to: found)
            if identifier == Self.vasIdentifier {
              // Told when the server has answered: ten seconds is all a line has.
              let outcomes = await sender.deliver(try await Self.ask(chosen))
              hub.send(.outcomes(outcomes))
              next = Self.next(after: outcomes)
            } else {
              next = try await other(ConnectedTag(identifier: identifier, tag: chosen))
            }
          } catch {
            next = .fail(
              \(ReaderErrorWords.notRead.message(10)).sentence)
          }
          switch next {
          case .end: current.invalidate()
          case .fail(let message): current.invalidate(errorMessage: message)
          case .poll(let message):
            if let message { current.alertMessage = message }
            current.restartPolling()
          }
        }
      }

      // MARK: Tags

      /// What a tag is before anything is sent to it.
      static func status(of tag: NFCTag) -> TagStatus {
        guard case .iso7816(let card) = tag else {
          return TagStatus(identifier: nil, isAvailable: tag.isAvailable)
        }
        return TagStatus(
          identifier: card.initialSelectedAID.uppercased(), isAvailable: tag.isAvailable)
      }

      /// Which of several tags is read: one with passes before any other, and none that is not
      /// available.
      static func choice(among tags: [TagStatus]) -> Int? {
        let usable = tags.indices.filter { tags[$0].isAvailable && tags[$0].identifier != nil }
        return usable.first { tags[$0].identifier == vasIdentifier } ?? usable.first
      }

      static func next(after outcomes: [PassOutcome]) -> Next {
        var next = Next.poll(nil)
        for outcome in outcomes {
          switch outcome {
          case .member: next = .end
          case .refused, .notSent, .failed: return .fail(outcome.message.sentence)
          case .askHolder(_, let message):
            if case .poll = next { next = .poll(message.sentence + " " + message.advice) }
          case .notPresented: continue
          }
        }
        return next
      }

      // MARK: Passes

      /// Asks for each pass type; stops when the holder has something to do, and after a fault.
      static func ask(_ tag: any NFCISO7816Tag) async throws -> [PassReading] {
        var readings: [PassReading] = []
        for (merchant, question) in zip(ReaderSettings.merchants, ReaderSettings.questions) {
          let command = NFCISO7816APDU(
            instructionClass: 0x80, instructionCode: 0xCA, p1Parameter: 0x01, p2Parameter: 0x01,
            data: data(of: question), expectedResponseLength: 256)
          let (answer, sw1, sw2) = try await tag.sendCommand(apdu: command)
          let reading = reading(
            of: answer, status: UInt16(sw1) << 8 | UInt16(sw2), for: merchant.id)
          readings.append(reading)
          switch reading {
          case .ended(.askHolder), .ended(.failed): return readings
          case .read, .ended: continue
          }
        }
        return readings
      }

      static func data(of question: String) -> Data {
        let digits = Array(question.utf8)
        var bytes = stride(from: 0, to: digits.count - 1, by: 2).map {
          UInt8(String(decoding: digits[$0...$0 + 1], as: UTF8.self), radix: 16) ?? 0
        }
        // 9F22 02 0100 9F28 04, then the nonce.
        for index in 8..<12 where index < bytes.count { bytes[index] = .random(in: 0...255) }
        return Data(bytes)
      }

      static func reading(of answer: Data, status: UInt16, for type: String) -> PassReading {
        guard status == 0x9000 else {
          return (PassStatus(rawValue: status) ?? .unknown).reading(of: type)
        }
        return .success(of: type, data: answer.isEmpty ? nil : answer + Data([0x90, 0x00]))
      }
    }

    /// What is in the field, before anything is sent to it.
    public struct TagStatus: Hashable, Sendable {
      /// The application that answered; nil for a tag of another kind.
      public let identifier: String?
      /// Whether it can be connected to.
      public let isAvailable: Bool
    }

    \(Self.sessionFailureSource)
    """
  }
}
