// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc push`: pushes by hand.
package struct PushCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "push", abstract: PushHelp.abstract, discussion: PushHelp.discussion)

  /// What the command line asks for.
  @OptionGroup
  package var options: PushOptions

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}
}
