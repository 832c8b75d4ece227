// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct NotifyCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find notifications that APNs rejects or the app cannot use.",
    discussion: """
      FILE is one JSON object, an array or JSON Lines. Give what arrived as userInfo, or with --to \
      what you are going to send. Give headers as you would send them.

      Example:
        passc notify check push.json --to app \\
          --header apns-push-type=background
      """)

  /// Files with payloads, `-` for standard input.
  @Argument(
    help: ArgumentHelp(
      "Payloads; - is standard input.", valueName: "file"))
  package var files: [String]

  /// The receiver of payloads that are going to be sent, or nil for payloads that were received.
  @Option(
    help: ArgumentHelp(
      "Check notifications for this receiver.", valueName: "receiver"))
  package var to: NotificationReceiver?

  /// Request headers, `NAME=VALUE`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check the notification with this header, such as apns-priority=5.", valueName: "name=value"))
  package var header: [String] = []

  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}

  package var policy: PolicyOptions? { reportOptions.policyOptions }

  package func validate() throws {
    if files.isEmpty {
      throw ValidationError("no file was given", help: "name one, such as payload.json")
    }
  }
}

extension NotificationReceiver: ExpressibleByArgument {
  /// The spellings of `--to`, for help and completions.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
