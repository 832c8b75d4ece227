// SPDX-License-Identifier: Apache-2.0

/// A value of a diagnostic as programs read it.
package enum DiagnosticValue: Sendable {
  /// A string; null for nil.
  case text(String?)
  /// A whole number; null for nil.
  case number(Int?)
  /// Objects, each with its members.
  case objects([[DiagnosticMember]])
}

/// A value of a diagnostic with its name.
package typealias DiagnosticMember = (name: String, value: DiagnosticValue)

extension Diagnostic {
  /// What programs are told of it, in the order of JSON Lines. The lines of reports and `Encodable`
  /// go by this list.
  package var members: [DiagnosticMember] {
    [
      ("version", .number(1)), ("code", .text(code)), ("severity", .text(severity.rawValue)),
      ("basis", .text(finding.basis.word)), ("effect", .text(finding.effect.rawValue)),
      ("bundle", .text(location?.bundle)), ("file", .text(location?.file)),
      ("line", .number(location?.line)), ("column", .number(location?.column)),
      ("pointer", .text(pointer)), ("serial", .text(serial)), ("message", .text(message)),
      ("help", .text(help)), ("walletLog", .text(finding.walletLog)),
      ("notes", .objects(notes.map(\.members))),
    ]
  }
}

extension Diagnostic.Note {
  /// A note has a member `bundle` only where its place is in one.
  fileprivate var members: [DiagnosticMember] {
    var members: [DiagnosticMember] = []
    if let bundle = location?.bundle { members.append(("bundle", .text(bundle))) }
    members += [
      ("file", .text(location?.file)), ("line", .number(location?.line)),
      ("column", .number(location?.column)), ("pointer", .text(pointer)),
      ("message", .text(message)),
    ]
    return members
  }
}

extension Diagnostic: Encodable {
  /// Writes the members that a line of `--format json` has, those without a value as null.
  public func encode(to encoder: any Encoder) throws {
    try EncodedMembers(members: members).encode(to: encoder)
  }
}

extension Rejected: Encodable {
  /// Writes the diagnostics, a list.
  public func encode(to encoder: any Encoder) throws {
    var list = encoder.unkeyedContainer()
    for diagnostic in diagnostics { try list.encode(diagnostic) }
  }
}

/// Members as an object of whatever form the encoder writes.
private struct EncodedMembers: Encodable {
  let members: [DiagnosticMember]

  struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    for (name, value) in members {
      let key = Key(stringValue: name)
      switch value {
      case .text(let text?): try object.encode(text, forKey: key)
      case .number(let number?): try object.encode(number, forKey: key)
      case .text(nil), .number(nil): try object.encodeNil(forKey: key)
      case .objects(let objects):
        try object.encode(objects.map(EncodedMembers.init), forKey: key)
      }
    }
  }
}
