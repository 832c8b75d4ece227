// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct ServeCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "serve", abstract: ServeRunCommand.configuration.abstract,
    discussion: ServeRunCommand.configuration.discussion,
    subcommands: [
      ServeRunCommand.self, ServeBackupCommand.self, ServeRestoreCommand.self,
      ServeExportCommand.self, ServeImportCommand.self, ServeForgetCommand.self,
      ServeLinkCommand.self,
    ], defaultSubcommand: ServeRunCommand.self)

  package init() {}
}
