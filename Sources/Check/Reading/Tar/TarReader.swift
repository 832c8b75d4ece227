// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// The plain files of a tar archive, one after the other, as `passc issue` and tar write them;
/// everything else in it is passed over.
///
/// The whole archive is in memory, or in a file or a stream that may be larger than memory.
package struct TarReader {
  /// One file.
  package struct Entry: Sendable {
    /// The path in the archive, that of a header before the file's own where there is one; bytes
    /// that are not UTF-8 are replaced.
    package let name: String
    /// The content.
    package let bytes: [UInt8]
  }

  /// Why the bytes are no tar archive, or not a whole one.
  package struct Invalid: Error, CustomStringConvertible {
    package let description: String
  }

  private enum Source {
    case memory([UInt8])
    case file(OffsetFile)
    case stream(ForwardBytes)
  }

  private let source: Source
  private let size: Int
  private let limit: Int
  private var position = 0
  /// The name of the next file, where a header before it gave one.
  private var longName: String?
  private static let block = 512

  /// Reads an archive in memory.
  package init(_ bytes: [UInt8]) {
    source = .memory(bytes)
    size = bytes.count
    limit = .max
  }

  /// Reads an archive on disk.
  ///
  /// - Parameter limit: how many bytes a file in it may have; a larger one is `Invalid`.
  package init(_ file: OffsetFile, limit: Int = Disk.ordinaryLimit) {
    source = .file(file)
    size = file.size
    self.limit = limit
  }

  /// Reads an archive as it comes, from the beginning of a stream.
  ///
  /// - Parameter limit: how many bytes a file in it may have; a larger one is `Invalid`.
  package init(_ stream: ForwardBytes, limit: Int = Disk.ordinaryLimit) {
    source = .stream(stream)
    // Not known: no more than can be counted to the end of a block.
    size = .max / 2
    self.limit = limit
  }

  /// Whether the bytes begin as a tar archive does.
  package static func isTar(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(block))
    return head.count == block && head[257..<262].elementsEqual("ustar".utf8)
  }

  /// Whether the stream begins as a tar archive does; what was looked at stays to be read.
  package static func isTar(_ stream: ForwardBytes) throws(FileError) -> Bool {
    isTar(try stream.peek(block, at: 0))
  }

  /// Whether the file begins as a tar archive does.
  package static func isTar(_ file: OffsetFile) throws(FileError) -> Bool {
    isTar(try file.read(block, at: 0))
  }

  /// The next plain file; nil at the end of the archive.
  ///
  /// - Parameter isWanted: asked with the name of each file; what nobody wants is not read.
  /// - Throws: `Invalid`, also for an archive without an end; `FileError`.
  package mutating func next(where isWanted: (String) -> Bool = { _ in true }) throws -> Entry? {
    while true {
      let header = try read(Self.block, at: position)
      guard header.count == Self.block else {
        throw Invalid(
          description: "the tar archive has no end, it was cut off or is still being written")
      }
      // Zeros mark the end; two blocks of them, but one is enough for other readers too.
      if header.allSatisfy({ $0 == 0 }) { return nil }
      guard let length = Self.number(header.dropFirst(124).prefix(12)), Self.isSummedUp(header)
      else { throw Invalid(description: "no header at byte \(position) of the tar archive") }
      let start = position + Self.block
      guard length <= size - start else {
        throw Invalid(description: "the tar archive ends within a file")
      }
      position = start + (length + Self.block - 1) / Self.block * Self.block
      switch header[header.startIndex + 156] {
      case UInt8(ascii: "L"): longName = Self.text(try content(length, at: start))
      case UInt8(ascii: "x"): longName = Self.paxPath(try content(length, at: start)) ?? longName
      case UInt8(ascii: "0"), 0:
        let name = longName ?? Self.name(header)
        longName = nil
        guard isWanted(name) else { continue }
        return Entry(name: name, bytes: Array(try content(length, at: start)))
      case UInt8(ascii: "g"): continue
      default: longName = nil
      }
    }
  }

  private func content(_ length: Int, at start: Int) throws -> ArraySlice<UInt8> {
    guard length <= limit else {
      throw Invalid(
        description: "the tar archive contains a file of \(length) bytes, which is too large")
    }
    let content = try read(length, at: start)
    guard content.count == length else {
      throw Invalid(description: "the tar archive ends within a file")
    }
    return content
  }

  /// Fewer than `count` bytes where the archive ends.
  private func read(_ count: Int, at start: Int) throws(FileError) -> ArraySlice<UInt8> {
    switch source {
    case .memory(let bytes): bytes.dropFirst(start).prefix(count)
    case .file(let file): try file.read(count, at: start)[...]
    case .stream(let stream): try stream.read(count, at: start)
    }
  }

  private static func name(_ header: ArraySlice<UInt8>) -> String {
    let name = text(header.prefix(100))
    let prefix = text(header.dropFirst(345).prefix(155))
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Octal digits, or base 256 where the first bit is set.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
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
  private static func paxPath(_ content: ArraySlice<UInt8>) -> String? {
    for line in content.split(separator: UInt8(ascii: "\n")) {
      let text = String(decoding: line, as: UTF8.self)
      guard let blank = text.firstIndex(of: " ") else { continue }
      let record = text[text.index(after: blank)...]
      if record.hasPrefix("path=") { return String(record.dropFirst(5)) }
    }
    return nil
  }
}
