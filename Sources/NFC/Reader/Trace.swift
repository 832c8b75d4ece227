// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCrypto

/// A decoder of commands and responses, for people and programs.
package enum Trace {
  /// A line for one element of an APDU.
  package struct Line: Sendable, Hashable {
    /// Number of templates around it.
    package let depth: Int
    /// Tag in upper-case hex, or nil for a part of a value.
    package let tag: String?
    /// Name of the tag or part, or nil for a tag of another protocol.
    package let name: String?
    /// Value in hex, or nil for a template. Its elements follow.
    package let hex: String?
    /// Description of the value, or nil if the hex is enough.
    package let meaning: String?
  }

  /// Returns a description of a command, such as `GET DATA, full VAS`.
  package static func title(ofCommand bytes: [UInt8]) -> String {
    guard let command = CommandAPDU(bytes) else { return "not a command" }
    switch (command.instructionClass, command.instruction) {
    case (0x00, SelectCommand.instruction):
      return "SELECT \(printable(command.data) ?? Hex.encode(command.data))"
    case (GetDataCommand.instructionClass, GetDataCommand.instruction):
      return switch command.p2 {
      case GetDataCommand.fullVAS: "GET DATA, full VAS"
      case GetDataCommand.urlOnly: "GET DATA, URL only"
      default: "GET DATA, unknown P2"
      }
    default: return "unknown command"
    }
  }

  /// Returns a description of a status word, such as `9000 success`.
  package static func title(ofResponse bytes: [UInt8]) -> String {
    guard let response = try? ResponseAPDU(bytes) else { return "not a response" }
    return "\(response.status) \(response.status.meaning)"
  }

  /// Returns the elements of a GET DATA command. Empty for other commands.
  ///
  /// - Parameter merchants: to find the pass type identifier of a hash.
  package static func lines(ofCommand bytes: [UInt8], merchants: [Merchant]) -> [Line] {
    guard let command = CommandAPDU(bytes),
      command.instruction == GetDataCommand.instruction
    else { return [] }
    return lines(of: command.data, merchants: merchants)
  }

  /// Returns the elements of a response. Empty if it has no data that can be decoded.
  package static func lines(ofResponse bytes: [UInt8]) -> [Line] {
    guard let response = try? ResponseAPDU(bytes) else { return [] }
    return lines(of: response.data, merchants: [])
  }

  private static func lines(of data: [UInt8], merchants: [Merchant]) -> [Line] {
    guard let elements = try? TLV.elements(of: data[...]) else { return [] }
    var lines: [Line] = []
    for element in elements {
      let isTemplate = [VASTag.fci, VASTag.template].contains(element.tag)
      // Templates are not nested in these protocols.
      if isTemplate, let inner = try? element.elements() {
        lines.append(
          Line(
            depth: 0, tag: element.name, name: VASTag.name(of: element.tag), hex: nil,
            meaning: "\(element.value.count) bytes"))
        lines += inner.flatMap { [line($0, depth: 1, merchants)] + parts(of: $0, depth: 2) }
      } else {
        lines.append(line(element, depth: 0, merchants))
        lines += parts(of: element, depth: 1)
      }
    }
    return lines
  }

  /// Returns the parts of a cryptogram in order.
  private static func parts(of element: TLV, depth: Int) -> [Line] {
    guard element.tag == VASTag.cryptogram, let cryptogram = try? Cryptogram(element.value) else {
      return []
    }
    let parts: [(String, ArraySlice<UInt8>)] = [
      ("key identifier", cryptogram.keyIdentifier), ("ephemeral X", cryptogram.ephemeralX),
      ("time and message", cryptogram.ciphertext), ("GCM tag", cryptogram.tag),
    ]
    return parts.map { name, bytes in
      Line(depth: depth, tag: nil, name: name, hex: Hex.encode(bytes), meaning: nil)
    }
  }

  private static func line(_ element: TLV, depth: Int, _ merchants: [Merchant]) -> Line {
    Line(
      depth: depth, tag: element.name, name: VASTag.name(of: element.tag),
      hex: Hex.encode(element.value), meaning: meaning(of: element, merchants))
  }

  private static func meaning(of element: TLV, _ merchants: [Merchant]) -> String? {
    let value = element.value
    switch element.tag {
    case VASTag.label, VASTag.url, VASTag.dedicatedFile:
      return printable(value)
    case VASTag.version, VASTag.terminalVersion:
      return value.count == 2 ? "\(value[0]).\(value[1])" : nil
    case VASTag.mobileCapabilities:
      return value.last.map { MobileCapabilities(rawValue: $0).meaning }
    case VASTag.terminalCapabilities:
      guard value.count == 4, let mode = TerminalMode(rawValue: value[3] & 0x03) else { return nil }
      return mode.name + (value[3] & 0x80 != 0 ? ", more requests follow" : ", last request")
    case VASTag.merchantID:
      let merchant = merchants.first {
        MerchantIdentifier(passTypeIdentifier: $0.id).bytes == value
      }
      return merchant.map { "SHA-256 of \($0.id)" }
    case VASTag.cryptogram:
      return (try? Cryptogram(value)) == nil
        ? "\(value.count) bytes, too few for a cryptogram" : "\(value.count) bytes"
    case VASTag.mobileToken:
      return value.isEmpty ? "empty" : nil
    default:
      return nil
    }
  }

  private static func printable(_ bytes: [UInt8]) -> String? {
    bytes.allSatisfy { (0x20...0x7e).contains($0) } ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
