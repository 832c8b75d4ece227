// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser
package import PassCompanionFindings

/// `passc pay js`: a document as an expression of JavaScript.
package struct PayJSCommand: CompanionCommand {
  package static let program = CompanionProgram.app

  package static let configuration = CommandConfiguration(
    commandName: "js",
    abstract: "Write a document of Apple Pay as a JavaScript expression.",
    discussion: """
      Dates become new Date(…); durations such as P14D count from now, --as-of or SOURCE_DATE_EPOCH. \
      What is written can stand in a page between script tags. A document with an error writes \
      nothing.

      Example:
        passc pay js booking.json -o request.js
      """)

  /// The document.
  @Argument(
    help: ArgumentHelp("The document; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  package var file: String

  /// The file the expression is written to; nil for standard output.
  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
    completion: .file(extensions: ["js"]))
  package var output: String?

  /// The kind of the document; nil to find it by its members.
  @Option(
    help: ArgumentHelp(
      "What the document is: request, method or an update; told by its members otherwise.",
      valueName: "kind"))
  package var kind: PaymentKind?

  /// The day or moment that durations count from; nil for now.
  @Option(
    help: ArgumentHelp("What durations count from, YYYY-MM-DD or moment.", valueName: "time"))
  package var asOf: String?

  /// Options that ask for nothing.
  package init() {}
}
