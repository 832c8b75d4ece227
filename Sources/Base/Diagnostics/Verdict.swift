// SPDX-License-Identifier: Apache-2.0

/// What Wallet makes of a finished bundle, as far as a file can show.
///
/// ```swift
/// print(checked.verdict)  // Wallet refuses this pass: manifest.hash.mismatch (+2)
/// ```
public struct Verdict: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// Whether Wallet would take the bundle, as far as a file shows.
  public enum Result: String, Sendable, Encodable {
    /// No iPhone takes it.
    case refused
    /// Some iPhones may not take it, or nobody knows whether they do.
    case maybeRefused
    /// A file cannot show more.
    case nothingFound
  }

  /// What Wallet is expected to do with the bundle.
  public let result: Result
  /// The code Wallet meets first, as far as its order is known; nil when it refuses nothing.
  public let first: String?
  /// How many more diagnostics there are of the same weight.
  public let others: Int
  /// What was proven, in words.
  public let proven: [String]

  /// A verdict.
  ///
  /// - Parameters:
  ///   - first: the code Wallet meets first; nil when it refuses nothing.
  ///   - others: how many more diagnostics there are of the same weight.
  ///   - proven: what was proven, in words.
  package init(result: Result, first: String?, others: Int, proven: [String]) {
    self.result = result
    self.first = first
    self.others = others
    self.proven = proven
  }

  /// What no file can show, to be said beside a verdict.
  package static let unprovable = "media type, HTTPS, revocation, NFC approval by Apple"

  /// The verdict for people: its sentence.
  public var description: String { sentence }

  /// The verdict as a sentence for people.
  public var sentence: String {
    let more = others > 0 ? " (+\(others))" : ""
    switch result {
    case .refused: return "Wallet refuses this pass: \(first ?? "")\(more)"
    case .maybeRefused: return "some iPhones may refuse this pass: \(first ?? "")\(more)"
    case .nothingFound: return "nothing found that Wallet would refuse"
    }
  }
}
