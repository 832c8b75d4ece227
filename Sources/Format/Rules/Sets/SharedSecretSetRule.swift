// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Rule about values that identify a customer: NFC messages and authentication tokens that several
/// passes share.
package struct SharedSecretSetRule: BatchRule {
  package init() {}

  /// Passes with different serial numbers have the same NFC message.
  package static let message = Finding(
    "nfc.message.notUnique", .warning, effect: .style,
    why: """
      The reader gets only the message of a pass. If several serial numbers have one message, it \
      cannot tell their customers apart. This is fine for a door that opens to every customer.
      """,
    help: "put the serial number or another id of the customer into the message",
    source: .convention("a message names its customer"),
    wrong: """
      serial,message
      A-1,gym
      A-2,gym
      """,
    right: """
      serial,message
      A-1,A-1
      A-2,A-2
      """)

  /// Passes with different serial numbers have the same authentication token.
  package static let token = Finding(
    "webService.token.repeated", .warning, effect: .style,
    why: """
      Anybody with the token of a pass can request that pass from the server. If several passes \
      have one token, every customer can request the passes of the others.
      """,
    help: "give each pass a random token, or derive the tokens from a key",
    settings: [RunSetting(.tokenKey, "FILE")],
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: """
      serial,token
      A-1,tG7vRk2LwQ9sXd4B
      A-2,tG7vRk2LwQ9sXd4B
      """,
    right: """
      serial,token
      A-1,tG7vRk2LwQ9sXd4B
      A-2,pZ3mNc8YhJ6fUa1E
      """)

  package var findings: [Finding] { [Self.message, Self.token] }

  package func check(_ set: PassSet) -> [Diagnostic] {
    repeats(in: set, \.nfcMessage, \.nfcPlace, "/nfc/message", Self.message) {
      "NFC message \(quoted($0))"
    }
      + repeats(in: set, \.token, \.tokenPlace, "/authenticationToken", Self.token) { _ in
        "authentication token"
      }
  }

  /// Returns one diagnostic for each value that several serial numbers share, at its second use.
  private func repeats(
    in set: PassSet, _ value: (PassSet.Member) -> String?, _ place: (PassSet.Member) -> Location?,
    _ pointer: String, _ finding: Finding, _ words: (String) -> String
  ) -> [Diagnostic] {
    struct Shared: Hashable {
      let type: String
      let value: String
    }
    var uses: [Shared: (first: Int, second: Int?, serials: Set<String>)] = [:]
    for (index, member) in set.members.enumerated() {
      guard let value = value(member), !value.isEmpty else { continue }
      let key = Shared(type: member.passTypeIdentifier, value: value)
      // The set is changed in place. A copy for each member would take minutes for a large set.
      let isNew = uses[key, default: (index, nil, [])].serials.insert(member.serialNumber).inserted
      if isNew, uses[key]?.first != index, uses[key]?.second == nil { uses[key]?.second = index }
    }
    return uses.compactMap { key, use -> (Int, Diagnostic)? in
      guard let second = use.second else { return nil }
      let member = set.members[second]
      let first = place(set.members[use.first])
      // A constant in the template has one place in all rows.
      let isConstant = set.kind == .rows && first != nil && first == place(member)
      return (
        second,
        Diagnostic(
          finding: finding,
          message: "\(use.serials.count) passes have the same \(words(key.value))",
          location: place(member), pointer: pointer,
          serial: set.kind == .rows ? member.serialNumber : nil,
          help: isConstant && finding == Self.message
            ? "write the placeholder of a column into the message, so that each pass has its own"
            : nil,
          notes: isConstant
            ? [] : [.init(location: first, pointer: pointer, message: "first used here")])
      )
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
