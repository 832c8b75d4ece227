// SPDX-License-Identifier: Apache-2.0

/// The verdict on a finished pass, as far as the file shows.
///
/// ```swift
/// print(checked.verdict)  // Wallet rejects this pass: manifest.hash.mismatch (+2)
/// ```
public struct Verdict: Sendable, Hashable, Encodable, CustomStringConvertible {
  /// Whether Wallet would accept the pass, as far as the file shows.
  public enum Result: String, Sendable, Encodable {
    /// No iPhone accepts the pass.
    case refused
    /// Some iPhones may reject the pass, or it is unknown whether they do.
    case maybeRefused
    /// No errors were found. A file cannot show more.
    case nothingFound
  }

  /// The expected result in Wallet.
  public let result: Result
  /// The code that Wallet finds first, as far as its order is known, or nil if it accepts the pass.
  public let first: String?
  /// The number of further diagnostics with the same severity.
  public let others: Int
  /// The verified properties, in words.
  public let proven: [String]

  /// - Parameters:
  ///   - first: the code that Wallet finds first, or nil if it accepts the pass.
  ///   - others: number of further diagnostics with the same severity.
  ///   - proven: the verified properties in words.
  package init(result: Result, first: String?, others: Int, proven: [String]) {
    self.result = result
    self.first = first
    self.others = others
    self.proven = proven
  }

  /// Properties that cannot be verified from the file, to be printed after a verdict.
  package static let unprovable = "media type, HTTPS, revocation, NFC approval by Apple"

  /// The verdict for people: its sentence.
  public var description: String { sentence }

  /// The verdict as a sentence for people.
  public var sentence: String {
    let more = others > 0 ? " (+\(others))" : ""
    switch result {
    case .refused: return "Wallet rejects this pass: \(first ?? "")\(more)"
    case .maybeRefused: return "some iPhones may reject this pass: \(first ?? "")\(more)"
    case .nothingFound: return "nothing found that Wallet would reject"
    }
  }
}
