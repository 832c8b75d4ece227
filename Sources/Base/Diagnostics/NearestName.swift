// SPDX-License-Identifier: Apache-2.0

/// A search for the known name that a misspelled one means.
package enum NearestName {
  /// Returns the most similar known name, or nil if none is similar enough.
  ///
  /// Case, spaces, `_` and `-` are ignored. Up to a third of the letters may differ. A swap of
  /// neighbouring letters counts once.
  package static func of(_ name: String, among known: some Sequence<String>) -> String? {
    // A long name is not a typo, and normalizing it is slow.
    guard name.utf8.count <= 4 * lengthLimit else { return nil }
    let folded = fold(name)
    guard !folded.isEmpty, folded.count <= lengthLimit else { return nil }
    let known = Array(known)
    // A prefix that all of them share, such as PKDateStyle, does not help to choose one.
    let shared = sharedPrefix(of: known)
    if shared.starts(with: ["p", "k"]), folded.starts(with: shared) {
      return nearest(folded[shared.count...], behind: shared.count, among: known, except: name)
    }
    return nearest(folded[...], behind: 0, among: known, except: name)
  }

  /// Returns the known names that are most similar to a name, the most similar first, even if none
  /// of them is similar enough to be meant. Names of equal similarity keep their order.
  package static func closest(
    _ count: Int, to name: String, among known: some Sequence<String>
  ) -> [String] {
    // A long name is cut first, because normalizing it is slow.
    func short(_ name: String) -> [Unicode.Scalar] { fold(String(name.prefix(lengthLimit))) }
    let folded = short(name)
    let ranked = known.prefix(candidateLimit).enumerated().map { place, candidate in
      (
        difference: difference(folded, short(candidate)), place: place, name: candidate
      )
    }
    return ranked.sorted { ($0.difference, $0.place) < ($1.difference, $1.place) }
      .prefix(count).map(\.name)
  }

  /// Returns a number from 0 for equal names to 1 for names without a common letter. A name that
  /// contains the other one is near, as "first name" is to "name".
  private static func difference(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Double {
    let (short, long) = a.count < b.count ? (a, b) : (b, a)
    guard !short.isEmpty else { return 1 }
    let share = Double(distance(short, long, atMost: long.count) ?? long.count) / Double(long.count)
    let isInside = short.count > 2 && long.indices.contains { long[$0...].starts(with: short) }
    return isInside ? share / 3 : share
  }

  /// Maximum number of names that are compared.
  private static let candidateLimit = 500

  /// The prefix that all names share, folded. Empty for fewer than two names.
  private static func sharedPrefix(of known: [String]) -> [Unicode.Scalar] {
    guard known.count > 1 else { return [] }
    var shared = fold(known[0])
    for name in known.dropFirst() where !shared.isEmpty {
      let other = fold(name)
      let count = zip(shared, other).prefix { $0 == $1 }.count
      shared.removeLast(shared.count - count)
    }
    return shared
  }

  private static func nearest(
    _ name: ArraySlice<Unicode.Scalar>, behind prefix: Int, among known: [String],
    except written: String
  ) -> String? {
    let folded = Array(name)
    guard !folded.isEmpty else { return nil }
    let letters = Letters(folded)
    var best: (distance: Int, name: String)?
    for candidate in known where candidate != written {
      // Folding makes no name longer: most candidates are too short to be meant.
      guard 4 * candidate.utf8.count >= 3 * folded.count - 4 else { continue }
      let other = Array(fold(candidate).dropFirst(prefix))
      let allowed = max(1, min(folded.count, other.count) / 3)
      guard abs(other.count - folded.count) <= allowed,
        letters.leastDistance(to: Letters(other)) <= allowed,
        let distance = distance(folded, other, atMost: allowed)
      else { continue }
      guard folded.count > 2 || distance == 0 else { continue }
      if best.map({ (distance, candidate) < $0 }) ?? true { best = (distance, candidate) }
    }
    return best?.name
  }

  /// Maximum number of letters in a name.
  private static let lengthLimit = 80

  private static func fold(_ name: String) -> [Unicode.Scalar] {
    name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" && $0 != " " }.map { $0 }
  }

  /// The number of each letter in a name, with letters in 32 classes.
  private struct Letters {
    private var counts = SIMD32<Int8>()

    init(_ name: [Unicode.Scalar]) {
      for scalar in name where counts[Int(scalar.value & 31)] < .max {
        counts[Int(scalar.value & 31)] += 1
      }
    }

    /// Returns a lower bound of the distance. A replacement changes two counts, an insertion or
    /// deletion one, and a swap none.
    func leastDistance(to other: Letters) -> Int {
      var surplus = 0
      var lack = 0
      for kind in 0..<32 {
        let difference = Int(counts[kind]) - Int(other.counts[kind])
        if difference > 0 { surplus += difference } else { lack -= difference }
      }
      return max(surplus, lack)
    }
  }

  /// Returns the number of insertions, deletions, replacements and swaps of neighbours, or nil if
  /// it is more than `limit`.
  private static func distance(
    _ a: [Unicode.Scalar], _ b: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    guard !a.isEmpty, !b.isEmpty else {
      let length = max(a.count, b.count)
      return length <= limit ? length : nil
    }
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
      // If two rows are above the limit, all later ones are too.
      guard (row.min() ?? 0) <= limit || (last.min() ?? 0) <= limit else { return nil }
      beforeLast = last
      last = row
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
