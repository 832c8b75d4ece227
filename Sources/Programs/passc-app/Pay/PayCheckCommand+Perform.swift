// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON

extension PayCheckCommand: AppProgramCommand {
  func perform() throws {
    var options = PaymentOptions(now: try PayDocuments.today(asOf))
    options.kind = kind
    options.version = applePayVersion
    options.merchant = merchant
    let request = try self.request.map(PayDocuments.request)
    var reports = try DocumentReports(
      reportOptions, inputs: files + [self.request].compactMap { $0 })
    var needs = PaymentNeeds()
    for file in files {
      if file == "-" {
        try checkLines(options, request, &needs, &reports)
      } else {
        var report = Report(wantsNotes: reports.wantsNotes)
        let document = PaymentCheck.document(
          try Disk.read(file), name: file, options, against: request?.root, report: &report)
        if let document { needs.add(document.needs) }
        try reports.add(file, report.sorted)
      }
    }
    try reports.finish(last: needs.sentence)
  }

  /// Checks one document for each line when it arrives, on all processors. If the first line is not
  /// a complete document, standard input is one document.
  private func checkLines(
    _ options: PaymentOptions, _ request: JSONDocument?, _ needs: inout PaymentNeeds,
    _ reports: inout DocumentReports
  ) throws {
    let name = "standard input"
    let stream = FileStream.standardInput()
    var started: [UInt8] = []
    var areLines: Bool?
    while areLines == nil, started.count <= JSONReader.limitInBytes, let piece = try stream.next() {
      started += piece
      areLines = PaymentLines(started).areDocuments(isWhole: false)
    }
    if areLines == nil, started.count <= JSONReader.limitInBytes {
      areLines = PaymentLines(started).areDocuments(isWhole: true)
    }
    guard areLines == true else {
      // The loop reads past the limit, because the reader then rejects the document with its own
      // finding.
      while started.count <= JSONReader.limitInBytes, let piece = try stream.next() {
        started += piece
      }
      var report = Report(wantsNotes: reports.wantsNotes)
      let document = PaymentCheck.document(
        started, name: name, options, against: request?.root, report: &report)
      if let document { needs.add(document.needs) }
      return try reports.add(name, report.sorted)
    }
    var lines = PaymentLineStream()
    var batch = lines.addPiece(started)
    while true {
      try check(batch, name, options, request, &needs, &reports)
      guard let piece = try stream.next() else { break }
      batch = lines.addPiece(piece)
    }
    try check(lines.end(), name, options, request, &needs, &reports)
  }

  private func check(
    _ lines: [PaymentLineStream.Line], _ name: String, _ options: PaymentOptions,
    _ request: JSONDocument?, _ needs: inout PaymentNeeds, _ reports: inout DocumentReports
  ) throws {
    let wantsNotes = reports.wantsNotes
    try OrderedWork.run(count: lines.count, workers: Processors.allowed) {
      _, index -> (line: Int, found: [Diagnostic], needs: PaymentNeeds?) in
      let line = lines[index]
      var report = Report(wantsNotes: wantsNotes)
      let document = PaymentCheck.document(
        line: line.text, number: line.number, name: name, options, against: request?.root,
        report: &report)
      return (line.number, report.sorted, document?.needs)
    } deliver: { checked in
      if let more = checked.needs { needs.add(more) }
      try reports.add("\(name):\(checked.line)", checked.found)
    }
  }
}
