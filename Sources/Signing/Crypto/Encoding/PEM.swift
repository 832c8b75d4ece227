// SPDX-License-Identifier: Apache-2.0

/// PEM (RFC 7468, and the older form with header lines).
package enum PEM {
  /// The data between a BEGIN line and its END line.
  struct Block {
    let label: String
    /// Header lines of old encrypted keys (`Proc-Type` and `DEK-Info`), each with a line feed.
    let headers: String
    /// Nil if the data is not Base64.
    var content: [UInt8]?
    /// Offset of the BEGIN line in bytes.
    var offset: Int
    /// Whether there is an END line with the same label.
    let isClosed: Bool
  }

  /// Returns a block with lines of 64 characters and a final line feed.
  package static func encode(_ label: String, _ content: [UInt8]) -> String {
    String(decoding: encodeSecret(label, content), as: UTF8.self)
  }

  /// Returns a block as bytes that the caller can wipe. It leaves no other copies in memory.
  static func encodeSecret(_ label: String, _ content: [UInt8]) -> [UInt8] {
    let begin = "-----BEGIN \(label)-----\n"
    let end = "-----END \(label)-----\n"
    let lines = (content.count + 47) / 48
    var bytes: [UInt8] = []
    bytes.reserveCapacity(
      begin.utf8.count + end.utf8.count + lines + (content.count + 2) / 3 * 4)
    bytes += begin.utf8
    var start = 0
    while start < content.count {
      let end = min(start + 48, content.count)
      Base64.append(content[start..<end], to: &bytes)
      bytes.append(0x0a)
      start = end
    }
    bytes += end.utf8
    return bytes
  }

  /// Returns whether the bytes contain a BEGIN line.
  static func isPresent(in bytes: [UInt8]) -> Bool {
    isUTF16(bytes) || find(begin, in: bytes, from: 0) != nil
  }

  /// Kinds of data by the labels of BEGIN lines.
  struct Contents: Equatable {
    var containsPrivateKey = false
    var containsCertificate = false
  }

  /// Finds the labels of BEGIN lines without decoding the data.
  static func contents(of bytes: [UInt8]) -> Contents {
    if var plain = text(ofUTF16: bytes) {
      defer { Secret.wipe(&plain) }
      return contents(of: plain)
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var contents = Contents()
      var position = 0
      while let offset = ByteFinder.first("-----BEGIN ", in: bytes, from: position) {
        position = offset + begin.count
        let limit = position + maxLabelLength
        guard let end = ByteFinder.first("-----", in: bytes, from: position, before: limit) else {
          continue
        }
        let label = UnsafeBufferPointer(rebasing: bytes[position..<end])
        if ByteFinder.first("PRIVATE KEY", in: label) != nil {
          contents.containsPrivateKey = true
        }
        contents.containsCertificate = contents.containsCertificate || isCertificate(label)
        if contents.containsPrivateKey, contents.containsCertificate { return contents }
      }
      return contents
    }
  }

  /// The labels of `Certificate.labels` and PKCS #7.
  private static let certificates: [StaticString] = [
    "CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE", "PKCS7",
  ]

  private static func isCertificate(_ label: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = label.baseAddress else { return false }
    return certificates.contains {
      $0.utf8CodeUnitCount == label.count && ByteFinder.matches($0, at: base)
    }
  }

  /// Maximum length of a label with the dashes after it.
  private static let maxLabelLength = 80

  /// Returns all blocks in order. Text outside of them is ignored. Lines may end with CRLF or LF,
  /// or with `\n` written out, as in environment variables. The text may be UTF-16.
  static func blocks(in bytes: [UInt8]) -> [Block] {
    if var plain = text(ofUTF16: bytes) {
      defer { Secret.wipe(&plain) }
      return blocks(in: plain).map { block in
        var block = block
        block.offset = lengthOfMark(bytes) + 2 * block.offset
        return block
      }
    }
    var blocks: [Block] = []
    var position = 0
    while let offset = find(begin, in: bytes, from: position) {
      let labelStart = offset + begin.count
      guard
        let labelEnd = find(dashes, in: bytes, from: labelStart, to: labelStart + maxLabelLength)
      else {
        position = labelStart
        continue
      }
      let label = String(decoding: bytes[labelStart..<labelEnd], as: UTF8.self)
      let bodyStart = labelEnd + dashes.count
      let end = Array("-----END \(label)-----".utf8)
      // If another BEGIN comes before the END, this block is not closed. Searching only up to there
      // also keeps the time linear.
      let nextBegin = find(begin, in: bytes, from: bodyStart) ?? bytes.count
      let close = find(end, in: bytes, from: bodyStart, to: nextBegin)
      let isClosed = close != nil
      let bodyEnd = close ?? nextBegin
      let (headers, content) = read(bytes[bodyStart..<bodyEnd])
      blocks.append(
        Block(
          label: label, headers: headers, content: isClosed ? content : nil, offset: offset,
          isClosed: isClosed))
      position = isClosed ? bodyEnd + end.count : bodyEnd
    }
    return blocks
  }

  private static let begin = Array("-----BEGIN ".utf8)
  private static let dashes = Array("-----".utf8)

  /// Returns the header lines and the data of a block. The data is nil if it is not Base64.
  private static func read(_ body: ArraySlice<UInt8>) -> (headers: String, content: [UInt8]?) {
    guard body.contains(UInt8(ascii: "\\")) else {
      let (headers, content) = split(body)
      return (headers, Base64.decodeIgnoringWhitespace(content))
    }
    var plain = unescaped(body)
    defer { Secret.wipe(&plain) }
    let (headers, content) = split(plain[...])
    return (headers, Base64.decodeIgnoringWhitespace(content))
  }

  /// Returns the text with real line ends where a backslash and a letter stand for them, and with
  /// `/` for `\/`. Text that was escaped twice has two backslashes.
  private static func unescaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var plain: [UInt8] = []
    // Without copies that are not wiped.
    plain.reserveCapacity(text.count)
    var index = text.startIndex
    while index < text.endIndex {
      var next = index
      while next < text.endIndex, text[next] == UInt8(ascii: "\\") { next += 1 }
      guard next < text.endIndex else {
        plain += text[index...]
        break
      }
      switch text[next] {
      case let byte where next == index: plain.append(byte)
      case UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), 0x0a, 0x0d: plain.append(0x0a)
      case UInt8(ascii: "/"): plain.append(text[next])
      default:
        plain.append(UInt8(ascii: "\\"))
        plain.append(text[next])
      }
      index = next + 1
    }
    return plain
  }

  // MARK: UTF-16

  /// Returns whether the bytes are PEM in UTF-16. PowerShell writes it if output goes to a file.
  private static func isUTF16(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 20 else { return false }
    switch (bytes[0], bytes[1]) {
    case (0xff, 0xfe), (0xfe, 0xff), (UInt8(ascii: "-"), 0), (0, UInt8(ascii: "-")):
      // From the first dash on, both byte orders look the same.
      return ByteFinder.contains("-\0-\0-\0-\0-\0B\0E", in: bytes)
    default: return false
    }
  }

  /// Returns PEM in UTF-16 as ASCII, with a question mark for any other character. Returns nil if
  /// the bytes are not PEM in UTF-16. The caller wipes the result.
  private static func text(ofUTF16 bytes: [UInt8]) -> [UInt8]? {
    guard isUTF16(bytes) else { return nil }
    let isBigEndian = bytes[0] == 0xfe || bytes[0] == 0
    let start = lengthOfMark(bytes)
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count - start) / 2)
    for index in stride(from: start, to: bytes.count - 1, by: 2) {
      let (high, low) =
        isBigEndian ? (bytes[index], bytes[index + 1]) : (bytes[index + 1], bytes[index])
      text.append(high == 0 && low < 0x80 ? low : UInt8(ascii: "?"))
    }
    return text
  }

  private static func lengthOfMark(_ bytes: [UInt8]) -> Int { bytes[0] >= 0xfe ? 2 : 0 }

  /// Splits off the header lines. They contain a colon, which Base64 does not, and end at the first
  /// line without one.
  private static func split(_ body: ArraySlice<UInt8>) -> (String, ArraySlice<UInt8>) {
    guard body.contains(UInt8(ascii: ":")) else { return ("", body) }
    var headers = ""
    var rest = body
    while !rest.isEmpty {
      let line = rest.prefix { $0 != 0x0a }
      let trimmed = line.drop(while: Base64.isWhitespace)
      if !trimmed.isEmpty {
        guard line.contains(UInt8(ascii: ":")) else { break }
        headers += String(decoding: trimmed.filter { $0 != 0x0d }, as: UTF8.self) + "\n"
      }
      rest = rest.dropFirst(line.count + 1)
    }
    return (headers, rest)
  }

  /// Returns the position of a pattern that ends before `limit`.
  private static func find(
    _ pattern: [UInt8], in bytes: [UInt8], from start: Int, to limit: Int = .max
  ) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      let last = min(bytes.count, limit) - pattern.count
      guard let first = pattern.first, start >= 0, start <= last else { return nil }
      for position in start...last where bytes[position] == first {
        var index = 1
        while index < pattern.count, bytes[position + index] == pattern[index] { index += 1 }
        if index == pattern.count { return position }
      }
      return nil
    }
  }
}
