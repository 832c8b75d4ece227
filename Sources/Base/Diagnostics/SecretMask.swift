// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Finds what an excerpt never shows: tokens, passwords and keys, by the name of their member and
/// by their look.
///
/// It goes by quotes and colons alone, so that it works in text that is not sound JSON.
package enum SecretMask {
  /// What is shown for a secret.
  static let replacement = Array("***".utf8)

  /// Returns whether a member or column of that name holds a secret, misspelt names included.
  package static func isSecret(name: String) -> Bool {
    let folded = name.lowercased().filter { $0.isLetter || $0.isNumber }
    if holdsWord(folded) || ["pin", "pan", "cvv"].contains(folded) { return true }
    if folded.hasSuffix("key"), folded != "key", !folded.contains("public") { return true }
    return NearestName.of(name, among: ["authenticationToken"]) != nil
  }

  private static let words = [
    "token", "passwor", "passwd", "passphrase", "secret", "credential", "authoriz", "authentic",
    "cardnumber", "accountnumber",
  ].map { Array($0.utf8) }

  /// By bytes: every name of a document comes here, and `String.contains` takes microseconds.
  private static func holdsWord(_ folded: String) -> Bool {
    let bytes = Array(folded.utf8)
    return words.contains { ByteSearch.contains($0, in: bytes) }
  }

  /// The parts of a text that are not shown, in order.
  static func secrets(in bytes: ArraySlice<UInt8>) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { buffer in
      var scan = Scan(bytes: buffer)
      scan.run()
      return scan.found.map { $0.lowerBound + bytes.startIndex..<$0.upperBound + bytes.startIndex }
    }
  }

  /// The bytes of a range with their secrets replaced, and the mark in them.
  ///
  /// - Parameter mark: a part of the range; one within a secret covers all of it.
  static func masked(
    _ bytes: [UInt8], _ range: Range<Int>, _ secrets: [Range<Int>], marking mark: Range<Int>
  ) -> (text: [UInt8], marked: Range<Int>) {
    var text: [UInt8] = []
    var position = range.lowerBound
    var start: Int?
    var end: Int?
    func append(_ part: Range<Int>, _ shown: some Collection<UInt8>, isMasked: Bool) {
      let before = text.count
      text += shown
      func moved(_ offset: Int, isEnd: Bool) -> Int {
        guard isMasked else { return before + offset - part.lowerBound }
        if offset == part.lowerBound { return before }
        return isEnd || offset == part.upperBound ? text.count : before
      }
      if start == nil, mark.lowerBound < part.upperBound {
        start = moved(max(mark.lowerBound, part.lowerBound), isEnd: false)
      }
      if end == nil, mark.upperBound <= part.upperBound {
        end = moved(max(mark.upperBound, part.lowerBound), isEnd: true)
      }
    }
    for secret in secrets where secret.upperBound > position && secret.lowerBound < range.upperBound
    {
      let hidden = max(secret.lowerBound, position)..<min(secret.upperBound, range.upperBound)
      append(position..<hidden.lowerBound, bytes[position..<hidden.lowerBound], isMasked: false)
      append(hidden, replacement, isMasked: true)
      position = hidden.upperBound
    }
    append(position..<range.upperBound, bytes[position..<range.upperBound], isMasked: false)
    let first = start ?? text.count
    return (text, first..<max(first, end ?? text.count))
  }
}

extension SecretMask {
  /// One walk through a text.
  private struct Scan {
    let bytes: UnsafeBufferPointer<UInt8>
    var found: [Range<Int>] = []
    private var position = 0

    init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private static let quote = UInt8(ascii: "\"")
    private static let backslash = UInt8(ascii: "\\")
    /// Longer runs of Base64 or hex are keys, certificates or the like.
    private static let maxRunLength = 100

    mutating func run() {
      while position < bytes.count {
        let byte = bytes[position]
        if byte == Self.quote {
          string()
        } else if isWord(byte) {
          word()
        } else {
          position += 1
        }
      }
    }

    /// A string: a name with its value, or a value.
    private mutating func string() {
      let start = position + 1
      let end = stringEnd(from: start)
      position = min(end + 1, bytes.count)
      if let value = valueStart(from: position), SecretMask.isSecret(name: name(start..<end)) {
        hideValue(at: value)
      } else if end < bytes.count, bytes[end] == Self.quote {
        hideKeys(in: start..<end)
      } else {
        // A quote is missing: the rest of the line may be anything.
        if namesSecret(start..<end) { hide(afterSignIn: start..<end) }
        hideKeys(in: start..<end)
      }
    }

    /// A word outside of strings, such as a name without quotes.
    private mutating func word() {
      let start = position
      while position < bytes.count, isWord(bytes[position]) { position += 1 }
      let end = position
      // A name whose opening quote is missing has its closing one.
      let next = position < bytes.count && bytes[position] == Self.quote ? position + 1 : position
      if let value = valueStart(from: next), SecretMask.isSecret(name: name(start..<end)) {
        position = next
        hideValue(at: value)
      } else {
        hideKeys(in: start..<end)
      }
    }

    private mutating func hideValue(at start: Int) {
      var end = start
      switch bytes[start] {
      case Self.quote:
        end = stringEnd(from: start + 1, overLines: true)
        let content = start + 1..<end
        let isPlaceholder =
          content.count > 4 && bytes[content.lowerBound] == UInt8(ascii: "{")
          && bytes[content.lowerBound + 1] == UInt8(ascii: "{")
          && bytes[content.upperBound - 1] == UInt8(ascii: "}")
        if !isPlaceholder, !content.isEmpty { found.append(content) }
        position = min(end + 1, bytes.count)
      case UInt8(ascii: "{"): position = start
      default:
        let last: [UInt8] =
          bytes[start] == UInt8(ascii: "[")
          ? [UInt8(ascii: "]")]
          : [Self.quote, UInt8(ascii: "}"), UInt8(ascii: ";"), 0x0A, 0x0D]
        while end < bytes.count, !last.contains(bytes[end]) { end += 1 }
        // A comma may be inside the value, such as 12,34. At the end it separates members.
        if bytes[start] != UInt8(ascii: "[") {
          while end > start, bytes[end - 1] == UInt8(ascii: ",") || bytes[end - 1] <= 0x20 {
            end -= 1
          }
        }
        if end > start { found.append(start..<end) }
        position = end
      }
    }

    /// Hides what follows the first colon or equals sign.
    private mutating func hide(afterSignIn range: Range<Int>) {
      let sign = range.first { bytes[$0] == UInt8(ascii: ":") || bytes[$0] == UInt8(ascii: "=") }
      if let sign, sign + 1 < range.upperBound { found.append(sign + 1..<range.upperBound) }
    }

    /// Hides PEM and long runs of Base64.
    private mutating func hideKeys(in range: Range<Int>) {
      guard range.count >= Self.maxRunLength else { return }
      var run = 0
      var isLong = false
      for index in range {
        run = isBase64(bytes[index]) ? run + 1 : 0
        if run >= Self.maxRunLength { isLong = true }
      }
      let isKey = isLong || text(range.prefix(400)).contains("PRIVATE KEY")
      if isKey, found.last.map({ $0.upperBound <= range.lowerBound }) ?? true {
        found.append(range)
      }
    }

    // MARK: Parts

    private func stringEnd(from start: Int, overLines: Bool = false) -> Int {
      var end = start
      while end < bytes.count, bytes[end] != Self.quote {
        if !overLines, bytes[end] == 0x0A || bytes[end] == 0x0D { return end }
        end += bytes[end] == Self.backslash ? 2 : 1
      }
      return min(end, bytes.count)
    }

    /// Where the value begins if what ends here is a name.
    private func valueStart(from end: Int) -> Int? {
      var index = end
      func skipBlanks() { while index < bytes.count, bytes[index] <= 0x20 { index += 1 } }
      skipBlanks()
      guard index < bytes.count,
        bytes[index] == UInt8(ascii: ":") || bytes[index] == UInt8(ascii: "=")
      else { return nil }
      index += 1
      skipBlanks()
      return index < bytes.count ? index : nil
    }

    private func namesSecret(_ range: Range<Int>) -> Bool {
      SecretMask.holdsWord(text(range.prefix(200)).lowercased())
    }

    /// A name; escapes such as `\u0054` are read.
    private func name(_ range: Range<Int>) -> String {
      let written = text(range.prefix(200))
      guard written.utf8.contains(Self.backslash) else { return written }
      var name = ""
      var rest = Substring(written)
      while let character = rest.popFirst() {
        guard character == "\\", rest.first == "u",
          let code = UInt32(rest.dropFirst().prefix(4), radix: 16),
          let scalar = Unicode.Scalar(code)
        else {
          name.append(character)
          continue
        }
        name.unicodeScalars.append(scalar)
        rest = rest.dropFirst(5)
      }
      return name
    }

    private func text(_ range: Range<Int>) -> String {
      guard !range.isEmpty else { return "" }
      return String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }

    private func isWord(_ byte: UInt8) -> Bool {
      isBase64(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private func isBase64(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default: false
      }
    }
  }
}
