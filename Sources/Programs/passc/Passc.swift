// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The command line: the list of all commands, whose files lie in Commands/, in folders by subject.
struct Passc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc",
    abstract: "Build signed Apple Wallet passes from templates and data.",
    discussion: """
      A template folder and a row of data go in; a signed .pkpass comes out, or a diagnostic that \
      says where and why not.

      Example, with the identity that comes with passc:
        passc build templates/employee-card.pass --sample 1 --identity certs-example/nfc
      """,
    version: Version.forParser(of: "passc"),
    subcommands: [
      InitCommand.self, BuildCommand.self, IssueCommand.self, CheckCommand.self,
      ExplainCommand.self, DiffCommand.self, SchemaCommand.self, InspectCommand.self,
      PreviewCommand.self, ServeCommand.self, PushCommand.self, RehearseCommand.self,
      ResignCommand.self, GroupCommand.self,
      CertCommand.self, NFCCommand.self,
      PayCommand.self, NotifyCommand.self, ProvisionCommand.self, AppCommand.self,
      LedgerCommand.self, RulesCommand.self,
    ],
    helpNames: [.short, .long])
}
