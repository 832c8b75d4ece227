// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// The lines of a text that are not empty, with their numbers from 1.
package struct PaymentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns whether each line is a document (true) or all lines together are one (false). Returns
  /// nil if the first line may be incomplete.
  ///
  /// - Parameter isWhole: whether the text is complete.
  package func areDocuments(isWhole: Bool) -> Bool? {
    var first = self
    guard let (_, line) = first.next(), first.next() != nil else { return isWhole ? true : nil }
    var report = Report()
    return JSONReader.read(line, name: "", report: &report) != nil
  }

  package mutating func next() -> (number: Int, text: [UInt8])? {
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
      let line = bytes[position..<end]
      position = end + 1
      number += 1
      if line.contains(where: { $0 > 0x20 }) { return (number, Array(line)) }
    }
    return nil
  }
}

/// The lines of a text that arrives in pieces.
package struct PaymentLineStream {
  /// A line that is not empty.
  package struct Line: Sendable {
    /// The line number from 1.
    package let number: Int
    /// The line without its end. A line longer than any document is truncated.
    package let text: [UInt8]
  }

  private var partialLine: [UInt8] = []
  private var number = 0

  package init() {}

  /// Returns the lines that end in a piece.
  package mutating func addPiece(_ piece: [UInt8]) -> [Line] {
    var lines: [Line] = []
    var start = 0
    while let end = piece[start...].firstIndex(of: 0x0A) {
      add(piece[start..<end])
      finishLine(&lines)
      start = end + 1
    }
    add(piece[start...])
    return lines
  }

  /// Returns the last line if it has no line end.
  package mutating func end() -> [Line] {
    var lines: [Line] = []
    finishLine(&lines)
    return lines
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let room = JSONReader.limitInBytes + 1 - partialLine.count
    if room > 0 { partialLine += bytes.prefix(room) }
  }

  private mutating func finishLine(_ lines: inout [Line]) {
    number += 1
    if partialLine.contains(where: { $0 > 0x20 }) {
      lines.append(Line(number: number, text: partialLine))
    }
    partialLine = []
  }
}

extension PaymentCheck {
  /// Reads and checks a document in one line of a larger text.
  package static func document(
    line: [UInt8], number: Int, name: String, _ options: PaymentOptions,
    against: JSONValue? = nil, report: inout Report
  ) -> PaymentDocument? {
    report.sources.setRow(
      Source(name: name, bytes: line, firstLine: number, shown: .member))
    guard let read = JSONReader.read(line, source: SourceTable.row, report: &report),
      !report.hasErrors
    else { return nil }
    return document(read.root, options, against: against, report: &report)
  }
}
