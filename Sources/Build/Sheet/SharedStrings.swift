// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The strings that the cells of a workbook share. Above 64 MB they are in a file without a name.
final class SharedStrings {
  private let bytes: SpilledBytes
  /// The end of each string, eight bytes each.
  private let ends: SpilledBytes
  private(set) var count = 0

  init(limitInBytes: Int) {
    bytes = SpilledBytes(limitInBytes: limitInBytes)
    ends = SpilledBytes(limitInBytes: limitInBytes)
  }

  /// Whether the strings are in a file.
  var isInFile: Bool { bytes.isInFile }

  func append(_ text: [UInt8]) throws(FileError) {
    try bytes.append(text)
    let end = UInt64(bytes.count)
    try ends.append((0..<8).map { UInt8(truncatingIfNeeded: end >> (8 * $0)) })
    count += 1
  }

  /// Returns a string by its number, or nil if there is none.
  func text(_ number: Int) throws(FileError) -> String? {
    guard number >= 0, number < count else { return nil }
    let start = number == 0 ? 0 : try end(number - 1)
    return String(decoding: try bytes.bytes(in: start..<end(number)), as: UTF8.self)
  }

  private func end(_ number: Int) throws(FileError) -> Int {
    let bytes = try ends.bytes(in: 8 * number..<8 * number + 8)
    return Int(bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}

/// Reads the part with the shared strings.
final class SharedStringsHandler: XMLHandler {
  private let part: String
  private let strings: SharedStrings
  private var text = SheetText()
  private var isInRun = false
  private var isInText = false

  init(part: String, strings: SharedStrings) {
    (self.part, self.strings) = (part, strings)
  }

  func start(_ name: XMLName, _ attributes: XMLAttributes, depth: Int) throws {
    switch depth {
    case 1:
      guard name == "sst" else {
        throw WorkbookError.damaged(part: part, reason: "it is not a list of shared strings")
      }
    case 2: text.removeAll()
    case 3:
      isInText = name == "t"
      isInRun = name == "r"
    // Text of a run. The only other text at this depth is that of phonetic hints.
    case 4: isInText = isInRun && name == "t"
    default: break
    }
  }

  func end(_ name: XMLName, depth: Int) throws {
    if depth == 3 || depth == 4 { isInText = false }
    if depth == 2 { try strings.append(text.decoded) }
  }

  func text(_ bytes: UnsafeBufferPointer<UInt8>, depth: Int) throws {
    if isInText { try text.append(bytes, part: part) }
  }
}

/// The text of a cell while it is being read.
struct SheetText {
  /// The most bytes of a cell. Excel allows 32,767 characters.
  static let limitInBytes = 16 << 20

  private(set) var bytes: [UInt8] = []

  mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

  mutating func append(_ more: UnsafeBufferPointer<UInt8>, part: String) throws(WorkbookError) {
    guard bytes.count + more.count <= Self.limitInBytes else {
      throw .tooLarge(part: part, reason: "a text of more than \(Self.limitInBytes >> 20) MB")
    }
    bytes += more
  }

  var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The text with the escapes of characters that XML does not allow, such as `_x000D_`.
  var decoded: [UInt8] {
    let underscore = UInt8(ascii: "_")
    guard bytes.contains(underscore) else { return bytes }
    var out: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == underscore, let scalar = escape(at: index) {
        out += String(Character(scalar)).utf8
        index += 7
      } else {
        out.append(bytes[index])
        index += 1
      }
    }
    return out
  }

  /// Returns the character of an escape, or nil if there is none. Half of a surrogate pair is not
  /// a character.
  private func escape(at index: Int) -> Unicode.Scalar? {
    guard index + 6 < bytes.count, bytes[index + 1] == UInt8(ascii: "x"),
      bytes[index + 6] == UInt8(ascii: "_")
    else { return nil }
    let digits = bytes[index + 2..<index + 6]
    let isHex = digits.allSatisfy {
      $0 >= 0x30 && $0 <= 0x39 || $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x66
    }
    guard isHex, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16) else {
      return nil
    }
    return Unicode.Scalar(value)
  }
}
