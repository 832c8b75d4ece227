// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A reader for XML property lists. It supports only the XML that these need. It skips a document
/// type, and rejects one with declarations because it does not resolve entities.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var position = 0
  private var values = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(PropertyListError) -> PropertyListValue {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw syntaxError("the bytes are neither XML in UTF-8 nor a binary list", 0)
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    try skipMisc()
    let start = position
    guard let root = try tag(), !root.isEnd else {
      throw syntaxError("neither XML nor a binary list", start)
    }
    guard root.name == "plist" else {
      throw syntaxError("<\(shown(root.name))>, expected <plist>", start)
    }
    guard !root.isEmpty else { throw syntaxError("the list is empty", start) }
    try skipMisc()
    let value = try self.value(depth: 0)
    try skipMisc()
    try expectEnd("plist")
    try skipMisc()
    guard position == bytes.count else {
      throw syntaxError("text after the end of the list", position)
    }
    return value
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(PropertyListError) -> PropertyListValue {
    let start = position
    guard let tag = try tag() else { throw syntaxError("text where a value is expected", start) }
    guard !tag.isEnd else {
      throw syntaxError("</\(shown(tag.name))> where a value is expected", start)
    }
    values += 1
    guard values <= PropertyList.valueLimit else {
      throw syntaxError("there are more than \(PropertyList.valueLimit) values", start)
    }
    guard depth < PropertyList.depthLimit else {
      throw syntaxError("values nest more than \(PropertyList.depthLimit) levels deep", start)
    }
    switch tag.name {
    case "dict": return PropertyListValue(.dictionary(try members(tag, depth)), offset: start)
    case "array": return PropertyListValue(.array(try elements(tag, depth)), offset: start)
    case "true", "false":
      if !tag.isEmpty {
        try skipMisc()
        try expectEnd(tag.name)
      }
      return PropertyListValue(.boolean(tag.name == "true"), offset: start)
    case "string", "integer", "real", "date", "data":
      let text = tag.isEmpty ? "" : try self.text(until: tag.name)
      return PropertyListValue(try scalar(tag.name, text, start), offset: start)
    default: throw syntaxError("<\(shown(tag.name))> is not a value of a property list", start)
    }
  }

  private func scalar(
    _ kind: String, _ text: String, _ start: Int
  ) throws(PropertyListError) -> PropertyListValue.Content {
    let trimmed = trimming(text)
    switch kind {
    case "string": return .string(text)
    case "integer":
      var digits = Substring(trimmed)
      let sign = digits.first == "-" || digits.first == "+" ? String(digits.removeFirst()) : ""
      let isHex = digits.hasPrefix("0x") || digits.hasPrefix("0X")
      if isHex { digits = digits.dropFirst(2) }
      if !digits.hasPrefix("-"), !digits.hasPrefix("+") {
        if let value = Int64(sign + digits, radix: isHex ? 16 : 10) { return .integer(value) }
        if sign != "-", let value = UInt64(digits, radix: isHex ? 16 : 10) {
          return .integer(Int64(bitPattern: value))
        }
      }
      throw syntaxError("\"\(shown(trimmed))\" is no whole number", start)
    case "real":
      guard let value = Double(trimmed) else {
        throw syntaxError("\"\(shown(trimmed))\" is no number", start)
      }
      return .real(value)
    case "date": return .date(trimmed)
    default:
      guard let data = Base64Text.decode(text) else {
        throw syntaxError("data that is not Base64", start)
      }
      return .data(data)
    }
  }

  private mutating func elements(
    _ tag: Tag, _ depth: Int
  ) throws(PropertyListError) -> [PropertyListValue] {
    var elements: [PropertyListValue] = []
    guard !tag.isEmpty else { return elements }
    while true {
      try skipMisc()
      if isAt("</") { break }
      elements.append(try value(depth: depth + 1))
    }
    try expectEnd("array")
    return elements
  }

  private mutating func members(
    _ tag: Tag, _ depth: Int
  ) throws(PropertyListError) -> [PropertyListValue.Member] {
    var members: [PropertyListValue.Member] = []
    guard !tag.isEmpty else { return members }
    while true {
      try skipMisc()
      if isAt("</") { break }
      let start = position
      guard let key = try self.tag(), key.name == "key", !key.isEnd else {
        throw syntaxError("a dictionary needs <key> here", start)
      }
      let name = key.isEmpty ? "" : try text(until: "key")
      try skipMisc()
      members.append(.init(key: name, offset: start, value: try value(depth: depth + 1)))
    }
    try expectEnd("dict")
    return members
  }

  // MARK: XML

  private struct Tag {
    let name: String
    let isEnd: Bool
    let isEmpty: Bool
  }

  /// Reads a tag, or returns nil if there is none here.
  private mutating func tag() throws(PropertyListError) -> Tag? {
    let start = position
    guard position < bytes.count, bytes[position] == UInt8(ascii: "<") else { return nil }
    position += 1
    let isEnd = isAt("/")
    if isEnd { position += 1 }
    let nameStart = position
    while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
    let name = String(decoding: bytes[nameStart..<position], as: UTF8.self)
    guard !name.isEmpty else { throw syntaxError("a < that begins no tag", start) }
    var quote: UInt8?
    while position < bytes.count {
      let byte = bytes[position]
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: ">") {
        let isEmpty = !isEnd && bytes[position - 1] == UInt8(ascii: "/")
        position += 1
        return Tag(name: name, isEnd: isEnd, isEmpty: isEmpty)
      } else if byte == UInt8(ascii: "<") {
        throw syntaxError("a < inside of <\(shown(name))", position)
      }
      position += 1
    }
    throw syntaxError("the text ends inside of a tag", start)
  }

  private mutating func expectEnd(_ name: String) throws(PropertyListError) {
    let start = position
    guard let tag = try tag(), tag.isEnd, tag.name == name else {
      throw syntaxError("expected </\(name)>", start)
    }
  }

  /// Reads text up to the end tag of its element.
  private mutating func text(until name: String) throws(PropertyListError) -> String {
    var out: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "&") {
        try reference(into: &out)
      } else if isAt("<![CDATA[") {
        position += 9
        let start = position
        try skip(past: "]]>", what: "a CDATA section")
        out += bytes[start..<(position - 3)]
      } else if isAt("<!--") {
        try skip(past: "-->", what: "a comment")
      } else if byte == UInt8(ascii: "<") {
        try expectEnd(name)
        return String(decoding: out, as: UTF8.self)
      } else {
        // XML normalizes line ends to a newline.
        if byte == 0x0D {
          out.append(0x0A)
          if position + 1 < bytes.count, bytes[position + 1] == 0x0A { position += 1 }
        } else {
          out.append(byte)
        }
        position += 1
      }
    }
    throw syntaxError("the text ends inside of <\(name)>", bytes.count)
  }

  private mutating func reference(into out: inout [UInt8]) throws(PropertyListError) {
    let start = position
    guard let end = bytes[position...].prefix(40).firstIndex(of: UInt8(ascii: ";")) else {
      throw syntaxError("an & that begins no reference", start)
    }
    let name = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    position = end + 1
    switch name {
    case "amp": out += "&".utf8
    case "lt": out += "<".utf8
    case "gt": out += ">".utf8
    case "quot": out += "\"".utf8
    case "apos": out += "'".utf8
    default:
      let isHex = name.hasPrefix("#x")
      let digits = name.dropFirst(isHex ? 2 : 1)
      guard name.hasPrefix("#"), digits.first != "+",
        let value = UInt32(digits, radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value),
        value >= 0x20 || value == 9 || value == 10 || value == 13
      else { throw syntaxError("&\(shown(name)); is not resolved", start) }
      out += String(Character(scalar)).utf8
    }
  }

  /// Skips white space, comments, processing instructions and the document type.
  private mutating func skipMisc() throws(PropertyListError) {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      case UInt8(ascii: "<") where isAt("<!--"): try skip(past: "-->", what: "a comment")
      case UInt8(ascii: "<") where isAt("<?"): try skip(past: "?>", what: "an instruction")
      case UInt8(ascii: "<") where isAt("<!DOCTYPE"):
        let start = position
        try skip(past: ">", what: "the document type")
        guard !bytes[start..<position].contains(UInt8(ascii: "[")) else {
          throw syntaxError(
            "a document type that declares something; entities are not resolved", start)
        }
      default: return
      }
    }
  }

  private mutating func skip(past end: String, what: String) throws(PropertyListError) {
    guard let found = ByteSearch.offset(of: Array(end.utf8), in: bytes[position...]) else {
      throw syntaxError("the text ends inside of \(what)", position)
    }
    position = found + end.utf8.count
  }

  private func isAt(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard position + count <= bytes.count else { return false }
    for index in 0..<count where bytes[position + index] != text.utf8Start[index] { return false }
    return true
  }

  private func isNameByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte.decimalDigit != nil
      || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
  }

  private func trimming(_ text: String) -> String {
    let scalars = text.unicodeScalars.drop { $0.value <= 0x20 }
    let end = scalars.lastIndex { $0.value > 0x20 }
    return end.map { String(scalars[...$0]) } ?? ""
  }

  private func shown(_ text: String) -> String { String(text.prefix(40)) }

  private func syntaxError(_ message: String, _ offset: Int) -> PropertyListError {
    PropertyListError(message: message, offset: offset)
  }
}
