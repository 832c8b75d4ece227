// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Rule about `beacons`. Wallet shows the pass when one of these transmitters is near.
struct BeaconRule: Rule {
  private static let apple = Basis.documented("Wallet Passes: Pass.Beacons")
  private static func beacons(_ uuids: [String], at pointer: String? = nil) -> Example {
    let list = uuids.map { #"{"proximityUUID": "\#($0)"}"# }.joined(separator: ", ")
    return .json(#"{"beacons": [\#(list)]}"#, at: pointer)
  }
  private static func uuids(_ count: Int) -> [String] {
    (0..<count).map { "E2C56DB5-DFFB-48D2-B060-D0F5A71096E\(String($0, radix: 16))" }
  }

  static let malformed = Finding(
    "beacon.uuid.malformed", .warning, effect: .ignored,
    why: "Wallet writes a line to its log and leaves the beacon out.",
    help: "write the UUID as E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
    source: apple,
    wrong: """
      "beacons": [
        { "proximityUUID": "E2C56DB5DFFB48D2B060D0F5A71096E0" }
      ]
      """,
    right: """
      "beacons": [
        { "proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0" }
      ]
      """,
    bad: [
      beacons(["E2C56DB5DFFB48D2B060D0F5A71096E0"], at: "/beacons/0/proximityUUID"),
      beacons(["door"], at: "/beacons/0/proximityUUID"),
    ],
    good: [beacons(["e2c56db5-dffb-48d2-b060-d0f5a71096e0"])])

  static let tooMany = Finding(
    "beacon.list.tooLong", .warning, effect: .ignored,
    why: "Wallet searches for at most ten different UUIDs. Beacons with the same UUID count once.",
    help: "give all your beacons one UUID, and different values of major and minor",
    source: apple,
    wrong: """
      "beacons": [
        { "proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
          "minor": 1 },
        ... 10 more, each with another UUID
      ]
      """,
    right: """
      "beacons": [
        { "proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
          "minor": 1 },
        ... 10 more with this UUID, "minor" from 2 to 11
      ]
      """,
    bad: [beacons(uuids(11), at: "/beacons")],
    good: [beacons(uuids(10)), beacons(uuids(1) + uuids(10) + uuids(1))])

  var findings: [Finding] { [Self.malformed, Self.tooMany] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    guard let list = pass.document["beacons"] else { return }
    var different: Set<String> = []
    for beacon in list.elements {
      guard let value = beacon["proximityUUID"], let text = value.string else { continue }
      different.insert(text.uppercased())
      if !TextShape.isUUID(text) {
        report(Self.malformed, "proximityUUID is \(quoted(text)), expected a UUID", at: value)
      }
    }
    if different.count > AppleLimit.beacons {
      report(
        Self.tooMany,
        "beacons has \(different.count) different UUIDs, expected at most "
          + "\(AppleLimit.beacons)",
        at: list)
    }
  }
}
