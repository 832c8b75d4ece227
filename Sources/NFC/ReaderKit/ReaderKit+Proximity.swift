// SPDX-License-Identifier: Apache-2.0

/// Source for Tap to Pay on iPhone.
extension ReaderKit {
  // long: one source file as it is written out; cut up nobody could read it.
  /// The source for PaymentCardReaderSession.
  var proximitySource: String {
    """
    // Made by passc nfc reader-kit; yours to change.

    import Foundation
    import ProximityReader

    /// Gives tokens of the payment provider, who makes them on request of your server.
    public protocol ReaderTokenSource: Sendable {
      /// A new token, as the provider sent it.
      func freshToken() async throws -> String
    }

    /// Reads loyalty passes, alone or with a payment, through Tap to Pay on iPhone.
    ///
    /// Needs an entitlement Apple grants, tokens of your payment provider, and iOS 16.4 or
    /// Mac Catalyst 17, where `isSupported` is false on every Mac of today.
    @available(iOS 16.4, macCatalyst 17.0, *)
    @MainActor
    public final class LoyaltyReader {
      /// Whether this device reads cards and passes at all; ask before you offer it.
      public static var isSupported: Bool { PaymentCardReader.isSupported }

      private let reader: PaymentCardReader
      private let tokens: any ReaderTokenSource
      private let sender: any PassLineSender
      private let hub = ReaderEventHub()
      private let following: Task<Void, Never>
      private var token: PaymentCardReader.Token?
      private var session: PaymentCardReaderSession?
      private var isReading = false

      /// Nil where the device is not supported.
      public init?(tokens: any ReaderTokenSource, sender: any PassLineSender) {
        guard PaymentCardReader.isSupported else { return nil }
        let reader = PaymentCardReader()
        self.reader = reader
        self.tokens = tokens
        self.sender = sender
        let (events, hub) = (reader.events, hub)
        following = Task {
          for await event in events { hub.send(Self.event(for: event)) }
        }
      }

      deinit { following.cancel() }

      /// Everything from now on, for as many listeners as there are.
      public func events() -> AsyncStream<ReaderEvent> { hub.stream() }

      // MARK: Preparing

      /// Prepares the reader: when the app is launched, and each time it comes back to the
      /// foreground. The first time takes a while; `events` tells how far it is.
      ///
      /// A token that is refused or has expired is renewed once.
      ///
      /// - Throws: `ReaderFailure`, and what the source of tokens throws. With the remedy
      ///   `linkAccount` call `linkAccount()`, then prepare again.
      public func prepare() async throws {
        do {
          session = try await reader.prepare(using: currentToken())
        } catch let error as PaymentCardReaderError {
          let failure = ReaderFailure(error)
          guard failure.remedy == .renewToken else { throw failure }
          try await renewToken()
        }
      }

      /// Prepares with a new token.
      ///
      /// - Throws: as `prepare()` does.
      public func renewToken() async throws {
        token = nil
        session = nil
        do {
          session = try await reader.prepare(using: currentToken())
        } catch let error as PaymentCardReaderError {
          throw ReaderFailure(error)
        }
      }

      /// Shows the terms of Tap to Pay on iPhone for the merchant to accept.
      ///
      /// - Throws: as `prepare()` does.
      public func linkAccount() async throws {
        do {
          try await reader.linkAccount(using: currentToken())
        } catch let error as PaymentCardReaderError {
          throw ReaderFailure(error)
        }
      }

      private func currentToken() async throws -> PaymentCardReader.Token {
        if let token { return token }
        let fresh = PaymentCardReader.Token(rawValue: try await tokens.freshToken())
        token = fresh
        return fresh
      }

      // MARK: Requests

      /// The request for all passes. The URL of a merchant reaches a phone that has no such pass;
      /// Apple describes it after payments.
      ///
      /// - Parameter language: of the customer, as in BCP 47; nil for that of this iPhone. Names are
      ///   shown in it where PassReader.strings has them, the system's words from iOS 17 on.
      public static func request(language: String? = nil) -> VASRequest {
        let request = VASRequest(
          vasMerchants: ReaderSettings.merchants.map { merchant in
            VASRequest.Merchant(
              id: merchant.id, url: merchant.url, localizedName: merchant.name(in: language))
          }, localizedVASType: ReaderSettings.program(in: language))
        if let language, #available(iOS 17.0, macCatalyst 17.0, *) {
          request.userInterfaceLanguage = Locale.Language(identifier: language)
        }
        return request
      }

      /// A transaction of the till.
      ///
      /// - Parameters:
      ///   - amount: in the currency, not in cents; make it of integers or text, never of a Double.
      ///   - currencyCode: ISO 4217.
      ///   - language: of the customer, as in BCP 47; nil for that of this iPhone.
      public static func purchase(
        of amount: Decimal, currencyCode: String, language: String? = nil
      ) -> PaymentCardTransactionRequest {
        var request = PaymentCardTransactionRequest(
          amount: amount, currencyCode: currencyCode, for: .purchase)
        if let language, #available(iOS 17.0, macCatalyst 17.0, *) {
          request.userInterfaceLanguage = Locale.Language(identifier: language)
        }
        return request
      }

      /// An example to start from: 12.50 EUR.
      public static var examplePurchase: PaymentCardTransactionRequest {
        purchase(
          of: Decimal(sign: .plus, exponent: -2, significand: 1250), currencyCode: "EUR")
      }

      // MARK: Reading

      /// What one tap with a payment brought.
      public struct Tap: Sendable {
        /// The ways a tap can end.
        public enum End: String, Hashable, Sendable, CaseIterable { case pass, payment, both, none }

        /// Send it to the payment provider, who says whether it is paid.
        public let payment: PaymentCardReadResult?
        /// One for each pass type; empty when the interface returned nothing about passes.
        public let passes: [PassOutcome]

        public var end: End {
          let hasPass = passes.contains(where: \\.wasRead)
          if payment == nil { return hasPass ? .pass : .none }
          return hasPass ? .both : .payment
        }
      }

      /// Reads passes only.
      ///
      /// - Throws: `ReaderFailure`, and what the source of tokens throws.
      public func readPasses(language: String? = nil) async throws -> [PassOutcome] {
        let result = try await withSession { session in
          try await session.readVAS(Self.request(language: language))
        }
        return await outcomes(of: result)
      }

      /// Reads passes and a payment in one tap.
      ///
      /// - Parameter stopOnVASResult: true ends with the first thing presented, a pass or a card;
      ///   false takes both where a phone has both.
      /// - Throws: `ReaderFailure`, and what the source of tokens throws.
      public func readPassesAndPayment(
        _ request: PaymentCardTransactionRequest, stopOnVASResult: Bool, language: String? = nil
      ) async throws -> Tap {
        let (payment, passes) = try await withSession { session in
          try await session.readPaymentCard(
            request, vasRequest: Self.request(language: language),
            stopOnVASResult: stopOnVASResult)
        }
        guard let passes else { return Tap(payment: payment, passes: []) }
        return Tap(payment: payment, passes: await outcomes(of: passes))
      }

      /// One read at a time. A session or token that has expired is renewed once before anything is
      /// tapped, and the read begins again.
      private func withSession<Result>(
        _ read: @MainActor (PaymentCardReaderSession) async throws -> Result
      ) async throws -> Result {
        guard !isReading else { throw ReaderFailure(.readerSessionBusy) }
        isReading = true
        defer { isReading = false }
        if session == nil { try await prepare() }
        guard let session else { throw ReaderFailure(.noReaderSession) }
        do {
          return try await read(session)
        } catch let error as PaymentCardReaderSession.ReadError {
          let failure = ReaderFailure(error)
          guard failure.remedy == .renewToken else { throw failure }
          try await renewToken()
          guard let renewed = self.session else { throw failure }
          do {
            return try await read(renewed)
          } catch let error as PaymentCardReaderSession.ReadError {
            throw ReaderFailure(error)
          }
        }
      }

      /// An empty result means that no pass was presented at all.
      private func outcomes(of result: VASReadResult) async -> [PassOutcome] {
        let outcomes =
          result.entries.isEmpty
          ? ReaderSettings.merchants.map { PassOutcome.notPresented(passType: $0.id) }
          : await sender.deliver(result.entries.map(Self.reading(of:)))
        hub.send(.outcomes(outcomes))
        return outcomes
      }

      static func reading(of entry: VASReadResult.ReadEntry) -> PassReading {
        guard let status = refusal(entry.status) else {
          return .success(of: entry.id, data: entry.customerVASData)
        }
        return status.reading(of: entry.id)
      }

      /// Nil for a success.
      private static func refusal(_ status: VASReadResult.ReadEntry.Status) -> PassStatus? {
        switch status {
        case .success: nil
        case .vasDataNotFound: .notFound
        case .vasDataNotActivated: .notActivated
        case .userInterventionRequired: .holderMustChoose
        case .incorrectData: .incorrectData
        case .wrongCommandLength: .wrongLength
        case .wrongP1P2: .wrongParameters
        case .unsupportedApplicationVersion: .unsupportedVersion
        @unknown default: .unknown
        }
      }

      static func event(for event: PaymentCardReader.Event) -> ReaderEvent {
        switch event {
        case .updateProgress(let percent): .progress(percent)
        case .notReady: .step(.notReady)
        case .readyForTap: .step(.readyForTap)
        case .cardDetected: .step(.cardDetected)
        case .removeCard: .step(.removeCard)
        case .readRetry: .step(.readRetry)
        case .readCompleted: .step(.readCompleted)
        case .readNotCompleted: .step(.readNotCompleted)
        case .readCancelled: .step(.readCancelled)
        case .pinEntryRequested: .step(.pinEntryRequested)
        case .pinEntryCompleted: .step(.pinEntryCompleted)
        case .userInterfaceDismissed: .step(.interfaceDismissed)
        @unknown default: .step(.unknown)
        }
      }
    }

    @available(iOS 16.4, macCatalyst 17.0, *)
    extension ReaderFailure {
      /// A read that ended without a result.
      init(_ error: PaymentCardReaderSession.ReadError) {
        switch error {
    \(Self.branches(ReaderErrorWords.reading) { ".\($0.name)" })
        // Newer systems know more; naming their cases would need a newer deployment target.
        default:
          switch error.errorName {
    \(Self.branches(ReaderErrorWords.newerReading, indent: 6) { "\"\($0.name)\"" })
          default: self = .unknown(error.errorName)
          }
        }
      }

      /// A reader that could not be prepared.
      init(_ error: PaymentCardReaderError) {
        switch error {
    \(Self.branches(ReaderErrorWords.preparing) { ".\($0.name)" })
        default:
          switch error.errorName {
    \(Self.branches(ReaderErrorWords.newerPreparing, indent: 6) { "\"\($0.name)\"" })
          default: self = .unknown(error.errorName)
          }
        }
      }
    }

    """
  }

  /// Branches of a switch in an initializer of `ReaderFailure`.
  static func branches(
    _ errors: [ReaderErrorWords], indent: Int = 4, pattern: (ReaderErrorWords) -> String
  ) -> String {
    errors.map { $0.branch(pattern($0), indent) }.joined(separator: "\n")
  }
}
