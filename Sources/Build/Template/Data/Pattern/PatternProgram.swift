// SPDX-License-Identifier: Apache-2.0

/// Why a text is no pattern.
struct PatternFault: Error {
  /// Words that follow `the pattern "…" `.
  let words: String
  /// What to write instead, where that is more than a correction.
  let help: String?

  init(_ words: String, help: String? = nil) {
    self.words = words
    self.help = help
  }
}

/// What has to hold at a place in the cell, between two characters.
enum PatternAssertion {
  case start, end, endOrLastLine, wordBoundary, noWordBoundary
}

/// A pattern as steps: which character is next, and where to go from there.
struct PatternProgram {
  /// What is next. Distances count from the step itself, so that steps can be put together and
  /// copied as they are.
  enum Step {
    /// One character, then the step behind.
    case atom(Int)
    case assertion(PatternAssertion)
    /// The step behind, and the one that far ahead as well.
    case split(Int)
    case jump(Int)
    case match
  }

  var atoms: [PatternAtom]
  var word: PatternAtom
  let steps: [Step]

  /// Steps of a whole pattern, its repetitions written out.
  static let limit = 5_000

  static func either(_ one: [Step], _ other: [Step]) -> [Step] {
    [.split(one.count + 2)] + one + [.jump(other.count + 1)] + other
  }

  /// - Parameter most: nil when there is no limit.
  static func repeated(
    _ part: [Step], from least: Int, to most: Int?
  ) throws(PatternFault) -> [Step] {
    if part.isEmpty || (least == 1 && most == 1) { return part }
    try check(
      most.map { least * part.count + ($0 - least) * (part.count + 1) }
        ?? (least + 1) * part.count + 2)
    var steps: [Step] = []
    for _ in 0..<least { steps += part }
    guard let most else {
      return steps + [.split(part.count + 2)] + part + [.jump(-part.count - 1)]
    }
    // Each may be the last: from there it is on to the end.
    for left in stride(from: most - least, to: 0, by: -1) {
      steps.append(.split(left * (part.count + 1)))
      steps += part
    }
    return steps
  }

  static func check(_ count: Int) throws(PatternFault) {
    guard count <= limit else {
      throw PatternFault("is too large: its repetitions written out, it has over \(limit) parts")
    }
  }
}
