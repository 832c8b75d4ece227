// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The programs that come with passc and do what needs more libraries.
package enum CompanionProgram: String, Sendable {
  /// Payments, notifications, payment cards and property lists of an app.
  case app = "passc-app"
  /// Drawing.
  case preview = "passc-preview"
  /// Serving, pushing and the simulated iPhone.
  case service = "passc-service"

  /// What builds it in a checkout.
  private var target: String {
    switch self {
    case .app: "make app"
    case .preview: "make preview"
    case .service: "make service"
    }
  }

  /// Ends this program and begins another of ours in its place.
  ///
  /// - Returns: why that cannot be.
  package func become(_ arguments: [String]) -> Failure {
    guard let path else { return missing }
    // Else a command without its work would start its own program for ever.
    guard path != ProgramFile.path else {
      return .environment("\(rawValue) does not have this command")
    }
    let reason = ProgramFile.become(
      path, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    return .environment("cannot start \(path): \(reason)")
  }

  /// Runs one of our programs to its end; its streams are this program's.
  ///
  /// - Throws: `Failure` with its status where it was not fine.
  package func run(_ arguments: [String]) throws {
    guard let path else { throw missing }
    let status = ProgramFile.run(
      path, arguments, variables: [("PASSC_STARTED_BY", Version.number)])
    guard let status else { throw Failure.environment("cannot start \(path)") }
    guard status == 0 else {
      throw Failure(status: ExitStatus(rawValue: status) ?? .environment, message: "")
    }
  }

  private var missing: Failure {
    .environment(
      "\(rawValue) is neither next to passc nor in libexec/passc",
      help: "in a checkout run \(target); make install and the packages include it")
  }

  private var path: String? { ProgramFile.companion(rawValue) }
}
