// SPDX-License-Identifier: Apache-2.0

/// Checks of a command line before the parser reads it. All programs use them.
package enum CommandLineGuard {
  /// Rejects options by an earlier name, single-value options with two values, inputs that do not
  /// exist or are of the wrong kind, and outputs that would replace another file or are in a
  /// template.
  ///
  /// - Parameters:
  ///   - arguments: the words after the name of the program.
  ///   - command: the command, for a program that has only one.
  /// - Throws: `Failure`.
  package static func check(_ arguments: [String], command: String? = nil) throws {
    guard let words = CommandTokens(arguments, command: command) else { return }
    if let renaming = words.renaming { throw renaming }
    if let repetition = words.repetition { throw repetition }
    try InputGuard(words).check()
    try OutputGuard(words).check()
    try OptionFileGuard(words).check()
  }

  /// Returns the guard for this process. Commands use it for outputs whose names the command line
  /// does not contain.
  ///
  /// - Parameter command: the command, for a program that has only one.
  package static func outputs(command: String? = nil) -> OutputGuard? {
    CommandTokens(Array(CommandLine.arguments.dropFirst()), command: command).map(OutputGuard.init)
  }
}
