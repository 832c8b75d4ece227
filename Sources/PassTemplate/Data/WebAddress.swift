// SPDX-License-Identifier: Apache-2.0

/// Addresses by RFC 3986, as far as data needs judging.
enum WebAddress {
  /// Whether the bytes are an absolute address: a scheme, for http and https a host, and only
  /// characters that may stand in one.
  static func isAbsolute(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> Bool {
    guard let colon = bytes[range].firstIndex(of: UInt8(ascii: ":")), colon > range.lowerBound,
      colon + 1 < range.upperBound, bytes[range.lowerBound].isLetter
    else { return false }
    let scheme = bytes[range.lowerBound..<colon]
    guard
      scheme.allSatisfy({
        $0.isLetter || $0.isDigit || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      })
    else { return false }
    var index = colon + 1
    while index < range.upperBound {
      let byte = bytes[index]
      switch byte {
      case 0...0x20, 0x7F..., UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"),
        UInt8(ascii: "\\"), UInt8(ascii: "^"), UInt8(ascii: "`"), UInt8(ascii: "{"),
        UInt8(ascii: "|"), UInt8(ascii: "}"):
        return false
      case UInt8(ascii: "%"):
        guard index + 2 < range.upperBound, isHex(bytes[index + 1]), isHex(bytes[index + 2])
        else { return false }
      default: break
      }
      index += 1
    }
    let name = scheme.map { $0 | 0x20 }
    guard name.elementsEqual("http".utf8) || name.elementsEqual("https".utf8) else { return true }
    let rest = bytes[colon + 1..<range.upperBound]
    return rest.starts(with: "//".utf8)
      && hasHost(
        rest.dropFirst(2).prefix {
          $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#")
        })
  }

  /// Whether what stands between `//` and the path names a host: a name, or an address in
  /// brackets, and behind it at most a port (RFC 3986, section 3.2).
  private static func hasHost(_ authority: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var host = authority
    if let sign = authority.lastIndex(of: UInt8(ascii: "@")) { host = authority[(sign + 1)...] }
    let end: Int
    if host.first == UInt8(ascii: "[") {
      guard let bracket = host.firstIndex(of: UInt8(ascii: "]")), bracket > host.startIndex + 2
      else { return false }
      end = bracket + 1
    } else {
      end = host.firstIndex(of: UInt8(ascii: ":")) ?? host.endIndex
      guard end > host.startIndex,
        !host[..<end].contains(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") })
      else { return false }
    }
    let port = host[end...]
    return port.isEmpty || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(\.isDigit)
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte.isDigit || (0x61...0x66).contains(byte | 0x20)
  }
}

/// Paths that data may name.
enum RelativePath {
  /// The path without `.` and doubled slashes, or nil when it could leave its folder.
  static func normalized(_ text: String) -> String? {
    let bytes = text.utf8
    guard bytes.first != UInt8(ascii: "/"), !bytes.contains(0), !bytes.contains(0x5C),
      bytes.count <= 4096
    else { return nil }
    // `C:` of other systems.
    if bytes.count >= 2, let drive = bytes.first, drive.isLetter, bytes.dropFirst().first == 0x3A {
      return nil
    }
    var parts: [Substring] = []
    for part in text.split(separator: "/") where part != "." {
      if part == ".." { return nil }
      parts.append(part)
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }
}
