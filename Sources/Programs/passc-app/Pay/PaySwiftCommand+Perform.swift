// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassCompanionFindings
import PassConsole
import PassDiagnostics

extension PaySwiftCommand: AppProgramCommand {
  func perform() throws {
    var options = PaymentOptions(now: try SigningTime.now())
    options.isForSwift = true
    var sources: [PaymentSwift.Source] = []
    var fails = false
    for file in files {
      do {
        let document = try PayDocuments.sound(file, options)
        guard document.kind == .request else {
          throw CommandFailureError.usage(
            "\(file) is not a payment request with a total",
            help: "give a document with a total")
        }
        sources.append(PaymentSwift.Source(document: document, file: file))
      } catch let failure as CommandFailureError where failure.status == .findings {
        fails = true
      }
    }
    if fails { throw CommandFailureError.findings }
    if let twice = sources.indices.first(where: { index in
      sources[..<index].contains { $0.name == sources[index].name }
    }) {
      throw CommandFailureError.usage(
        "two documents would become the function \(sources[twice].name)Request",
        help: "rename a file")
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
