// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassConsole
import PassCrypto
import PassDiagnostics
import PassGoogle
import PassGoogleModel
import PassJSON
import PassTemplate

extension GoogleCheckCommand: GoogleWork {
  func perform() throws {
    let files = inputs.filter { !GoogleToken.isLink($0) && $0 != "-" }
    var reports = try DocumentReports(reportOptions, inputs: files)
    for input in inputs {
      var report = Report(wantsNotes: reports.wantsNotes)
      let name: String
      if GoogleToken.isLink(input) {
        name = "link"
        GoogleToken.check(input, name: name, report: &report)
      } else if Disk.identity(of: input)?.isFolder == true {
        name = input
        if let template = try Template.load(input, report: &report) {
          GoogleCompiler.check(template, &report)
        }
      } else {
        name = input == "-" ? "standard input" : input
        let bytes = input == "-" ? try Disk.readStandardInput() : try Disk.read(input)
        Self.check(bytes, name: name, report: &report)
      }
      try reports.add(name, report.sorted)
    }
    try reports.finish()
  }

  private static func check(_ bytes: [UInt8], name: String, report: inout Report) {
    let text = String(decoding: bytes, as: UTF8.self)
    let trimmed = text.trimmingSpaces
    if GoogleToken.isLink(trimmed) {
      return GoogleToken.check(trimmed, name: name, report: &report)
    }
    // A file with several documents is JSON Lines. One document may also have several lines.
    var whole = Report(wantsNotes: report.wantsNotes)
    if let document = JSONReader.read(bytes, name: name, mode: .lenient, report: &whole),
      !whole.hasErrors
    {
      report = whole
      return check(document, &report)
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    guard lines.count > 1, lines[0].hasPrefix("{"), lines[0].trimmingSpaces.hasSuffix("}") else {
      report = whole
      return
    }
    var parts: [GooglePayload.Part] = []
    for line in lines where !line.allSatisfy(\.isWhitespace) {
      guard
        let document = JSONReader.read(
          Array(line.utf8), name: name, mode: .lenient, report: &report)
      else { continue }
      let root = document.root["body"] ?? document.root
      guard let payload = GooglePayload(root) else {
        unrecognized(root, &report)
        continue
      }
      parts += payload.parts
    }
    GooglePayload(parts: parts).check(.written, report: &report)
  }

  private static func check(_ document: JSONDocument, _ report: inout Report) {
    guard let payload = GooglePayload(document.root["body"] ?? document.root) else {
      return unrecognized(document.root, &report)
    }
    payload.check(.written, report: &report)
  }

  private static func unrecognized(_ root: JSONValue, _ report: inout Report) {
    report(
      GoogleFindings.payloadUnrecognized, "the document is not a class, an object or a payload",
      at: root)
  }
}

extension StringProtocol {
  /// The text without white space at both ends.
  fileprivate var trimmingSpaces: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}
