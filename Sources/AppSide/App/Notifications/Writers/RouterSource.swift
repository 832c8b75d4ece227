// SPDX-License-Identifier: Apache-2.0

/// Source of an app that routes notifications of a wallet.
package enum RouterSource {
  // long: one source file as it is written out; cut up nobody could read it.
  /// The router: pure values, and what calls the handler once.
  package static let router = #"""
    // Made by passc notify swift; yours to change.

    import Foundation

    /// What a notification is, whatever the case of its keys, its sender and its action.
    public enum WalletPush {
      /// The life cycle of a card: for the SDK alone, opaque.
      case cardOperation(userInfo: [AnyHashable: Any])
      /// A payment was made.
      case transaction(cardID: String, recordType: String?)
      /// New payment keys are asked for.
      case replenish(cardID: String)
      /// Not the SDK's: the app's own, unchanged.
      case other(userInfo: [AnyHashable: Any])
      /// One of the SDK's that nothing can be done with.
      case invalid(reason: String)

      public init(_ userInfo: [AnyHashable: Any]) {
        func values(_ name: String) -> [Any] {
          userInfo.filter { ($0.key as? String)?.lowercased() == name.lowercased() }.map(\.value)
        }
        guard let sender = (values("sender").first as? String)?.uppercased(),
          ["CPS", "TNS", "MG"].contains(sender)
        else {
          self = .other(userInfo: userInfo)
          return
        }
        guard sender != "CPS" else {
          self = .cardOperation(userInfo: userInfo)
          return
        }
        let ids = values("digitalCardId")
        guard let cardID = ids.first as? String, !cardID.isEmpty else {
          self = .invalid(reason: "\(sender): no card id")
          return
        }
        guard ids.allSatisfy({ $0 as? String == cardID }) else {
          self = .invalid(reason: "\(sender): two card ids")
          return
        }
        if let action = values("action").first as? String, let colon = action.firstIndex(of: ":"),
          action[..<colon].uppercased() != sender
        {
          self = .invalid(reason: "\(sender): an action of another sender")
          return
        }
        let recordType = values("transactionRecordType").first as? String
        self =
          sender == "MG"
          ? .replenish(cardID: cardID) : .transaction(cardID: cardID, recordType: recordType)
      }

      /// What a log may say: the kind and a shortened id.
      public var logLine: String {
        func short(_ id: String) -> String { "\(id.prefix(4))… (\(id.count))" }
        switch self {
        case .cardOperation: return "CPS card operation"
        case .transaction(let cardID, _): return "TNS transaction \(short(cardID))"
        case .replenish(let cardID): return "MG replenish \(short(cardID))"
        case .other: return "other"
        case .invalid(let reason): return "invalid: \(reason)"
        }
      }
    }

    /// What the server of the SDK wants.
    public enum ServerMessage: Sendable, Equatable {
      case install, resume, suspend, delete
      /// Kept as it came: newer systems know more.
      case unknown(code: String)
    }

    /// What the SDK's stream of events says.
    public enum CardEvent: Sendable, Equatable {
      case completed
      case serverMessage(ServerMessage, cardID: String?)
      case unsupported
      case failed(message: String)
      case unknown
    }

    /// What became of a notification, as the system wants to know it.
    public enum PushOutcome: Sendable, Equatable {
      case newData, noData, failed
    }

    /// What the app does; a test has one of its own.
    @MainActor
    public protocol WalletPushHandler: AnyObject, Sendable {
      func cardOperation(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome
      func transaction(cardID: String, recordType: String?) async throws -> PushOutcome
      func replenish(cardID: String) async throws -> PushOutcome
      func other(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome
    }

    /// Routes notifications: the work is done when the call returns, and within the limit.
    @MainActor
    public final class WalletPushRouter {
      private let handler: any WalletPushHandler
      private let limit: Duration
      /// One message at a time for each card.
      private var last: [String: Task<PushOutcome, Never>] = [:]

      /// - Parameter limit: the system ends the app after 30 seconds.
      public init(_ handler: any WalletPushHandler, limit: Duration = .seconds(25)) {
        self.handler = handler
        self.limit = limit
      }

      /// Call the system's completion handler once, with what this returns, and not before.
      public func route(_ userInfo: [AnyHashable: Any]) async -> PushOutcome {
        let push = WalletPush(userInfo)
        let key: String
        switch push {
        case .transaction(let cardID, _), .replenish(let cardID): key = cardID
        case .cardOperation: key = "CPS"
        case .other, .invalid: key = ""
        }
        let previous = key.isEmpty ? nil : last[key]
        nonisolated(unsafe) let work = push
        let handler = handler
        let task = Task { @MainActor () -> PushOutcome in
          _ = await previous?.value
          do {
            switch work {
            case .cardOperation(let userInfo): return try await handler.cardOperation(userInfo)
            case .transaction(let cardID, let recordType):
              return try await handler.transaction(cardID: cardID, recordType: recordType)
            case .replenish(let cardID): return try await handler.replenish(cardID: cardID)
            case .other(let userInfo): return try await handler.other(userInfo)
            case .invalid: return .failed
            }
          } catch {
            return .failed
          }
        }
        if !key.isEmpty { last[key] = task }
        let outcome = await Self.first(of: task, within: limit)
        if !key.isEmpty, last[key] == task { last[key] = nil }
        return outcome
      }

      /// The outcome of the work, or failed once the time is over; the work is told to stop then.
      private static func first(
        of task: Task<PushOutcome, Never>, within limit: Duration
      ) async -> PushOutcome {
        await withCheckedContinuation { continuation in
          let once = Once(continuation)
          let timer = Task { @MainActor in
            guard (try? await Task.sleep(for: limit)) != nil else { return }
            task.cancel()
            once.resume(.failed)
          }
          Task { @MainActor in
            once.resume(await task.value)
            timer.cancel()
          }
        }
      }

      /// Resumes once, whoever comes first.
      @MainActor
      private final class Once {
        private var continuation: CheckedContinuation<PushOutcome, Never>?
        init(_ continuation: CheckedContinuation<PushOutcome, Never>) {
          self.continuation = continuation
        }
        func resume(_ outcome: PushOutcome) {
          continuation?.resume(returning: outcome)
          continuation = nil
        }
      }
    }

    """#

  // long: one source file as it is written out; cut up nobody could read it.
  /// The calls of the vendor's SDK, compiled where it is.
  package static let sdk = #"""
    // Made by passc notify swift --sdk; yours to change.
    //
    // Named in the vendor's guide or its iOS sample, and called here as they are named there:
    // NotificationService with processNotification(forUserInfo:), notificationEventStream and
    // KnownMessage (four messages); TransactionHistoryService with records(forDigitalCardID:) and
    // records(forDigitalCardID:transactionRecordType:); ReplenishmentService with
    // replenish(digitalCardID:isForced:); the events completed, serverMessage and
    // unsupportedPushContent, and errorEncountered, which only the sample has.
    //
    // Not published, so not known here: the name of the framework as it is imported, the strings
    // behind KnownMessage, the values and the type of transactionRecordType (a string here), on which
    // actor the services run, and their initialisers (taken to need no argument). NFCWalletSDK stands
    // for the name of the framework you were given: put it in both lines below. Until then this file
    // compiles to nothing, and the router alone is in your app.

    #if canImport(NFCWalletSDK)
      import Foundation
      import NFCWalletSDK

      /// The three senders, handled by the SDK.
      @MainActor
      public final class SDKPushHandler: WalletPushHandler {
        private let events: @MainActor @Sendable (CardEvent) -> Void
        private let appsOwn: @MainActor @Sendable ([AnyHashable: Any]) async throws -> PushOutcome

        public init(
          events: @escaping @MainActor @Sendable (CardEvent) -> Void,
          other: @escaping @MainActor @Sendable ([AnyHashable: Any]) async throws -> PushOutcome
        ) {
          self.events = events
          appsOwn = other
        }

        /// Events are read until the operation is done or has failed, and not for ever.
        public func cardOperation(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome {
          let service = NotificationService()
          let stream = service.notificationEventStream
          try await service.processNotification(forUserInfo: userInfo)
          for await event in stream {
            switch event {
            case .completed:
              events(.completed)
              return .newData
            case .serverMessage(let message, let tokenizedId):
              events(.serverMessage(Self.message(message?.code ?? ""), cardID: tokenizedId))
            case .unsupportedPushContent:
              events(.unsupported)
              return .noData
            case .errorEncountered(let error, _):
              events(.failed(message: error.localizedDescription))
              return .failed
            @unknown default:
              events(.unknown)
            }
          }
          return .noData
        }

        static func message(_ code: String) -> ServerMessage {
          switch code {
          case NotificationService.KnownMessage.requestInstallCard.rawValue: .install
          case NotificationService.KnownMessage.requestResumeCard.rawValue: .resume
          case NotificationService.KnownMessage.requestSuspendCard.rawValue: .suspend
          case NotificationService.KnownMessage.requestDeleteCard.rawValue: .delete
          default: .unknown(code: code)
          }
        }

        public func transaction(cardID: String, recordType: String?) async throws -> PushOutcome {
          let service = TransactionHistoryService()
          if let recordType {
            _ = try await service.records(
              forDigitalCardID: cardID, transactionRecordType: recordType)
          } else {
            _ = try await service.records(forDigitalCardID: cardID)
          }
          return .newData
        }

        /// Forced, since the token service asked.
        public func replenish(cardID: String) async throws -> PushOutcome {
          try await ReplenishmentService().replenish(digitalCardID: cardID, isForced: true)
          return .newData
        }

        public func other(_ userInfo: [AnyHashable: Any]) async throws -> PushOutcome {
          try await appsOwn(userInfo)
        }
      }
    #endif

    """#
}
