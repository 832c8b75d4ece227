// SPDX-License-Identifier: Apache-2.0

import COpenSSL

/// What stopped a cryptographic operation, in our words and in OpenSSL's.
package struct CryptoError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed, as a sentence part: lower case, no period, never a secret.
  package let message: String
  /// OpenSSL's own reasons, oldest first; empty when the fault was found without it.
  package let reasons: [String]

  /// Takes OpenSSL's error queue of this thread along and leaves it empty for the next call.
  package init(_ message: String) {
    self.message = message
    reasons = OpenSSL.drainErrors()
  }

  package var description: String {
    reasons.isEmpty ? message : "\(message) (\(reasons.joined(separator: "; ")))"
  }
}
