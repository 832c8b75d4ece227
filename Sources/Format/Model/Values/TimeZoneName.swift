// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The time zone names of the IANA time zone database, including older ones.
package enum TimeZoneName {
  /// Returns whether the database has a zone with that name.
  package static func isKnown(_ name: String) -> Bool { ZoneData.record(named: name) != nil }

  /// Returns whether the name has the form of those in the database: `Area/Location`.
  package static func isWellFormed(_ name: String) -> Bool {
    guard let first = name.utf8.first,
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first | 0x20)
    else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
  }

  /// Returns the known name that is most similar to an unknown one.
  package static func nearest(to name: String) -> String? { NearestName.of(name, among: all) }

  /// Every zone name in the database, including older ones.
  package static var all: [String] {
    ZoneData.records.flatMap { record in
      record.description.prefix { $0 != ";" }.split(separator: " ").map(String.init)
    }
  }
}
