// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassReport

extension CommandFailureError {
  /// Converts an error of the file system, with help if a file of a similar name exists.
  package init(_ error: FileError) {
    self = .environment(
      error.naming(SecretText.shownPath(error.path)).description,
      help: error.reason == .missing ? NearbyFile.question(for: error.path) : nil)
  }
}

extension Console {
  /// Prints an error that any command can throw.
  ///
  /// - Returns: the exit status, or nil for an error of another type, which is not printed.
  package static func status(reporting error: any Error) -> ExitStatus? {
    switch error {
    case let failure as CommandFailureError:
      report(failure)
      return failure.status
    case let error as FileError: report(CommandFailureError(error))
    case let error as IdentityFileError:
      report(.environment(error.description, help: OptionNames.help(error.help, error.settings)))
    case let error as CertificateFile.CertificateFileError:
      report(
        .environment(
          error.description, help: "name a file with a certificate in PEM or DER form"))
    case let error as CryptoError:
      return report(error)
    default:
      return nil
    }
    return .environment
  }
}
