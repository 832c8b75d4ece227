// SPDX-License-Identifier: Apache-2.0

import CHarfBuzz

/// Text on one line, shaped once for all sizes. It is immutable, so any thread can use it.
final class ShapedText: Sendable {
  struct Glyph {
    let face: FontFace
    let number: UInt32
    /// Distance from the left end in em, without letter spacing.
    let x: Double
    let y: Double
    /// Number of letter spacings to the left.
    let gaps: Int
  }

  /// The glyphs from left to right.
  let glyphs: [Glyph]
  /// Width in em without letter spacing.
  let width: Double
  /// Number of letters that have spacing after them.
  let gaps: Int
  let isRightToLeft: Bool
  let missing: [Unicode.Scalar]
  /// Whether an emoji has a glyph, but not an image in colour.
  let hasMonochromeEmoji: Bool
  /// Width in em and number of spacings of each character. Those of a cluster are all at its first
  /// character.
  let advances: [(em: Double, gaps: Int)]

  init(_ text: [Unicode.Scalar], _ key: ShapeKey, _ fonts: FontSet) {
    let codes = text.map(\.value)
    let bidi = BidiLevels(codes, direction: key.direction)
    let runs = Self.runs(of: text, bidi, key, fonts)
    var shaped: [[FontFace.Shaped]] = []
    var advances = [(em: Double, gaps: Int)](repeating: (0, 0), count: text.count)
    var missing: [Unicode.Scalar] = []
    var hasMonochromeEmoji = false
    for run in runs {
      let glyphs =
        run.face.shape(
          codes, run.range, script: run.script, isRightToLeft: run.level & 1 == 1,
          language: key.language) ?? []
      let unit = run.face.scale / run.face.unitsPerEm
      for glyph in glyphs {
        advances[glyph.cluster].em += glyph.advance * unit
        if run.face.isSpaced, glyph.advance > 0 { advances[glyph.cluster].gaps += 1 }
        if glyph.glyph == 0, missing.count < 64, !missing.contains(text[glyph.cluster]) {
          missing.append(text[glyph.cluster])
        }
        if glyph.glyph != 0, !run.face.isColoured,
          FontSet.isEmoji(text[glyph.cluster], before: Self.next(after: glyph.cluster, in: text))
        {
          hasMonochromeEmoji = true
        }
      }
      shaped.append(glyphs)
    }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.count)
    var x = 0.0
    var gaps = 0
    for index in BidiLevels.visualOrder(runs.map(\.level)) {
      let face = runs[index].face
      let unit = face.scale / face.unitsPerEm
      for glyph in shaped[index] {
        glyphs.append(
          Glyph(
            face: face, number: glyph.glyph, x: x + glyph.x * unit, y: -glyph.y * unit, gaps: gaps))
        x += glyph.advance * unit
        if face.isSpaced, glyph.advance > 0 { gaps += 1 }
      }
    }
    self.glyphs = glyphs
    self.advances = advances
    self.missing = missing
    self.hasMonochromeEmoji = hasMonochromeEmoji
    self.gaps = gaps
    width = x
    isRightToLeft = bidi.isRightToLeft
  }

  private static func next(after index: Int, in text: [Unicode.Scalar]) -> Unicode.Scalar? {
    index + 1 < text.count ? text[index + 1] : nil
  }

  /// Characters that are shaped together.
  private struct Run {
    let range: Range<Int>
    let level: Int8
    let script: UInt32
    let face: FontFace
  }

  private static func runs(
    of text: [Unicode.Scalar], _ bidi: BidiLevels, _ key: ShapeKey, _ fonts: FontSet
  ) -> [Run] {
    var runs: [Run] = []
    let base: Int8 = bidi.isRightToLeft ? 1 : 0
    // Spaces at the end get the base direction (rule L1 of the algorithm).
    let end = (text.lastIndex { $0 != " " } ?? -1) + 1
    let scripts = Self.scripts(of: text)
    var start = 0
    var (level, script, face) = (base, UInt32(0), fonts.primary(key.weight))
    for index in text.indices {
      let newLevel = index >= end ? base : bidi.levels?[index] ?? base
      let newFace = fonts.face(
        for: text[index], after: index == 0 ? nil : face, before: next(after: index, in: text),
        key.weight)
      if index > start, newLevel != level || scripts[index] != script || newFace !== face {
        runs.append(Run(range: start..<index, level: level, script: script, face: face))
        start = index
      }
      (level, script, face) = (newLevel, scripts[index], newFace)
    }
    if start < text.count {
      runs.append(Run(range: start..<text.count, level: level, script: script, face: face))
    }
    return runs
  }

  /// Returns the script of each character. Digits and signs get that of the character before them,
  /// or of the first one that has a script.
  private static func scripts(of text: [Unicode.Scalar]) -> [UInt32] {
    let table = hb_unicode_funcs_get_default()
    var last: UInt32?
    var scripts: [UInt32] = []
    scripts.reserveCapacity(text.count)
    for scalar in text {
      let isLetter =
        (0x41...0x5A).contains(scalar.value) || (0x61...0x7A).contains(scalar.value)
      let script = isLetter ? HB_SCRIPT_LATIN : hb_unicode_script(table, scalar.value)
      let isNeutral =
        script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN
      if !isNeutral {
        if last == nil { for index in scripts.indices { scripts[index] = script.rawValue } }
        last = script.rawValue
      }
      scripts.append(last ?? HB_SCRIPT_LATIN.rawValue)
    }
    return scripts
  }
}

/// The properties of a style that shaping depends on.
struct ShapeKey: Hashable, Sendable {
  let weight: FontWeight
  let language: String?
  let direction: TextDirection

  init(_ style: TextStyle) {
    weight = style.weight
    language = style.language
    direction = style.direction
  }
}
