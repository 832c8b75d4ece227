// SPDX-License-Identifier: Apache-2.0

import PassApp
import PassBasics
import PassConsole
import PassDiagnostics
import PassJSON

/// Payloads of a file: one object, an array of objects, or one object a line.
enum NotifyPayloads {
  /// Calls `body` with each payload. Invalid JSON becomes a finding.
  static func read(
    _ file: String, _ report: inout Report, _ body: (JSONValue, inout Report) throws -> Void
  ) throws {
    let bytes = file == "-" ? try Disk.readStandardInput() : try Disk.read(file)
    let name = file == "-" ? "standard input" : file
    let lines = bytes.split(separator: 0x0A).filter { $0.contains { $0 > 0x20 } }
    var aside = Report()
    let areLines =
      lines.count > 1
      && JSONReader.read(Array(lines[0]), name: name, report: &aside)?.root.isObject == true
    if areLines {
      // The whole file is the source of every line, so locations have the right line numbers.
      let source = report.sources.add(Source(name: name, bytes: bytes))
      for line in lines {
        guard
          let document = JSONReader.read(
            Array(line), source: source, at: line.startIndex, report: &report)
        else { continue }
        try body(document.root, &report)
      }
      return
    }
    guard let document = JSONReader.read(bytes, name: name, report: &report) else { return }
    if document.root.isArray {
      for element in document.root.elements { try body(element, &report) }
    } else {
      try body(document.root, &report)
    }
  }
}

extension NotifyCheckCommand: AppProgramCommand {
  func perform() throws {
    var options = NotificationOptions()
    options.receiver = to
    for text in header {
      let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2 else {
        throw CommandFailureError.usage("--header \(text) is not a header, expected NAME=VALUE")
      }
      options.headers[parts[0].lowercased()] = parts[1]
    }
    var reports = try DocumentReports(reportOptions, inputs: files)
    for file in files {
      var report = Report(wantsNotes: reports.wantsNotes)
      try NotifyPayloads.read(file, &report) { payload, report in
        NotificationCheck.check(payload, options, report: &report)
      }
      try reports.add(file == "-" ? "standard input" : file, report.sorted)
    }
    try reports.finish()
  }
}

extension NotifyRouteCommand: AppProgramCommand {
  func perform() throws {
    var report = Report()
    var fails = false
    try NotifyPayloads.read(file, &report) { payload, _ in
      let push = WalletPush(payload)
      if case .invalid = push { fails = true }
      switch format {
      case .text: Console.print(push.line(showsIDs: showIds))
      case .json:
        var builder = JSONBuilder()
        builder.begin(.object, origin: .none)
        builder.key("version")
        builder.scalar(.number, "1")
        for (name, value) in push.members(showsIDs: showIds) {
          builder.key(name)
          builder.string(value)
        }
        builder.end()
        Console.writeJSON(JSONWriter.bytes(of: builder.document().root) + [0x0A])
      }
    }
    Console.report(report.sorted, showsNotes: false)
    if fails || report.hasErrors { throw CommandFailureError.findings }
  }
}

extension NotifySwiftCommand: AppProgramCommand {
  func perform() throws {
    var files = [(name: "WalletPush.swift", text: RouterSource.router)]
    if sdk { files.append(("WalletPush+SDK.swift", RouterSource.sdk)) }
    try WrittenSources.write(files, to: output)
  }
}

extension NotifyExampleCommand: AppProgramCommand {
  func perform() throws { Console.write(name.text(card: card)) }
}
