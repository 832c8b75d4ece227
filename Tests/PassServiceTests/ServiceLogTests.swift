// SPDX-License-Identifier: Apache-2.0

import Logging
import PassDiagnostics
import PassJSON
import Testing

@testable import PassService

/// Tests of the log lines of the service.
struct ServiceLogTests {
  private static func line(isJSON: Bool, _ message: String, _ metadata: Logger.Metadata) -> String {
    let log = ServiceLog(isJSON: isJSON, clock: { 1_767_225_600 })
    return String(decoding: log.line(.info, message, metadata), as: UTF8.self)
  }

  @Test func writesNumbersAsNumbersInJSON() {
    let line = Self.line(
      isJSON: true, "imported the table",
      ["rows": .count(12), "serial": "0012", "isAll": .stringConvertible(true)])
    #expect(
      line == #"{"time":"2026-01-01T00:00:00+00:00","level":"info","message":"imported the table","#
        + #""isAll":true,"rows":12,"serial":"0012"}"# + "\n")
  }

  @Test func writesOneLineForAnyMessage() {
    for text in ["a\nb", "\u{2028}", "\u{1b}[2J", #"say "yes""#, "\u{0}"] {
      let line = Self.line(isJSON: true, text, ["reason": "\(text)"])
      #expect(line.filter { $0.isNewline }.count == 1, "\(line)")
      var report = Report()
      #expect(JSONReader.read(Array(line.utf8), name: "log", report: &report) != nil)
    }
  }

  @Test func writesNumbersInText() {
    let line = Self.line(isJSON: false, "imported the table", ["rows": .count(12)])
    #expect(line == "2026-01-01T00:00:00+00:00 info imported the table rows=12\n")
  }
}
