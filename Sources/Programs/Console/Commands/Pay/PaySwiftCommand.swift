// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

package struct PaySwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write payment requests as Swift for an app.",
    discussion: """
      passc writes one function for each document, named after its file, that returns a \
      PKPaymentRequest. --ui adds code that presents the sheet and a view for SwiftUI. passc \
      writes nothing if a document has an error. The merchant identifier must be in the app's \
      entitlements: see passc app fragments.

      Example:
        passc pay swift day-pass.json subscription.json --ui -o Payments \\
          --merchant merchant.com.example.gym
      """)

  @Argument(
    help: ArgumentHelp(
      "Payment requests.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var files: [String]

  @Option(
    help: ArgumentHelp(
      "Use this merchant identifier of the app.", valueName: "id"))
  package var merchant: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this folder; existing files are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  @Flag(help: "Also write a coordinator of the sheet and a view for SwiftUI.")
  package var ui = false

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package func validate() throws {
    if files.isEmpty {
      throw ValidationError("no document was given", help: "name one, such as request.json")
    }
    guard merchant.hasPrefix("merchant."), merchant.utf8.count > 9 else {
      throw ValidationError(
        "--merchant \(merchant) is not a merchant identifier, expected merchant. and more")
    }
  }
}
