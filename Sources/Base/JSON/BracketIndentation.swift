// SPDX-License-Identifier: Apache-2.0

/// A search for a pair of brackets whose lines are indented differently: in a text with a missing
/// bracket, it is missing between them.
struct BracketIndentation {
  private let bytes: UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the first closing bracket at the beginning of a line that is indented differently from
  /// the line of its opening bracket.
  func firstMismatch() -> (opening: Int, closing: Int)? {
    var open: [(offset: Int, line: Int, indent: Int)] = []
    var lineStart = 0
    var indent = 0
    var isAtBeginning = true
    var isInString = false
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A || byte == 0x0D {
        lineStart = index + 1
        isAtBeginning = true
        isInString = false
      } else if isInString {
        if byte == UInt8(ascii: "\\") { index += 1 }
        if byte == UInt8(ascii: "\"") { isInString = false }
      } else if byte != 0x20, byte != 0x09 {
        if isAtBeginning { indent = index - lineStart }
        switch byte {
        case UInt8(ascii: "\""): isInString = true
        case UInt8(ascii: "{"), UInt8(ascii: "["): open.append((index, lineStart, indent))
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard let last = open.popLast() else { return nil }
          if isAtBeginning, last.line != lineStart, last.indent != indent {
            return (last.offset, index)
          }
        default: break
        }
        isAtBeginning = false
      }
      index += 1
    }
    return nil
  }
}
