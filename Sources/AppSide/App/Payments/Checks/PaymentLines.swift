// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// The lines of a text that are not blank, with their numbers from 1.
package struct PaymentLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0
  private var number = 0

  /// The lines of a text.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Whether the first line is a document by itself, else the text is one document on several lines;
  /// nil while the first line may go on.
  ///
  /// - Parameter isWhole: nothing follows the text.
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

/// The lines of a text that comes in pieces.
package struct PaymentLineStream {
  /// A line that is not blank.
  package struct Line: Sendable {
    /// From 1.
    package let number: Int
    /// Without its end; one that is longer than any document is cut behind that length.
    package let text: [UInt8]
  }

  private var begun: [UInt8] = []
  private var number = 0

  /// A text of which nothing has come.
  package init() {}

  /// The lines that end in a piece.
  package mutating func take(_ piece: [UInt8]) -> [Line] {
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

  /// The last line, where it does not end.
  package mutating func end() -> [Line] {
    var lines: [Line] = []
    finishLine(&lines)
    return lines
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>) {
    let room = JSONReader.limitInBytes + 1 - begun.count
    if room > 0 { begun += bytes.prefix(room) }
  }

  private mutating func finishLine(_ lines: inout [Line]) {
    number += 1
    if begun.contains(where: { $0 > 0x20 }) { lines.append(Line(number: number, text: begun)) }
    begun = []
  }
}

extension PaymentCheck {
  /// Reads and judges a document that is one line of a larger text.
  package static func document(
    line: [UInt8], number: Int, name: String, _ options: PaymentOptions,
    against: JSONValue? = nil, report: inout Report
  ) -> PaymentDocument? {
    report.sources.setRow(Source(name: name, bytes: line, firstLine: number))
    guard let read = JSONReader.read(line, source: SourceTable.row, report: &report),
      !report.hasErrors
    else { return nil }
    return document(read.root, options, against: against, report: &report)
  }
}
