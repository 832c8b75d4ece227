// SPDX-License-Identifier: Apache-2.0

import PassConsole
import PassDiagnostics

/// What a log says of an error.
enum ErrorWords {
  /// An error in a sentence, for a log.
  static func sentence(of error: any Error) -> String {
    switch error {
    case let failure as Failure: return failure.message
    case let rejected as Rejected:
      return rejected.diagnostics.first { $0.severity == .error }?.message ?? "it is not valid"
    default: return "\(error)"
    }
  }
}
