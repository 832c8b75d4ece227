// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What tells holders apart: NFC messages and authentication tokens that passes share.
package struct SharedSecretSetRule: BatchRule {
  /// The rule needs nothing to start with.
  package init() {}

  /// One NFC message in passes with different serial numbers.
  package static let message = Finding(
    "nfc.message.notUnique", .warning, effect: .style,
    why: """
      The reader sees the message and nothing else of a pass: with one message for several serial \
      numbers it cannot tell their holders apart. Fine for a ticket to everybody's door.
      """,
    help: "put the serial number or another id of the holder into the message",
    source: .convention("a message names its holder"),
    wrong: "A-1 and A-2 both with the message gym",
    right: "A-1 with the message A-1, A-2 with A-2")

  /// One authentication token in passes with different serial numbers.
  package static let token = Finding(
    "webService.token.repeated", .warning, effect: .style,
    why: """
      Whoever has the token of a pass can ask the server for it. With one token for several passes \
      every holder can ask for those of the others.
      """,
    help: "give each pass a random token, or one that a key derives from the serial number",
    settings: [RunSetting(.tokenKey, "FILE")],
    source: .documented("Wallet Passes: Pass, authenticationToken"),
    wrong: "A-1 and A-2 with one authentication token",
    right: "a token of its own for each")

  package var findings: [Finding] { [Self.message, Self.token] }

  package func check(_ set: PassSet) -> [Diagnostic] {
    repeats(in: set, \.nfcMessage, \.nfcPlace, "/nfc/message", Self.message) {
      "NFC message \(quoted($0))"
    }
      + repeats(in: set, \.token, \.tokenPlace, "/authenticationToken", Self.token) { _ in
        "the authentication token"
      }
  }

  /// One complaint for each value that several serial numbers share, at its second use.
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
      // In place: a copy of the serials for each of them would take minutes for a large set.
      let isNew = uses[key, default: (index, nil, [])].serials.insert(member.serialNumber).inserted
      if isNew, uses[key]?.first != index, uses[key]?.second == nil { uses[key]?.second = index }
    }
    return uses.compactMap { key, use -> (Int, Diagnostic)? in
      guard let second = use.second else { return nil }
      let member = set.members[second]
      return (
        second,
        Diagnostic(
          finding: finding,
          message: "\(words(key.value)) is that of \(use.serials.count) serial numbers",
          location: place(member), pointer: pointer,
          serial: set.kind == .rows ? member.serialNumber : nil,
          notes: [
            .init(
              location: place(set.members[use.first]), pointer: pointer, message: "first used here")
          ])
      )
    }
    .sorted { $0.0 < $1.0 }.map(\.1)
  }
}
