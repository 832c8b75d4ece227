// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// How the checks of documents that are no passes report what they find: the same options as those
/// of `passc check`.
package struct DocumentReportOptions: ParsableArguments {
  /// Further reports, FORMAT=FILE.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report: FORMAT is one of those of --format.",
      valueName: "format=file"))
  package var report: [String] = []

  /// The format of the report on standard output.
  @Option(
    help: ArgumentHelp(
      "Print the report in this format.", valueName: "format"))
  package var format = CheckReportFormat.text

  /// The file with the errors that do not fail the run.
  @Option(
    help: ArgumentHelp(
      "Do not fail because of errors in this file.", valueName: "file"), completion: .file())
  package var baseline: String?

  /// The file that receives what was found as a baseline.
  @Option(
    help: ArgumentHelp(
      "Write all current errors to this file.", valueName: "file"), completion: .file())
  package var writeBaseline: String?

  /// Whether each code is counted at the end of the text.
  @Flag(help: "Count each code at the end of the text.")
  package var statistics = false

  /// What counts as an error.
  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}
}
