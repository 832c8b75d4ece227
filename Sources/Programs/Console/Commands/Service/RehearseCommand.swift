// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc rehearse`: an update service tested with a simulated iPhone.
package struct RehearseCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: RehearseHelp.abstract, discussion: RehearseHelp.discussion)

  /// What the command line asks for.
  @OptionGroup
  package var options: RehearseOptions

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}

  /// What counts as an error.
  package var policy: PolicyOptions? { options.policyOptions }
}
