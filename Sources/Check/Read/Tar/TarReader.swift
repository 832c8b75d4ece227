// SPDX-License-Identifier: Apache-2.0

package import PassBasics

/// A reader of the plain files of a tar archive in order, as `passc issue` and tar write them. It
/// skips all other entries.
///
/// The archive is in memory, or in a file or a stream that may be larger than memory.
package struct TarReader {
  /// One file of the archive.
  package struct Entry: Sendable {
    /// The path in the archive, from a preceding pax or GNU header if there is one. Invalid UTF-8
    /// is replaced.
    package let name: String
    package let bytes: [UInt8]
  }

  /// The error for bytes that are not a complete tar archive.
  package struct TarError: Error, CustomStringConvertible {
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
  /// The name of the next file, if a preceding header contained one.
  private var longName: String?
  private static let block = 512

  /// Creates a reader of an archive in memory.
  package init(_ bytes: [UInt8]) {
    source = .memory(bytes)
    size = bytes.count
    limit = .max
  }

  /// Creates a reader of an archive on disk.
  ///
  /// - Parameter limit: the most bytes of one file in it. A larger one is `TarError`.
  package init(_ file: OffsetFile, limit: Int = Disk.ordinaryLimit) {
    source = .file(file)
    size = file.size
    self.limit = limit
  }

  /// Creates a reader of a stream, from the beginning of the archive.
  ///
  /// - Parameter limit: the most bytes of one file in it. A larger one is `TarError`.
  package init(_ stream: ForwardBytes, limit: Int = Disk.ordinaryLimit) {
    source = .stream(stream)
    // The size is unknown. This value leaves room to round up to the end of a block without
    // overflow.
    size = .max / 2
    self.limit = limit
  }

  /// Returns whether the bytes begin like a tar archive.
  package static func isTar(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(block))
    return head.count == block && head[257..<262].elementsEqual("ustar".utf8)
  }

  /// Returns whether the stream begins like a tar archive. The bytes stay in the stream.
  package static func isTar(_ stream: ForwardBytes) throws(FileError) -> Bool {
    isTar(try stream.peek(block, at: 0))
  }

  /// Returns whether the file begins like a tar archive.
  package static func isTar(_ file: OffsetFile) throws(FileError) -> Bool {
    isTar(try file.read(block, at: 0))
  }

  /// Returns the next plain file, or nil at the end of the archive.
  ///
  /// - Parameter isWanted: returns for the name of a file whether to read it. Other files are
  ///   skipped.
  /// - Throws: `TarError` if the archive is broken or incomplete, or `FileError`.
  package mutating func next(where isWanted: (String) -> Bool = { _ in true }) throws -> Entry? {
    while true {
      let header = try read(Self.block, at: position)
      guard header.count == Self.block else {
        throw TarError(
          description: "the tar archive has no end, it was cut off or is still being written")
      }
      // Two blocks of zeros mark the end. One is enough here, as it is for other readers.
      if header.allSatisfy({ $0 == 0 }) { return nil }
      guard let length = Self.number(header.dropFirst(124).prefix(12)), Self.isSummedUp(header)
      else { throw TarError(description: "no header at byte \(position) of the tar archive") }
      let start = position + Self.block
      guard length <= size - start else {
        throw TarError(description: "the tar archive ends within a file")
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
      throw TarError(
        description: "the tar archive contains a file of \(length) bytes, which is too large")
    }
    let content = try read(length, at: start)
    guard content.count == length else {
      throw TarError(description: "the tar archive ends within a file")
    }
    return content
  }

  /// Returns `count` bytes, or fewer at the end of the archive.
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

  /// Returns the number in a header field: octal digits, or base 256 if the first bit is set.
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

  /// Returns the `path` of a pax header. The header consists of records `LENGTH KEY=VALUE` and a
  /// line break. The length counts the whole record, so a value may contain line breaks. Returns
  /// nil if there is none, or if a record is invalid before it.
  private static func paxPath(_ content: ArraySlice<UInt8>) -> String? {
    var rest = content
    var path: String?
    while let blank = rest.firstIndex(of: UInt8(ascii: " ")) {
      let digits = String(decoding: rest[..<blank], as: UTF8.self)
      guard let length = Int(digits), length > digits.utf8.count + 1, length <= rest.count,
        rest[rest.startIndex + length - 1] == UInt8(ascii: "\n")
      else { return path }
      let end = rest.startIndex + length
      let record = rest[(blank + 1)..<(end - 1)]
      // The last one counts, as POSIX defines.
      if record.starts(with: "path=".utf8) { path = text(record.dropFirst(5)) }
      rest = rest[end...]
    }
    return path
  }
}
