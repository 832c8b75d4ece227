// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassConsole

/// The root command. The commands are in Commands/, in one folder for each subject.
struct Passc: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "passc",
    abstract: "Build, check, sign and update Apple Wallet passes.",
    discussion: """
      A first pass:
        passc init gym.pass
        passc cert example -o my-identity
        passc build gym.pass --sample 1 --identity my-identity

      passc help COMMAND shows the options of a command. passc help TOPIC explains a subject: \
      \(HelpTopic.all.map(\.name).joined(separator: ", ")).
      """,
    version: Version.forParser(of: "passc"),
    groupedSubcommands: [
      CommandGroup(
        name: "Create",
        subcommands: [
          InitCommand.self, BuildCommand.self, IssueCommand.self, PreviewCommand.self,
        ]),
      CommandGroup(
        name: "Check",
        subcommands: [
          CheckCommand.self, ExplainCommand.self, InspectCommand.self, DiffCommand.self,
        ]),
      CommandGroup(
        name: "Sign", subcommands: [CertCommand.self, ResignCommand.self, GroupCommand.self]),
      CommandGroup(
        name: "Update",
        subcommands: [
          ServeCommand.self, PushCommand.self, RehearseCommand.self, LedgerCommand.self,
        ]),
      CommandGroup(name: "NFC", subcommands: [NFCCommand.self]),
      CommandGroup(
        name: "More",
        subcommands: [
          GoogleCommand.self, PayCommand.self, NotifyCommand.self, ProvisionCommand.self,
          AppCommand.self, SchemaCommand.self, RulesCommand.self,
        ]),
    ],
    helpNames: [.short, .long])
}
