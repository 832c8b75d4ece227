// SPDX-License-Identifier: Apache-2.0

/// Every key of the pass format: the one list that rules, templates and documents read.
package enum KeyTable {
  /// Every key there is, by kind of object.
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

  /// What an object of that kind may hold.
  package static func members(of scope: KeyScope) -> KeyMembers { byScope[Int(scope.rawValue)] }

  private static let byScope: [KeyMembers] = {
    var positions = [[Int]](repeating: [], count: KeyScope.allCases.count)
    all.withUnsafeBufferPointer { all in
      for index in 0..<all.count { positions[Int(all[index].scope.rawValue)].append(index) }
    }
    // A boarding pass has what every style has, and more.
    positions[Int(KeyScope.boardingPass.rawValue)] += positions[Int(KeyScope.style.rawValue)]
    return KeyScope.allCases.map { KeyMembers(scope: $0, positions[Int($0.rawValue)]) }
  }()
}

/// The keys an object of one kind may hold.
package struct KeyMembers: Sendable {
  /// The kind of object whose keys these are.
  package let scope: KeyScope
  /// Their positions in the table, in the order of the documents.
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

  /// The position in the table of the key of that name.
  func position(of name: String) -> Int? { byName[name] }

  /// The key of that name; nil when such objects have none.
  package subscript(name: String) -> KeyEntry? { byName[name].map { KeyTable.all[$0] } }

  /// Whether there is such a key.
  package func contains(_ name: String) -> Bool { byName[name] != nil }

  /// All of them, in the order of the documents.
  package var entries: [KeyEntry] { positions.map { KeyTable.all[$0] } }

  /// The names of all of them.
  package var names: [String] { positions.map { KeyTable.all[$0].name } }
}
