// SPDX-License-Identifier: Apache-2.0

/// The exit codes of every command, which scripts rely on.
package enum ExitStatus: Int32 {
  /// Fine; warnings included.
  case fine = 0
  /// Findings of severity error, rejected rows, an identity that does not fit.
  case findings = 1
  /// Wrong usage.
  case usage = 2
  /// The environment failed: a file that cannot be read or decrypted, a wrong password, disk,
  /// network, nothing found to work on.
  case environment = 3
}

/// Ends the command with a sentence on standard error.
package struct Failure: Error {
  /// What the process ends with.
  package let status: ExitStatus
  /// What is wrong; empty where it was said already.
  package let message: String
  /// What to write or do instead.
  package var help: String?
  /// What to write or do as well, or as another way.
  package var moreHelp: String?

  /// An end with a sentence.
  package init(status: ExitStatus, message: String, help: String? = nil, or moreHelp: String? = nil)
  {
    self.status = status
    self.message = message
    self.help = help
    self.moreHelp = moreHelp
  }

  /// Wrong usage: the sentence says what is wrong, the hint what to write instead.
  package static func usage(
    _ message: String, help: String? = nil, or moreHelp: String? = nil
  ) -> Failure {
    Failure(status: .usage, message: message, help: help, or: moreHelp)
  }

  /// Something outside the program failed.
  package static func environment(_ message: String, help: String? = nil) -> Failure {
    Failure(status: .environment, message: message, help: help)
  }

  /// What was looked at is broken: the sentence says why.
  package static func broken(_ message: String, help: String? = nil) -> Failure {
    Failure(status: .findings, message: message, help: help)
  }

  /// Findings were printed already; only the status is left to say.
  package static let findings = Failure(status: .findings, message: "")
}
