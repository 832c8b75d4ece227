// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// An error of a cryptographic operation with the reasons from OpenSSL.
package struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error as part of a sentence, in lower case and without a period. Never contains a secret.
  package let message: String
  // A reference keeps the error small, because errors are passed by value.
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

  /// Reasons from OpenSSL, oldest first. Empty if the error is not from OpenSSL.
  package var reasons: [String] { details.reasons }
  /// Advice in a sentence, or nil.
  package var help: String? { details.help }
  /// Whether a key outside this process returned a signature that does not match the certificate.
  package var isWrongSignature: Bool { details.isWrongSignature }

  /// Takes and clears OpenSSL's error queue of this thread, so that the next call starts with an
  /// empty one.
  package init(_ message: String, help: String? = nil, isWrongSignature: Bool = false) {
    self.message = message
    details = Details(
      reasons: OpenSSL.drainErrors(), help: help, isWrongSignature: isWrongSignature)
  }

  package var description: String {
    reasons.isEmpty ? message : "\(message) (\(reasons.joined(separator: "; ")))"
  }
}
