// SPDX-License-Identifier: Apache-2.0

package enum UTF8Text {
  /// Returns the offset of the first byte that is not well-formed UTF-8 (Unicode, table 3-7), or
  /// nil.
  package static func firstInvalidByte(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    let count = bytes.count
    func isContinuation(_ offset: Int, _ range: ClosedRange<UInt8> = 0x80...0xBF) -> Bool {
      offset < count && range.contains(bytes[offset])
    }
    while index < count {
      let byte = bytes[index]
      if byte < 0x80 {
        index += 1
        continue
      }
      let length: Int
      let second: ClosedRange<UInt8>
      switch byte {
      case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
      case 0xE0: (length, second) = (3, 0xA0...0xBF)
      case 0xED: (length, second) = (3, 0x80...0x9F)
      case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
      case 0xF0: (length, second) = (4, 0x90...0xBF)
      case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
      case 0xF4: (length, second) = (4, 0x80...0x8F)
      default: return index
      }
      guard isContinuation(index + 1, second),
        length < 3 || isContinuation(index + 2),
        length < 4 || isContinuation(index + 3)
      else { return index }
      index += length
    }
    return nil
  }

  /// Returns the offset of the first byte that is not well-formed UTF-8, or nil.
  package static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { firstInvalidByte($0) }
  }
}
