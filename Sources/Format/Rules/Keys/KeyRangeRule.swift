// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// Rule about numbers outside their bounds and lists that are too long, according to the key table.
struct KeyRangeRule: Rule {
  private static func locations(_ count: Int) -> Example {
    let places = (0..<count).map { #"{"latitude": \#($0), "longitude": 8}"# }
    return .json(
      #"{"locations": [\#(places.joined(separator: ", "))]}"#, at: count > 10 ? "/locations" : nil)
  }
  private static let uuid = #""proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0""#

  static let outside = Finding(
    "key.number.outOfRange", .error, effect: .refused, step: .keys,
    why: "Wallet rejects a pass with such a number. Latitude and longitude are easily swapped.",
    help: "correct the number", source: .documented("Wallet Passes: Pass.Locations"),
    wrong: """
      "locations": [ { "latitude": 151.2, "longitude": -33.9 } ]
      """,
    right: """
      "locations": [ { "latitude": -33.9, "longitude": 151.2 } ]
      """,
    bad: [
      .json(#"{"locations": [{"latitude": 90.1, "longitude": 0}]}"#, at: "/locations/0/latitude"),
      .json(
        #"{"locations": [{"latitude": 0, "longitude": -180.5}]}"#, at: "/locations/0/longitude"),
    ],
    good: [
      .json(#"{"locations": [{"latitude": -90, "longitude": 180}]}"#),
      .json(#"{"locations": [{"latitude": 90.0, "longitude": -180}]}"#),
    ])

  static let ignored = Finding(
    "key.number.ignored", .warning, effect: .ignored,
    why: "Wallet ignores the beacon or the distance and shows the pass.",
    help: "correct the number", source: .documented("Wallet Passes: Pass.Beacons, maxDistance"),
    wrong: """
      "beacons": [ {
        "proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
        "major": 65536
      } ]
      """,
    right: """
      "beacons": [ {
        "proximityUUID": "E2C56DB5-DFFB-48D2-B060-D0F5A71096E0",
        "major": 65535
      } ]
      """,
    bad: [
      .json(#"{"beacons": [{\#(uuid), "major": 65536}]}"#, at: "/beacons/0/major"),
      .json(#"{"beacons": [{\#(uuid), "minor": -1}]}"#, at: "/beacons/0/minor"),
      .json(#"{"beacons": [{\#(uuid), "minor": 1.5}]}"#, at: "/beacons/0/minor"),
      .json(#"{"maxDistance": 0}"#, at: "/maxDistance"),
    ],
    good: [
      .json(#"{"beacons": [{\#(uuid), "major": 65535, "minor": 0}]}"#),
      .json(#"{"maxDistance": 0.5}"#),
    ])

  static let tooMany = Finding(
    "key.list.tooLong", .warning, effect: .ignored,
    why: """
      Wallet uses the first items of the list and ignores the rest. No pass is known that Wallet \
      rejected for this.
      """,
    help: "keep the items that matter most",
    source: .documented("Wallet Passes: Pass, locations; featuredActions"),
    wrong: """
      "locations": [ ...the 11 branches of the gym... ]
      """,
    right: """
      "locations": [ ...the 10 branches of the gym near the customer... ]
      """,
    bad: [locations(11)], good: [locations(10)])

  private static let selection = KeySelection { entry in
    guard let limit = entry.limit, entry.scope != .personalization, entry.name != "beacons" else {
      return false
    }
    switch limit {
    case .between, .above, .atMost, .items: return true
    case .bytes, .characters: return false
    }
  }

  var findings: [Finding] { [Self.outside, Self.ignored, Self.tooMany] }

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    pass.visit(Self.selection) { entry, member, _ in
      guard let limit = entry.limit else { return }
      if case .items(_, let most) = limit {
        Self.checkCount(entry, member.value, most, &report)
      } else if let number = member.value.number {
        guard let expected = Self.validationError(in: number, limit, entry.type) else { return }
        report(
          entry.device == .logged ? Self.ignored : Self.outside,
          "\(entry.name) is \(number.spelling), expected \(expected)", at: member.value)
      }
    }
  }

  private static func checkCount(
    _ entry: KeyEntry, _ value: JSONValue, _ most: Int, _ report: inout Report
  ) {
    let count = value.elements.reduce(0) { count, _ in count + 1 }
    guard count > most else { return }
    report(tooMany, "\(entry.name) has \(count) items, Wallet uses \(most)", at: value)
  }

  /// Returns what was expected of a number that exceeds its limit, or nil if it is within the
  /// limit.
  private static func validationError(in number: JSONNumber, _ limit: KeyLimit, _ type: KeyType)
    -> String?
  {
    let value = number.double ?? .infinity
    if type == .integer, number.integer == nil { return "a whole number" }
    switch limit {
    case .between(let low, let high):
      return value >= low && value <= high ? nil : "\(Int(low)) to \(Int(high))"
    case .above(let low): return value > low ? nil : "more than \(Int(low))"
    case .atMost(let high): return value <= high ? nil : "at most \(Int(high))"
    case .items, .bytes, .characters: return nil
    }
  }
}
