// SPDX-License-Identifier: Apache-2.0

/// Binary data in a text form, such as Base64 in quotes, in place of the data itself.
package struct WrappedBytes: Sendable, Hashable {
  /// The text form of the data.
  package enum Form: Sendable, Hashable {
    case base64, quotedBase64, dataURI
    /// Base64 in a member of a JSON object.
    case member(String)
    /// A Node.js Buffer in JSON: `{"type":"Buffer","data":[80,75,...]}`.
    case buffer
    /// The bytes as decimal numbers, alone, in a JSON array or as members of an object.
    case numbers
    /// A JSON string with escaped control characters.
    case escaped
    /// A bytes literal of Python: `b'PK\x03\x04'`.
    case python
    case hex
  }

  package let form: Form
  /// The first bytes of the data, at most 12.
  package let start: [UInt8]

  /// Recognizes the form by the beginning of a file.
  ///
  /// - Parameter isExpected: returns whether data may begin with these bytes. Ordinary text can be
  ///   valid Base64, so only expected data counts.
  package init?(_ bytes: [UInt8], where isExpected: ([UInt8]) -> Bool) {
    var text = bytes.prefix(Self.limit)
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop(while: Self.isSpace)
    let whole = Self.candidates(text).first { isExpected($0.start) }
    guard let found = whole ?? Self.member(of: text, where: isExpected) else { return nil }
    self = found
  }

  private init(_ form: Form, _ start: [UInt8]) {
    self.form = form
    self.start = start
  }

  /// What the file is, such as `the Base64 text of a zip archive`.
  package func description(of data: String) -> String {
    switch form {
    case .base64: "the Base64 text of \(data)"
    case .quotedBase64: "the Base64 text of \(data) in quotes"
    case .member(let name): "JSON with the Base64 text of \(data) in \(name)"
    case .dataURI: "a data URI with the Base64 text of \(data)"
    case .buffer: "a Node.js Buffer in JSON with \(data)"
    case .numbers: "a list of numbers with the bytes of \(data)"
    case .escaped: "a JSON string with the bytes of \(data)"
    case .python: "a Python literal with the bytes of \(data)"
    case .hex: "the hex text of \(data)"
    }
  }

  /// The way to get the data, and to send it without the form.
  package var help: String {
    switch form {
    case .base64: "decode the file with base64 -d"
    case .quotedBase64:
      "send the bytes and not JSON; to unwrap a file, run: tr -d '\"' <FILE | base64 -d"
    case .member("body"):
      """
      in AWS Lambda set isBase64Encoded: true, with proxy integration and a binary media type in \
      API Gateway; to unwrap a file, run: jq -r .body FILE | base64 -d
      """
    case .member(let name):
      "send the bytes and not JSON; to unwrap a file, run: jq -r .\(name) FILE | base64 -d"
    case .dataURI: "decode the part after the comma, run: cut -d, -f2 FILE | base64 -d"
    case .buffer: "send the Buffer with res.end(buffer), not with res.json or JSON.stringify"
    case .numbers: "send the bytes themselves, not the text of a Uint8Array or of an array"
    case .escaped: "send the bytes themselves as a Buffer, not a string in JSON"
    case .python: "write the bytes in binary mode, open(path, 'wb'), and without str()"
    case .hex: "decode the file with xxd -r -p"
    }
  }

  // MARK: Forms

  /// The beginning of a file is enough, except for Base64 after other members.
  private static let limit = 1 << 16
  /// The number of data bytes to look at.
  private static let startLimit = 12

  private static func candidates(_ text: ArraySlice<UInt8>) -> [WrappedBytes] {
    var found = [WrappedBytes(.base64, base64(text)), WrappedBytes(.hex, hex(text))]
    if text.first == UInt8(ascii: "\"") {
      let inner = text.dropFirst()
      found.append(WrappedBytes(.quotedBase64, base64(inner)))
      found.append(WrappedBytes(.dataURI, dataURI(inner)))
      found.append(WrappedBytes(.escaped, escaped(inner)))
    }
    found.append(WrappedBytes(.dataURI, dataURI(text)))
    if text.starts(with: "b'".utf8) || text.starts(with: "b\"".utf8) {
      found.append(WrappedBytes(.python, escaped(text.dropFirst(2))))
    }
    found.append(WrappedBytes(.numbers, numbers(text)))
    if text.first == UInt8(ascii: "{"),
      String(decoding: text.prefix(512), as: UTF8.self).contains("\"Buffer\"")
    {
      let list = text.drop { $0 != UInt8(ascii: "[") }
      found.append(WrappedBytes(.buffer, numbers(list)))
    }
    return found
  }

  /// Returns the first member of a JSON object that is expected data in Base64.
  private static func member(
    of text: ArraySlice<UInt8>, where isExpected: ([UInt8]) -> Bool
  ) -> WrappedBytes? {
    guard text.first == UInt8(ascii: "{") else { return nil }
    let quote = UInt8(ascii: "\"")
    var last: ArraySlice<UInt8> = []
    var position = text.startIndex
    while let open = text[position...].firstIndex(of: quote) {
      let rest = text[(open + 1)...]
      for start in [base64(rest), dataURI(rest)] where isExpected(start) {
        let name = String(decoding: last, as: UTF8.self)
        let isPlain = !name.isEmpty && name.utf8.allSatisfy(isNameByte)
        return WrappedBytes(.member(isPlain ? name : "a member"), start)
      }
      guard let close = rest.firstIndex(of: quote) else { return nil }
      last = text[(open + 1)..<close].prefix(40)
      position = close + 1
    }
    return nil
  }

  // MARK: Decoding

  /// Returns the first bytes of Base64 or Base64url. Escaped slashes and line breaks of JSON are
  /// skipped.
  private static func base64(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var (group, held) = (0, 0)
    var isEscaped = false
    for byte in text {
      if isSpace(byte) || byte == UInt8(ascii: "\\") {
        isEscaped = byte == UInt8(ascii: "\\")
        continue
      }
      if isEscaped {
        isEscaped = false
        if byte == UInt8(ascii: "n") || byte == UInt8(ascii: "r") { continue }
      }
      guard let value = sextet(byte), bytes.count < startLimit else { break }
      group = group << 6 | value
      held += 1
      if held == 4 {
        bytes += [16, 8, 0].map { UInt8(truncatingIfNeeded: group >> $0) }
        (group, held) = (0, 0)
      }
    }
    return bytes
  }

  private static func sextet(_ byte: UInt8) -> Int? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): Int(byte) - 65
    case UInt8(ascii: "a")...UInt8(ascii: "z"): Int(byte) - 71
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Int(byte) + 4
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }

  /// Returns the first bytes of hex digits, which may have `0x` or `\x` in front.
  private static func hex(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var text = text
    if text.starts(with: "0x".utf8) || text.starts(with: "\\x".utf8) { text = text.dropFirst(2) }
    var bytes: [UInt8] = []
    while bytes.count < startLimit, text.count >= 2,
      let high = Hex.value(of: text[text.startIndex]),
      let low = Hex.value(of: text[text.startIndex + 1])
    {
      bytes.append(high << 4 | low)
      text = text.dropFirst(2)
    }
    return bytes
  }

  private static func dataURI(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let head = text.prefix(256)
    guard head.prefix(5).map({ $0 | 0x20 }).elementsEqual("data:".utf8),
      let comma = head.firstIndex(of: UInt8(ascii: ",")),
      head[..<comma].suffix(7).elementsEqual(";base64".utf8)
    else { return [] }
    return base64(text[(comma + 1)...])
  }

  /// Returns the first numbers from 0 to 255 of a list, or of the values in an object.
  private static func numbers(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var number: Int?
    var isName = false
    for byte in text.prefix(512) {
      switch byte {
      case UInt8(ascii: "\""): isName.toggle()
      case UInt8(ascii: "0")...UInt8(ascii: "9") where !isName:
        number = min((number ?? 0) * 10 + Int(byte - 48), 256)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): continue
      case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard let value = number, let found = UInt8(exactly: value) else { return bytes }
        bytes.append(found)
        number = nil
      case UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): continue
      default: if !isSpace(byte) { return bytes }
      }
      if bytes.count == startLimit { break }
    }
    return bytes
  }

  /// Returns the first bytes of a string with escapes: `\u0003` in JSON, `\x03` in Python.
  private static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text
    while bytes.count < startLimit, let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      guard let escape = rest.popFirst() else { break }
      switch escape {
      case UInt8(ascii: "u"), UInt8(ascii: "x"):
        let digits = rest.prefix(escape == UInt8(ascii: "u") ? 4 : 2)
        rest = rest.dropFirst(digits.count)
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
        guard let value else { return bytes }
        bytes.append(value)
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      default: bytes.append(escape)
      }
    }
    return bytes
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    sextet(byte) != nil && byte != UInt8(ascii: "+") && byte != UInt8(ascii: "/")
  }
}
