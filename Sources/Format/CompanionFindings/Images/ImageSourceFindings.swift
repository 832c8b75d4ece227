// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings of `passc images` about the files that it makes images of.
package enum ImageSourceFindings {
  private static let drawn = Basis.convention("images from one source")

  /// A source that cannot be decoded.
  package static let unreadable = Finding(
    "image.source.unreadable", .error, effect: .wrong,
    why: """
      passc makes images of PNG, JPEG and SVG files. It cannot decode this file, or the file has \
      more pixels than passc decodes.
      """,
    help: "export the file again as PNG, JPEG or SVG", source: drawn,
    wrong: """
      template.json   { "sources": { "logo": "art/logo.pdf" } }
      """,
    right: """
      template.json   { "sources": { "logo": "art/logo.svg" } }
      """)

  /// An SVG that needs another file.
  package static let external = Finding(
    "image.source.external", .error, effect: .wrong,
    why: """
      The SVG refers to another file or to an address. passc draws an SVG without access to files \
      or the network, so this part would be missing.
      """,
    help: "embed the image or the style in the SVG", source: drawn,
    wrong: """
      <image href="photo.jpg" width="64" height="64"/>
      """,
    right: """
      <image href="data:image/jpeg;base64,..." width="64" height="64"/>
      """)

  /// Text in an SVG.
  package static let text = Finding(
    "image.source.text", .warning, effect: .style,
    why: """
      The SVG contains text. It is drawn with the fonts of this machine, so the image looks \
      different on another one.
      """,
    help: "convert the text to paths in your drawing program", source: drawn,
    wrong: """
      <text x="8" y="40">Gym</text>
      """,
    right: """
      <path d="M8 40V12h9v6z"/>
      """)

  /// A source with too few pixels.
  package static let enlarged = Finding(
    "image.source.enlarged", .warning, effect: .style,
    why: """
      The file has fewer pixels than the image at @3x, so passc enlarges it, and people see its \
      pixels.
      """,
    help: "use a larger file, or an SVG", source: drawn,
    wrong: """
      art/logo.png   64 x 20 pixels
      """,
    right: """
      art/logo.png   480 x 150 pixels
      """)

  /// A source in the colours of print.
  package static let cmyk = Finding(
    "image.source.cmyk", .warning, effect: .style,
    why: """
      The JPEG has the four colours of print (CMYK). passc converts them without a colour profile, \
      so the colours can differ from those of your drawing program.
      """,
    help: "export the file with RGB colours (sRGB)", source: drawn,
    wrong: """
      art/strip.jpg   CMYK, 2000 x 800 pixels
      """,
    right: """
      art/strip.jpg   sRGB, 2000 x 800 pixels
      """)

  /// A logo that is hard to see on the background of the pass.
  package static let contrast = Finding(
    "image.source.contrast", .warning, effect: .style,
    why: """
      Most of the logo has nearly the same brightness as the backgroundColor of the pass, with a \
      contrast below 2 to 1.
      """,
    help: "change backgroundColor, or use the logo in another colour; --background auto names one",
    source: drawn,
    wrong: """
      art/logo.svg   black
      pass.json      "backgroundColor": "rgb(20, 20, 30)"
      """,
    right: """
      art/logo.svg   white
      pass.json      "backgroundColor": "rgb(20, 20, 30)"
      """)

  /// A logo without transparent edges on a card of another colour.
  package static let box = Finding(
    "image.source.box", .warning, effect: .style,
    why: """
      The logo has no transparent pixels, and its edges have another colour than the pass. It looks \
      like a box on the card.
      """,
    help: "export the logo with a transparent background, or give the pass its colour",
    source: drawn,
    wrong: """
      art/logo.png   edges rgb(255, 255, 255)
      pass.json      "backgroundColor": "rgb(20, 20, 30)"
      """,
    right: """
      art/logo.png   transparent edges
      pass.json      "backgroundColor": "rgb(20, 20, 30)"
      """)

  /// A source for an image that the pass does not show.
  package static let notShown = Finding(
    "image.source.notShown", .warning, effect: .ignored,
    why: "Each style shows its own images. passc makes no images that the pass does not show.",
    help: "remove the source, or use a style that shows the image", source: drawn,
    wrong: """
      pass.json       "storeCard": { ... }
      template.json   { "sources": { "thumbnail": "art/face.jpg" } }
      """,
    right: """
      pass.json       "storeCard": { ... }
      template.json   { "sources": { "strip": "art/hall.jpg" } }
      """)

  /// Every finding about sources, in the order of the reference.
  package static let all = [
    unreadable, external, text, enlarged, cmyk, contrast, box, notShown,
  ]
}
