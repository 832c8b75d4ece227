// SPDX-License-Identifier: Apache-2.0

/// Why a text is no pattern, in words that follow `the pattern "…" `.
struct PatternFault: Error {
  let words: String

  init(_ words: String) { self.words = words }
}

/// What has to hold at a place in the cell, between two characters.
enum PatternAssertion {
  case start, end, endOrLastLine, lineStart, lineEnd
  case wordBoundary(Bool)
  /// A lookaround of the program, and whether it has to hold there.
  case look(Int, Bool)
}

/// A pattern as it was written.
indirect enum PatternNode {
  case atom(Int)
  case assertion(PatternAssertion)
  case sequence([PatternNode])
  case choice([PatternNode])
  /// At least, and at most where there is a limit.
  case repeated(PatternNode, Int, Int?)

  /// The same, to be read from its end.
  var reversed: PatternNode {
    switch self {
    case .atom, .assertion: self
    case .sequence(let parts): .sequence(parts.reversed().map(\.reversed))
    case .choice(let ways): .choice(ways.map(\.reversed))
    case .repeated(let part, let least, let most): .repeated(part.reversed, least, most)
    }
  }

  /// How many steps it becomes, counted no further than a little over the limit.
  func size(limit: Int) -> Int {
    var size: Int
    switch self {
    case .atom, .assertion: size = 1
    case .sequence(let parts), .choice(let parts):
      size = 1
      for part in parts where size <= limit { size += 2 + part.size(limit: limit) }
    case .repeated(let part, let least, let most):
      let copies = min(max(least, most ?? least + 1, 1), limit + 1)
      size = copies * (2 + part.size(limit: limit))
    }
    return min(size, limit + 1)
  }
}

/// A pattern as steps: which character is next, and where to go from there.
struct PatternProgram {
  enum Step {
    /// One character, then the step behind.
    case atom(Int)
    case assertion(PatternAssertion)
    case split(Int, Int)
    case jump(Int)
    case match
  }

  /// A condition on what stands before or behind a place.
  struct Look {
    /// Ahead: the steps of its reversal, which is let in from behind.
    let isAhead: Bool
    let steps: [Step]
  }

  var atoms: [PatternAtom]
  var word: PatternAtom
  let looks: [Look]
  let steps: [Step]

  /// Steps of a whole pattern, its repetitions written out.
  static let limit = 5_000

  static func steps(of node: PatternNode) -> [Step] {
    var steps: [Step] = []
    append(node, to: &steps)
    steps.append(.match)
    return steps
  }

  private static func append(_ node: PatternNode, to steps: inout [Step]) {
    switch node {
    case .atom(let atom): steps.append(.atom(atom))
    case .assertion(let assertion): steps.append(.assertion(assertion))
    case .sequence(let parts):
      for part in parts { append(part, to: &steps) }
    case .choice(let ways): append(ways[...], to: &steps)
    case .repeated(let part, let least, let most):
      for _ in 0..<least { append(part, to: &steps) }
      guard let most else {
        let split = steps.count
        steps.append(.match)
        append(part, to: &steps)
        steps.append(.jump(split))
        steps[split] = .split(split + 1, steps.count)
        return
      }
      var splits: [Int] = []
      for _ in least..<max(least, most) {
        splits.append(steps.count)
        steps.append(.match)
        append(part, to: &steps)
      }
      for split in splits { steps[split] = .split(split + 1, steps.count) }
    }
  }

  private static func append(_ ways: ArraySlice<PatternNode>, to steps: inout [Step]) {
    var jumps: [Int] = []
    for (number, way) in ways.enumerated() {
      let isLast = number == ways.count - 1
      let split = steps.count
      if !isLast { steps.append(.match) }
      append(way, to: &steps)
      if !isLast {
        jumps.append(steps.count)
        steps.append(.match)
        steps[split] = .split(split + 1, steps.count)
      }
    }
    for jump in jumps { steps[jump] = .jump(steps.count) }
  }
}
