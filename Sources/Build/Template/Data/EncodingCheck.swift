// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// A check of all bytes of an input before anything is signed.
package enum EncodingCheck {
  /// Returns false, after an error with line and column, if the bytes are not text in the encoding
  /// that was given or that the byte order mark shows.
  package static func run(
    name: String, options: DataOptions, read: @escaping ByteSource, report: inout Report
  ) throws -> Bool {
    // The reader of workbooks checks all of the file.
    if options.isWorkbook(named: name) { return true }
    guard
      var input = try DataReader.openText(name: name, options: options, read: read, report: &report)
    else { return false }
    var place = TextPlace()
    // The start of a character that continues in the next chunk.
    var rest: [UInt8] = []
    while let chunk = try input.next() {
      let bytes = rest.isEmpty ? chunk : rest + chunk
      rest = []
      if let invalid = UTF8Check.firstInvalidByte(bytes) {
        if bytes.count - invalid < 4, isUnfinished(bytes[invalid...]) {
          rest = Array(bytes[invalid...])
          place.advance(over: bytes[..<invalid])
          continue
        }
        place.advance(over: bytes[..<invalid])
        reportInvalid(bytes[invalid...], input.encoding != .utf8, place, name, &report)
        return false
      }
      place.advance(over: bytes[...])
    }
    if !rest.isEmpty {
      reportInvalid(rest[...], input.encoding != .utf8, place, name, &report)
      return false
    }
    return true
  }

  /// Returns whether more bytes could complete a character.
  private static func isUnfinished(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.first else { return false }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 1
    guard bytes.count < length, first <= 0xF4 else { return false }
    return bytes.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  private static func reportInvalid(
    _ bytes: ArraySlice<UInt8>, _ isConverted: Bool, _ place: TextPlace, _ name: String,
    _ report: inout Report
  ) {
    // The line itself is no longer in memory. Spaces of the same length give the right column.
    let blanks = [UInt8](repeating: 0x20, count: place.column)
    let source = report.sources.add(
      Source(name: name, bytes: blanks, firstLine: place.line, shown: .nothing))
    let (message, help, settings) = UTF8Check.explanation(of: bytes, isConverted: isConverted)
    report(
      DataFindings.invalidBytes, message, at: Origin(source: source, offset: place.column),
      help: help, settings: settings)
  }

  /// The line and column of the next byte.
  private struct TextPlace {
    var line = 1
    /// From 0.
    var column = 0
    private var isAfterReturn = false

    mutating func advance(over bytes: ArraySlice<UInt8>) {
      guard !bytes.isEmpty else { return }
      var lastBreak: Int?
      bytes.withUnsafeBufferPointer { bytes in
        for (index, byte) in bytes.enumerated() {
          if byte == 0x0A {
            if !isAfterReturn { line += 1 }
            lastBreak = index
          } else if byte == 0x0D {
            line += 1
            lastBreak = index
          }
          isAfterReturn = byte == 0x0D
        }
      }
      column = lastBreak.map { bytes.count - $0 - 1 } ?? column + bytes.count
    }
  }
}
