// SPDX-License-Identifier: Apache-2.0

/// A subset of the keys, chosen once by a rule.
package struct KeySelection: Sendable {
  /// Whether a key is in the subset, by its index in the table.
  let isWanted: [Bool]
  /// The indices of the keys in the subset, by kind of object.
  let byScope: [[Int]]

  /// Selects the keys that meet a condition.
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
    // A boarding pass also has the keys of every style.
    byScope[Int(KeyScope.boardingPass.rawValue)] += byScope[Int(KeyScope.style.rawValue)]
    self.isWanted = wanted
    self.byScope = byScope
  }
}
