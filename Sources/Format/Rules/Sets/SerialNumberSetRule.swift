// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Rule about serial numbers in a set. Pass type identifier and serial number together identify a
/// pass on a device.
package struct SerialNumberSetRule: BatchRule {
  private static let identity = Basis.documented("Wallet Passes: Pass, serialNumber")

  package init() {}

  /// Two rows have the same serial number.
  package static let repeated = Finding(
    "serial.repeated", .error, effect: .wrong,
    why: """
      If two rows have one serial number, the second pass replaces the first on the device, and \
      two customers share a pass on the server. Two identical rows are a mistake too. One of them \
      should be different, or should not be there.
      """,
    help: "give each row a different serial number", source: identity,
    wrong: """
      serial,name
      A-1,Ada Lovelace
      A-1,Grace Hopper
      """,
    right: """
      serial,name
      A-1,Ada Lovelace
      A-2,Grace Hopper
      """)

  /// Two different passes of a .pkpasses have the same serial number.
  package static let duplicate = Finding(
    "serial.duplicate", .error, effect: .wrong,
    why: """
      Two different passes in one .pkpasses have one pass type identifier and serial number. The \
      second replaces the first, and the customer ends up with one of them.
      """,
    help: "give each pass a different serial number", source: identity,
    wrong: """
      family.pkpasses   ada.pkpass     "serialNumber": "A-1"
                        grace.pkpass   "serialNumber": "A-1"
      """,
    right: """
      family.pkpasses   ada.pkpass     "serialNumber": "A-1"
                        grace.pkpass   "serialNumber": "A-2"
      """)

  /// A .pkpasses contains the same pass twice.
  package static let equal = Finding(
    "serial.equalPass", .warning, effect: .style,
    why: """
      Two passes in one .pkpasses are equal. The second replaces the first, and the customer ends \
      up with one. Often one of them should be a different pass.
      """,
    help: "keep one of them, or put in the pass that is missing", source: identity,
    wrong: "passc group family.pkpasses A-1.pkpass A-1.pkpass",
    right: "passc group family.pkpasses A-1.pkpass A-2.pkpass")

  /// Two bundles of one run have the same serial number and different content.
  package static let twoVersions = Finding(
    "serial.twoVersions", .warning, effect: .style,
    why: """
      Two bundles have one pass type identifier and serial number, but different content. This is \
      fine if one is a newer version of the other. If they are passes of two customers, the second \
      replaces the first.
      """,
    help: "keep the newer one, or give each pass a different serial number",
    source: .convention("files named together may be versions of each other"),
    wrong: "passc check old/A-1.pkpass new/A-1.pkpass",
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
      case .rows: (repeated, "\(serial) occurs twice in the data")
      case .bundleOfPasses where areEqual:
        (equal, "\(serial) is also in \(other.name), an equal pass")
      case .bundleOfPasses: (duplicate, "\(serial) is also in \(other.name)")
      case .loose: (twoVersions, "\(serial) is also in \(other.name), with different content")
      }
    return Diagnostic(
      finding: finding, message: message, location: member.serialPlace, pointer: "/serialNumber",
      serial: kind == .rows ? member.serialNumber : nil,
      notes: [
        .init(location: other.serialPlace, pointer: "/serialNumber", message: "first used here")
      ])
  }
}
