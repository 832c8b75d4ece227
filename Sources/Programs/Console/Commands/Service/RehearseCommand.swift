// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct RehearseCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "rehearse", abstract: RehearseHelp.abstract, discussion: RehearseHelp.discussion)

  @OptionGroup
  package var options: RehearseOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { options.policyOptions }
}
