// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// The fonts for drawing text, with a cache of shaped text. It can be used from any thread.
package final class FontSet: Sendable {
  /// The fonts that may be used.
  package enum Source: String, Sendable, CaseIterable {
    /// Inter, and Noto for Arabic, Hebrew and emoji. The same on every machine with these fonts.
    case pinned
    /// The pinned fonts, and installed fonts for characters they do not have.
    case system
  }

  package let source: Source
  private let files: FontFiles
  private let faces = Mutex<[PinnedFont: FontFace?]>([:])
  private let installed = Mutex<[InstalledKey: FontFace?]>([:])
  private let shaped = Mutex<[TextKey: ShapedText]>([:])
  private let primaries = Mutex<[FontWeight: FontFace]>([:])
  private let fallback: FontFace

  private struct TextKey: Hashable {
    let text: [Unicode.Scalar]
    let style: ShapeKey
  }

  private struct InstalledKey: Hashable {
    let character: Unicode.Scalar
    let isBold: Bool
  }

  /// Looks for Inter. Other fonts are opened when text needs them.
  ///
  /// - Parameter folders: folders searched before those where packages install fonts.
  package init(_ source: Source, folders: [String] = []) throws(FontError) {
    self.source = source
    files = FontFiles(folders: folders)
    guard let face = files.open(FontFiles.regular) else {
      throw FontError(
        description: "the font Inter (\(FontFiles.regular.name)) is in none of these folders: "
          + files.folders.joined(separator: ", "))
    }
    fallback = face
    faces.withLock { $0[FontFiles.regular] = face }
  }

  // MARK: - Faces

  private func face(_ font: PinnedFont) -> FontFace? {
    faces.withLock {
      if let known = $0[font] { return known }
      let face = files.open(font)
      $0[font] = .some(face)
      return face
    }
  }

  /// Returns Inter in a weight, or regular if that file is missing.
  func primary(_ weight: FontWeight) -> FontFace {
    if let known = primaries.withLock({ $0[weight] }) { return known }
    let found = FontFiles.inter(weight).lazy.compactMap { self.face($0) }.first ?? fallback
    primaries.withLock { $0[weight] = found }
    return found
  }

  /// Returns the font for a character.
  ///
  /// - Parameters:
  ///   - last: the font of the character before. Marks and joiners stay with it.
  ///   - next: the character after it. A variation selector chooses between text and emoji.
  func face(
    for character: Unicode.Scalar, after last: FontFace?, before next: Unicode.Scalar?,
    _ weight: FontWeight
  ) -> FontFace {
    let primary = primary(weight)
    let isEmoji = Self.isEmoji(character, before: next)
    if character.value < 0x250, !isEmoji { return primary }
    if let last, Self.staysWithTheLast(character, last) { return last }
    if isEmoji, let emoji = face(FontFiles.emoji), emoji.has(character) { return emoji }
    if primary.has(character) { return primary }
    // A phone shows characters such as U+2708 as emoji where its text fonts do not have them.
    let others = FontFiles.scripts(weight) + (character.properties.isEmoji ? [FontFiles.emoji] : [])
    for font in others {
      if let face = face(font), face.has(character) { return face }
    }
    guard source == .system else { return primary }
    let key = InstalledKey(character: character, isBold: weight.isBold)
    return installed.withLock { known in
      if let known = known[key] { return known ?? primary }
      // Reuses a font opened for another character, so that long text does not open a file again
      // and again. The lock is held during the search, so other threads wait.
      let found = InstalledFonts.face(for: character, isBold: key.isBold).map { found in
        known.values.lazy.compactMap { $0 }.first { $0.name == found.name } ?? found
      }
      known[key] = .some(found)
      return found ?? primary
    }
  }

  /// Returns whether a phone shows a character as an emoji, and not as text. The selector U+FE0F
  /// asks for an emoji, and U+FE0E for text.
  static func isEmoji(_ character: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if next?.value == 0xFE0F { return character.properties.isEmoji }
    // U+231A is the first character that is an emoji without a selector.
    return character.value >= 0x231A && character.properties.isEmojiPresentation
      && next?.value != 0xFE0E
  }

  /// Returns whether a character only modifies others: joiners, selectors, directional marks, tags,
  /// accents, keys.
  private static func staysWithTheLast(_ character: Unicode.Scalar, _ last: FontFace) -> Bool {
    switch character.value {
    case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFE00...0xFE0F, 0xFEFF: true
    case 0xE0000...0xE0FFF: true
    case 0x20E3: last.isColoured
    default: character.properties.generalCategory == .nonspacingMark && last.has(character)
    }
  }

  // MARK: - Shaping

  /// Maximum number of shaped strings in the cache, about the fields of some hundred cards.
  private static let textLimit = 4096

  /// Shapes text, or returns it from the cache.
  func shape(_ text: [Unicode.Scalar], _ style: TextStyle) -> ShapedText {
    // Long text rarely repeats, so it is not cached.
    let isKept = text.count <= 96
    let key = TextKey(text: text, style: ShapeKey(style))
    if isKept, let known = shaped.withLock({ $0[key] }) { return known }
    let result = ShapedText(text, key.style, self)
    guard isKept else { return result }
    shaped.withLock {
      if $0.count >= Self.textLimit { $0.removeAll(keepingCapacity: true) }
      $0[key] = result
    }
    return result
  }
}

/// The reason why the fonts are not available.
package struct FontError: Error, Sendable, CustomStringConvertible {
  package let description: String
}

extension FontWeight {
  /// Whether fonts with only two weights are drawn bold.
  var isBold: Bool {
    switch self {
    case .light, .regular, .medium: false
    case .semibold, .bold, .heavy: true
    }
  }
}
