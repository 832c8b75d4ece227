// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The source of the authenticationToken of a pass whose template has a web service and no token.
package enum TokenSource: Sendable {
  /// None. The rules report that the token is missing.
  case none
  /// A key derives it from pass type identifier and serial number.
  case key
  /// The caller, which reads it from a ledger or derives it.
  case caller
}

/// A hidden column for the authenticationToken, which is made for each pass and is not in the data.
/// It becomes the last member of pass.json.
package struct TokenColumn: Sendable {
  /// One more than the last column of the data.
  let number: Int
  let webServiceURL: MemberValue
  /// The member of the template, which a row may leave empty.
  let authenticationToken: MemberValue
  let passTypeIdentifier: MemberValue
  let serialNumber: MemberValue

  /// Returns whether the pass of a row needs a token: it has a web service and no token.
  package func isNeeded(in row: [Cell]) -> Bool {
    webServiceURL.isPresent(in: row) && !authenticationToken.isPresent(in: row)
  }

  /// Returns the identifiers that a token is derived from. Nil if one of them is not a string.
  package func identifiers(in row: [Cell]) -> (passType: String, serial: String)? {
    guard let passType = passTypeIdentifier.string(in: row),
      let serial = serialNumber.string(in: row)
    else { return nil }
    return (passType, serial)
  }

  /// Returns whether some rows can get a token.
  func isPossible(_ source: TokenSource) -> Bool {
    guard webServiceURL.isPossible, !authenticationToken.isCertain else { return false }
    return switch source {
    case .none: false
    case .key: passTypeIdentifier.canBeString && serialNumber.canBeString
    case .caller: true
    }
  }

  /// Returns whether every row gets a token. Documents with and without one have different layouts,
  /// and making and checking passes is slow without a common layout.
  func isCertain(_ source: TokenSource) -> Bool {
    guard webServiceURL.isCertain, !authenticationToken.isPossible else { return false }
    return source == .caller || passTypeIdentifier.isString && serialNumber.isString
  }

  func fillIn(isCertain: Bool) -> Interpolation {
    Interpolation(
      pieces: [.column(number, Placeholder(subject: .column("authenticationToken"), filters: []))],
      kind: .token, isWhole: true, fallback: isCertain ? .text("") : nil)
  }

  /// Returns a row with its token, which has no place in a file.
  func adding(_ token: String?, to row: [Cell]) -> [Cell] {
    row + [token.map { Cell(.text($0), text: $0, origin: .none) } ?? .empty(at: .none)]
  }
}

/// The values that a member of pass.json can have in the passes of a template.
enum MemberValue: Sendable {
  case absent
  /// The same string in every pass.
  case string(String)
  /// The same value in every pass, and not a string.
  case other
  case fillIn(Interpolation)
  /// An object that passes have if the condition is true.
  case object(while: TemplateCondition)

  /// Returns whether the pass of a row has the member.
  func isPresent(in row: [Cell]) -> Bool {
    switch self {
    case .absent: false
    case .string, .other: true
    case .fillIn(let fillIn): fillIn.value(in: row) != nil
    case .object(let condition): condition.isMet(by: row)
    }
  }

  /// Returns the string of the member in the pass of a row. Nil if it is absent or not a string.
  func string(in row: [Cell]) -> String? {
    switch self {
    case .absent, .other, .object: return nil
    case .string(let text): return text
    case .fillIn(let fillIn):
      switch fillIn.value(in: row)?.value {
      case .text(let text), .date(let text), .file(let text): return text
      case .empty, .number, .boolean, .json, nil: return nil
      }
    }
  }

  /// Whether at least one pass can have the member.
  var isPossible: Bool { if case .absent = self { false } else { true } }

  /// Whether every pass has the member.
  var isCertain: Bool {
    switch self {
    case .absent, .object: false
    case .string, .other: true
    case .fillIn(let fillIn): !fillIn.canVanish
    }
  }

  /// Whether the member can be a string.
  var canBeString: Bool {
    switch self {
    case .absent, .other, .object: false
    case .string, .fillIn: true
    }
  }

  /// Whether the member is a string in every pass.
  var isString: Bool {
    switch self {
    case .absent, .other, .object: false
    case .string: true
    case .fillIn(let fillIn): isCertain && fillIn.kind == .text
    }
  }
}
