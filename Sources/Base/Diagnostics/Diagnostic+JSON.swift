// SPDX-License-Identifier: Apache-2.0

package import PassBasics

extension Diagnostic {
  /// Returns the diagnostic as JSON, with members in the order of the JSON Lines output. Reports
  /// and `Encodable` use it.
  ///
  /// - Parameter help: the value of `help`.
  package func json(help: String) -> JSONTree {
    [
      "version": 1, "code": .string(code), "severity": .string(severity.rawValue),
      "basis": .string(finding.basis.word), "effect": .string(finding.effect.rawValue),
      "bundle": .string(location?.bundle), "file": .string(location?.file),
      "line": .number(location?.line), "column": .number(location?.column),
      "sheet": .string(location?.sheet),
      "pointer": .string(pointer), "serial": .string(serial), "message": .string(message),
      "help": .string(help), "walletLog": .string(finding.walletLog),
      "notes": .array(notes.map(\.json)),
    ]
  }
}

extension Diagnostic.Note {
  /// The note as JSON. It has a member `bundle` only if its place is in an archive, and a member
  /// `sheet` only if it is in a workbook.
  fileprivate var json: JSONTree {
    var members: [JSONTree.Member] = []
    if let bundle = location?.bundle { members.append(("bundle", .string(bundle))) }
    members += [
      ("file", .string(location?.file)), ("line", .number(location?.line)),
      ("column", .number(location?.column)),
    ]
    if let sheet = location?.sheet { members.append(("sheet", .string(sheet))) }
    members += [("pointer", .string(pointer)), ("message", .string(message))]
    return .object(members)
  }
}

extension Verdict {
  /// Returns the verdict as JSON, a line of the JSON Lines output.
  ///
  /// - Parameter bundle: name of the pass.
  package func json(of bundle: String) -> JSONTree {
    [
      "version": 1,
      "verdict": [
        "bundle": .string(bundle), "result": .string(result.rawValue), "first": .string(first),
      ],
    ]
  }
}

extension Diagnostic: Encodable {
  /// Encodes the members of a line of `--format json`, with null for missing values.
  public func encode(to encoder: any Encoder) throws {
    try json(help: help).encode(to: encoder)
  }
}

extension DiagnosticsError: Encodable {
  /// Encodes the list of diagnostics.
  public func encode(to encoder: any Encoder) throws { try diagnostics.encode(to: encoder) }
}
