// SPDX-License-Identifier: Apache-2.0

/// One element of BER-TLV as ISO 7816-4 uses it: tag, length, value.
package struct TLV: Sendable, Hashable {
  /// The tag's octets as a number: `0x70`, `0x9f27`.
  package let tag: UInt32
  /// The content; further elements where the tag is a template's.
  package let value: [UInt8]

  /// An element of a tag's octets as a number and its content.
  package init(_ tag: UInt32, _ value: [UInt8]) {
    self.tag = tag
    self.value = value
  }

  /// The tag in hex, upper case, as documents write it.
  package var name: String { Self.name(of: tag) }

  static func name(of tag: UInt32) -> String {
    let digits = String(tag, radix: 16, uppercase: true)
    return digits.utf8.count % 2 == 0 ? digits : "0" + digits
  }

  // MARK: Reading

  /// All elements of a value, in order; nothing may be left over.
  ///
  /// Takes lengths in one to four octets, with needless zeros too, and tags of up to three octets;
  /// indefinite lengths do not occur in these protocols and are refused.
  package static func elements(of bytes: ArraySlice<UInt8>) throws(VASError) -> [TLV] {
    var elements: [TLV] = []
    var rest = bytes
    while !rest.isEmpty { elements.append(try next(&rest)) }
    return elements
  }

  /// The element at the beginning; what follows it stays.
  package static func next(_ rest: inout ArraySlice<UInt8>) throws(VASError) -> TLV {
    let tag = try nextTag(&rest)
    let length = try nextLength(&rest)
    guard length <= rest.count else { throw .malformedTLV }
    defer { rest = rest.dropFirst(length) }
    return TLV(tag, Array(rest.prefix(length)))
  }

  /// All elements inside this one, which has to be a template; throws as `elements(of:)` does.
  package func elements() throws(VASError) -> [TLV] { try Self.elements(of: value[...]) }

  private static func nextTag(_ rest: inout ArraySlice<UInt8>) throws(VASError) -> UInt32 {
    guard let first = rest.popFirst() else { throw .malformedTLV }
    var tag = UInt32(first)
    // Five ones say that the tag goes on, a top bit that it goes on again.
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

  /// Tag, length in its shortest form, value.
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

  /// Several elements one after another, as they stand inside a template.
  package static func bytes(of elements: [TLV]) -> [UInt8] { elements.flatMap(\.bytes) }
}

/// The tags of the protocol; values as in the public descriptions of it.
package enum VASTag {
  /// The template around a phone's answer to SELECT.
  package static let fci: UInt32 = 0x6f
  /// The name of the application that was selected.
  package static let dedicatedFile: UInt32 = 0x84
  /// Which wallet answers, in ASCII: `ApplePay`.
  package static let label: UInt32 = 0x50
  /// The protocol version the phone speaks, two bytes.
  package static let version: UInt32 = 0x9f21
  /// What the phone can do now: four bytes, of which the last counts.
  package static let mobileCapabilities: UInt32 = 0x9f23
  /// The phone's nonce, four bytes.
  package static let deviceNonce: UInt32 = 0x9f24

  /// The protocol version the terminal speaks, two bytes.
  package static let terminalVersion: UInt32 = 0x9f22
  /// Whose pass is asked for: SHA-256 of the pass type identifier.
  package static let merchantID: UInt32 = 0x9f25
  /// What the terminal can do and wants, four bytes.
  package static let terminalCapabilities: UInt32 = 0x9f26
  /// The terminal's nonce, four bytes.
  package static let terminalNonce: UInt32 = 0x9f28
  /// The address for customers without the pass, in ASCII.
  package static let url: UInt32 = 0x9f29
  /// What kind of pass is asked for, five bytes; need not be sent.
  package static let filter: UInt32 = 0x9f2b

  /// The template around a phone's answer to GET DATA.
  package static let template: UInt32 = 0x70
  /// A token of the phone; empty on phones that were seen.
  package static let mobileToken: UInt32 = 0x9f2a
  /// The encrypted message of a pass.
  package static let cryptogram: UInt32 = 0x9f27

  /// What a tag stands for; nil for one of somebody else's.
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
