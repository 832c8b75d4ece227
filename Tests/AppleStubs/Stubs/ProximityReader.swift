// SPDX-License-Identifier: Apache-2.0
//
// The part of ProximityReader that the reader kit uses, from Apple's documentation. It only checks
// our reading of it.

import Foundation

public final class PaymentCardReader: Sendable {
  public enum Event: Sendable {
    case updateProgress(Int)
    case notReady
    case readyForTap
    case cardDetected
    case removeCard
    case readRetry
    case readCompleted
    case readNotCompleted
    case readCancelled
    case pinEntryRequested
    case pinEntryCompleted
    case userInterfaceDismissed
  }
  public struct Options: Hashable, Sendable {
    public init() {}
  }
  public struct Token: Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }
  public static let isSupported: Bool = true
  public let events: AsyncStream<Event>
  public let options: Options
  public init(options: PaymentCardReader.Options = .init()) {
    self.options = options
    events = AsyncStream { $0.yield(.updateProgress(50)) }
  }
  public func isAccountLinked(using token: PaymentCardReader.Token) async throws -> Bool { true }
  public func linkAccount(using token: PaymentCardReader.Token) async throws {}
  public func prepare(
    using token: PaymentCardReader.Token
  ) async throws -> PaymentCardReaderSession {
    if let error = StubReader.next("prepare " + token.rawValue) { throw error }
    return PaymentCardReaderSession()
  }
}

/// Only in the stub: errors in the order they are thrown, and the calls that were made.
public enum StubReader {
  public nonisolated(unsafe) static var errors: [(any Error)?] = []
  public nonisolated(unsafe) static var calls: [String] = []
  public nonisolated(unsafe) static var payment: PaymentCardReadResult?
  public nonisolated(unsafe) static var passes: VASReadResult?

  static func next(_ call: String) -> (any Error)? {
    calls.append(call)
    return errors.isEmpty ? nil : errors.removeFirst()
  }
}

public enum PaymentCardReaderError: Error, Sendable {
  case accountAlreadyLinked, accountDeactivated, accountLinkingCancelled, accountLinkingCheckFailed
  case accountLinkingFailed, accountLinkingRequiresiCloudSignIn, accountNotLinked
  case backgroundRequestNotAllowed
  case deviceBanned(Date?)
  case emptyReaderToken, invalidMerchant
  case invalidReaderToken(String?)
  case merchantBlocked, modelNotSupported, networkAuthenticationError, networkError, notAllowed
  case notReady, osVersionNotSupported, passcodeDisabled, prepareExpired
  case prepareFailed(String?)
  case readerBusy, readerMemoryFull, serviceConnectionError, tokenExpired, unsupported
  case storeAndForwardNotAllowed, storeAndForwardSessionExpired
  case storeAndForwardSessionInvalidated, storeAndForwardTokenIssuerChanged
  case unknown(code: Int)
  public var errorName: String { "\(self)" }
}

public struct PaymentCardTransactionRequest: Sendable {
  public enum TransactionType: Sendable { case purchase, refund }
  public let amount: Decimal
  public let currencyCode: String
  public let type: TransactionType
  @available(iOS 17.0, macCatalyst 17.0, *)
  public var userInterfaceLanguage: Locale.Language? {
    get { nil }
    set {}
  }
  public init(
    amount: Decimal, currencyCode: String,
    for type: PaymentCardTransactionRequest.TransactionType = .purchase
  ) {
    self.amount = amount
    self.currencyCode = currencyCode
    self.type = type
  }
}

public struct PaymentCardReadResult: Sendable, Identifiable {
  public let id: String
  /// Only in the stub.
  public init(stub id: String) { self.id = id }
}

public final class PaymentCardReaderSession: Sendable {
  public enum ReadError: Error, Sendable {
    case cardReadFailed, invalidAmount, invalidCurrencyCode, invalidPreferredAID
    case invalidVASMerchants(String?)
    case invalidVASRequestParameters(String?)
    case nfcDisabled, noReaderSession, passcodeDisabled, paymentCardDeclined, paymentReadFailed
    case pinCancelled, pinNotAllowed, pinEntryFailed, pinEntryTimeout, pinTokenInvalid
    case readCancelled, readFromBackgroundError, readNotAllowed, readNotAllowedDuringCall
    case readerServiceConnectionError, readerServiceError, readerSessionAuthenticationError
    case readerSessionBusy, readerSessionExpired, readerSessionNetworkError, readerTokenExpired
    case vasReadFail
    case cardNotSupported, readerNotAvailable, readerInitializationFailed
    case storeAndForwardDeclineFailed, storeAndForwardResultNotFound
    case unknown(code: Int)
    public var errorName: String { "\(self)" }
  }
  init() {}
  public func readVAS(_ request: VASRequest) async throws -> VASReadResult {
    if let error = StubReader.next("readVAS") { throw error }
    return StubReader.passes ?? VASReadResult(stub: [])
  }
  public func readPaymentCard(
    _ request: PaymentCardTransactionRequest, vasRequest: VASRequest, stopOnVASResult: Bool
  ) async throws -> (PaymentCardReadResult?, VASReadResult?) {
    if let error = StubReader.next("readPaymentCard \(stopOnVASResult)") { throw error }
    return (StubReader.payment, StubReader.passes)
  }
}

public final class VASRequest: @unchecked Sendable {
  public struct Merchant: Sendable {
    public let id: String
    public let url: URL?
    public var localizedName: String
    public init(id: String, url: URL? = nil, localizedName: String? = nil) {
      self.id = id
      self.url = url
      self.localizedName = localizedName ?? ""
    }
  }
  public let vasMerchants: [Merchant]
  public let localizedVASType: String
  @available(iOS 17.0, macCatalyst 17.0, *)
  public var userInterfaceLanguage: Locale.Language? {
    get { nil }
    set {}
  }
  public init(vasMerchants: [Merchant] = [], localizedVASType: String = "") {
    self.vasMerchants = vasMerchants
    self.localizedVASType = localizedVASType
  }
}

public struct VASReadResult: Sendable {
  public struct ReadEntry: Identifiable, Sendable {
    public enum Status: Int, Sendable {
      case success, vasDataNotFound, vasDataNotActivated, wrongP1P2, wrongCommandLength
      case userInterventionRequired, incorrectData, unsupportedApplicationVersion
    }
    public let id: String
    public let status: Status
    public let customerVASData: Data?
    /// Only in the stub.
    public init(stub id: String, _ status: Status, _ data: Data?) {
      self.id = id
      self.status = status
      customerVASData = data
    }
  }
  public let entries: [ReadEntry]
  /// Only in the stub.
  public init(stub entries: [ReadEntry]) { self.entries = entries }
}
