// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct PushCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "push", abstract: PushHelp.abstract, discussion: PushHelp.discussion)

  @OptionGroup
  package var options: PushOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}
