// SPDX-License-Identifier: Apache-2.0

import ArgumentParser
import PassApp
import PassConsole
import PassDiagnostics

/// `passc pay swift`: payment requests as source of an app.
struct PaySwiftCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "swift",
    abstract: "Write payment requests as Swift for an app.",
    discussion: """
      One function per document, named after its file, returns a PKPaymentRequest; --ui adds what \
      presents the sheet and answers it, and a view for SwiftUI. A document with an error writes \
      nothing. The merchant identifier has to stand in the app's entitlements: passc app fragments.

      Example:
        passc pay swift day-pass.json subscription.json --ui -o Payments \\
          --merchant merchant.com.example.gym
      """)

  @Argument(
    help: ArgumentHelp("Payment requests.", valueName: "file"),
    completion: .file(extensions: ["json"]))
  var files: [String]

  @Option(help: ArgumentHelp("The merchant identifier of the app.", valueName: "id"))
  var merchant: String

  @Option(
    name: [.short, .long],
    help: ArgumentHelp("The folder to write to; files in it are not replaced.", valueName: "dir"),
    completion: .directory)
  var output: String

  @Flag(help: "Also write the coordinator of the sheet and a view for SwiftUI.")
  var ui = false

  func validate() throws {
    if files.isEmpty { throw ValidationError("no document was given") }
    guard merchant.hasPrefix("merchant."), merchant.utf8.count > 9 else {
      throw ValidationError("--merchant \(merchant) is no merchant identifier, merchant. and more")
    }
  }

  func run() throws {
    var options = PaymentOptions(now: try SigningTime.now())
    options.isForSwift = true
    var sources: [PaymentSwift.Source] = []
    var fails = false
    for file in files {
      do {
        let document = try PayDocuments.sound(file, options)
        guard document.kind == .request else {
          throw Failure.usage(
            "\(file) is no payment request, its total stands elsewhere",
            help: "an app makes a PKPaymentRequest of a document with a total")
        }
        sources.append(PaymentSwift.Source(document: document, file: file))
      } catch let failure as Failure where failure.status == .findings {
        fails = true
      }
    }
    if fails { throw Failure.findings }
    if let twice = sources.indices.first(where: { index in
      sources[..<index].contains { $0.name == sources[index].name }
    }) {
      throw Failure.usage(
        "two documents would become \(sources[twice].name)Request", help: "rename a file")
    }
    var written = [
      (name: "PaymentRequests.swift", text: PaymentSwift.requests(sources, merchant: merchant))
    ]
    if ui {
      written.append(("PaymentCoordinator.swift", PaymentSwift.coordinator))
      written.append(("PaymentView.swift", PaymentSwift.view))
    }
    try WrittenSources.write(written, to: output)
  }
}
