// SPDX-License-Identifier: Apache-2.0

package import PassJSON
import PassModel

/// The images that `passc init` drew for a template. `passc images` replaces them, because they
/// only hold the place of the real ones.
package struct StarterImages {
  private let document: JSONValue

  /// - Parameter document: pass.json with the style and the background.
  package init(_ document: JSONValue) { self.document = document }

  /// Returns whether an image is one that `passc init` draws for this style and background.
  package func contains(_ path: String, _ bytes: [UInt8]) -> Bool {
    candidates.contains { artwork in
      artwork.file(path).map { $0 == bytes } ?? false
    }
  }

  private var candidates: [StarterArtwork] {
    let names =
      PassStyle.styles(of: document).map(\.rawValue)
      + StyleScheme.schemes(of: document).map(\.rawValue)
    let palette = PassColour(ofBackground: document).map { StarterPalette($0) }
    return Set(names).sorted().compactMap(StarterStyle.init).flatMap { style in
      [StarterArtwork(style: style), StarterArtwork(style: style, palette: palette)]
    }
  }
}
