// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

package struct PayJSCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "js",
    abstract: "Write an Apple Pay document as a JavaScript expression.",
    discussion: """
      Dates become new Date(...). Durations such as P14D count from --as-of, SOURCE_DATE_EPOCH or \
      now. The result is safe between script tags. passc writes nothing if the document has an \
      error.

      Example:
        passc pay js booking.json -o request.js
      """)

  @Argument(
    help: ArgumentHelp(
      "The document; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var file: String

  /// The file for the expression, or nil for standard output.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Write to this file; standard output by default.", valueName: "file"),
    completion: .file(extensions: ["js"]))
  package var output: String?

  /// The kind of the document, or nil to detect it from the members.
  @Option(
    help: ArgumentHelp(
      "Read the document as this kind; detected by default.",
      valueName: "kind"))
  package var kind: PaymentKind?

  /// The time that durations are counted from, or nil for now.
  @Option(
    help: ArgumentHelp(
      "Count durations from this time; now by default.", valueName: "time"))
  package var asOf: String?

  @OptionGroup(title: OutputOptions.title)
  package var outputOptions: OutputOptions

  package init() {}
}
