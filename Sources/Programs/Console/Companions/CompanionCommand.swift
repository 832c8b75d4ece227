// SPDX-License-Identifier: Apache-2.0

import ArgumentParser

/// A command that is declared once for two programs: `passc` reads its command line and starts the
/// other program, which reads it again and does the work.
package protocol CompanionCommand: ConsoleCommand {
  /// The program that does the work.
  static var program: CompanionProgram { get }
  /// What counts as an error; nil for a command without findings.
  var policy: PolicyOptions? { get }
}

extension CompanionCommand {
  /// No policy: the command has no findings.
  package var policy: PolicyOptions? { nil }

  /// Starts the program in place of this process, with the arguments of this process.
  package mutating func run() throws {
    throw Self.program.become(Array(CommandLine.arguments.dropFirst()))
  }
}
