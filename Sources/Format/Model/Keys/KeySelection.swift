// SPDX-License-Identifier: Apache-2.0

/// Some keys of the table, chosen once by a rule.
package struct KeySelection: Sendable {
  /// By the position of the key in the table.
  let isWanted: [Bool]
  /// The positions of the wanted keys of each kind of object.
  let byScope: [[Int]]

  /// The keys that fulfil a condition.
  package init(where isWanted: (KeyEntry) -> Bool) {
    var wanted: [Bool] = []
    wanted.reserveCapacity(KeyTable.all.count)
    var byScope = [[Int]](repeating: [], count: KeyScope.allCases.count)
    KeyTable.all.withUnsafeBufferPointer { all in
      for position in all.indices {
        let isIn = isWanted(all[position])
        wanted.append(isIn)
        if isIn { byScope[Int(all[position].scope.rawValue)].append(position) }
      }
    }
    // A boarding pass has what every style has, and more.
    byScope[Int(KeyScope.boardingPass.rawValue)] += byScope[Int(KeyScope.style.rawValue)]
    self.isWanted = wanted
    self.byScope = byScope
  }
}
