// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc serve`: passes and their updates for phones.
package struct ServeCommand: CompanionCommand {
  package static let program = CompanionProgram.service

  package static let configuration = CommandConfiguration(
    commandName: "serve", abstract: ServeHelp.abstract, discussion: ServeHelp.discussion)

  /// What the command line asks for.
  @OptionGroup
  package var options: ServeOptions

  /// Options that ask for nothing.
  package init() {}
}
