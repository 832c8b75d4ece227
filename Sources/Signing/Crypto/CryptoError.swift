// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What stopped a cryptographic operation, in our words and in OpenSSL's.
package struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, as a sentence part: lower case, no period, never a secret.
  package let message: String
  // Behind a reference, so that what is thrown stays small.
  private let details: Details

  private final class Details: Sendable, Equatable {
    let reasons: [String]
    let help: String?
    let isWrongSignature: Bool

    init(reasons: [String], help: String?, isWrongSignature: Bool) {
      self.reasons = reasons
      self.help = help
      self.isWrongSignature = isWrongSignature
    }

    static func == (a: Details, b: Details) -> Bool {
      a.reasons == b.reasons && a.help == b.help && a.isWrongSignature == b.isWrongSignature
    }
  }

  /// OpenSSL's own reasons, oldest first; empty when the fault was found without it.
  package var reasons: [String] { details.reasons }
  /// What to do about it, in a sentence; nil where nothing can be advised.
  package var help: String? { details.help }
  /// Whether a key outside this process gave a signature that is not the certificate's.
  package var isWrongSignature: Bool { details.isWrongSignature }

  /// Takes OpenSSL's error queue of this thread along and leaves it empty for the next call.
  package init(_ message: String, help: String? = nil, isWrongSignature: Bool = false) {
    self.message = message
    details = Details(
      reasons: OpenSSL.drainErrors(), help: help, isWrongSignature: isWrongSignature)
  }

  package var description: String {
    reasons.isEmpty ? message : "\(message) (\(reasons.joined(separator: "; ")))"
  }
}
