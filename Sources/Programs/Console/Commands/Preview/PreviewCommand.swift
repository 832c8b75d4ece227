// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc preview`. The program passc-preview draws the pass. With `--watch` passc-service runs
/// instead, because it has the web server for the live page.
package struct PreviewCommand: CompanionCommand {
  package static let program = CompanionProgram.preview

  package static let configuration = CommandConfiguration(
    commandName: "preview", abstract: PreviewHelp.abstract, discussion: PreviewHelp.discussion)

  @OptionGroup
  package var options: PreviewOptions

  package var policy: PolicyOptions? { options.policyOptions }

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package mutating func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if options.watch { throw CompanionProgram.service.become(arguments) }
    // passc-preview has only this command, so its arguments begin without the word `preview`.
    throw Self.program.become(Array(arguments.dropFirst()))
  }
}
