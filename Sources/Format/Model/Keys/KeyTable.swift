// SPDX-License-Identifier: Apache-2.0

/// Every key of the pass format. Rules, templates and generated documents all use this list.
package enum KeyTable {
  /// Every key, ordered by kind of object.
  package static let all: [KeyEntry] = {
    var all: [KeyEntry] = []
    all.reserveCapacity(320)
    for section in [
      topLevelKeys, linksKeys, relevantDateKeys, locationKeys, beaconKeys, barcodesItemKeys,
      barcodeKeys, nfcKeys, featuredActionKeys, boardingPassKeys, styleKeys, fieldKeys,
      upcomingKeys, upcomingDateKeys, upcomingImagesKeys, upcomingHeaderImageKeys,
      upcomingHeaderImageURLKeys, upcomingVenueMapKeys, upcomingVenueMapURLKeys,
      upcomingURLsKeys, semanticsKeys, currencyAmountKeys, semanticLocationKeys, personNameKeys,
      seatKeys, wifiNetworkKeys, eventDateInfoKeys, personalizationKeys,
    ] {
      all += section
    }
    return all
  }()

  /// Returns the keys that an object of that kind may have.
  package static func members(of scope: KeyScope) -> KeyMembers { byScope[Int(scope.rawValue)] }

  private static let byScope: [KeyMembers] = {
    var positions = [[Int]](repeating: [], count: KeyScope.allCases.count)
    all.withUnsafeBufferPointer { all in
      for index in 0..<all.count { positions[Int(all[index].scope.rawValue)].append(index) }
    }
    // A boarding pass also has the keys of every style.
    positions[Int(KeyScope.boardingPass.rawValue)] += positions[Int(KeyScope.style.rawValue)]
    return KeyScope.allCases.map { KeyMembers(scope: $0, positions[Int($0.rawValue)]) }
  }()
}

/// The keys that an object of one kind may have.
package struct KeyMembers: Sendable {
  /// The kind of object that has these keys.
  package let scope: KeyScope
  /// Their indices in the table, in the order of the documents.
  let positions: [Int]
  private let byName: [String: Int]

  init(scope: KeyScope, _ positions: [Int]) {
    self.scope = scope
    self.positions = positions
    var byName: [String: Int] = [:]
    byName.reserveCapacity(positions.count)
    KeyTable.all.withUnsafeBufferPointer { all in
      for position in positions { byName[all[position].name] = position }
    }
    self.byName = byName
  }

  /// Returns the index of the key with that name in the table.
  func position(of name: String) -> Int? { byName[name] }

  /// The key with that name, or nil if such objects have none.
  package subscript(name: String) -> KeyEntry? { byName[name].map { KeyTable.all[$0] } }

  /// Returns whether there is a key with that name.
  package func contains(_ name: String) -> Bool { byName[name] != nil }

  /// The keys, in the order of the documents.
  package var entries: [KeyEntry] { positions.map { KeyTable.all[$0] } }

  /// The names of the keys, in the order of the documents.
  package var names: [String] { positions.map { KeyTable.all[$0].name } }
}
