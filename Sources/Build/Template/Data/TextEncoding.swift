// SPDX-License-Identifier: Apache-2.0

import PassModel

enum TextEncoding: Sendable, Hashable {
  case utf8
  case utf16(isBigEndian: Bool)
  /// By its name in the C library.
  case other(String)

  /// The names for `--encoding`, without spellings that differ in spaces and case.
  static let names: [String] =
    ["utf-8", "utf-16le", "utf-16be"]
    + (1250...1258).map { "windows-\($0)" }
    + [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map { "iso-8859-\($0)" }
    + [
      "macintosh", "ibm437", "ibm737", "ibm850", "ibm852", "ibm857", "ibm866", "koi8-r", "koi8-u",
      "shift_jis", "windows-31j", "euc-jp", "euc-kr", "gbk", "gb18030", "big5", "windows-874",
    ]

  private static let aliases = [
    "utf8": "utf-8", "utf16le": "utf-16le", "utf16be": "utf-16be", "latin1": "iso-8859-1",
    "latin-1": "iso-8859-1", "latin9": "iso-8859-15", "sjis": "shift_jis",
    "shift-jis": "shift_jis", "cp932": "windows-31j", "macroman": "macintosh",
    "mac-roman": "macintosh", "ansi": "windows-1252", "tis-620": "windows-874",
  ]

  /// Names that differ in the C library.
  private static let libraryNames = [
    "macintosh": "MACINTOSH", "windows-31j": "CP932", "windows-874": "CP874",
    "ibm737": "CP737",
  ]

  /// Creates the encoding for a name in any case. Nil if it is unknown.
  init?(named name: String) {
    var key = name.lowercased()
    if key.hasPrefix("cp125") { key = "windows-" + key.dropFirst(2) }
    if key.hasPrefix("iso8859-") { key = "iso-" + key.dropFirst(3) }
    key = Self.aliases[key] ?? key
    guard Self.names.contains(key) else { return nil }
    switch key {
    case "utf-8": self = .utf8
    case "utf-16le": self = .utf16(isBigEndian: false)
    case "utf-16be": self = .utf16(isBigEndian: true)
    default: self = .other(Self.libraryNames[key] ?? key.uppercased())
    }
  }
}

/// Reads an input and returns it as UTF-8 without a byte order mark.
///
/// UTF-8 is not validated here. In other encodings invalid bytes become 0xFF, so that the
/// validation of the text finds them at their line and column.
struct TextInput {
  enum Mark: String {
    case utf8 = "UTF-8"
    case utf16le = "UTF-16LE"
    case utf16be = "UTF-16BE"
  }

  /// The first bytes of the file, to recognize files that are not text.
  let head: [UInt8]
  /// The byte order mark at the start of the input.
  let mark: Mark?
  let encoding: TextEncoding
  private let read: ByteSource
  private var pending: [UInt8]
  private var isAtEnd: Bool
  private var converter: Iconv?
  /// The start of a character that continues in the next chunk.
  private var remainder: [UInt8] = []

  /// Reads the first bytes.
  ///
  /// - Parameter encoding: with nil the byte order mark decides, or it is UTF-8.
  /// - Returns: nil if the C library cannot convert from the encoding.
  init?(_ read: @escaping ByteSource, encoding: TextEncoding?) throws {
    var head: [UInt8] = []
    var isAtEnd = false
    // A byte order mark has up to three bytes. The type of a zip archive is shown further inside.
    while !isAtEnd, head.count < 4 || (head.starts(with: [0x50, 0x4B]) && head.count < 65_536) {
      guard let more = try read() else {
        isAtEnd = true
        break
      }
      head += more
    }
    self.head = Array(head.prefix(65_536))
    let mark: Mark? =
      if head.starts(with: [0xEF, 0xBB, 0xBF]) {
        .utf8
      } else if head.starts(with: [0xFF, 0xFE]) {
        .utf16le
      } else if head.starts(with: [0xFE, 0xFF]) {
        .utf16be
      } else {
        nil
      }
    switch (encoding, mark) {
    case (let given?, _): self.encoding = given
    case (nil, .utf16le): self.encoding = .utf16(isBigEndian: false)
    case (nil, .utf16be): self.encoding = .utf16(isBigEndian: true)
    default: self.encoding = .utf8
    }
    if case .other(let name) = self.encoding {
      guard let converter = Iconv(from: name, to: "UTF-8") else { return nil }
      self.converter = converter
    }
    self.mark = mark
    self.read = read
    self.isAtEnd = isAtEnd
    pending = Array(head.dropFirst(mark == .utf8 ? 3 : mark == nil ? 0 : 2))
  }

  /// Creates an input from UTF-8 in memory. It is a part of a file, so the first bytes are never a
  /// byte order mark.
  init(utf8 bytes: [UInt8]) {
    head = []
    mark = nil
    encoding = .utf8
    read = { nil }
    isAtEnd = true
    pending = bytes
  }

  /// The form for writing rows of this input.
  var form: TextForm { TextForm(encoding: encoding, mark: mark) }

  /// Whether the byte order mark belongs to another encoding than the given one.
  var contradictsMark: Bool {
    switch (mark, encoding) {
    case (nil, _), (.utf8, .utf8), (.utf16le, .utf16(isBigEndian: false)),
      (.utf16be, .utf16(isBigEndian: true)):
      false
    default: true
    }
  }

  /// Returns the next bytes as UTF-8, or nil at the end.
  mutating func next() throws -> [UInt8]? {
    var raw = pending
    pending = []
    if raw.isEmpty {
      if isAtEnd { return nil }
      if let more = try read() { raw = more } else { isAtEnd = true }
    }
    switch encoding {
    case .utf8: return raw.isEmpty && isAtEnd ? nil : raw
    case .utf16(let isBigEndian): return utf8(ofUTF16: raw, isBigEndian: isBigEndian)
    case .other:
      let text = converted(raw)
      return text.isEmpty && isAtEnd ? nil : text
    }
  }

  /// Each invalid byte becomes 0xFF, which UTF-8 does not contain.
  private mutating func converted(_ raw: [UInt8]) -> [UInt8] {
    guard let converter else { return raw }
    let bytes = remainder + raw
    let (text, used) = converter.convert(bytes, isLast: isAtEnd) { _ in .replace(1, with: [0xFF]) }
    remainder = Array(bytes[used...])
    return text
  }

  private mutating func utf8(ofUTF16 raw: [UInt8], isBigEndian: Bool) -> [UInt8]? {
    let bytes = remainder + raw
    remainder = []
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    func unit(_ index: Int) -> UInt32 {
      let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    var index = 0
    while index + 1 < bytes.count {
      var value = unit(index)
      var length = 2
      if value & 0xFC00 == 0xD800 {
        if index + 3 >= bytes.count && !isAtEnd { break }
        if index + 3 < bytes.count, unit(index + 2) & 0xFC00 == 0xDC00 {
          value = 0x10000 + ((value & 0x3FF) << 10) + (unit(index + 2) & 0x3FF)
          length = 4
        }
      }
      index += length
      guard let scalar = UnicodeScalar(value) else {
        text.append(0xFF)
        continue
      }
      text += String(Character(scalar)).utf8
    }
    remainder = Array(bytes[index...])
    if isAtEnd, !remainder.isEmpty {
      text.append(0xFF)
      remainder = []
    }
    return text.isEmpty && isAtEnd ? nil : text
  }
}
