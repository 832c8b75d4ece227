// SPDX-License-Identifier: Apache-2.0

/// The exit codes of every command. Scripts depend on them.
package enum ExitStatus: Int32 {
  /// Success. There may be warnings.
  case fine = 0
  /// Findings of severity error, rejected rows, or a key and certificate that do not belong
  /// together.
  case findings = 1
  /// Wrong usage.
  case usage = 2
  /// The environment failed: a file that cannot be read or decrypted, a wrong password, the disk,
  /// the network, or no input to work on.
  case environment = 3
}

/// An error that ends the command with a message on standard error.
package struct CommandFailureError: Error {
  /// The exit code of the process.
  package let status: ExitStatus
  /// The error. Empty if it was already printed.
  package let message: String
  /// The action that the user can take.
  package var help: String?
  /// A second or alternative action.
  package var moreHelp: String?

  package init(status: ExitStatus, message: String, help: String? = nil, or moreHelp: String? = nil)
  {
    self.status = status
    self.message = message
    self.help = help
    self.moreHelp = moreHelp
  }

  /// Makes an error of wrong usage.
  package static func usage(
    _ message: String, help: String? = nil, or moreHelp: String? = nil
  ) -> CommandFailureError {
    CommandFailureError(status: .usage, message: message, help: help, or: moreHelp)
  }

  /// Makes an error for something outside the program, such as a file or the network.
  package static func environment(_ message: String, help: String? = nil) -> CommandFailureError {
    CommandFailureError(status: .environment, message: message, help: help)
  }

  /// Makes an error for an invalid input. The exit code is that of findings.
  package static func broken(_ message: String, help: String? = nil) -> CommandFailureError {
    CommandFailureError(status: .findings, message: message, help: help)
  }

  /// The end of a command that has already printed its findings. Only the exit code is missing.
  package static let findings = CommandFailureError(status: .findings, message: "")
}
