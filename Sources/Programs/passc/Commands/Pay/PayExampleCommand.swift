// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassConsole

/// `passc pay example`: a document to start from.
struct PayExampleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "example",
    abstract: "Write a payment request to start from.",
    discussion: """
      Complete and without a fault: one payment, a subscription, a reload, a deferred payment, several \
      merchants, a coupon code.

      Example:
        passc pay example deferred -o booking.json
      """)

  @Argument(
    help: ArgumentHelp(
      "once, recurring, reload, deferred, multi-merchant or coupon.", valueName: "name"))
  var name: PaymentExample

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The file to write; standard output by default.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var output: String?

  func run() throws { try WrittenSources.write(name.text, to: output) }
}

extension PaymentExample: ExpressibleByArgument {
  /// The names, as help and completions list them.
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
