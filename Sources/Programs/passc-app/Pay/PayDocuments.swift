// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON
import PassModel

/// Documents of Apple Pay from files and standard input.
enum PayDocuments {
  /// Returns the time of the check: that of `--as-of`, or `SOURCE_DATE_EPOCH`, or the clock.
  static func today(_ asOf: String?) throws -> Int64 {
    try asOf.map(TimeOption.asOf) ?? SigningTime.now()
  }

  /// Reads the request that updates belong to. It must be valid JSON with a total.
  static func request(_ file: String) throws -> JSONDocument {
    var report = Report()
    let document = JSONReader.read(try Disk.read(file), name: file, report: &report)
    guard let document, !report.hasErrors else {
      Console.report(report.sorted, showsNotes: false, isLast: report.hasErrors)
      throw CommandFailureError.findings
    }
    guard document.root["total"] != nil else {
      throw CommandFailureError.usage(
        "\(file) is not a payment request", help: "give --request a request, which has a total")
    }
    return document
  }

  /// Reads a document and checks it. If it has errors, prints its findings and throws.
  static func sound(_ file: String, _ options: PaymentOptions) throws -> PaymentDocument {
    var report = Report()
    let bytes = file == "-" ? try Disk.readStandardInput() : try Disk.read(file)
    let name = file == "-" ? "standard input" : file
    let document = PaymentCheck.document(bytes, name: name, options, report: &report)
    Console.report(
      report.sorted, showsNotes: false, isLast: report.hasErrors, outcome: "nothing written")
    guard let document, !report.hasErrors else { throw CommandFailureError.findings }
    return document
  }
}
