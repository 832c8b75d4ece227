// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct PayCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find errors that make Safari or the payment sheet reject a request.",
    discussion: """
      passc checks payment requests, data of payment methods, and updates while the sheet is open. \
      With - it reads JSON Lines, one document a line. The last line names the lowest version of \
      Apple Pay on the Web and of iOS that all documents need. Exit code 1 means errors.

      Examples:
        passc pay check subscription.json
        passc pay check coupon.json --kind coupon-update --request request.json
        generate-requests | passc pay check - --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "Documents; - is JSON Lines on standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var files: [String]

  /// The kind of every document, or nil to detect it from the members.
  @Option(
    help: ArgumentHelp(
      "Check every document as this kind; detected by default.",
      valueName: "kind"))
  package var kind: PaymentKind?

  /// The request that the updates are checked against.
  @Option(
    help: ArgumentHelp(
      "Check updates against this request.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var request: String?

  @Option(
    help: ArgumentHelp(
      "Check for this version of Apple Pay on the Web.", valueName: "n"))
  package var applePayVersion: Int?

  @Option(
    help: ArgumentHelp(
      "Require this merchant identifier.", valueName: "id"))
  package var merchant: String?

  /// The time of the check, or nil for now.
  @Option(
    help: ArgumentHelp(
      "Check as of this time; now by default.", valueName: "time"))
  package var asOf: String?

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }

  package func validate() throws {
    if files.isEmpty {
      throw ValidationError("no document was given", help: "name one, such as request.json")
    }
    if files.count(where: { $0 == "-" }) > 1 {
      throw ValidationError("- can be given once", help: "give - once")
    }
    if let applePayVersion, applePayVersion < 1 {
      throw ValidationError(
        "--apple-pay-version counts from 1", help: "write --apple-pay-version 3")
    }
  }
}

extension PaymentKind: ExpressibleByArgument {
  /// The spellings of `--kind`, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
