// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// What a picture of a pass cannot say itself: what was cut, dropped or not drawn, and why.
///
/// A module of its own: passc explains these findings and links nothing that draws.
package enum PreviewFindings {
  private static let seen = Basis.observed("captures of iPhones with iOS 17 and 18")

  /// A text ends with an ellipsis.
  package static let textCut = Finding(
    "preview.text.cut", .warning, effect: .wrong,
    why: """
      A row has one width for all its fields. Wallet makes values smaller down to the size of \
      their labels, and then cuts the widest; labels are cut and never made smaller. A value on \
      the front ends at its first line break too.
      """,
    help: "shorten it, move it to another row, or put it on the back",
    source: seen, wrong: "a secondary field with a value of 60 letters beside two others",
    right: "the same value alone in its row, or on the back")

  /// A field for which there is no room.
  package static let fieldDropped = Finding(
    "preview.field.dropped", .warning, effect: .ignored,
    why: "Each row shows so many fields and leaves out the rest, from the end.",
    help: "leave the least important one out, or move it to the back",
    source: .documented("Wallet Passes: PassFields"),
    wrong: "five secondaryFields in a generic pass", right: "four of them")

  /// A text that was made as small as it gets.
  package static let minimumSize = Finding(
    "preview.text.minimumSize", .note, effect: .style,
    why: "A row that is too full is set smaller, all its values alike, down to the labels' size.",
    help: "shorten the longest value of the row", source: seen,
    wrong: "three secondary fields whose values fill the row only at 11 points",
    right: "values that fit at their usual size")

  /// Parts of a strip lie outside the card.
  package static let stripCropped = Finding(
    "preview.strip.cropped", .note, effect: .style,
    why: """
      A strip fills its box: 144 points high on cards, 98 on tickets, and as wide as the card, \
      which is 343 to 408 points by phone. What is over is cut off evenly at both sides.
      """,
    help: "keep faces and words 30 points away from the sides",
    source: .documented("Human Interface Guidelines: Wallet"),
    wrong: "a strip of 375 x 144 points on a card of 358",
    right: "a strip of 358 x 144 points there")

  /// An image the style has no place for.
  package static let imageNotDrawn = Finding(
    "preview.image.notDrawn", .warning, effect: .ignored,
    why: "Each style has places for certain images; the others are carried along for nothing.",
    help: "take the image out, or choose the style that shows it",
    source: .documented("Human Interface Guidelines: Wallet"),
    wrong: "strip.png in a generic pass", right: "strip.png in a store card")

  /// An image that cannot be decoded.
  package static let imageUnreadable = Finding(
    "preview.image.unreadable", .warning, effect: .wrong,
    why: """
      Wallet leaves the place of an image empty that it cannot read. Here a grey box with a cross \
      stands there. Images of more than 4096 pixels a side are not decoded at all.
      """,
    help: "save the image again as PNG", source: .observed("Wallet leaves the place empty"),
    wrong: "a logo.png that ends in the middle", right: "the whole file")

  /// Text that can hardly be told from what is behind it.
  package static let contrastLow = Finding(
    "preview.contrast.low", .warning, effect: .style,
    why: """
      Below a contrast of 3 to 1 many people cannot read even large letters, and in the sun nobody \
      can. Measured between the colours of the pass; a picture behind the text is not looked at.
      """,
    help: "make the text darker or lighter than the background",
    source: .documented("Web Content Accessibility Guidelines 2.2, 1.4.3"),
    wrong: "labels rgb(150, 150, 150) on rgb(200, 200, 200)",
    right: "labels rgb(90, 90, 90) on rgb(200, 200, 200)")

  /// A barcode with modules that scanners miss.
  package static let moduleSmall = Finding(
    "preview.barcode.moduleSmall", .warning, effect: .wrong,
    why: """
      A barcode has the same size however much it holds, so the more it holds the finer it gets. \
      Below a third of a millimetre cheap scanners miss modules on a screen.
      """,
    help: "put less into the message: an identifier in place of what it stands for",
    source: .convention("ISO/IEC 15415 and makers of scanners name 0.33 mm for screens and labels"),
    wrong: "a QR code of 600 bytes", right: "a QR code of 40 bytes")

  /// A message that is no barcode of its format.
  package static let barcodeRefused = Finding(
    "preview.barcode.refused", .warning, effect: .wrong,
    why: "A format writes certain characters, and so many of them. Wallet shows no code then.",
    help: "choose another format or a shorter message",
    source: .documented("the standards of the symbologies"),
    wrong: "letters as PKBarcodeFormatEAN13", right: "13 digits with the right check digit")

  /// A character no font at hand has.
  package static let glyphMissing = Finding(
    "preview.glyph.missing", .note, effect: .style,
    why: """
      The picture is drawn with Inter, and Noto for Arabic and Hebrew. A phone has fonts for all \
      scripts: only the picture is wrong, and the widths of its row are guessed.
      """,
    help: "draw with the system's fonts, with one installed that has the character",
    settings: [RunSetting(.fonts, "system")],
    source: .convention("the fonts previews are drawn with"),
    wrong: "a value in Thai without a Thai font", right: "the same with --fonts system and one")

  /// A layout that was not measured on a device.
  package static let inferred = Finding(
    "preview.layout.inferred", .note, effect: .style,
    why: """
      Places and sizes of classic styles were measured on captures of iPhones. For poster and \
      semantic styles, and for some parts of others, there are no captures: they are drawn after \
      the documentation and may lie elsewhere on a phone.
      """,
    help: "look at the pass on a device before you decide by this part of the picture",
    source: .convention("what was measured and what was not stands in docs/reference/preview.md"),
    wrong: "a posterEventTicket", right: "the same pass with --ios 17")

  /// A value that stands for one nobody has given.
  package static let standIn = Finding(
    "preview.value.standIn", .note, effect: .style,
    why: "Without a row of data placeholders are drawn as their columns' names or samples.",
    help: "give a row of data, or choose one of the template's sample",
    settings: [RunSetting(.data, "FILE"), RunSetting(.sample, "N")],
    source: .convention("previews of templates"),
    wrong: "passc preview gym.pass, which has {{ name }}", right: "the same with --sample 1")

  /// A pass Wallet may refuse, drawn all the same.
  package static let notSound = Finding(
    "preview.pass.notSound", .note, effect: .style,
    why: "A preview draws whatever can be read; it does not judge.",
    help: "passc check says what is wrong with it",
    source: .convention("previews of bundles"),
    wrong: "an unsigned folder of files", right: "a bundle that passc check finds nothing in")

  /// Everything previews can report.
  package static let all = [
    textCut, fieldDropped, minimumSize, stripCropped, imageNotDrawn, imageUnreadable, contrastLow,
    moduleSmall, barcodeRefused, glyphMissing, inferred, standIn, notSound,
  ]
}
