// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto
import Synchronization

/// A program of `--sign-with COMMAND` that keeps running. Requests and responses are JSON lines.
///
/// It starts at the first signature. Callers block their threads, and up to `inFlight` requests are
/// sent at once. An invalid response ends the program and fails all pending signatures, because the
/// program is no longer trusted. With `restarts` it is started again after a pause.
/// docs/reference/keys.md describes the protocol.
package final class SigningProgram: HashSigner {
  package struct Settings: Sendable {
    /// Maximum number of requests at once, at least 1.
    package var inFlight = 8
    /// Maximum time for a response in seconds.
    package var timeout: Double = 30
    /// Pauses before retries, if the program permits them.
    package var pauses = GrowingPauses()
    /// Whether a failed program is started again for a later signature. For a service, whose next
    /// pass may succeed.
    package var restarts = false
    /// Pause before that in seconds. It doubles with each failure in a row.
    package var firstRest: Double = 1
    /// Maximum pause in seconds.
    package var longestRest: Double = 60

    /// The settings of the command line.
    package init() {}
  }

  package let name: String
  private let command: String
  private let settings: Settings
  private let state: Mutex<State>

  private struct State {
    var talk: SigningTalk
    /// Pause after the next failure in seconds.
    var rest: Double
    /// Time by `MonotonicTime.now` when it may be started again. Nil unless it has failed.
    var restsUntil: UInt64?
  }

  /// Does not start the program yet.
  ///
  /// - Parameter command: for `sh -c`.
  package init(_ command: String, _ settings: Settings = Settings()) {
    name = "the program of --sign-with"
    self.command = command
    self.settings = settings
    state = Mutex(
      State(
        talk: SigningTalk(command: command, settings: settings), rest: settings.firstRest))
  }

  deinit { state.withLock { $0.talk }.end() }

  package func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    var asked = 0
    while true {
      asked += 1
      switch try ask(hash, algorithm) {
      case .signature(let signature): return signature
      case .rejected(let reason, mayRepeat: false):
        throw CryptoError("\(name) could not sign: \(Self.quoted(reason))")
      case .rejected(let reason, mayRepeat: true):
        guard let pause = settings.pauses.pause(after: asked) else {
          throw CryptoError(
            "\(name) could not sign in \(asked) tries: \(Self.quoted(reason))",
            help:
              "run the same command again when the service responds; if it is over its quota, with "
              + "fewer requests at once (--in-flight N)")
        }
        let chance = Double.random(in: GrowingPauses.chance)
        MonotonicTime.sleep(nanoseconds: UInt64(pause * (1 + chance) * 1e9))
      }
    }
  }

  private func ask(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> SigningResponse {
    guard settings.restarts else { return try state.withLock { $0.talk }.ask(hash, algorithm) }
    let talk = awake()
    do throws(CryptoError) {
      let answer = try talk.ask(hash, algorithm)
      state.withLock { $0.rest = settings.firstRest }
      return answer
    } catch {
      state.withLock { state in
        guard state.talk === talk, state.restsUntil == nil else { return }
        state.restsUntil = MonotonicTime.now + UInt64(state.rest * 1e9)
        state.rest = min(state.rest * 2, settings.longestRest)
      }
      throw error
    }
  }

  /// Returns the current program, or a new one if the old one has failed and its pause is over.
  private func awake() -> SigningTalk {
    let (talk, old) = state.withLock { state -> (SigningTalk, SigningTalk?) in
      guard let time = state.restsUntil, MonotonicTime.now >= time else { return (state.talk, nil) }
      let old = state.talk
      state.talk = SigningTalk(command: command, settings: settings)
      state.restsUntil = nil
      return (state.talk, old)
    }
    old?.end()
    return talk
  }

  private static func quoted(_ reason: String) -> String { SigningTalk.words.quoted(reason) }
}
