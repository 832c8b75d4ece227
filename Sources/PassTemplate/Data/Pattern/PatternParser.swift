// SPDX-License-Identifier: Apache-2.0

/// Reads a pattern: the regular expressions of Perl and its heirs, without what cannot be matched
/// in linear time.
struct PatternParser {
  private struct Flags {
    var ignoresCase = false
    var pointTakesNewlines = false
    var hasLines = false
  }

  private let text: [Character]
  private var position = 0
  private var depth = 0
  private var flags = Flags()
  private var atoms: [PatternAtom] = []
  private var looks: [PatternProgram.Look] = []
  private var size = 0

  private static let depthLimit = 100

  init(_ text: String) { self.text = Array(text) }

  mutating func program() throws(PatternFault) -> PatternProgram {
    let node = try choice()
    if let next {
      throw PatternFault("has a \(next) that nothing opens, at character \(position + 1)")
    }
    try count(node)
    guard let word = PatternAtom(source: "\\w", ascii: Self.shorthand("w")) else {
      throw PatternFault("cannot be read")
    }
    return PatternProgram(
      atoms: atoms, word: word, looks: looks, steps: PatternProgram.steps(of: node))
  }

  private var next: Character? { position < text.count ? text[position] : nil }

  private mutating func take(_ wanted: String) -> Bool {
    guard text[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func count(_ node: PatternNode) throws(PatternFault) {
    size += node.size(limit: PatternProgram.limit)
    guard size <= PatternProgram.limit else {
      throw PatternFault("is too large: its repetitions written out, it has over 5000 parts")
    }
  }

  private func isUnknown(_ what: String) -> PatternFault {
    PatternFault("has \(what), which a column's pattern does not know")
  }

  // MARK: Structure

  private mutating func choice() throws(PatternFault) -> PatternNode {
    var ways = [try sequence()]
    while next == "|" {
      position += 1
      ways.append(try sequence())
    }
    return ways.count == 1 ? ways[0] : .choice(ways)
  }

  private mutating func sequence() throws(PatternFault) -> PatternNode {
    var parts: [PatternNode] = []
    while let character = next, character != "|", character != ")" {
      if take("\\Q") {
        // What follows repeats the last letter alone.
        var letters = quoted()
        guard let last = letters.popLast() else { continue }
        parts += letters + [try repeated(last)]
        continue
      }
      guard let part = try piece() else { continue }
      parts.append(try repeated(part))
    }
    return parts.count == 1 ? parts[0] : .sequence(parts)
  }

  /// The letters up to `\E`, which stand for themselves.
  private mutating func quoted() -> [PatternNode] {
    var letters: [PatternNode] = []
    while position < text.count, !take("\\E") {
      letters.append(literal(text[position]))
      position += 1
    }
    return letters
  }

  private mutating func repeated(_ part: PatternNode) throws(PatternFault) -> PatternNode {
    var node = part
    while let (least, most) = try bounds() {
      // Fewest first or most first: the same cells match.
      if next == "?" {
        position += 1
      } else if next == "+" {
        throw isUnknown("a possessive repetition, + behind another")
      }
      if let most, most < least {
        throw PatternFault("repeats from \(least) to \(most) times")
      }
      node = .repeated(node, least, most)
      try checkSize(node)
    }
    return node
  }

  private func checkSize(_ node: PatternNode) throws(PatternFault) {
    var copy = self
    try copy.count(node)
  }

  private mutating func bounds() throws(PatternFault) -> (Int, Int?)? {
    switch next {
    case "*":
      position += 1
      return (0, nil)
    case "+":
      position += 1
      return (1, nil)
    case "?":
      position += 1
      return (0, 1)
    case "{":
      // Anything but numbers makes it a brace like any other.
      let start = position
      position += 1
      let least = number()
      let hasComma = take(",")
      let most = hasComma ? number() : least
      guard take("}"), least != nil || most != nil else {
        position = start
        return nil
      }
      return (least ?? 0, most)
    default:
      return nil
    }
  }

  private mutating func number() -> Int? {
    var number: Int?
    while let digit = next, digit.isASCII, let value = digit.wholeNumberValue {
      number = min((number ?? 0) * 10 + value, PatternProgram.limit + 1)
      position += 1
    }
    return number
  }

  /// One part without its repetition; nil when there is nothing to match, as in flags.
  private mutating func piece() throws(PatternFault) -> PatternNode? {
    guard let character = next else { return nil }
    switch character {
    case "(": return try group()
    case "[": return try characterClass()
    case "\\": return try escape()
    case "*", "+", "?":
      throw PatternFault("repeats nothing with \(character), at character \(position + 1)")
    default: break
    }
    position += 1
    switch character {
    case ".": return add(PatternAtom(anyWithNewlines: flags.pointTakesNewlines))
    case "^": return .assertion(flags.hasLines ? .lineStart : .start)
    case "$": return .assertion(flags.hasLines ? .lineEnd : .endOrLastLine)
    default: return literal(character)
    }
  }

  private mutating func add(_ atom: PatternAtom) -> PatternNode {
    atoms.append(atom)
    return .atom(atoms.count - 1)
  }

  private mutating func literal(_ character: Character) -> PatternNode {
    add(PatternAtom(literal: character, ignoresCase: flags.ignoresCase))
  }

  // MARK: Groups

  private mutating func group() throws(PatternFault) -> PatternNode? {
    let start = position
    position += 1
    let outer = flags
    if take("?#") {
      while let character = next, character != ")" {
        position += character == "\\" ? 2 : 1
      }
      try close(start)
      return nil
    }
    if next == "*" { throw isUnknown("(*") }
    var look: (isAhead: Bool, isWanted: Bool)?
    if take("?") {
      if take("=") {
        look = (true, true)
      } else if take("!") {
        look = (true, false)
      } else if take("<=") {
        look = (false, true)
      } else if take("<!") {
        look = (false, false)
      } else if take("P<") || take("<") {
        try name(until: ">")
      } else if take("'") {
        try name(until: "'")
      } else if !take(":") {
        // Flags alone hold until the group around them ends.
        if try readFlags() { return nil }
      }
    }
    depth += 1
    guard depth <= Self.depthLimit else { throw PatternFault("nests its groups too deeply") }
    let node = try choice()
    try close(start)
    depth -= 1
    flags = outer
    guard let look else { return node }
    try count(node)
    looks.append(
      PatternProgram.Look(
        isAhead: look.isAhead,
        steps: PatternProgram.steps(of: look.isAhead ? node.reversed : node)))
    return .assertion(.look(looks.count - 1, look.isWanted))
  }

  private mutating func close(_ start: Int) throws(PatternFault) {
    guard take(")") else {
      throw PatternFault("opens a group at character \(start + 1) and never closes it")
    }
  }

  private mutating func name(until end: Character) throws(PatternFault) {
    let start = position
    while let character = next, character.isLetter || character.isNumber || character == "_" {
      position += 1
    }
    guard position > start, take(String(end)) else {
      throw PatternFault("has a group without a name, at character \(start + 1)")
    }
  }

  /// Reads `i`, `-s` and the like up to `)` or `:`; says whether they stand alone.
  private mutating func readFlags() throws(PatternFault) -> Bool {
    var isOn = true
    while let character = next {
      position += 1
      switch character {
      case "i": flags.ignoresCase = isOn
      case "s": flags.pointTakesNewlines = isOn
      case "m": flags.hasLines = isOn
      case "-": isOn = false
      case ":": return false
      case ")": return true
      default: throw isUnknown("(?\(character)")
      }
    }
    throw PatternFault("opens a group and never closes it")
  }

  // MARK: Escapes

  private mutating func escape() throws(PatternFault) -> PatternNode {
    let start = position
    position += 1
    guard let character = next else { throw PatternFault("ends with a \\") }
    position += 1
    switch character {
    case "A": return .assertion(.start)
    case "z": return .assertion(.end)
    case "Z": return .assertion(.endOrLastLine)
    case "b": return .assertion(.wordBoundary(true))
    case "B": return .assertion(.wordBoundary(false))
    case "d", "D", "w", "W", "s", "S":
      return try sourced(from: start, ascii: Self.shorthand(character))
    case "1"..."9", "k", "g": throw isUnknown("a reference back to a group, \\\(character)")
    case "G", "K", "X", "C", "y", "Y", "O": throw isUnknown("\\\(character)")
    case "x", "u", "p", "P", "N":
      if next == "{" { try skip(to: "}") } else { skipHexadecimal(character == "u" ? 4 : 2) }
      return try sourced(from: start, ascii: nil)
    case "U":
      skipHexadecimal(8)
      return try sourced(from: start, ascii: nil)
    case "0":
      while let digit = next, digit >= "0", digit <= "7", position < start + 4 { position += 1 }
      return try sourced(from: start, ascii: nil)
    default:
      guard character.isASCII, character.isLetter || character.isNumber else {
        return literal(character)
      }
      return try sourced(from: start, ascii: nil)
    }
  }

  private mutating func skip(to end: Character) throws(PatternFault) {
    let start = position
    while let character = next, character != end { position += 1 }
    guard next == end else {
      throw PatternFault("opens a brace at character \(start + 1) and never closes it")
    }
    position += 1
  }

  private mutating func skipHexadecimal(_ limit: Int) {
    let end = position + limit
    while position < end, let digit = next, digit.isASCII, digit.isHexDigit { position += 1 }
  }

  /// A class or escape as Swift's `Regex` reads it.
  private mutating func sourced(
    from start: Int, ascii: PatternAtom.ASCIISet?
  ) throws(PatternFault) -> PatternNode {
    let written = String(text[start..<position])
    let source = flags.ignoresCase ? "(?i)" + written : written
    guard let atom = PatternAtom(source: source, ascii: ascii) else {
      throw PatternFault("has \(written), which means nothing")
    }
    return add(atom)
  }

  /// The ASCII characters of `\d`, `\w`, `\s` and their opposites.
  private static func shorthand(_ letter: Character) -> PatternAtom.ASCIISet {
    PatternAtom.ASCIISet { isIn($0, shorthand: letter) }
  }

  private static func isIn(_ byte: UInt8, shorthand letter: Character) -> Bool {
    let isDigit = (0x30...0x39).contains(byte)
    switch letter {
    case "d": return isDigit
    case "D": return !isDigit
    case "s": return byte == 0x20 || (0x09...0x0D).contains(byte)
    case "S": return !(byte == 0x20 || (0x09...0x0D).contains(byte))
    default:
      let isWord = isDigit || byte == 0x5F || (0x61...0x7A).contains(byte | 0x20)
      return isWord == (letter == "w")
    }
  }

  // MARK: Classes

  private mutating func characterClass() throws(PatternFault) -> PatternNode {
    let start = position
    let ascii = try plainClass()
    if ascii == nil { try skipClass() }
    return try sourced(from: start, ascii: ascii)
  }

  /// What a class of letters, ranges and shorthands holds of ASCII; nil, with the position where
  /// it was, when there is more in it.
  private mutating func plainClass() throws(PatternFault) -> PatternAtom.ASCIISet? {
    let start = position
    var members = PatternAtom.ASCIISet.none
    position += 1
    let isNegated = take("^")
    let first = position
    while let character = next {
      if character == "]", position > first {
        position += 1
        let found = members
        let ignoresCase = flags.ignoresCase
        return PatternAtom.ASCIISet { byte in
          var isIn = found.contains(Int(byte))
          if ignoresCase, (0x61...0x7A).contains(byte | 0x20) {
            isIn = isIn || found.contains(Int(byte ^ 0x20))
          }
          return isIn != isNegated
        }
      }
      let operators = ["&&", "--", "~~", "[", "]"]
      guard !operators.contains(where: { text[position...].starts(with: $0) }),
        let first = member(&members)
      else { break }
      guard case .letter(let lower) = first else { continue }
      guard next == "-", position + 1 < text.count, text[position + 1] != "]" else {
        insert(lower, lower, &members)
        continue
      }
      guard !text[position...].starts(with: "--") else { break }
      position += 1
      var unused = PatternAtom.ASCIISet.none
      guard next != "[", case .letter(let upper)? = member(&unused) else { break }
      guard lower.unicodeScalars.count == 1, upper.unicodeScalars.count == 1 else { break }
      guard lower <= upper || !lower.isASCII || !upper.isASCII else {
        throw PatternFault("has the range \(lower)-\(upper), which is turned round")
      }
      insert(lower, upper, &members)
    }
    position = start
    return nil
  }

  private enum Member {
    case letter(Character)
    /// `\d` and the like, whose characters are members already.
    case shorthand
  }

  /// Reads one member of a class; nil at what is neither letter nor shorthand.
  private mutating func member(_ members: inout PatternAtom.ASCIISet) -> Member? {
    guard let character = next else { return nil }
    position += 1
    guard character == "\\" else { return .letter(character) }
    guard let escaped = next else { return nil }
    position += 1
    switch escaped {
    case "d", "D", "w", "W", "s", "S":
      for byte in UInt8(0)..<128 where Self.isIn(byte, shorthand: escaped) {
        members.insert(Int(byte))
      }
      return .shorthand
    case "t": return .letter("\t")
    case "n": return .letter("\n")
    case "r": return .letter("\r")
    case _ where escaped.isASCII && !escaped.isLetter && !escaped.isNumber:
      return .letter(escaped)
    default: return nil
    }
  }

  private func insert(
    _ lower: Character, _ upper: Character, _ members: inout PatternAtom.ASCIISet
  ) {
    guard let low = lower.unicodeScalars.first?.value, low < 128 else { return }
    let high = min(upper.unicodeScalars.first?.value ?? low, 127)
    guard low <= high else { return }
    for value in low...high { members.insert(Int(value)) }
  }

  private mutating func skipClass() throws(PatternFault) {
    let start = position
    var open = 0
    while let character = next {
      position += 1
      switch character {
      case "\\": position += 1
      case "[":
        open += 1
        if next == "^" { position += 1 }
        if next == "]" { position += 1 }
      case "]":
        open -= 1
        if open == 0 { return }
      default: break
      }
    }
    position = start
    throw PatternFault("opens a class with [ at character \(start + 1) and never closes it")
  }
}
