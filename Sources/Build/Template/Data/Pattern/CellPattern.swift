// SPDX-License-Identifier: Apache-2.0

/// A compiled pattern of a column, for comparison with whole cells.
///
/// The time for a cell is proportional to its length, for every pattern: all paths through the
/// pattern are followed at once, character by character. Swift's `Regex` tries one path after
/// another. With `([a-z0-9]+[._-]?)+@` it needs minutes for an ordinary address that does not
/// match. Single characters are compared in the same way as by `Regex`, by grapheme clusters.
///
/// Not for use by several threads.
struct CellPattern {
  private var program: PatternProgram
  /// The cell as one number per character: the ASCII code, or 128 plus an index of `characters`.
  private var symbols: [Int] = []
  private var characters: [Character] = []
  private var current = StateSet()
  private var next = StateSet()
  private var pending: [Int] = []

  init(_ text: String) throws(PatternError) {
    var parser = PatternParser(text)
    program = try parser.program()
    current.reserve(program.steps.count)
    next.reserve(program.steps.count)
  }

  /// Returns whether the pattern matches the whole string.
  mutating func matches(_ text: String) -> Bool {
    setText(text)
    current.clear()
    add(0, at: 0)
    for position in symbols.indices {
      if current.states.isEmpty { return false }
      advance(over: position)
    }
    return current.hasMatch
  }

  private mutating func setText(_ text: String) {
    symbols.removeAll(keepingCapacity: true)
    characters.removeAll(keepingCapacity: true)
    for byte in text.utf8 {
      // CR LF is one character too.
      guard byte < 0x80, byte != 0x0D else { return setCharacters(text) }
      symbols.append(Int(byte))
    }
  }

  private mutating func setCharacters(_ text: String) {
    symbols.removeAll(keepingCapacity: true)
    for character in text {
      if character.utf8.count == 1, let byte = character.utf8.first, byte < 0x80 {
        symbols.append(Int(byte))
      } else {
        symbols.append(128 + characters.count)
        characters.append(character)
      }
    }
  }

  /// Advances every state over one character.
  private mutating func advance(over position: Int) {
    let symbol = symbols[position]
    swap(&current, &next)
    current.clear()
    for index in next.states.indices {
      let state = next.states[index]
      guard case .atom(let atom) = program.steps[state],
        program.atoms[atom].matches(symbol, characters)
      else { continue }
      add(state + 1, at: position + 1)
    }
  }

  /// Adds a state and all states that can be reached from it without a character.
  private mutating func add(_ state: Int, at position: Int) {
    pending.append(state)
    while let state = pending.popLast() {
      guard current.insert(state) else { continue }
      switch program.steps[state] {
      case .atom: break
      case .match: current.hasMatch = true
      case .jump(let distance): pending.append(state + distance)
      case .split(let distance):
        pending.append(state + 1)
        pending.append(state + distance)
      case .assertion(let assertion):
        if isMet(assertion, at: position) { pending.append(state + 1) }
      }
    }
  }

  private mutating func isMet(_ assertion: PatternAssertion, at position: Int) -> Bool {
    let count = symbols.count
    switch assertion {
    case .start: return position == 0
    case .end: return position == count
    case .endOrLastLine:
      return position == count || (position == count - 1 && isNewline(position))
    case .wordBoundary: return isWord(position - 1) != isWord(position)
    case .noWordBoundary: return isWord(position - 1) == isWord(position)
    }
  }

  private mutating func isWord(_ position: Int) -> Bool {
    symbols.indices.contains(position) && program.word.matches(symbols[position], characters)
  }

  private func isNewline(_ position: Int) -> Bool {
    let symbol = symbols[position]
    return symbol < 128 ? (0x0A...0x0D).contains(symbol) : characters[symbol - 128].isNewline
  }
}

/// The current states of a program, without duplicates.
private struct StateSet {
  private(set) var states: [Int] = []
  var hasMatch = false
  /// The round in which each state was last added.
  private var rounds: [Int] = []
  private var round = 0

  mutating func reserve(_ count: Int) {
    rounds = [Int](repeating: 0, count: count)
    states.reserveCapacity(count)
  }

  mutating func clear() {
    states.removeAll(keepingCapacity: true)
    hasMatch = false
    round += 1
  }

  /// Adds a state. Returns false if it was already added.
  mutating func insert(_ state: Int) -> Bool {
    guard rounds[state] != round else { return false }
    rounds[state] = round
    states.append(state)
    return true
  }
}
