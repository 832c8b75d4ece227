// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct GoogleBuildCommand: GoogleCompanionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "build",
    abstract: "Write the classes and objects of all rows, and the requests that send them.",
    discussion: """
      passc writes classes.jsonl, objects.jsonl and requests.jsonl, and with --image-base the \
      images to publish. Each line of requests.jsonl is one request. Send them in this order: \
      POST, and if Google responds 409, the PUT of the same line. If a row has an error, passc \
      writes nothing.

      Example:
        passc google build gym.pass --data members.csv \\
          --google-issuer 3388000000000000001 -o out
      """)

  @Argument(
    help: ArgumentHelp("The folder of the template.", valueName: "template"),
    completion: .directory)
  package var template: String

  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp("Write to this folder.", valueName: "dir"), completion: .directory)
  package var output: String

  @OptionGroup(title: "Google")
  package var google: GoogleTemplateOptions

  @OptionGroup(title: "Data")
  package var dataOptions: DataOptionGroup

  @Option(
    help: ArgumentHelp(
      "Use only row N of the data, or of the template's sample.", valueName: "n"))
  package var sample: Int?

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { policyOptions }
}
