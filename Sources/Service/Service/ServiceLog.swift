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
    let line = line(event.level, "\(event.message)", event.metadata ?? [:])
    _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  func line(_ level: Logger.Level, _ message: String, _ metadata: Logger.Metadata) -> [UInt8] {
    let time = CivilTime(secondsSince1970: clock()).text(offsetInMinutes: 0)
    let all = self.metadata.merging(metadata) { $1 }.sorted { $0.key < $1.key }
    if isJSON {
      var line: [UInt8] = []
      line += Array(#"{"time":"#.utf8)
      JSONWriter.writeString(time, to: &line)
      line += Array(#","level":"\#(level.rawValue)","message":"#.utf8)
      JSONWriter.writeString(message, to: &line)
      for (key, value) in all {
        line += Array(",".utf8)
        JSONWriter.writeString(key, to: &line)
        line += Array(":".utf8)
        Self.writeValue(value, to: &line)
      }
      line += Array("}\n".utf8)
      return Array(ReportJSON.safe(line).utf8)
    }
    let words = all.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
    let text = "\(time) \(level.rawValue) \(message)"
    let shown = TextWriter.printable(words.isEmpty ? text : text + " " + words)
    return Array((TextWriter.withoutCommands(shown) + "\n").utf8)
  }

  /// Writes a value of the metadata as JSON. Numbers and truth values stay what they are.
  private static func writeValue(_ value: Logger.Metadata.Value, to line: inout [UInt8]) {
    switch value {
    case .stringConvertible(let number as any FixedWidthInteger): line += Array("\(number)".utf8)
    case .stringConvertible(let flag as Bool): line += Array("\(flag)".utf8)
    default: JSONWriter.writeString("\(value)", to: &line)
    }
  }
}

extension Logger.MetadataValue {
  /// A number of things, which is a number in JSON too.
  static func count(_ number: Int) -> Self { .stringConvertible(number) }
}
