// SPDX-License-Identifier: Apache-2.0

import CFriBidi

/// The direction of each character of a line, by Unicode's bidirectional algorithm.
struct BidiLevels {
  /// Embedding level of each character, odd for right to left, or nil if the whole line is left to
  /// right.
  let levels: [Int8]?
  /// Whether the base direction is right to left.
  let isRightToLeft: Bool

  init(_ text: [UInt32], direction: TextDirection) {
    if direction != .rightToLeft, !text.contains(where: Self.matters) {
      levels = nil
      isRightToLeft = false
      return
    }
    let count = Int32(clamping: text.count)
    var types = [FriBidiCharType](repeating: FriBidiCharType(rawValue: 0), count: text.count)
    var brackets = [FriBidiBracketType](repeating: 0, count: text.count)
    var levels = [FriBidiLevel](repeating: 0, count: text.count)
    var base =
      switch direction {
      case .natural: passc_FRIBIDI_NATURAL
      case .leftToRight: passc_FRIBIDI_LTR
      case .rightToLeft: passc_FRIBIDI_RTL
      }
    fribidi_get_bidi_types(text, count, &types)
    fribidi_get_bracket_types(text, count, types, &brackets)
    let highest = fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, &levels)
    // 0 means out of memory. The line is then drawn as if left to right.
    self.levels = highest == 0 ? nil : levels
    isRightToLeft = base == passc_FRIBIDI_RTL
  }

  /// Returns whether a character may need the bidirectional algorithm.
  private static func matters(_ character: UInt32) -> Bool {
    switch character {
    case 0..<0x590: false
    case 0x590..<0x900, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    case 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }

  /// Returns the order of runs from left to right by their levels (rule L2 of the algorithm).
  static func visualOrder(_ levels: [Int8]) -> [Int] {
    var order = Array(levels.indices)
    guard let highest = levels.max(), let lowestOdd = levels.filter({ $0 & 1 == 1 }).min()
    else { return order }
    for level in stride(from: highest, through: lowestOdd, by: -1) {
      var start = 0
      while start < order.count {
        guard levels[order[start]] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[order[end]] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}
