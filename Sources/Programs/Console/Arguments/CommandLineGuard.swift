// SPDX-License-Identifier: Apache-2.0

/// Checks of a command line before the parser reads it: the same in every program.
package enum CommandLineGuard {
  /// Rejects options by an earlier name, single-value options with two values, inputs that do not
  /// exist or are of another kind, and outputs that would replace something or are in a template.
  ///
  /// - Parameters:
  ///   - arguments: what follows the name of the program.
  ///   - command: the command of a program that has only one.
  /// - Throws: `Failure`.
  package static func check(_ arguments: [String], command: String? = nil) throws {
    guard let words = CommandWords(arguments, command: command) else { return }
    if let renaming = words.renaming { throw renaming }
    if let repetition = words.repetition { throw repetition }
    try InputGuard(words).check()
    try OutputGuard(words).check()
    try OptionFileGuard(words).check()
  }

  /// The guard of this process, for outputs whose names only a command knows.
  ///
  /// - Parameter command: the command of a program that has only one.
  package static func outputs(command: String? = nil) -> OutputGuard? {
    CommandWords(Array(CommandLine.arguments.dropFirst()), command: command).map(OutputGuard.init)
  }
}
