// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// The path of a pass's file. It depends only on the serial number and the options, so that runs
/// and shards agree.
package struct PassNaming: Sendable {
  private let prefix: String
  private let suffix: String
  private let fanOut: Int

  /// The reason why a `--file-name` is invalid: it does not contain `%s` exactly once, or is not a
  /// valid name of a file.
  package struct NamingError: Error, CustomStringConvertible {
    package let description: String
  }

  /// Creates the naming for the options.
  ///
  /// - Parameters:
  ///   - pattern: `--file-name`. `%s` is replaced by the escaped serial number.
  ///   - fanOut: `--fan-out`, the number of hex digits of the serial number's SHA-256 that name a
  ///     folder. With 0 all files are in the same folder.
  package init(pattern: String = "%s.pkpass", fanOut: Int = 0) throws(NamingError) {
    let parts = Self.split(pattern)
    guard parts.count == 2 else {
      throw NamingError(
        description: "\"\(pattern)\" must have exactly one %s for the serial number")
    }
    guard !pattern.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      throw NamingError(description: "\"\(pattern)\" contains a /; to make folders, add --fan-out")
    }
    guard !pattern.utf8.starts(with: ".".utf8) else {
      throw NamingError(description: "\"\(pattern)\" begins with a dot")
    }
    // An escaped serial number has at most 180 bytes, and a file name 255 on most disks.
    guard pattern.utf8.count <= 70 else {
      throw NamingError(description: "\"\(pattern)\" is longer than 70 bytes")
    }
    prefix = parts[0]
    suffix = parts[1]
    self.fanOut = fanOut
  }

  /// Returns the path of a pass's file below the output folder.
  package func path(of serial: String) -> String {
    let name = prefix + Self.escaped(serial) + suffix
    guard fanOut > 0 else { return name }
    return folder(of: serial) + "/" + name
  }

  /// Returns the path of a group's file. There are no collisions, because an escaped value contains
  /// `~` only before its hash.
  func path(of group: String, part number: Int) -> String {
    let name = prefix + Self.escaped(group) + (number > 1 ? "~\(number)" : "") + suffix
    guard fanOut > 0 else { return name }
    return folder(of: group) + "/" + name
  }

  private func folder(of serial: String) -> String {
    String(Digest.sha256Hex(Array(serial.utf8)).prefix(fanOut))
  }

  /// Splits a pattern at `%s`.
  private static func split(_ pattern: String) -> [String] {
    var parts: [[UInt8]] = [[]]
    let bytes = Array(pattern.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"), index + 1 < bytes.count,
        bytes[index + 1] == UInt8(ascii: "s")
      {
        parts.append([])
        index += 2
      } else {
        parts[parts.count - 1].append(bytes[index])
        index += 1
      }
    }
    return parts.map { String(decoding: $0, as: UTF8.self) }
  }

  /// Escapes a string for a file name. Bytes outside `A-Za-z0-9-_.` and a leading dot become `%XX`.
  /// If the result is longer than 180 characters, it is cut to 140 characters, followed by `~` and
  /// 32 hex digits of the SHA-256 of the string.
  package static func escaped(_ text: String) -> String {
    let utf8 = text.utf8
    if utf8.count <= 180, utf8.first != UInt8(ascii: "."), utf8.allSatisfy(isPlain) { return text }
    var out: [UInt8] = []
    out.reserveCapacity(utf8.count * 3)
    for byte in utf8 {
      if isPlain(byte), !(out.isEmpty && byte == UInt8(ascii: ".")) {
        out.append(byte)
      } else {
        out.append(UInt8(ascii: "%"))
        Hex.append(byte, uppercase: true, to: &out)
      }
    }
    guard out.count > 180 else { return String(decoding: out, as: UTF8.self) }
    return String(decoding: out.prefix(140), as: UTF8.self) + "~"
      + String(Digest.sha256Hex(Array(utf8)).prefix(32))
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
