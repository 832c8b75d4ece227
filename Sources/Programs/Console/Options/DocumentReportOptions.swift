// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// How the checks of documents that are no passes report what they find: the same options as those
/// of `passc check`.
package struct DocumentReportOptions: ParsableArguments {
  /// Further reports, FORMAT=FILE.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report: text, json, sarif, junit, github or gitlab.",
      valueName: "format=file"))
  package var report: [String] = []

  /// The format of the report on standard output.
  @Option(
    help: ArgumentHelp(
      "What to print: text, json, sarif, junit, github or gitlab.", valueName: "format"))
  package var format = CheckReportFormat.text

  /// The file with the errors that do not fail the run.
  @Option(
    help: ArgumentHelp(
      "Errors this file knows do not fail the run.", valueName: "file"), completion: .file())
  package var baseline: String?

  /// The file that receives what was found as a baseline.
  @Option(
    help: ArgumentHelp(
      "Write everything found now as a baseline.", valueName: "file"), completion: .file())
  package var writeBaseline: String?

  /// Whether each code is counted at the end of the text.
  @Flag(help: "Count each code at the end of the text.")
  package var statistics = false

  /// What counts as an error.
  @OptionGroup(title: "Judging")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}
}
