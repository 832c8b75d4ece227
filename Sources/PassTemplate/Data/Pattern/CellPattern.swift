// SPDX-License-Identifier: Apache-2.0

/// A column's pattern, ready to be compared with whole cells.
///
/// Every cell takes time in proportion to its length, whatever the pattern: all ways through the
/// pattern are followed at once, one character after the other. Swift's own `Regex` tries them one
/// by one, and on `([a-z0-9]+[._-]?)+@` an ordinary address that does not match takes it minutes.
/// Single characters are compared as `Regex` compares them: by what a reader takes for one.
///
/// Belongs to one worker.
struct CellPattern {
  private var program: PatternProgram
  /// The cell, a number per character: itself where it is ASCII, else 128 and a place below.
  private var symbols: [Int] = []
  private var characters: [Character] = []
  private var current = StateSet()
  private var next = StateSet()
  private var pending: [Int] = []
  /// Of each lookaround and place in the cell, whether it holds there.
  private var looks: [[Bool]] = []

  init(_ text: String) throws(PatternFault) {
    var parser = PatternParser(text)
    program = try parser.program()
    let size = program.looks.map(\.steps.count).max() ?? 0
    current.reserve(max(size, program.steps.count))
    next.reserve(max(size, program.steps.count))
  }

  /// Whether the pattern matches the whole text.
  mutating func matches(_ text: String) -> Bool {
    take(text)
    looks.removeAll(keepingCapacity: true)
    for look in program.looks.indices { looks.append(places(of: look)) }
    current.clear()
    add(0, program.steps, at: 0)
    for position in symbols.indices {
      if current.states.isEmpty { return false }
      advance(over: position, program.steps, to: position + 1)
    }
    return current.hasMatch
  }

  private mutating func take(_ text: String) {
    symbols.removeAll(keepingCapacity: true)
    characters.removeAll(keepingCapacity: true)
    for byte in text.utf8 {
      // CR LF is one character too.
      guard byte < 0x80, byte != 0x0D else { return takeCharacters(text) }
      symbols.append(Int(byte))
    }
  }

  private mutating func takeCharacters(_ text: String) {
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

  /// Where a lookaround holds: it is let in at every place, in the direction that comes from its
  /// far end.
  private mutating func places(of look: Int) -> [Bool] {
    let (steps, isAhead) = (program.looks[look].steps, program.looks[look].isAhead)
    var holds = [Bool](repeating: false, count: symbols.count + 1)
    current.clear()
    for count in 0...symbols.count {
      let position = isAhead ? symbols.count - count : count
      add(0, steps, at: position)
      holds[position] = current.hasMatch
      if count == symbols.count { break }
      advance(
        over: isAhead ? position - 1 : position, steps, to: isAhead ? position - 1 : position + 1)
    }
    return holds
  }

  /// Takes every state over one character.
  private mutating func advance(over index: Int, _ steps: [PatternProgram.Step], to place: Int) {
    let symbol = symbols[index]
    swap(&current, &next)
    current.clear()
    for position in next.states.indices {
      let state = next.states[position]
      guard case .atom(let atom) = steps[state],
        program.atoms[atom].matches(symbol, characters)
      else { continue }
      add(state + 1, steps, at: place)
    }
  }

  /// Adds a state and all that are reached from it without a character.
  private mutating func add(_ state: Int, _ steps: [PatternProgram.Step], at position: Int) {
    pending.append(state)
    while let state = pending.popLast() {
      guard current.insert(state) else { continue }
      switch steps[state] {
      case .atom: break
      case .match: current.hasMatch = true
      case .jump(let other): pending.append(other)
      case .split(let one, let other):
        pending.append(one)
        pending.append(other)
      case .assertion(let assertion):
        if holds(assertion, at: position) { pending.append(state + 1) }
      }
    }
  }

  private mutating func holds(_ assertion: PatternAssertion, at position: Int) -> Bool {
    let count = symbols.count
    switch assertion {
    case .start: return position == 0
    case .end: return position == count
    case .endOrLastLine:
      return position == count || (position == count - 1 && isNewline(position))
    case .lineStart: return position == 0 || isNewline(position - 1)
    case .lineEnd: return position == count || isNewline(position)
    case .wordBoundary(let isWanted):
      let before = position > 0 && program.word.matches(symbols[position - 1], characters)
      let after = position < count && program.word.matches(symbols[position], characters)
      return (before != after) == isWanted
    case .look(let look, let isWanted):
      return looks[look][position] == isWanted
    }
  }

  private func isNewline(_ position: Int) -> Bool {
    let symbol = symbols[position]
    return symbol < 128 ? (0x0A...0x0D).contains(symbol) : characters[symbol - 128].isNewline
  }
}

/// The states of a program that are alive, each once.
private struct StateSet {
  private(set) var states: [Int] = []
  var hasMatch = false
  /// The round in which a state was put in last.
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

  /// false when it is there already.
  mutating func insert(_ state: Int) -> Bool {
    guard rounds[state] != round else { return false }
    rounds[state] = round
    states.append(state)
    return true
  }
}
