// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassCrypto

/// `--sign-with COMMAND`: a program that stays up and signs, one JSON line each way.
///
/// It is started when the first signature is wanted. Whoever wants one waits on its own thread, and
/// up to `inFlight` are asked for at once. Anything that is no answer to a question ends it, and with
/// it every signature that is waited for: a program that once answers wrongly is not trusted again.
/// A process that outlives such a failure starts the program anew, after a rest.
/// docs/reference/keys.md has the protocol.
package final class SigningProgram: HashSigner {
  /// How it is used.
  package struct Settings: Sendable {
    /// How many signatures are asked for at once, at least 1.
    package var inFlight = 8
    /// How long one answer may take, in seconds.
    package var timeout: Double = 30
    /// When a question that may be repeated is asked again.
    package var pauses = GrowingPauses()
    /// Whether a program that failed is started anew for a later signature: for a service, whose
    /// next pass may be signed though one was not.
    package var startsAnew = false
    /// How long it is left alone then, in seconds; each time in a row twice as long.
    package var firstRest: Double = 1
    /// How long that gets, in seconds.
    package var longestRest: Double = 60

    /// Settings as the command line has them.
    package init() {}
  }

  package let name: String
  private let command: String
  private let settings: Settings
  private let monitor: Monitor<State>

  private struct State {
    var talk: SigningTalk
    /// How long the program rests after its next failure, in seconds.
    var rest: Double
    /// When it may be started anew, by `Clock.now`; nil while it runs, or was not started.
    var restsUntil: UInt64?
  }

  /// A program that is not started yet.
  ///
  /// - Parameter command: as `sh -c` takes it.
  package init(_ command: String, _ settings: Settings = Settings()) {
    name = "the program of --sign-with"
    self.command = command
    self.settings = settings
    monitor = Monitor(
      State(
        talk: SigningTalk(command: command, settings: settings), rest: settings.firstRest))
  }

  deinit { monitor.locked { $0.talk }.end() }

  package func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    var asked = 0
    while true {
      asked += 1
      switch try ask(hash, algorithm) {
      case .signature(let signature): return signature
      case .refused(let reason, mayRepeat: false):
        throw CryptoError("\(name) could not sign: \(Self.quoted(reason))")
      case .refused(let reason, mayRepeat: true):
        guard let pause = settings.pauses.pause(after: asked) else {
          throw CryptoError(
            "\(name) could not sign in \(asked) tries: \(Self.quoted(reason))",
            help:
              "run the same command again when the service responds; if it is over its quota, with "
              + "fewer requests at once (--in-flight N)")
        }
        let chance = Double.random(in: GrowingPauses.chance)
        Clock.sleep(nanoseconds: UInt64(pause * (1 + chance) * 1e9))
      }
    }
  }

  private func ask(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> SigningAnswer {
    guard settings.startsAnew else { return try monitor.locked { $0.talk }.ask(hash, algorithm) }
    let talk = awake()
    do throws(CryptoError) {
      let answer = try talk.ask(hash, algorithm)
      monitor.locked { $0.rest = settings.firstRest }
      return answer
    } catch {
      monitor.locked { state in
        guard state.talk === talk, state.restsUntil == nil else { return }
        state.restsUntil = Clock.now + UInt64(state.rest * 1e9)
        state.rest = min(state.rest * 2, settings.longestRest)
      }
      throw error
    }
  }

  /// The program as it is: a new one where the old one has failed and rested.
  private func awake() -> SigningTalk {
    let (talk, old) = monitor.locked { state -> (SigningTalk, SigningTalk?) in
      guard let time = state.restsUntil, Clock.now >= time else { return (state.talk, nil) }
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
