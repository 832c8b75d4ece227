// SPDX-License-Identifier: Apache-2.0

import PassJSON
import PassModel

/// The strings of a pass that Wallet looks up in pass.strings, with the result of the lookup.
struct DisplayedStrings {
  /// Strings of one kind: how many are translated, and which are not.
  struct Group {
    private(set) var translated = 0
    private var untranslated: [(file: KeyTable.File, node: Int)] = []

    /// Whether most strings are translated. A pass in one language has a few translations at most.
    var isMostlyTranslated: Bool { translated > untranslated.count }

    /// Returns the strings without any translation, in document order.
    func untranslated(in pass: PassPackage) -> [JSONValue] {
      func place(_ file: KeyTable.File) -> Int { file == .pass ? 0 : 1 }
      return untranslated.sorted { (place($0.file), $0.node) < (place($1.file), $1.node) }
        .compactMap { text in
          let root = text.file == .pass ? pass.document : pass.personalization
          return root?.value(atNode: text.node)
        }
    }

    fileprivate mutating func add(
      _ value: JSONValue, in file: KeyTable.File, isTranslated: Bool
    ) {
      if isTranslated { translated += 1 } else { untranslated.append((file, value.index)) }
    }
  }

  /// Whether each key of the index is displayed, by its number.
  private(set) var isDisplayed: [Bool]
  /// The number of displayed keys.
  private(set) var displayedKeys = 0
  /// The numbers of the keys that are change messages.
  private(set) var changeMessages: Set<Int> = []
  /// The labels of fields. They are words of a language, while values are often names and numbers.
  private(set) var labels = Group()
  /// Other sentences: the description, change messages, and values except names, numbers and
  /// addresses.
  private(set) var prose = Group()

  private static let selection = KeySelection { $0.type.isLocalizable }

  /// The result for the strings that do not depend on rows. They are most of the strings, and the
  /// same in every pass of a template.
  private final class Constant: Sendable {
    let layouts: PassPackage.Layouts
    let displayed: DisplayedStrings

    init(_ layouts: PassPackage.Layouts, _ displayed: DisplayedStrings) {
      self.layouts = layouts
      self.displayed = displayed
    }
  }

  /// Looks up the strings of pass.json and personalization.json.
  init(of pass: PassPackage, in index: StringsIndex) {
    guard let layouts = PassPackage.Layouts(pass) else {
      self.init(index)
      add(of: pass, varying: nil, index)
      return
    }
    if let known = index.cached.value(Constant.self), known.layouts.fit(pass) {
      self = known.displayed
    } else {
      self.init(index)
      add(of: pass, varying: false, index)
      index.cached.set(Constant(layouts, self))
    }
    add(of: pass, varying: true, index)
  }

  private init(_ index: StringsIndex) {
    isDisplayed = Array(repeating: false, count: index.keys.count)
  }

  private mutating func add(of pass: PassPackage, varying: Bool?, _ index: StringsIndex) {
    for file in [KeyTable.File.pass, .personalization] {
      pass.visit(Self.selection, in: file, varying: varying) { add($1, $2, file, index) }
    }
  }

  private mutating func add(
    _ member: JSONValue.Member, _ position: KeyPosition, _ file: KeyTable.File,
    _ index: StringsIndex
  ) {
    let value = member.value
    guard let text = value.string else {
      for element in value.elements {
        if let text = element.string, !text.isEmpty { _ = markDisplayed(text, index) }
      }
      return
    }
    guard !text.isEmpty else { return }
    let number = markDisplayed(text, index)
    switch (position.scope, member.name) {
    case (.field, "label"): labels.add(value, in: file, isTranslated: number != nil)
    case (.field, "changeMessage"):
      if let number { changeMessages.insert(number) }
      if Self.isProse(text) { prose.add(value, in: file, isTranslated: number != nil) }
    case (.passRoot, "description"), (.field, "value"):
      if Self.isProse(text) { prose.add(value, in: file, isTranslated: number != nil) }
    default: break
    }
  }

  private mutating func markDisplayed(_ text: String, _ index: StringsIndex) -> Int? {
    guard let number = index.number(of: text) else { return nil }
    if !isDisplayed[number] {
      isDisplayed[number] = true
      displayedKeys += 1
    }
    return number
  }

  /// Returns whether a text is a sentence: four words or more without a digit or an address. Names
  /// are shorter, and codes, dates and amounts have digits.
  private static func isProse(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var words = WordCount()
      return words.read(bytes) && words.total >= 4 && words.withLetters >= 3
    }
  }
}

/// A word count that reads a text byte by byte. It must be fast because every string of every row
/// is counted.
private struct WordCount {
  private(set) var total = 0
  private(set) var withLetters = 0
  private var isInWord = false
  private var hasLetter = false
  private var hasAt = false
  private var hasPlaceholder = false

  /// Reads a text. Returns false at a digit or an address.
  mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
        noteLetter()
      case 0x20, 0x09...0x0D:
        guard endWord() else { return false }
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return false
      case UInt8(ascii: ":") where bytes[index...].starts(with: "://".utf8): return false
      case UInt8(ascii: "@"):
        isInWord = true
        hasAt = true
        if index > 0, bytes[index - 1] == UInt8(ascii: "%") { hasPlaceholder = true }
      case 0x80...:
        let (scalar, length) = Self.scalar(bytes, index)
        index += length
        if scalar.properties.isWhitespace {
          guard endWord() else { return false }
        } else if !hasLetter, scalar.properties.isAlphabetic {
          noteLetter()
        } else {
          isInWord = true
        }
        continue
      default: isInWord = true
      }
      index += 1
    }
    return endWord()
  }

  private mutating func noteLetter() {
    isInWord = true
    hasLetter = true
  }

  /// Ends a word. Returns false if it was an address.
  private mutating func endWord() -> Bool {
    if isInWord { total += 1 }
    if hasLetter { withLetters += 1 }
    let isAddress = hasAt && !hasPlaceholder
    isInWord = false
    hasLetter = false
    hasAt = false
    hasPlaceholder = false
    return !isAddress
  }

  /// Returns the character at that byte of valid UTF-8, and its length in bytes.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, _ index: Int
  ) -> (Unicode.Scalar, length: Int) {
    let length = max(2, (~bytes[index]).leadingZeroBitCount)
    var value = UInt32(bytes[index]) & (0xFF >> UInt32(length + 1))
    for byte in bytes[index...].dropFirst().prefix(length - 1) {
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return (Unicode.Scalar(value) ?? "\u{FFFD}", length)
  }
}
