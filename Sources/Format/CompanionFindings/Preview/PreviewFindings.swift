// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// Findings of previews: everything that a preview of a pass cuts, drops or does not draw, and why.
///
/// This module contains no drawing code, so passc can explain these findings without it.
package enum PreviewFindings {
  private static let seen = Basis.observed("captures of iPhones with iOS 17 and 18")

  /// A value or label that is cut.
  package static let textTruncated = Finding(
    "preview.text.cut", .warning, effect: .wrong,
    why: """
      All fields of a row share its width. Wallet shrinks all values of a row, down to the size of \
      their labels. It then shrinks each value that is still too long, down to about 0.6 of that \
      size, and cuts the rest. It never shrinks labels, but cuts them. On the front a value also \
      ends at its first line break.
      """,
    help: "shorten it, move it to another row, or put it on the back",
    source: seen,
    wrong: """
      "secondaryFields": [
        { "key": "name", "value": "Ada Byron Lovelace" },
        { "key": "club", "value":
          "Gym on the square behind the old station" },
        { "key": "coach", "value":
          "Augusta King, the Countess of Lovelace" } ]
      """,
    right: """
      "secondaryFields": [
        { "key": "name", "value": "Ada Byron Lovelace" },
        { "key": "club", "value": "Gym on the square" } ],
      "backFields": [
        { "key": "coach", "value":
          "Augusta King, the Countess of Lovelace" } ]
      """)

  /// A field that does not fit into its row.
  package static let fieldDropped = Finding(
    "preview.field.dropped", .warning, effect: .ignored,
    why: "Each row shows a limited number of fields and drops the last ones.",
    help: "remove the least important field, or move it to backFields",
    source: .documented("Wallet Passes: PassFields"),
    wrong: """
      "secondaryFields": [
        { "key": "level", ... }, { "key": "since", ... },
        { "key": "club", ... }, { "key": "coach", ... },
        { "key": "locker", ... } ]
      """,
    right: """
      "secondaryFields": [
        { "key": "level", ... }, { "key": "since", ... },
        { "key": "club", ... }, { "key": "coach", ... } ],
      "backFields": [ { "key": "locker", ... } ]
      """)

  /// A value in the size of the labels, or smaller.
  package static let minimumSize = Finding(
    "preview.text.minimumSize", .note, effect: .style,
    why: """
      If a row is too full, Wallet shrinks all its values together, down to the size of the \
      labels, and then the longest ones further.
      """,
    help: "shorten the longest value of the row", source: seen,
    wrong: """
      "secondaryFields": [
        { "key": "name", "value": "Ada Byron Lovelace" },
        { "key": "club", "value": "Gym on the square" },
        { "key": "level", "value": "Gold, all classes" } ]
      """,
    right: """
      "secondaryFields": [
        { "key": "name", "value": "Ada" },
        { "key": "club", "value": "Gym" },
        { "key": "level", "value": "Gold" } ]
      """)

  /// A strip that is larger than its area.
  package static let stripCropped = Finding(
    "preview.strip.cropped", .note, effect: .style,
    why: """
      A strip fills its area: 144 points high on cards, 98 on tickets, and as wide as the card, \
      which is 343 to 408 points depending on the phone. On a card of 396 points the area is 152 \
      points high on cards. Wallet cuts the rest off evenly on both \
      sides.
      """,
    help: "keep faces and text 30 points away from the sides",
    source: .documented("Human Interface Guidelines: Wallet"),
    wrong: """
      strip.png      375 x 144 pixels
      card           358 points wide
      """,
    right: """
      strip.png      358 x 144 pixels
      card           358 points wide
      """)

  /// Text on a part of the strip with strong edges.
  package static let stripBusy = Finding(
    "preview.strip.busy", .note, effect: .style,
    why: """
      Wallet writes the primary field over the strip. If edges of the image cross the letters, \
      people read them slowly. passc covers the area of each text with squares of 12 points and \
      counts those in which the lightness varies by more than a fifth. If these are more than 3 % \
      of the squares, it reports the text. Gradients, soft shapes and patterns finer than a point \
      are calm.
      """,
    help: "keep the image calm behind the text: move its subject to the lower right, or blur it",
    source: .convention("readability of text on images"),
    wrong: """
      strip.png      leaves from the left edge to the right
      """,
    right: """
      strip.png      leaves in the lowest third, one colour above
      """)

  /// An image that the style does not show.
  package static let imageNotDrawn = Finding(
    "preview.image.notDrawn", .warning, effect: .ignored,
    why: "Each style shows certain images. Wallet ignores the others.",
    help: "remove the image, or choose a style that shows it",
    source: .documented("Human Interface Guidelines: Wallet"),
    wrong: """
      gym.pass/
        pass.json    "generic": { ... }
        strip.png
      """,
    right: """
      gym.pass/
        pass.json    "storeCard": { ... }
        strip.png
      """)

  /// An image that cannot be decoded.
  package static let imageUnreadable = Finding(
    "preview.image.unreadable", .warning, effect: .wrong,
    why: """
      If Wallet cannot read an image, it leaves the area empty. The preview shows a grey box with \
      a cross there. passc does not decode images with more than 4096 pixels a side.
      """,
    help: "save the image again as PNG", source: .observed("Wallet leaves the area empty"),
    wrong: """
      logo.png    the first 2,000 of 5,120 bytes
      """,
    right: """
      logo.png    all 5,120 bytes
      """)

  /// Text with too little contrast to the background.
  package static let contrastLow = Finding(
    "preview.contrast.low", .warning, effect: .style,
    why: """
      Below a contrast of 3 to 1 many people cannot read even large letters, and in sunlight \
      nobody can. passc compares the colours of the pass and ignores images behind the text.
      """,
    help: "make the text darker or lighter than the background",
    source: .documented("Web Content Accessibility Guidelines 2.2, 1.4.3"),
    wrong: """
      "backgroundColor": "rgb(200, 200, 200)",
      "labelColor": "rgb(150, 150, 150)"
      """,
    right: """
      "backgroundColor": "rgb(200, 200, 200)",
      "labelColor": "rgb(90, 90, 90)"
      """)

  /// A barcode with modules that are too small for scanners.
  package static let moduleSmall = Finding(
    "preview.barcode.moduleSmall", .warning, effect: .wrong,
    why: """
      The size of a barcode on the pass is fixed, so its modules get smaller as the message gets \
      longer. Below a third of a millimetre cheap scanners miss modules on a screen.
      """,
    help: "shorten the message: write an identifier in place of the data itself",
    source: .convention("ISO/IEC 15415 and makers of scanners name 0.33 mm for screens and labels"),
    wrong: """
      "format": "PKBarcodeFormatQR",
      "message": "A-1;Ada Lovelace;Gold;... (600 bytes)"
      """,
    right: """
      "format": "PKBarcodeFormatQR",
      "message": "A-1"
      """)

  /// A message that its barcode format cannot encode.
  package static let barcodeRefused = Finding(
    "preview.barcode.refused", .warning, effect: .wrong,
    why: """
      Each format encodes certain characters up to a certain length. If the message does not fit, \
      Wallet shows no barcode.
      """,
    help: "choose another format or a shorter message",
    source: .documented("the standards of the symbologies"),
    wrong: """
      "format": "PKBarcodeFormatEAN13",
      "message": "GYM-A-1"
      """,
    right: """
      "format": "PKBarcodeFormatEAN13",
      "message": "4006381333931"
      """)

  /// A character that no available font has.
  package static let glyphMissing = Finding(
    "preview.glyph.missing", .note, effect: .style,
    why: """
      passc draws with Inter, and with Noto for Arabic, Hebrew and emoji. A phone has fonts for \
      all scripts. Only the preview is wrong, and the widths in this row are estimates.
      """,
    help: "install a font that has the character, and draw with the system's fonts",
    settings: [RunSetting(.fonts, "system")],
    source: .convention("the fonts previews are drawn with"),
    wrong: """
      { "key": "name", "label": "Member", "value": "สมชาย" }
      passc preview gym.pass
      """,
    right: """
      { "key": "name", "label": "Member", "value": "สมชาย" }
      passc preview gym.pass --fonts system
      """)

  /// Emoji in the colour of the text.
  package static let emojiMonochrome = Finding(
    "preview.emoji.monochrome", .note, effect: .style,
    why: """
      A phone shows emoji in colour. Without the font Noto Color Emoji passc draws them as outlines \
      of another font, in the colour of the text. Only the preview is wrong.
      """,
    help: "install the font Noto Color Emoji (Debian package fonts-noto-color-emoji)",
    source: .convention("the fonts previews are drawn with"),
    wrong: """
      { "key": "name", "label": "Level", "value": "Gold ⭐" }
      apt-get install fonts-symbola
      passc preview gym.pass --fonts system
      """,
    right: """
      { "key": "name", "label": "Level", "value": "Gold ⭐" }
      apt-get install fonts-noto-color-emoji
      passc preview gym.pass
      """)

  /// A layout that was not measured on a device.
  package static let inferred = Finding(
    "preview.layout.inferred", .note, effect: .style,
    why: """
      Positions and sizes of classic styles were measured on captures of iPhones. passc has \
      no captures of the poster and semantic styles, or of some parts of the other styles. It draws \
      these as the documentation describes them, so a phone may place them differently.
      """,
    help: "look at the pass on a device before you rely on this part of the preview",
    source: .convention("passc preview"),
    wrong: """
      "preferredStyleSchemes": ["posterEventTicket", "eventTicket"]
      passc preview ticket.pass
      """,
    right: """
      "preferredStyleSchemes": ["posterEventTicket", "eventTicket"]
      passc preview ticket.pass --ios 17
      """)

  /// A language without a folder.
  package static let languageFallback = Finding(
    "preview.language.fallback", .note, effect: .style,
    why: """
      If no folder fits the language of a phone, Wallet shows one of the folders. It is not \
      documented which one. passc draws the one for English, else the first by name. A phone may \
      show another one.
      """,
    help: "add the folder of this language, or en.lproj",
    source: .observed("an answer in Apple's developer forum, and the manual of a vendor"),
    wrong: """
      gym.pass/  pass.json  de.lproj/pass.strings  pl.lproj/pass.strings
      passc preview gym.pass --language fr
      """,
    right: """
      gym.pass/  pass.json  de.lproj/pass.strings  pl.lproj/pass.strings
      passc preview gym.pass --language pl
      """)

  /// A placeholder that is drawn without a row of data.
  package static let standIn = Finding(
    "preview.value.standIn", .note, effect: .style,
    why: """
      Without a row of data passc draws the names of the columns, or sample values, in place of \
      placeholders.
      """,
    help: "give a row of data, or choose a row of the template's samples",
    settings: [RunSetting(.data, "FILE"), RunSetting(.sample, "N")],
    source: .convention("previews of templates"),
    wrong: """
      "value": "{{ name }}"
      passc preview gym.pass
      """,
    right: """
      "value": "{{ name }}"
      passc preview gym.pass --sample 1
      """)

  /// A pass that Wallet may reject, drawn nevertheless.
  package static let notSound = Finding(
    "preview.pass.notSound", .note, effect: .style,
    why: "A preview shows everything passc can read. It does not check the pass.",
    help: "to see all errors, run: passc check FILE",
    source: .convention("previews of bundles"),
    wrong: """
      gym/
        pass.json  icon.png  manifest.json
      """,
    right: """
      gym/
        pass.json  icon.png  manifest.json  signature
      """)

  package static let all = [
    textTruncated, fieldDropped, minimumSize, stripCropped, stripBusy, imageNotDrawn,
    imageUnreadable,
    contrastLow, moduleSmall, barcodeRefused, glyphMissing, emojiMonochrome, inferred,
    languageFallback, standIn,
    notSound,
  ]
}
