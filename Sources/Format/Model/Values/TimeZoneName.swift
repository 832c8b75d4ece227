// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

/// The names of time zones: those of the IANA time zone database, older ones included.
package enum TimeZoneName {
  /// Whether the database has a zone of that name.
  package static func isKnown(_ name: String) -> Bool { ZoneData.record(named: name) != nil }

  /// Whether a name is built like those of the database: `Area/Location`.
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

  /// The known name nearest to one that is not.
  package static func nearest(to name: String) -> String? { NearestName.of(name, among: all) }

  /// Every name of a zone the database has, older ones included.
  package static var all: [String] {
    ZoneData.records.flatMap { record in
      record.description.prefix { $0 != ";" }.split(separator: " ").map(String.init)
    }
  }
}
