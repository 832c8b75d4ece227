// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassDiagnostics
import PassJSON
import Synchronization

/// Carries requests of an app to a processor and answers back, within the time the phone waits.
///
/// Opens no connection: the host sends. One value serves all requests of a process.
public struct ProvisioningRelay: Sendable {
  /// From the arrival of a request to its answer; the phone waits for 20 seconds in all.
  public static let deadline = Duration.milliseconds(ProvisioningCheck.limitInMilliseconds)

  /// The processor's shape.
  public let profile: ProvisioningProfile
  private let nonces = NonceMemory()

  /// A relay to one processor.
  public init(profile: ProvisioningProfile) { self.profile = profile }

  /// Answers one request of an app.
  ///
  /// One attempt: a nonce is used once, so nothing is sent again.
  ///
  /// - Parameters:
  ///   - request: what the app sent, in its own shape.
  ///   - clock: tells the time, so that tests need not wait.
  ///   - authorize: who the user is and whether the card is theirs. Only the host knows: nil refuses
  ///     with `card.unknown`, an error with `configuration`. Which card it is comes from the host's
  ///     session; what the request calls it is a wish.
  ///   - send: makes the call, by the moment given; afterwards its task is cancelled and its
  ///     answer dropped.
  /// - Returns: the answer for the app; no error gets past it, and every request gets one.
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
    if nonces.takes(read.nonce) {
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
      do throws(Rejected) {
        call = try profile.upstreamRequest(from: read, card: card)
      } catch {
        return AppAnswer(.requestMalformed, error.diagnostics)
      }
      guard clock.now < end else { return AppAnswer(.upstreamTimeout) }
      // What went wrong in the host's client may hold anything, so it is not passed on.
      guard let answer = try? await send(call, end) else { return AppAnswer(.upstreamBusy) }
      guard clock.now < end else { return AppAnswer(.upstreamTimeout) }
      return profile.appAnswer(from: answer)
    }
    return (answer ?? AppAnswer(.upstreamTimeout)).after(report.diagnostics)
  }
}

/// Work against a clock.
private enum Race {
  /// What the work says, or nil at the end of the time, even when the work does not heed that it is
  /// cancelled.
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

  /// What is settled once, by whoever comes first.
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
