// SPDX-License-Identifier: Apache-2.0

/// An element of BER-TLV (ISO 7816-4): tag, length, value.
package struct TLV: Sendable, Hashable {
  /// Octets of the tag as a number, such as `0x70` or `0x9f27`.
  package let tag: UInt32
  /// The content. A template contains more elements.
  package let value: [UInt8]

  package init(_ tag: UInt32, _ value: [UInt8]) {
    self.tag = tag
    self.value = value
  }

  /// The tag in upper-case hex.
  package var name: String { Self.name(of: tag) }

  static func name(of tag: UInt32) -> String {
    let digits = String(tag, radix: 16, uppercase: true)
    return digits.utf8.count % 2 == 0 ? digits : "0" + digits
  }

  // MARK: Reading

  /// Reads all elements. No data may be left over.
  ///
  /// It accepts lengths of one to four octets, also with leading zeros, and tags of up to three
  /// octets. It rejects indefinite lengths, which these protocols do not use.
  package static func elements(of bytes: ArraySlice<UInt8>) throws(VASError) -> [TLV] {
    var elements: [TLV] = []
    var rest = bytes
    while !rest.isEmpty { elements.append(try next(&rest)) }
    return elements
  }

  /// Reads and removes the first element.
  package static func next(_ rest: inout ArraySlice<UInt8>) throws(VASError) -> TLV {
    let tag = try nextTag(&rest)
    let length = try nextLength(&rest)
    guard length <= rest.count else { throw .malformedTLV }
    defer { rest = rest.dropFirst(length) }
    return TLV(tag, Array(rest.prefix(length)))
  }

  /// Reads the elements in this template. Throws like `elements(of:)`.
  package func elements() throws(VASError) -> [TLV] { try Self.elements(of: value[...]) }

  private static func nextTag(_ rest: inout ArraySlice<UInt8>) throws(VASError) -> UInt32 {
    guard let first = rest.popFirst() else { throw .malformedTLV }
    var tag = UInt32(first)
    // Five set bits mean that another octet follows. In that octet, the top bit means the same.
    guard first & 0x1f == 0x1f else { return tag }
    for _ in 0..<2 {
      guard let next = rest.popFirst() else { throw .malformedTLV }
      tag = tag << 8 | UInt32(next)
      if next & 0x80 == 0 { return tag }
    }
    throw .malformedTLV
  }

  private static func nextLength(_ rest: inout ArraySlice<UInt8>) throws(VASError) -> Int {
    guard let first = rest.popFirst() else { throw .malformedTLV }
    guard first >= 0x80 else { return Int(first) }
    let count = Int(first & 0x7f)
    guard (1...3).contains(count), rest.count >= count else { throw .malformedTLV }
    let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
    rest = rest.dropFirst(count)
    return length
  }

  // MARK: Writing

  /// The encoded element with the shortest form of the length.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for shift in [24, 16, 8, 0] where tag >> UInt32(shift) != 0 || shift == 0 {
      bytes.append(UInt8(truncatingIfNeeded: tag >> UInt32(shift)))
    }
    switch value.count {
    case ..<0x80: bytes.append(UInt8(value.count))
    case ..<0x100: bytes += [0x81, UInt8(value.count)]
    default:
      precondition(value.count < 0x1_0000, "a TLV element of \(value.count) bytes")
      bytes += [0x82, UInt8(value.count >> 8), UInt8(value.count & 0xff)]
    }
    return bytes + value
  }

  /// Encodes several elements in order.
  package static func bytes(of elements: [TLV]) -> [UInt8] { elements.flatMap(\.bytes) }
}

/// Tags of the protocol, with the values of its public descriptions.
package enum VASTag {
  /// Template of the response to SELECT.
  package static let fci: UInt32 = 0x6f
  /// Name of the selected application.
  package static let dedicatedFile: UInt32 = 0x84
  /// Name of the wallet in ASCII: `ApplePay`.
  package static let label: UInt32 = 0x50
  /// Protocol version of the phone, two bytes.
  package static let version: UInt32 = 0x9f21
  /// Current capabilities of the phone, four bytes. Only the last one matters.
  package static let mobileCapabilities: UInt32 = 0x9f23
  /// Nonce of the phone, four bytes.
  package static let deviceNonce: UInt32 = 0x9f24

  /// Protocol version of the terminal, two bytes.
  package static let terminalVersion: UInt32 = 0x9f22
  /// SHA-256 of the requested pass type identifier.
  package static let merchantID: UInt32 = 0x9f25
  /// Capabilities and mode of the terminal, four bytes.
  package static let terminalCapabilities: UInt32 = 0x9f26
  /// Nonce of the terminal, four bytes.
  package static let terminalNonce: UInt32 = 0x9f28
  /// URL for customers without the pass, in ASCII.
  package static let url: UInt32 = 0x9f29
  /// Filter for the kind of pass, five bytes. Optional.
  package static let filter: UInt32 = 0x9f2b

  /// Template of the response to GET DATA.
  package static let template: UInt32 = 0x70
  /// Token of the phone. Empty on all phones that were observed.
  package static let mobileToken: UInt32 = 0x9f2a
  /// Encrypted message of a pass.
  package static let cryptogram: UInt32 = 0x9f27

  /// Returns the name of a tag, or nil for tags of other protocols.
  package static func name(of tag: UInt32) -> String? {
    switch tag {
    case fci: "application"
    case dedicatedFile: "application name"
    case label: "wallet"
    case version: "version"
    case mobileCapabilities: "mobile capabilities"
    case deviceNonce: "device nonce"
    case terminalVersion: "version"
    case merchantID: "merchant id"
    case terminalCapabilities: "terminal capabilities"
    case terminalNonce: "terminal nonce"
    case url: "sign-up URL"
    case filter: "filter"
    case template: "template"
    case mobileToken: "mobile token"
    case cryptogram: "cryptogram"
    default: nil
    }
  }
}
