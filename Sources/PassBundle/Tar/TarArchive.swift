// SPDX-License-Identifier: Apache-2.0

/// The files of a tar archive, as `passc issue` and tar write them.
package enum TarArchive {
  /// One file.
  package struct Entry: Sendable {
    package let name: String
    package let bytes: [UInt8]
  }

  /// Why the bytes are no tar archive, or not a whole one.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  private static let block = 512

  /// Whether the bytes begin as a tar archive does.
  package static func isTar(_ bytes: [UInt8]) -> Bool {
    bytes.count >= block && bytes[257..<262].elementsEqual("ustar".utf8)
  }

  /// Calls `body` with each plain file, in order; everything else is passed over.
  package static func forEachFile(
    in bytes: [UInt8], _ body: (Entry) throws -> Void
  ) throws {
    var position = 0
    var longName: String?
    while position + block <= bytes.count {
      let header = bytes[position..<position + block]
      // Zeros mark the end; two blocks of them, but one is enough for other readers too.
      if header.allSatisfy({ $0 == 0 }) { return }
      guard let size = number(header.dropFirst(124).prefix(12)), isSummedUp(header) else {
        throw Invalid(description: "byte \(position) of the tar archive is no header")
      }
      let start = position + block
      let padded = (size + block - 1) / block * block
      guard size <= bytes.count - start else {
        throw Invalid(description: "the tar archive ends within a file")
      }
      let content = bytes[start..<start + size]
      position = start + padded
      switch header[header.startIndex + 156] {
      case UInt8(ascii: "L"): longName = text(content)
      case UInt8(ascii: "x"): longName = paxPath(content) ?? longName
      case UInt8(ascii: "0"), 0:
        try body(Entry(name: longName ?? name(header), bytes: Array(content)))
        longName = nil
      case UInt8(ascii: "g"): continue
      default: longName = nil
      }
    }
    throw Invalid(description: "the tar archive has no end: it was cut off, or is being written")
  }

  package static func name(_ header: ArraySlice<UInt8>) -> String {
    let name = text(header.prefix(100))
    let prefix = text(header.dropFirst(345).prefix(155))
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  package static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits, or base 256 where the first bit is set.
  package static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard let first = field.first else { return nil }
    if first & 0x80 != 0 {
      var value = 0
      for byte in field.dropFirst() {
        guard value < Int.max >> 9 else { return nil }
        value = value << 8 | Int(byte)
      }
      return value
    }
    let digits = text(field).split(separator: " ").first.map(String.init) ?? "0"
    return Int(digits, radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }

  private static func isSummedUp(_ header: ArraySlice<UInt8>) -> Bool {
    let start = header.startIndex
    let sum = header.indices.reduce(0) {
      $0 + ((148..<156).contains($1 - start) ? 0x20 : Int(header[$1]))
    }
    return number(header.dropFirst(148).prefix(8)) == sum
  }

  /// The `path` of a pax header, whose lines are `LENGTH KEY=VALUE`.
  package static func paxPath(_ content: ArraySlice<UInt8>) -> String? {
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      guard let blank = text.firstIndex(of: " ") else { continue }
      let record = text[text.index(after: blank)...]
      if record.hasPrefix("path=") { return String(record.dropFirst(5)) }
    }
    return nil
  }
}
