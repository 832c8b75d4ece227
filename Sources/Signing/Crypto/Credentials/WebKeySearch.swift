// SPDX-License-Identifier: Apache-2.0

/// A search for JSON Web Keys with a private part (RFC 7517, RFC 7518 section 6, RFC 8037).
///
/// A public key has no member `d`. A key for encryption or MACs is secret as a whole. It looks for
/// braces and names rather than parsing JSON, because keys also occur in JavaScript, in nested
/// strings and in damaged files.
enum WebKeySearch {
  /// Maximum distance of a member from `kty`. RSA with 16,384 bits needs half of it.
  private static let reach = 32 << 10

  /// Returns whether the text contains a private key.
  static func containsPrivateKey(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { text in
      var position = 0
      while let found = ByteFinder.first("kty", in: text, from: position) {
        let before = start(of: found, in: text, from: position)
        // A nested key is inside the same braces, so nothing is searched twice.
        position = end(of: found, in: text)
        if let kind = Kind(after: found + 3, in: text),
          contains(kind, in: UnsafeBufferPointer(rebasing: text[before..<position]))
        {
          return true
        }
      }
      return false
    }
  }

  private enum Kind {
    /// The member `d` of RSA, EC and OKP or `priv` of AKP. The shortest has 32 bytes, and some
    /// programs omit zeros.
    case pair
    /// The member `k` of oct.
    case secret

    init?(after start: Int, in text: UnsafeBufferPointer<UInt8>) {
      guard let value = WebKeySearch.value(after: start, in: text), let base = text.baseAddress,
        text.count - value >= 3
      else { return nil }
      let names: [StaticString] = ["RSA", "EC\"", "EC'", "EC\\", "OKP", "AKP"]
      if names.contains(where: { ByteFinder.matches($0, at: base + value) }) {
        self = .pair
      } else if ByteFinder.matches("oct", at: base + value) {
        self = .secret
      } else {
        return nil
      }
    }
  }

  /// Returns the beginning of the object that contains a position. Returns `floor` if it begins
  /// before or is too far away.
  private static func start(
    of place: Int, in text: UnsafeBufferPointer<UInt8>, from floor: Int
  ) -> Int {
    let floor = max(floor, place - reach)
    var position = place
    var depth = 0
    while position > floor {
      position -= 1
      switch text[position] {
      case UInt8(ascii: "}"): depth += 1
      case UInt8(ascii: "{"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
    }
    return floor
  }

  /// Returns the end of the object that contains a position, or the maximum distance.
  private static func end(of place: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    let limit = min(text.count, place + reach)
    var position = place + 3
    var depth = 0
    while position < limit {
      switch text[position] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        if depth == 0 { return position }
        depth -= 1
      default: break
      }
      position += 1
    }
    return limit
  }

  /// Returns whether a member of the object has a private part as its value.
  private static func contains(_ kind: Kind, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    let names: [StaticString] = kind == .pair ? ["d", "priv"] : ["k"]
    let shortest = kind == .pair ? 40 : 16
    var position = 0
    while let colon = ByteFinder.first(":", in: text, from: position) {
      position = colon + 1
      let end = endOfName(before: colon, in: text)
      // The last letters of `d`, `priv` and `k`.
      guard end > 0, "dvk".utf8.contains(text[end - 1]),
        names.contains(where: { isName($0, before: end, in: text) }),
        var value = value(after: colon, in: text)
      else { continue }
      let first = value
      while value < text.count, value - first < shortest, isBase64URL(text[value]) { value += 1 }
      if value - first == shortest { return true }
    }
    return false
  }

  private static func endOfName(before colon: Int, in text: UnsafeBufferPointer<UInt8>) -> Int {
    var end = colon
    while end > 0, colon - end < 16, isPadding(text[end - 1]) { end -= 1 }
    return end
  }

  private static func isName(
    _ name: StaticString, before end: Int, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let start = end - name.utf8CodeUnitCount
    guard start >= 0, let base = text.baseAddress, ByteFinder.matches(name, at: base + start) else {
      return false
    }
    return start == 0 || !isBase64URL(text[start - 1])
  }

  /// Returns the first character of the value after a colon, or after a name and its colon.
  private static func value(after start: Int, in text: UnsafeBufferPointer<UInt8>) -> Int? {
    var position = start
    var colons = 0
    while position < text.count, position - start < 64 {
      if text[position] == UInt8(ascii: ":") {
        colons += 1
        if colons > 1 { return nil }
      } else if !isPadding(text[position]) {
        return position
      }
      position += 1
    }
    return nil
  }

  private static func isPadding(_ byte: UInt8) -> Bool {
    Base64.isWhitespace(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'")
      || byte == UInt8(ascii: "\\")
  }

  private static func isBase64URL(_ byte: UInt8) -> Bool {
    Base64.value(of: byte) != nil || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
