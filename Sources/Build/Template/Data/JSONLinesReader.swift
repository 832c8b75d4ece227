// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// Reads one JSON object per line, or one object that is the whole text.
struct JSONLinesReader {
  private(set) var emptyRows = 0
  private(set) var hasFailed = false

  private let name: String
  private let isOneObject: Bool
  private var input: TextInput
  private var buffer: [UInt8] = []
  private var start = 0
  /// The end of the part of the line that was searched for its end.
  private var position = 0
  private var isAtEnd = false
  private var lineNumber = 1
  private var rows = 0

  init(name: String, input: TextInput, isOneObject: Bool) {
    self.name = name
    self.input = input
    self.isOneObject = isOneObject
  }

  /// Continues with another text.
  mutating func restart(with bytes: [UInt8]) {
    self = JSONLinesReader(
      name: name, input: TextInput(utf8: bytes), isOneObject: isOneObject)
  }

  /// Returns the next row that is not blank.
  mutating func next(_ report: inout Report) throws -> Row? {
    while !hasFailed, let (text, line) = try nextText() {
      if text.allSatisfy({ $0 <= 0x20 }), !isOneObject {
        emptyRows += 1
        continue
      }
      rows += 1
      return row(text, line: line, &report)
    }
    return nil
  }

  private mutating func row(_ text: [UInt8], line: Int, _ report: inout Report) -> Row {
    report.sources.setRow(
      Source(name: name, bytes: text, firstLine: line, shown: .member))
    var document: JSONDocument?
    let origin = Origin(source: SourceTable.row, offset: 0)
    if text.count > DataLimits.rowInBytes {
      report(
        DataFindings.rowTooLarge,
        "the row is larger than \(DataLimits.rowInBytes >> 20) MB; passc stops reading here",
        at: origin)
      hasFailed = true
    } else if let invalid = UTF8Check.firstInvalidByte(text) {
      UTF8Check.report(
        text, at: invalid, isConverted: input.encoding != .utf8, source: SourceTable.row,
        report: &report)
    } else {
      let before = report.diagnostics.count
      document = JSONReader.read(text, source: SourceTable.row, report: &report)
      if report.diagnostics.dropFirst(before).contains(where: { $0.severity == .error }) {
        document = nil
      }
      if let root = document?.root, !root.isObject {
        if isOneObject, root.isArray {
          report(
            DataFindings.manyObjects, "the file contains a list, expected one object", at: root,
            help: "save one object per line: jq -c '.[]' \(name) > rows.jsonl")
        } else {
          report(DataFindings.notObject, "the row is not a JSON object", at: root)
        }
        document = nil
      }
    }
    return Row(
      number: rows, line: line, name: name, bytes: text, document: document,
      isRejected: document == nil)
  }

  /// Returns the bytes of the next line, or of the whole text, without the line end.
  private mutating func nextText() throws -> (text: [UInt8], line: Int)? {
    while true {
      if !isOneObject, let end = lineEnd() {
        var text = Array(buffer[start..<end])
        if text.last == 0x0D { text.removeLast() }
        start = end + 1
        position = start
        lineNumber += 1
        return (text, lineNumber - 1)
      }
      if isAtEnd || buffer.count - start > DataLimits.rowInBytes {
        guard buffer.count > start || (isOneObject && rows == 0) else { return nil }
        let text = Array(buffer[start...])
        (buffer, start, position) = ([], 0, 0)
        isAtEnd = true
        return (text, lineNumber)
      }
      guard let chunk = try input.next() else {
        isAtEnd = true
        continue
      }
      if start > 0 {
        buffer.removeSubrange(0..<start)
        position -= start
        start = 0
      }
      buffer += chunk
    }
  }

  private mutating func lineEnd() -> Int? {
    let count = buffer.count
    var index = position
    buffer.withUnsafeBufferPointer { bytes in
      while index < count, bytes[index] != 0x0A { index += 1 }
    }
    position = index
    return index < count ? index : nil
  }
}
