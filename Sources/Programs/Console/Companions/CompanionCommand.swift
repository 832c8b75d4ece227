// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command that two programs declare. `passc` parses its command line and then starts the
/// companion, which parses it again and does the work.
package protocol CompanionCommand: ConsoleCommand {
  /// The program that does the work.
  static var program: CompanionProgram { get }
  /// The severities of findings, or nil for a command without findings.
  var policy: PolicyOptions? { get }
}

extension CompanionCommand {
  package var policy: PolicyOptions? { nil }

  /// Replaces this process with the companion, which gets the same arguments.
  package mutating func run() throws {
    throw Self.program.become(Array(CommandLine.arguments.dropFirst()))
  }
}
