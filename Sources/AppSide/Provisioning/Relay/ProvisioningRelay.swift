// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassJSON
import Synchronization

/// Relays requests of an app to a processor and its responses to the app, while the phone waits.
///
/// It opens no connection: your server sends the requests. One value can be used for all requests.
public struct ProvisioningRelay: Sendable {
  /// The time limit from the arrival of a request to its response. The phone waits 20 seconds in
  /// total.
  public static let deadline = Duration.milliseconds(ProvisioningCheck.limitInMilliseconds)

  /// The profile of the processor.
  public let profile: ProvisioningProfile
  private let nonces = SeenNonces()

  /// Creates a relay to one processor.
  public init(profile: ProvisioningProfile) { self.profile = profile }

  /// Returns the response to one request of an app.
  ///
  /// Makes a single attempt. A nonce is used only once, so a request is never sent again.
  ///
  /// - Parameters:
  ///   - request: the request of the app, in its own format.
  ///   - clock: the clock for the time limit. Tests can use one that does not wait.
  ///   - authorize: returns the card after your server has verified the user and that the card is
  ///     theirs. Return nil to reject the request with `card.unknown`. An error rejects it with
  ///     `configuration`. Choose the card from your session, because the name in the request is
  ///     only a hint.
  ///   - send: sends the request before the given time. After it the task is cancelled and the
  ///     response ignored.
  /// - Returns: the response for the app. Every request gets one, and no error is thrown.
  public func relay<C: Clock>(
    _ request: [UInt8], clock: C = ContinuousClock(),
    authorize: @escaping @Sendable (AppRequest) async throws -> AuthorizedCard?,
    send: @escaping @Sendable (UpstreamRequest, C.Instant) async throws -> UpstreamAnswer
  ) async -> AppAnswer where C.Duration == Duration {
    let end = clock.now.advanced(by: Self.deadline)
    let read: AppRequest
    do {
      read = try AppRequest(json: request)
    } catch {
      return AppAnswer(.requestMalformed, error.diagnostics)
    }
    var report = Report()
    if nonces.insert(read.nonce) {
      report(
        ProvisioningFindings.nonceRepeated, "the nonce was used before in this process",
        at: Place.nowhere)
    }
    let profile = profile
    let answer = await Race.first(until: end, clock) {
      let card: AuthorizedCard?
      do {
        card = try await authorize(read)
      } catch {
        return AppAnswer(.configuration)
      }
      guard let card else { return AppAnswer(.cardUnknown) }
      let call: UpstreamRequest
      do throws(DiagnosticsError) {
        call = try profile.upstreamRequest(from: read, card: card)
      } catch {
        return AppAnswer(.requestMalformed, error.diagnostics)
      }
      guard clock.now < end else { return AppAnswer(.upstreamTimeout) }
      // An error of the server's client may contain secrets, so it is not passed on.
      guard let answer = try? await send(call, end) else { return AppAnswer(.upstreamBusy) }
      guard clock.now < end else { return AppAnswer(.upstreamTimeout) }
      return profile.appAnswer(from: answer)
    }
    return (answer ?? AppAnswer(.upstreamTimeout)).after(report.diagnostics)
  }
}

/// Work with a time limit.
private enum Race {
  /// Returns the result of the work, or nil after the time limit or if the task is cancelled. It
  /// does not wait for work that ignores cancellation.
  static func first<C: Clock, Value: Sendable>(
    until end: C.Instant, _ clock: C, _ work: @escaping @Sendable () async -> Value
  ) async -> Value? where C.Duration == Duration {
    let outcome = Outcome<Value>()
    let worker = Task { outcome.settle(await work()) }
    let timer = Task {
      if (try? await clock.sleep(until: end, tolerance: nil)) != nil { outcome.settle(nil) }
    }
    let value = await withTaskCancellationHandler {
      await outcome.value()
    } onCancel: {
      outcome.settle(nil)
    }
    worker.cancel()
    timer.cancel()
    return value
  }

  /// A value that is set once. Later values are ignored. The lock is released before the
  /// continuation resumes.
  private final class Outcome<Value: Sendable>: Sendable {
    private enum State {
      case open
      case waiting(CheckedContinuation<Value?, Never>)
      case settled(Value?)
      case taken
    }

    private let state = Mutex(State.open)

    func settle(_ value: Value?) {
      let waiting = state.withLock { state -> CheckedContinuation<Value?, Never>? in
        switch state {
        case .open:
          state = .settled(value)
          return nil
        case .waiting(let continuation):
          state = .taken
          return continuation
        case .settled, .taken: return nil
        }
      }
      waiting?.resume(returning: value)
    }

    func value() async -> Value? {
      await withCheckedContinuation { continuation in
        let early = state.withLock { state -> Value?? in
          guard case .settled(let value) = state else {
            state = .waiting(continuation)
            return nil
          }
          state = .taken
          return .some(value)
        }
        if let early { continuation.resume(returning: early) }
      }
    }
  }
}
