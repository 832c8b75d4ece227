// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GoogleInitCommand: GoogleCompanionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "init",
    abstract: "Write a google.json for a template.",
    discussion: """
      The file has the type that follows from the style of pass.json, the suffix of the class id, \
      the language, and the members that the type requires. passc never packs it into a pass.

      Example:
        passc google init gym.pass
      """)

  @Argument(
    help: ArgumentHelp("The folder of the template.", valueName: "template"),
    completion: .directory)
  package var template: String

  @Option(
    help: ArgumentHelp(
      "Write this language of pass.json; that of template.json or en by default.",
      valueName: "tag"))
  package var language: String?

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}
