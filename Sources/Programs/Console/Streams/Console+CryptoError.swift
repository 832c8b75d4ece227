// SPDX-License-Identifier: Apache-2.0

import PassBuild
package import PassCrypto
import PassDiagnostics

extension Console {
  /// Prints an error of a signature or key and returns the exit code. A signature that does not
  /// verify is a finding, because key and certificate do not belong together. Any other error is a
  /// failure of the environment.
  package static func report(_ error: CryptoError) -> ExitStatus {
    guard error.isWrongSignature else {
      report(CommandFailureError.environment(error.description, help: error.help))
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
