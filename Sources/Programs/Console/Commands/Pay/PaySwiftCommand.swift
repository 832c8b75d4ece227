// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// `passc pay swift`: payment requests as source of an app.
package struct PaySwiftCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write payment requests as Swift for an app.",
    discussion: """
      One function per document, named after its file, returns a PKPaymentRequest; --ui adds what \
      presents the sheet and answers it, and a view for SwiftUI. A document with an error writes \
      nothing. The merchant identifier has to stand in the app's entitlements: passc app fragments.

      Example:
        passc pay swift day-pass.json subscription.json --ui -o Payments \\
          --merchant merchant.com.example.gym
      """)

  /// The documents, in order.
  @Argument(
    help: ArgumentHelp("Payment requests.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var files: [String]

  /// The merchant identifier of the app.
  @Option(help: ArgumentHelp("The merchant identifier of the app.", valueName: "id"))
  package var merchant: String

  /// The folder the files are written to.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  package var output: String

  /// Whether the coordinator of the sheet and a view are written too.
  @Flag(help: "Also write the coordinator of the sheet and a view for SwiftUI.")
  package var ui = false

  /// Options that ask for nothing.
  package init() {}

  /// Rejects a command line that cannot mean anything.
  package func validate() throws {
    if files.isEmpty { throw ValidationError("no document was given") }
    guard merchant.hasPrefix("merchant."), merchant.utf8.count > 9 else {
      throw ValidationError("--merchant \(merchant) is no merchant identifier, merchant. and more")
    }
  }
}
