// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// An explanation for a row with another number of cells than the header.
struct CellCount {
  /// The place of the probable mistake, and how to correct it.
  struct Advice {
    let offset: Int
    let help: String
  }

  let bytes: [UInt8]
  let spans: [Row.Span]
  let delimiter: UInt8
  /// The number of cells in the header.
  let expected: Int

  /// Explains a row with too few cells by another delimiter. Returns nil if that does not explain
  /// it.
  func adviceForTooFew() -> Advice? {
    for sign in ";,\t|".utf8 where sign != delimiter {
      guard bytes.count(where: { $0 == sign }) + 1 >= expected,
        let first = bytes.firstIndex(of: sign)
      else { continue }
      return Advice(
        offset: first,
        help: "write \(Self.name(delimiter)) in place of \(Self.name(sign)) between the cells of "
          + "this row, as in the header")
    }
    return nil
  }

  /// Explains a row with one cell too many: a value that contains the delimiter, such as 1.250,00
  /// or "Lovelace, Ada". Returns nil if there is none, or more than one.
  func adviceForTooMany() -> Advice? {
    guard spans.count == expected + 1 else { return nil }
    let candidates = spans.indices.dropLast().filter { isTruncated(after: $0) }
    guard candidates.count == 1, let index = candidates.first else { return nil }
    return Advice(
      offset: spans[index].offset,
      help: "if \(Self.name(delimiter)) is part of this value, put the value into double quotes")
  }

  /// Returns whether a cell and the next one look like one value without quotes.
  private func isTruncated(after index: Int) -> Bool {
    let (left, right) = (spans[index], spans[index + 1])
    guard left.kind == .plain, right.kind == .plain else { return false }
    let (head, tail) = (text(left), text(right))
    guard let last = head.last, let first = tail.first else { return false }
    // "Lovelace, Ada" among cells without spaces after the delimiter.
    if first == 0x20, tail.count > 1 {
      return spans.dropFirst().count { text($0).first == 0x20 } == 1
    }
    // 1.250,00 and 12,50
    return last.isDigit && (tail.count == 2 || tail.count == 3) && tail.allSatisfy(\.isDigit)
      && head.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      && (tail.count == 2 || head.count <= 3)
  }

  private func text(_ span: Row.Span) -> ArraySlice<UInt8> {
    bytes[Int(span.start)..<Int(span.end)]
  }

  private static func name(_ sign: UInt8) -> String {
    sign == 0x09 ? "a tab" : "\"\(Character(UnicodeScalar(sign)))\""
  }
}
