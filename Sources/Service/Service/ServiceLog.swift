// SPDX-License-Identifier: Apache-2.0

import Logging
import PassBasics
import PassDiagnostics
import PassJSON
import PassReport

/// A log handler for standard error, as text or JSON.
struct ServiceLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info
  let isJSON: Bool
  let clock: @Sendable () -> Int64

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let time = CivilTime(secondsSince1970: clock()).text(offsetInMinutes: 0)
    let all = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    var line: [UInt8] = []
    if isJSON {
      line += Array(#"{"time":"#.utf8)
      JSONWriter.writeString(time, to: &line)
      line += Array(#","level":"\#(event.level.rawValue)","message":"#.utf8)
      JSONWriter.writeString("\(event.message)", to: &line)
      for (key, value) in all {
        line += Array(",".utf8)
        JSONWriter.writeString(key, to: &line)
        line += Array(":".utf8)
        JSONWriter.writeString("\(value)", to: &line)
      }
      line += Array("}\n".utf8)
      line = Array(ReportJSON.safe(line).utf8)
    } else {
      let words = all.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      let text = "\(time) \(event.level.rawValue) \(event.message)"
      let shown = TextWriter.printable(words.isEmpty ? text : text + " " + words)
      line = Array((TextWriter.withoutCommands(shown) + "\n").utf8)
    }
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
