// SPDX-License-Identifier: Apache-2.0

/// The subject or issuer of a certificate.
package struct DistinguishedName: Sendable, Hashable {
  /// One attribute of a name, such as CN.
  package struct Attribute: Sendable, Hashable {
    /// OID of the type, such as CN, OU or O.
    package let type: OID
    /// The value, or nil if the octets are not valid text of their type.
    package let text: String?
  }

  /// DER of the name.
  package let der: [UInt8]
  /// Attributes in their order.
  package let attributes: [Attribute]

  init(_ reader: inout ASN1Reader) throws(ASN1Error) {
    let name = try reader.next(ASN1Reader.sequence)
    der = Array(reader.bytes[name.whole])
    var attributes: [Attribute] = []
    var sets = try reader.inside(name)
    while !sets.isAtEnd {
      var members = try sets.enter(ASN1Reader.set)
      while !members.isAtEnd {
        var pair = try members.enter(ASN1Reader.sequence)
        let type = try pair.nextOID()
        let value = try pair.next()
        attributes.append(
          Attribute(type: type, text: ASN1Text.decode(value.tag, pair.bytes[value.content])))
      }
    }
    self.attributes = attributes
  }

  /// UID, the pass type identifier in the subject of a signing certificate. Nil if absent or not
  /// text.
  package var userID: String? { self[.userID] }
  /// CN, the name for people. Nil if absent or not text.
  package var commonName: String? { self[.commonName] }
  /// OU, the team identifier in the subject of a signing certificate. Nil if absent or not text.
  package var organizationalUnit: String? { self[.organizationalUnit] }
  /// O, the organization. Nil if absent or not text.
  package var organization: String? { self[.organization] }
  /// C, the country code (ISO 3166). Nil if absent or not text.
  package var country: String? { self[.country] }

  /// Returns the text of the first attribute of a type. Returns nil if absent or not text.
  package subscript(type: OID) -> String? {
    attributes.first { $0.type == type }?.text
  }

  /// Returns whether names are equal by the rules for certificates: the same bytes, or the same
  /// attributes without regard to case and runs of spaces (RFC 5280, 7.1).
  package func matches(_ other: DistinguishedName) -> Bool {
    if der == other.der { return true }
    guard attributes.count == other.attributes.count, !attributes.isEmpty else { return false }
    return zip(attributes, other.attributes).allSatisfy { one, other in
      guard one.type == other.type, let text = one.text, let otherText = other.text else {
        return false
      }
      return Self.folded(text) == Self.folded(otherText)
    }
  }

  private static func folded(_ text: String) -> [Substring] {
    text.lowercased().split(separator: " ")
  }

  /// The name for people, as `CN=..., OU=..., O=..., C=...` in its order. Control characters are
  /// escaped, so that it cannot control a terminal.
  package var text: String {
    attributes.map { "\(Self.label(of: $0.type))=\(ASN1Text.printable($0.text ?? "?"))" }
      .joined(separator: ", ")
  }

  private static func label(of type: OID) -> String {
    switch type {
    case .userID: "UID"
    case .commonName: "CN"
    case .organizationalUnit: "OU"
    case .organization: "O"
    case .country: "C"
    case .locality: "L"
    case .state: "ST"
    case .emailAddress: "emailAddress"
    default: type.dotted
    }
  }
}
