// SPDX-License-Identifier: Apache-2.0

/// Writes display lists as SVG: the same bytes always.
package struct SVGWriter: Sendable {
  /// How words are written.
  package enum TextForm: String, Sendable, CaseIterable {
    /// As outlines, which look the same everywhere; the words stand beside them.
    case outlines
    /// As text, which can be marked and searched, drawn with what the viewer has.
    case live
  }

  /// How words are written.
  package var text: TextForm

  /// A writer of one form of text.
  package init(text: TextForm = .outlines) { self.text = text }

  /// The page as an SVG document, or as an `svg` element to stand within HTML.
  ///
  /// - Parameter idPrefix: begins each id, so that several pages can stand in one document.
  package func bytes(
    of list: DisplayList, isElement: Bool = false, idPrefix: String = ""
  ) -> [UInt8] { [] }
}

/// Writes display lists as PNG: the same bytes always with the same cairo.
package struct PNGWriter: Sendable {
  /// Pixels a point.
  package var scale: Int

  /// A writer of one scale, from 1 to 3.
  package init(scale: Int = 2) { self.scale = scale }

  /// The page as a PNG.
  package func bytes(of list: DisplayList) throws(DrawingFault) -> [UInt8] { [] }
}

/// Writes display lists as JSON, for tests and other tools.
package enum ListWriter {
  /// The page as one JSON object.
  package static func bytes(of list: DisplayList) -> [UInt8] { [] }
}

/// Why nothing can be drawn: memory, or a library that fails.
package struct DrawingFault: Error, Sendable, CustomStringConvertible {
  /// The fault in a sentence.
  package let description: String
}
