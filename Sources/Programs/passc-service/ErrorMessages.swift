// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassDiagnostics

enum ErrorMessages {
  /// Returns an error as a sentence for the log.
  static func sentence(of error: any Error) -> String {
    switch error {
    case let failure as CommandFailureError: return failure.message
    case let rejected as DiagnosticsError:
      return rejected.diagnostics.first { $0.severity == .error }?.message ?? "it is not valid"
    default: return "\(error)"
    }
  }
}
