// SPDX-License-Identifier: Apache-2.0

/// Source for NFCVASReaderSession.
extension ReaderKit {
  /// How sessions of Core NFC end, for both kits.
  static let sessionFailureSource = """
    extension ReaderFailure {
      /// How a session of Core NFC ended; also after a pass was read, with nothing to do.
      init(_ error: any Error) {
        guard let error = error as? NFCReaderError else {
          self = .unknown(String(describing: type(of: error)))
          return
        }
        switch error.code {
    \(branches(ReaderErrorWords.sessions) { ".\($0.name)" })
        default:
          // Newer systems know more; by number, so that older ones are served too.
          switch error.code.rawValue {
    \(newerSessions)
          default: self = .unknown("NFCReaderError \\(error.code.rawValue)")
          }
        }
      }
    }

    """

  private static let newerSessions = ReaderErrorWords.newerSessions.map { code, error in
    branches([error], indent: 6) { _ in "\(code)" }
  }.joined(separator: "\n")

  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for NFCVASReaderSession.
  var coreNFCSource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import CoreNFC
    import Foundation

    /// Reads loyalty passes with NFCVASReaderSession, which announces itself as a reader for passes
    /// only. Needs an entitlement Apple grants; a session lasts 60 seconds.
    ///
    /// Mac Catalyst compiles it from 13.1 on; no Mac reads by NFC, and `begin()` says so.
    @available(iOS 13.0, macCatalyst 13.1, *)
    public final class LoyaltyReader: NSObject, NFCVASReaderSessionDelegate, Sendable {
      /// Apple's header describes the URL both as the merchant's and as meant for the mode that sends
      /// nothing else. Set it when you have seen which is true.
      public static let sendsSignUpURL = false

      private let sender: any PassLineSender
      private let hub = ReaderEventHub()

      public init(sender: any PassLineSender) { self.sender = sender }

      /// Everything from now on, for as many listeners as there are.
      public func events() -> AsyncStream<ReaderEvent> { hub.stream() }

      /// One configuration, and so one question, per pass type.
      static var configurations: [NFCVASCommandConfiguration] {
        ReaderSettings.merchants.map {
          NFCVASCommandConfiguration(
            vasMode: .normal, passTypeIdentifier: $0.id, url: sendsSignUpURL ? $0.url : nil)
        }
      }

      /// Begins a session, unless one runs or the device cannot read.
      public func begin() -> ReaderBegin {
        guard NFCVASReaderSession.readingAvailable else {
          return .unavailable(
            \(ReaderErrorWords.noNFC.message(8)))
        }
        guard RunningSession.shared.start(self) else { return .running }
        let session = NFCVASReaderSession(
          vasCommandConfigurations: Self.configurations, delegate: self, queue: nil)
        session.alertMessage =
          \(ReaderErrorWords.hold.message(6)).sentence
        session.begin()
        return .begun
      }

      public func readerSessionDidBecomeActive(_ session: NFCVASReaderSession) {
        hub.send(.step(.readyForTap))
      }

      public func readerSession(
        _ session: NFCVASReaderSession, didReceive responses: [NFCVASResponse]
      ) {
        hub.send(.step(.cardDetected))
        let readings = Self.readings(of: responses)
        // Without a pass the session goes on polling: the holder may present it now.
        if readings.contains(where: { if case .read = $0 { true } else { false } }) {
          session.invalidate()
        } else {
          for case .ended(.askHolder(_, let message)) in readings {
            session.alertMessage = message.sentence + " " + message.advice
          }
        }
        // Told when the server has answered.
        let (sender, hub) = (sender, hub)
        Task { hub.send(.outcomes(await sender.deliver(readings))) }
      }

      public func readerSession(
        _ session: NFCVASReaderSession, didInvalidateWithError error: any Error
      ) {
        RunningSession.shared.end()
        hub.send(.ended(ReaderFailure(error)))
      }

      /// The answers come in the order of the questions, each with a status of its own; a missing one
      /// was not presented.
      static func readings(of responses: [NFCVASResponse]) -> [PassReading] {
        ReaderSettings.merchants.enumerated().map { index, merchant in
          index < responses.count
            ? reading(of: responses[index], for: merchant.id)
            : PassStatus.notFound.reading(of: merchant.id)
        }
      }

      static func reading(of response: NFCVASResponse, for type: String) -> PassReading {
        guard let status = refusal(response.status) else {
          return .success(of: type, data: response.vasData)
        }
        return status.reading(of: type)
      }

      /// Nil for a success.
      private static func refusal(_ status: NFCVASResponse.ErrorCode) -> PassStatus? {
        switch status {
        case .success: nil
        case .dataNotFound: .notFound
        case .dataNotActivated: .notActivated
        case .userIntervention: .holderMustChoose
        case .incorrectData: .incorrectData
        case .wrongLCField: .wrongLength
        case .wrongParameters: .wrongParameters
        case .unsupportedApplicationVersion: .unsupportedVersion
        @unknown default: .unknown
        }
      }
    }

    \(Self.sessionFailureSource)
    """
  }
}
