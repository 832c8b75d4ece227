// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc notify check`.
package struct NotifyCheckCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Find what APNs rejects, or the app cannot use, in notifications.",
    discussion: """
      FILE is one JSON object, an array or JSON Lines. Give what arrived as userInfo, or with --to \
      what you are going to send. Give headers as you would send them.

      Example:
        passc notify check push.json --to app \\
          --header apns-push-type=background
      """)

  /// Files with payloads.
  @Argument(
    help: ArgumentHelp(
      "Payloads; - is standard input.", valueName: "file"))
  package var files: [String]

  /// The receiver the payloads are meant for; nil for payloads that have arrived.
  @Option(
    help: ArgumentHelp(
      "Check what you send to this receiver.", valueName: "receiver"))
  package var to: NotificationReceiver?

  /// The headers the payloads are sent with, NAME=VALUE.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Check it with this header, such as apns-priority=5.", valueName: "name=value"))
  package var header: [String] = []

  /// The reports, and what counts as an error.
  @OptionGroup(title: "Report")
  package var reportOptions: DocumentReportOptions

  /// What the command prints.
  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  /// Options that ask for nothing.
  package init() {}

  /// What counts as an error.
  package var policy: PolicyOptions? { reportOptions.policyOptions }

  /// Rejects a command line that cannot mean anything.
  package func validate() throws {
    if files.isEmpty {
      throw ValidationError("no file was given", help: "name one, such as payload.json")
    }
  }
}

extension NotificationReceiver: ExpressibleByArgument {
  /// The spellings of `--to`.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
