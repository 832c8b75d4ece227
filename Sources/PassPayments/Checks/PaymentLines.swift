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

  /// Whether the first line is a document by itself; else the text is one document on several lines.
  package var areDocuments: Bool {
    var first = self
    guard let (_, line) = first.next() else { return true }
    guard first.next() != nil else { return true }
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
