// SPDX-License-Identifier: Apache-2.0

enum DERWriter {
  static func element(_ tag: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
    var bytes = header(tag, length: content.count)
    bytes.append(contentsOf: content)
    return bytes
  }

  /// Returns the tag and length octets.
  static func header(_ tag: UInt8, length: Int) -> [UInt8] {
    guard length >= 0x80 else { return [tag, UInt8(length)] }
    var octets: [UInt8] = []
    var rest = length
    while rest > 0 {
      octets.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
    return [tag, 0x80 | UInt8(octets.count)] + octets.reversed()
  }

  static func sequence(_ parts: [UInt8]...) -> [UInt8] {
    element(ASN1Reader.sequence, parts.flatMap { $0 })
  }

  /// Returns a SET OF, sorted by the encodings of its members as DER requires.
  static func setOf(_ members: [[UInt8]]) -> [UInt8] {
    element(ASN1Reader.set, sorted(members).flatMap { $0 })
  }

  static func sorted(_ members: [[UInt8]]) -> [[UInt8]] {
    members.sorted { $0.lexicographicallyPrecedes($1) }
  }

  static func oid(_ oid: OID) -> [UInt8] {
    element(ASN1Reader.objectIdentifier, oid.content)
  }

  static let null: [UInt8] = [ASN1Reader.null, 0]

  /// Returns an INTEGER from big-endian octets of a non-negative number.
  static func unsigned(_ octets: some Collection<UInt8>) -> [UInt8] {
    var content = Array(octets.drop { $0 == 0 })
    if (content.first ?? 0x80) >= 0x80 { content.insert(0, at: 0) }
    return element(ASN1Reader.integer, content)
  }

  static func integer(_ value: UInt64) -> [UInt8] {
    unsigned((0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) })
  }

  /// Returns a BIT STRING without unused bits.
  static func bitString(_ octets: some Collection<UInt8>) -> [UInt8] {
    element(ASN1Reader.bitString, [0] + Array(octets))
  }

  static func octetString(_ octets: some Collection<UInt8>) -> [UInt8] {
    element(ASN1Reader.octetString, octets)
  }

  static func utf8String(_ text: String) -> [UInt8] {
    element(ASN1Reader.utf8String, Array(text.utf8))
  }
}
