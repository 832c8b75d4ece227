// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassConsole

/// `passc pay js`: a document as an expression of JavaScript.
struct PayJSCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "js",
    abstract: "Write a document of Apple Pay as a JavaScript expression.",
    discussion: """
      Dates become new Date(…); durations such as P14D count from now, --as-of or SOURCE_DATE_EPOCH. \
      What is written can stand in a page between script tags. A document with an error writes \
      nothing.

      Example:
        passc pay js booking.json -o request.js
      """)

  @Argument(
    help: ArgumentHelp("The document; - is standard input.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var file: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
    completion: .file(extensions: ["js"]))
  var output: String?

  @Option(
    help: ArgumentHelp(
      "What the document is: request, method or an update; told by its members otherwise.",
      valueName: "kind"))
  var kind: PaymentKind?

  @Option(
    help: ArgumentHelp("What durations count from, YYYY-MM-DD or moment.", valueName: "time"))
  var asOf: String?

  func run() throws {
    var options = PaymentOptions(now: try PayDocuments.today(asOf))
    options.kind = kind
    let document = try PayDocuments.sound(file, options)
    try WrittenSources.write(
      PaymentJavaScript.text(of: document, asOf: options.now), to: output)
  }
}
