// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Serial numbers across passes: pass type and serial number name a pass on the device.
package struct SerialNumberSetRule: BatchRule {
  private static let identity = Basis.documented("Wallet Passes: Pass, serialNumber")

  /// The rule needs nothing to start with.
  package init() {}

  /// Two rows with one serial number.
  package static let repeated = Finding(
    "serial.repeated", .error, effect: .wrong,
    why: """
      Of two rows with one serial number the second pass replaces the first on the device, and two \
      customers share a pass on the server. An equal row is a mistake as well: it was meant to be \
      another one, or to be there once.
      """,
    help: "give each row a serial number of its own", source: identity,
    wrong: "two rows with the serial A-1",
    right: "rows with the serials A-1 and A-2")

  /// Two different passes with one serial number in a .pkpasses.
  package static let duplicate = Finding(
    "serial.duplicate", .error, effect: .wrong,
    why: """
      Two different passes with one pass type and serial number in one .pkpasses: the second \
      replaces the first, and the holder ends up with one of them.
      """,
    help: "give each pass a serial number of its own", source: identity,
    wrong: "two different passes A-1 in one .pkpasses",
    right: "A-1 and A-2, or A-1 once")

  /// One pass twice in a .pkpasses.
  package static let equal = Finding(
    "serial.equalPass", .warning, effect: .style,
    why: """
      Two equal passes in one .pkpasses: the second replaces the first, and the holder ends up \
      with one. Often another pass was meant to be there.
      """,
    help: "keep one of them, or put the pass in that was meant", source: identity,
    wrong: "the pass A-1 twice in one .pkpasses",
    right: "A-1 and A-2")

  /// Two bundles of one run with one serial number and different content.
  package static let twoVersions = Finding(
    "serial.twoVersions", .warning, effect: .style,
    why: """
      Two bundles with one pass type and serial number and different content. Fine when one is \
      the newer version of the other; when both are meant to be passes, the second replaces the \
      first.
      """,
    help: "keep the newer one, or give each pass a serial number of its own",
    source: .convention("files named together may be versions of each other"),
    wrong: "passc check old/A-1.pkpass new/A-1.pkpass, which differ",
    right: "passc check new/A-1.pkpass")

  package var findings: [Finding] { [Self.repeated, Self.duplicate, Self.equal, Self.twoVersions] }

  package func check(_ set: PassSet) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var first: [PassSet.Key: Int] = [:]
    for (index, member) in set.members.enumerated() {
      let key = PassSet.Key(member)
      guard let earlier = first[key] else {
        first[key] = index
        continue
      }
      let other = set.members[earlier]
      let areEqual = set.kind != .rows && other.contentHash == member.contentHash
      if areEqual, set.kind != .bundleOfPasses { continue }
      if set.kind == .loose, let container = member.container, container == other.container {
        continue
      }
      found.append(Self.diagnostic(set.kind, member, other, areEqual: areEqual))
    }
    return found
  }

  private static func diagnostic(
    _ kind: PassSet.Kind, _ member: PassSet.Member, _ other: PassSet.Member, areEqual: Bool
  ) -> Diagnostic {
    let serial = "serial number \(quoted(member.serialNumber))"
    let (finding, message) =
      switch kind {
      case .rows: (repeated, "\(serial) is in the data already")
      case .bundleOfPasses where areEqual:
        (equal, "\(serial) is that of \(other.name) too, an equal pass")
      case .bundleOfPasses: (duplicate, "\(serial) is that of \(other.name) too")
      case .loose: (twoVersions, "\(serial) is that of \(other.name) too, with other content")
      }
    return Diagnostic(
      finding: finding, message: message, location: member.serialPlace, pointer: "/serialNumber",
      serial: kind == .rows ? member.serialNumber : nil,
      notes: [
        .init(location: other.serialPlace, pointer: "/serialNumber", message: "first used here")
      ])
  }
}
