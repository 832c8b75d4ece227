// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// Report options of commands that check documents other than passes. They are the same as those of
/// `passc check`.
package struct DocumentReportOptions: ParsableArguments {
  /// Additional reports, `FORMAT=FILE`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report in one of the formats of --format.",
      valueName: "format=file"))
  package var report: [String] = []

  /// The format of the report on standard output.
  @Option(
    help: ArgumentHelp(
      "Print the report in this format.", valueName: "format"))
  package var format = CheckReportFormat.text

  /// The file with errors that do not fail the run.
  @Option(
    help: ArgumentHelp(
      "Accept the known errors in this baseline file.", valueName: "file"), completion: .file())
  package var baseline: String?

  /// The file for a new baseline with the current errors.
  @Option(
    help: ArgumentHelp(
      "Write all current errors to this baseline file.", valueName: "file"), completion: .file())
  package var writeBaseline: String?

  @Flag(help: "Count each code at the end of the text.")
  package var statistics = false

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  package init() {}
}
