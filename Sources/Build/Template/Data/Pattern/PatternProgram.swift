// SPDX-License-Identifier: Apache-2.0

/// The reason why a string is not a pattern.
struct PatternError: Error {
  /// A phrase that follows `the pattern "…" `.
  let message: String
  /// An alternative, if it is more than a correction.
  let help: String?

  init(_ words: String, help: String? = nil) {
    self.message = words
    self.help = help
  }
}

/// A condition on a position between two characters of the cell.
enum PatternAssertion {
  case start, end, endOrLastLine, wordBoundary, noWordBoundary
}

/// A pattern as steps that compare a character or continue elsewhere.
struct PatternProgram {
  /// A step. Jumps are relative to the step itself, so that steps can be concatenated and copied.
  enum Step {
    /// One character, then the next step.
    case atom(Int)
    case assertion(PatternAssertion)
    /// Continues both at the next step and at this distance.
    case split(Int)
    case jump(Int)
    case match
  }

  var atoms: [PatternAtom]
  var word: PatternAtom
  let steps: [Step]

  /// The maximum number of steps of a pattern, with expanded repetitions.
  static let limit = 5_000

  static func either(_ one: [Step], _ other: [Step]) -> [Step] {
    [.split(one.count + 2)] + one + [.jump(other.count + 1)] + other
  }

  /// - Parameter most: nil for no limit.
  static func repeated(
    _ part: [Step], from least: Int, to most: Int?
  ) throws(PatternError) -> [Step] {
    if part.isEmpty || (least == 1 && most == 1) { return part }
    try check(
      most.map { least * part.count + ($0 - least) * (part.count + 1) }
        ?? (least + 1) * part.count + 2)
    var steps: [Step] = []
    for _ in 0..<least { steps += part }
    guard let most else {
      return steps + [.split(part.count + 2)] + part + [.jump(-part.count - 1)]
    }
    // Each repetition may be the last one, so each can jump to the end.
    for left in stride(from: most - least, to: 0, by: -1) {
      steps.append(.split(left * (part.count + 1)))
      steps += part
    }
    return steps
  }

  static func check(_ count: Int) throws(PatternError) {
    guard count <= limit else {
      throw PatternError("is too large: its repetitions written out, it has over \(limit) parts")
    }
  }
}
