// SPDX-License-Identifier: Apache-2.0

import PassBuild
package import PassCrypto
import PassDiagnostics

extension Console {
  /// Says why a signature or a key could not be had, and with which status that ends: a signature
  /// that does not verify means that key and certificate do not fit, anything else that the
  /// environment failed.
  package static func report(_ error: CryptoError) -> ExitStatus {
    guard error.isWrongSignature else {
      report(Failure.environment(error.description, help: error.help))
      return .environment
    }
    report(
      [
        Diagnostic(
          finding: IdentityFindings.wrongSignature, message: error.description, location: nil)
      ],
      showsNotes: false, isLast: false)
    return .findings
  }
}
