// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct PayExampleCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a payment request to start from.",
    discussion: """
      The examples are complete and have no errors: one payment, a subscription, a reload, a \
      deferred payment, several merchants, a coupon code.

      Example:
        passc pay example deferred -o booking.json
      """)

  @Argument(
    help: ArgumentHelp(
      "The name of the example.", valueName: "name"))
  package var name: PaymentExample

  /// The file for the document, or nil for standard output.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this file; standard output by default.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var output: String?

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}

extension PaymentExample: ExpressibleByArgument {
  /// The names of the examples, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
