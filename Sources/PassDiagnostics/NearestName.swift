// SPDX-License-Identifier: Apache-2.0

/// Finds the known name a misspelt one was meant to be.
package enum NearestName {
  /// The known name nearest to `name`, or nil when none is near enough to be meant.
  ///
  /// Letter case, blanks, `_` and `-` count little; otherwise up to a third of the letters may
  /// differ, a swap of neighbours counting once.
  package static func of(_ name: String, among known: some Sequence<String>) -> String? {
    let folded = fold(name)
    guard !folded.isEmpty, folded.count <= 80 else { return nil }
    var best: (distance: Int, name: String)?
    for candidate in known where candidate != name {
      let other = fold(candidate)
      let allowed = max(1, min(folded.count, other.count) / 3)
      guard abs(other.count - folded.count) <= allowed else { continue }
      let distance = distance(folded, other)
      guard distance <= allowed, folded.count > 2 || distance == 0 else { continue }
      if best.map({ (distance, candidate) < $0 }) ?? true { best = (distance, candidate) }
    }
    return best?.name
  }

  private static func fold(_ name: String) -> [Character] {
    name.lowercased().filter { $0 != "_" && $0 != "-" && $0 != " " }.map { $0 }
  }

  /// The number of insertions, deletions, replacements and swaps of neighbours.
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i]
      row.reserveCapacity(b.count + 1)
      for j in 1...b.count {
        var cost = min(
          last[j] + 1, row[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row.append(cost)
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
