// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassModel

/// Rule about .png files that are not complete PNG images.
struct ImageContentRule: Rule {
  private static let standard = Basis.documented("ISO/IEC 15948 (PNG)")
  private static let name = "logo@3x.png"
  private static let good = logo(signature + header + pixels + end)

  // The smallest complete PNG: one grey pixel, with its data in a stored block.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
  private static let header: [UInt8] =
    [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]
    + [0x3A, 0x7E, 0x9B, 0x55]
  private static let pixels: [UInt8] =
    [0, 0, 0, 13, 0x49, 0x44, 0x41, 0x54]
    + [0x78, 0x01, 0x01, 0x02, 0x00, 0xFD, 0xFF, 0x00, 0x80, 0x00, 0x82, 0x00, 0x81]
    + [0xC3, 0x6E, 0x25, 0xE0]
  private static let unpackable: [UInt8] =
    [0, 0, 0, 4, 0x49, 0x44, 0x41, 0x54, 0x78, 0x78, 0x78, 0x78, 0xA7, 0x72, 0x5C, 0x6C]
  private static let end: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
  private static let animation: [UInt8] =
    [0, 0, 0, 8, 0x61, 0x63, 0x54, 0x4C, 0, 0, 0, 2, 0, 0, 0, 0, 0xF3, 0x8D, 0x93, 0x70]

  /// Returns an example that replaces the logo with one file in the largest scale.
  private static func logo(_ bytes: [UInt8]) -> Example {
    Example(
      [.remove("logo.png"), .remove("logo@2x.png"), .file(name, .bytes(bytes))], file: name)
  }

  static let notPNG = Finding(
    "image.format.notPNG", .warning, effect: .maybeRefused,
    why: """
      Wallet's images are PNG files. One in five authentic passes has a JPEG image in a .png file \
      and opens, but this is not documented. Nothing is known about other formats.
      """,
    help: "convert the image to PNG (a new file name is not enough)",
    source: .documented("Wallet Passes: images"),
    wrong: """
      logo.png      JPEG image, 160 x 50 pixels
      """,
    right: """
      logo.png      PNG image, 160 x 50 pixels
      """,
    bad: [
      logo([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]),
      logo(Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8)), logo(Array("GIF89a".utf8)),
    ],
    good: [good])

  static let unreadable = Finding(
    "image.file.unreadable", .error, effect: .wrong,
    why: """
      The file is empty, an error page that a download saved, a Git LFS pointer, an image as \
      Base64 or in JSON, a PNG that was damaged by a transfer as text, or a PNG with pixels that \
      cannot be decompressed.
      """,
    help: "export the image again, and transfer it in binary mode",
    source: standard,
    wrong: """
      logo.png      <!doctype html><title>404 Not Found</title>
      """,
    right: """
      logo.png      PNG image, 160 x 50 pixels
      """,
    bad: [
      logo([]), logo(Array("<!doctype html><title>404</title>".utf8)),
      logo([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A]), logo(signature),
      logo(signature + Array(header.dropLast(8))), logo(signature + header + unpackable + end),
      logo(Array("iVBORw0KGgoAAAANSUhEUg==".utf8)),
      logo(Array("data:image/png;base64,iVBORw0KGgoAAAANSUhEUg==".utf8)),
      logo(Array(#"{"type":"Buffer","data":[137,80,78,71,13,10,26,10]}"#.utf8)),
      logo(Array("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a".utf8)),
      logo([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    ],
    good: [good])

  static let readAsText = Finding(
    "image.file.readAsText", .error, effect: .wrong,
    why: """
      An image is binary. A program read its bytes as text and wrote the text again, often when it \
      fetched the image or copied it into the pass. Bytes that became EF BF BD or question marks \
      are lost, so the image must be read again.
      """,
    help: TextDamage.replaced.help,
    source: .observed("public reports about Node.js, AWS Lambda and PHP"),
    wrong: """
      logo.png      EF BF BD 50 4E 47 0D 0A 1A 0A
      """,
    right: """
      logo.png      89 50 4E 47 0D 0A 1A 0A
      """,
    bad: [
      logo(Array(String(decoding: signature + header, as: UTF8.self).utf8)),
      logo((signature + header).flatMap { Array(String(UnicodeScalar($0)).utf8) }),
      logo((signature + header).map { $0 < 0x80 ? $0 : 0x3F }),
    ],
    good: [good])

  static let truncated = Finding(
    "image.png.truncated", .error, effect: .wrong,
    why: """
      The end of the PNG file was lost in a copy. The lower part of the image is missing or grey.
      """,
    help: "copy or export the image again",
    source: standard,
    wrong: """
      logo.png      PNG image, 160 x 50 pixels, first 4096 of 7310 bytes
      """,
    right: """
      logo.png      PNG image, 160 x 50 pixels, 7310 bytes
      """,
    bad: [
      logo(signature + header + pixels), logo(signature + header + Array(pixels.dropLast(7))),
      logo(signature + header + end),
    ],
    good: [good])

  static let checksum = Finding(
    "image.png.checksum", .warning, effect: .maybeRefused,
    why: """
      Every chunk of a PNG file has a checksum. If it is wrong, bytes have changed. Some authentic \
      passes have such an image, so Wallet accepts at least some of them.
      """,
    help: "export the image again",
    source: standard,
    wrong: """
      logo.png      chunk IDAT with checksum 0e3f21aa, computed c36e25e0
      """,
    right: """
      logo.png      chunk IDAT with checksum c36e25e0, computed c36e25e0
      """,
    bad: [logo(signature + header + Array(pixels.dropLast()) + [0] + end)], good: [good])

  static let invalidChunk = Finding(
    "image.png.invalidChunk", .warning, effect: .maybeRefused,
    why: """
      The image has a chunk that every PNG reader must understand, but the standard does not have \
      it. Xcode writes such a chunk (CgBI) into the images of apps, and only iOS reads these \
      images.
      """,
    help: "use the image from before Xcode converted it, or export it again",
    source: standard,
    wrong: """
      logo.png      chunks CgBI, IHDR, IDAT, IEND
      """,
    right: """
      logo.png      chunks IHDR, IDAT, IEND
      """,
    bad: [
      logo(
        signature + [0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49, 0x50, 0, 0x20, 0x02, 0x2B, 0xD5, 0xB3]
          + [0x7F] + header + pixels + end)
    ],
    good: [good])

  static let animated = Finding(
    "image.png.animated", .note, effect: .ignored,
    why: """
      Wallet shows the first frame of an animated PNG. The other frames only make the pass larger.
      """,
    help: "keep the first frame only",
    source: .convention("images in a pass do not move"),
    wrong: """
      logo.png      PNG image, 160 x 50 pixels, 12 frames
      """,
    right: """
      logo.png      PNG image, 160 x 50 pixels, 1 frame
      """,
    bad: [logo(signature + header + animation + pixels + end)], good: [good])

  static let trailingBytes = Finding(
    "image.png.trailingBytes", .note, effect: .style,
    why: "No reader uses the bytes after the end of the image. They only make the pass larger.",
    help: "export the image again",
    source: standard,
    wrong: """
      logo.png      PNG image, followed by 512 other bytes
      """,
    right: """
      logo.png      PNG image
      """,
    bad: [logo(signature + header + pixels + end + [0])], good: [good])

  var findings: [Finding] {
    [
      Self.notPNG, Self.unreadable, Self.readAsText, Self.truncated, Self.checksum,
      Self.invalidChunk,
      Self.animated,
      Self.trailingBytes,
    ]
  }
  let checksOnlyFiles = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for image in PackagedImage.all(of: pass) {
      let file = image.file
      switch file.png {
      case .success(let header): check(header, file, &report)
      case .failure(.notPNG(let kind?)):
        report(Self.notPNG, "\(file.path) is \(kind.rawValue), expected PNG", at: file)
      case .failure(.notPNG(nil)):
        reportOther(file, &report)
      case .failure(.damagedByTextTransfer) where file.bytes.first == UInt8(ascii: "?"):
        let damage = TextDamage.questionMarks
        report(Self.readAsText, "\(file.path) \(damage.description)", at: file, help: damage.help)
      case .failure(.damagedByTextTransfer):
        report(
          Self.unreadable, "\(file.path) is a PNG whose line endings were converted", at: file)
      case .failure(.invalidHeader(let what)):
        report(Self.unreadable, "\(file.path) is a PNG with an invalid header: \(what)", at: file)
      }
    }
  }

  /// Reports a file that is not an image, and what it is.
  private func reportOther(_ file: PackagedFile, _ report: inout Report) {
    // The first byte of a PNG shows the damage, and an image may have few bytes from 80 on.
    if let damage = TextDamage(file.bytes, atLeast: 1) {
      return report(
        Self.readAsText, "\(file.path) \(damage.description)", at: file, help: damage.help)
    }
    if let wrapped = WrappedBytes(file.bytes, where: { ImageKind.recognised($0) != nil }) {
      return report(
        Self.unreadable, "\(file.path) is \(wrapped.description(of: "an image")), expected PNG",
        at: file,
        help: wrapped.help)
    }
    let format = FileMagic.description(for: file.bytes)
    let found =
      file.bytes.isEmpty
      ? "empty" : format ?? (Self.isPage(file.bytes) ? "an HTML page" : "not an image")
    report(
      Self.unreadable, "\(file.path) is \(found), expected PNG", at: file,
      help: format.flatMap { FileMagic.help(for: $0) })
  }

  private static func isPage(_ bytes: [UInt8]) -> Bool {
    let start = String(decoding: bytes.prefix(256), as: UTF8.self).lowercased()
    return start.contains("<!doctype html") || start.contains("<html")
  }

  private func check(_ header: PNGHeader, _ file: PackagedFile, _ report: inout Report) {
    // One error per file is enough. A truncated file has a wrong checksum too.
    if header.errors.contains(where: { $0.kind == .truncated || $0.kind == .withoutPixels }) {
      let what =
        header.errors.contains { $0.kind == .truncated } ? "ends too early" : "has no pixels"
      return report(Self.truncated, "\(file.path) \(what)", at: file)
    }
    for fault in header.errors {
      switch fault.kind {
      case .withoutPalette:
        return report(
          Self.unreadable, "\(file.path) is a PNG that needs a palette and has none", at: file)
      case .notCompressed:
        return report(
          Self.unreadable, "\(file.path) is a PNG whose pixels cannot be decompressed", at: file)
      case .tooFewPixels:
        return report(
          Self.unreadable, "\(file.path) is a PNG with fewer pixels than its header states",
          at: file)
      case .checksum(let chunk):
        return report(
          Self.checksum, "\(file.path) has a wrong checksum in its \(chunk) chunk", at: file)
      case .unknownCriticalChunk(let chunk):
        return report(Self.invalidChunk, "\(file.path) has an unknown chunk \(chunk)", at: file)
      case .applesVariant:
        return report(Self.invalidChunk, "\(file.path) is a PNG in Xcode's own form", at: file)
      case .truncated, .withoutPixels: break
      }
    }
    if header.isAnimated {
      report(Self.animated, "\(file.path) is animated, expected a still image", at: file)
    }
    if header.trailingBytes > 0 {
      report(
        Self.trailingBytes,
        "\(file.path) has \(counted(header.trailingBytes, "byte")) after the image", at: file)
    }
  }
}
