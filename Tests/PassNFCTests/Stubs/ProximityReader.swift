// SPDX-License-Identifier: Apache-2.0
//
// ProximityReader as far as the reader kit uses it, written after Apple's documentation: it checks
// our source against our reading of that text, and nothing more.

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
  public let events: AsyncStream<Event>
  public init() { events = AsyncStream { _ in } }
}

public struct PaymentCardTransactionRequest: Sendable {}
public struct PaymentCardReadResult: Sendable {}

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
  public init() {}
  public func readVAS(_ request: VASRequest) async throws -> VASReadResult { fatalError() }
  public func readPaymentCard(
    _ request: PaymentCardTransactionRequest, vasRequest: VASRequest, stopOnVASResult: Bool
  ) async throws -> (PaymentCardReadResult?, VASReadResult?) { fatalError() }
}

public final class VASRequest: Sendable {
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
  }
  public let entries: [ReadEntry]
}
