// SPDX-License-Identifier: Apache-2.0

package import PassCrypto
import PassValues
import PassWork

/// `--sign-with COMMAND`: a program that stays up and signs, one JSON line each way.
///
/// It is started when the first signature is wanted. Whoever wants one waits on its own thread, and
/// up to `inFlight` are asked for at once. Anything that is no answer to a question ends it, and with
/// it every signature that is waited for: a program that once answers wrongly is not trusted again.
/// docs/keys.md has the protocol.
package final class SigningProgram: HashSigner {
  /// How it is used.
  package struct Settings: Sendable {
    /// How many signatures are asked for at once, at least 1.
    package var inFlight = 8
    /// How long one answer may take, in seconds.
    package var timeout: Double = 30
    /// The pause before the second try of a question that may be repeated, in seconds; each pause is
    /// twice the one before.
    package var firstPause: Double = 0.1
    /// How long a pause gets, in seconds.
    package var longestPause: Double = 10
    /// How often a question is asked at most.
    package var tries = 12

    /// Settings as the command line has them.
    package init() {}
  }

  package let name: String
  private let settings: Settings
  private let talk: SigningTalk

  /// A program that is not started yet.
  ///
  /// - Parameter command: as `sh -c` takes it.
  package init(_ command: String, _ settings: Settings = Settings()) {
    name = "the program of --sign-with"
    self.settings = settings
    talk = SigningTalk(command: command, settings: settings)
  }

  deinit { talk.end() }

  package func sign(
    _ hash: [UInt8], _ algorithm: OutsideAlgorithm
  ) throws(CryptoError) -> [UInt8] {
    var pause = settings.firstPause
    for attempt in 1...max(1, settings.tries) {
      switch try talk.ask(hash, algorithm) {
      case .signature(let signature): return signature
      case .refused(let reason, mayRepeat: false):
        throw CryptoError("\(name) could not sign: \(Self.quoted(reason))")
      case .refused(let reason, mayRepeat: true):
        guard attempt < settings.tries else {
          throw CryptoError(
            "\(name) could not sign in \(attempt) tries: \(Self.quoted(reason))",
            help: "the service may be over its quota; fewer at once with --in-flight N, or later")
        }
        // Not all at the same moment again.
        let share = Double.random(in: 0.75...1.25)
        Clock.sleep(nanoseconds: UInt64(pause * share * 1e9))
        pause = min(pause * 2, settings.longestPause)
      }
    }
    throw CryptoError("\(name) could not sign")
  }

  private static func quoted(_ reason: String) -> String { SigningTalk.words.quoted(reason) }
}
