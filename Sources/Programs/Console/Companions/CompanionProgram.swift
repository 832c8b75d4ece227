// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The companions of passc: programs whose work needs more libraries.
package enum CompanionProgram: String, Sendable {
  /// Payments, notifications, payment cards and property lists of an app.
  case app = "passc-app"
  /// Images of passes.
  case preview = "passc-preview"
  /// The web service, pushes and the simulated iPhone.
  case service = "passc-service"

  /// The command that builds the program in a checkout.
  private var target: String {
    switch self {
    case .app: "make app"
    case .preview: "make preview"
    case .service: "make service"
    }
  }

  /// Replaces this process with the companion.
  ///
  /// - Returns: the reason if the program cannot start. It returns only in this case.
  package func become(_ arguments: [String]) -> CommandFailureError {
    guard let path else { return missing }
    // Otherwise a companion that does not have the command would start itself again and again.
    guard path != ProgramFile.path else {
      return .environment("\(rawValue) does not have this command")
    }
    let reason = ProgramFile.become(
      path, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    return .environment("cannot start \(path): \(reason)")
  }

  /// Runs the companion and waits for its end. It inherits standard input, output and error.
  ///
  /// - Throws: `CommandFailureError` with the companion's exit code if it is not 0.
  package func run(_ arguments: [String]) throws {
    guard let path else { throw missing }
    let status = ProgramFile.run(
      path, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    guard let status else { throw CommandFailureError.environment("cannot start \(path)") }
    guard status == 0 else {
      throw CommandFailureError(status: ExitStatus(rawValue: status) ?? .environment, message: "")
    }
  }

  /// Throws `CommandFailureError` if the program is not installed.
  package func checkInstalled() throws {
    if path == nil { throw missing }
  }

  private var missing: CommandFailureError {
    .environment(
      "\(rawValue) is neither next to passc nor in libexec/passc",
      help: "in a checkout run \(target); make install and the packages include it")
  }

  private var path: String? { ProgramFile.companion(rawValue) }
}
