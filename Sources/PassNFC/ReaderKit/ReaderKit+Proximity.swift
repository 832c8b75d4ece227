// SPDX-License-Identifier: Apache-2.0

/// Source for Tap to Pay on iPhone.
extension ReaderKit {
  private var requestMerchants: String {
    merchants.map { merchant in
      """
            VASRequest.Merchant(
              id: \(Self.literal(merchant.id)),
              url: \(Self.optionalURL(merchant.url)),
              localizedName: \(Self.optionalLiteral(merchant.name))),
      """
    }.joined(separator: "\n")
  }

  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for PaymentCardReaderSession.
  var proximitySource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation
    import ProximityReader

    /// Reads loyalty passes, alone or with a payment, through Tap to Pay on iPhone.
    ///
    /// Needs an entitlement Apple grants, a session of your payment provider, and iOS 16.4.
    @available(iOS 16.4, *)
    @MainActor
    public final class LoyaltyReader {
      /// The pass types in the order they are asked for. The URL of a merchant reaches a phone that
      /// has no such pass; Apple describes it after payments.
      public static let merchants: [VASRequest.Merchant] = [
    \(requestMerchants)
      ]
      /// Shown while a pass is read; at most \(Self.longestProgram) characters.
      public static let program = \(Self.literal(program))

      private let reader: PaymentCardReader
      private let session: PaymentCardReaderSession
      private let sender: any PassLineSender
      /// Words for the screen, newest last.
      public private(set) var messages: [String] = []

      public init(
        reader: PaymentCardReader, session: PaymentCardReaderSession, sender: any PassLineSender
      ) {
        self.reader = reader
        self.session = session
        self.sender = sender
      }

      public static var request: VASRequest {
        VASRequest(vasMerchants: merchants, localizedVASType: program)
      }

      // MARK: Reading

      /// Reads passes only.
      public func readPasses() async throws -> [PassOutcome] {
        do {
          return await hand(over: try await session.readVAS(Self.request))
        } catch let error as PaymentCardReaderSession.ReadError {
          throw ReadFailure(error)
        }
      }

      /// Reads passes and a payment in one tap.
      ///
      /// - Parameter stopOnVASResult: true ends with the first thing presented, a pass or a card;
      ///   false takes both where a phone has both. Either result may be nil.
      public func readPassesAndPayment(
        _ request: PaymentCardTransactionRequest, stopOnVASResult: Bool
      ) async throws -> (payment: PaymentCardReadResult?, passes: [PassOutcome]) {
        do {
          let (payment, passes) = try await session.readPaymentCard(
            request, vasRequest: Self.request, stopOnVASResult: stopOnVASResult)
          guard let passes else { return (payment, []) }
          return (payment, await hand(over: passes))
        } catch let error as PaymentCardReaderSession.ReadError {
          throw ReadFailure(error)
        }
      }

      /// Sends what was read; an empty result means that no pass was presented at all. A line that
      /// cannot be sent is `notSent`: it takes neither the other passes nor the payment with it.
      private func hand(over result: VASReadResult) async -> [PassOutcome] {
        guard !result.entries.isEmpty else {
          return Self.merchants.map { .notPresented(passType: $0.id) }
        }
        return await sender.deliver(result.entries.map(Self.outcome(of:)))
      }

      static func outcome(of entry: VASReadResult.ReadEntry) -> PassOutcome {
        switch entry.status {
        case .success:
          guard let data = entry.customerVASData, !data.isEmpty else {
            return .failed(passType: entry.id, message: "The pass came without data.")
          }
          return .read(PassLine(passType: entry.id, data: data))
    \(Self.answersWithoutPass([
      ".vasDataNotFound", ".vasDataNotActivated", ".userInterventionRequired", ".incorrectData",
      ".wrongCommandLength", ".wrongP1P2", ".unsupportedApplicationVersion",
    ], otherwise: "@unknown default", type: "entry.id", returns: true))
        }
      }

      // MARK: Events

      /// Follows the reader until its stream ends; run it in a task of its own.
      public func followEvents() async {
        for await event in reader.events { messages.append(Self.message(for: event)) }
      }

      static func message(for event: PaymentCardReader.Event) -> String {
        switch event {
        case .updateProgress(let percent): "Preparing the reader: \\(percent) %"
        case .notReady: "The reader is not ready."
        case .readyForTap: "Hold the phone or card to this iPhone."
        case .cardDetected: "Reading."
        case .removeCard: "You can take it away."
        case .readRetry: "Try again."
        case .readCompleted: "Read."
        case .readNotCompleted: "It was not read."
        case .readCancelled: "Cancelled."
        case .pinEntryRequested: "Enter the PIN."
        case .pinEntryCompleted: "The PIN was entered."
        case .userInterfaceDismissed: "The sheet was closed."
        @unknown default: "The reader reports something new."
        }
      }
    }

    /// Why a read ended, and who can do something about it.
    @available(iOS 16.4, *)
    public struct ReadFailure: Error {
      public enum Remedy: Sendable {
        /// Read again.
        case retry
        /// Prepare the reader anew with a token of the payment provider, then read again.
        case prepareAgain
        /// The person at the till changes something about the phone or the app.
        case person
        /// A mistake in the app or its configuration.
        case developer
        /// Somebody chose to stop; nothing to report.
        case none
      }

      public let error: PaymentCardReaderSession.ReadError
      public let remedy: Remedy

      init(_ error: PaymentCardReaderSession.ReadError) {
        self.error = error
        remedy = Self.remedy(for: error)
      }

      static func remedy(for error: PaymentCardReaderSession.ReadError) -> Remedy {
        switch error {
        case .readCancelled, .pinCancelled: .none
        case .vasReadFail, .cardReadFailed, .paymentReadFailed, .paymentCardDeclined,
          .pinEntryFailed, .pinEntryTimeout, .readerSessionBusy:
          .retry
        case .noReaderSession, .readerSessionExpired, .readerTokenExpired,
          .readerSessionNetworkError, .readerSessionAuthenticationError, .readerServiceError,
          .readerServiceConnectionError:
          .prepareAgain
        case .nfcDisabled, .passcodeDisabled, .readNotAllowedDuringCall, .readNotAllowed,
          .readFromBackgroundError:
          .person
        case .invalidVASMerchants, .invalidVASRequestParameters, .invalidAmount,
          .invalidCurrencyCode, .invalidPreferredAID, .pinTokenInvalid, .pinNotAllowed:
          .developer
        // Newer systems know more; naming their cases would need a newer deployment target.
        default: remedy(forNewer: error.errorName)
        }
      }

      static func remedy(forNewer name: String) -> Remedy {
        switch name {
        case "cardNotSupported": .retry
        case "readerNotAvailable", "readerInitializationFailed": .prepareAgain
        case "storeAndForwardDeclineFailed", "storeAndForwardResultNotFound": .developer
        default: .retry
        }
      }
    }

    """
  }
}
