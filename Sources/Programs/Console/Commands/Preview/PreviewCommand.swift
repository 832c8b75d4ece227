// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc preview`: a pass as a phone shows it. passc-preview draws it; passc-service has the web
/// server for the live page of `--watch`.
package struct PreviewCommand: CompanionCommand {
  package static let program = CompanionProgram.preview

  package static let configuration = CommandConfiguration(
    commandName: "preview", abstract: PreviewHelp.abstract, discussion: PreviewHelp.discussion)

  /// What the command line asks for.
  @OptionGroup
  package var options: PreviewOptions

  /// What counts as an error.
  package var policy: PolicyOptions? { options.policyOptions }

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}

  package mutating func run() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    if options.watch { throw CompanionProgram.service.become(arguments) }
    // The program has only this command.
    throw Self.program.become(Array(arguments.dropFirst()))
  }
}
