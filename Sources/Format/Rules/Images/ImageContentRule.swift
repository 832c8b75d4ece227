// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassModel

/// Whether what is called .png is one, and whole.
struct ImageContentRule: Rule {
  private static let standard = Basis.documented("ISO/IEC 15948 (PNG)")
  private static let name = "logo@3x.png"
  private static let good = logo(signature + header + pixels + end)

  // The smallest whole PNG: one grey pixel, its data in a stored block.
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

  /// In place of the logo in its largest scale, which is then the only one.
  private static func logo(_ bytes: [UInt8]) -> Example {
    Example(
      [.remove("logo.png"), .remove("logo@2x.png"), .file(name, .bytes(bytes))], file: name)
  }

  static let notPNG = Finding(
    "image.format.notPNG", .warning, effect: .maybeRefused,
    why: """
      Wallet's images are PNG. Every fifth authentic pass has JPEG bytes in a .png and opens; \
      nobody promises that, and of other formats nothing is known.
      """,
    help: "convert the image to PNG; renaming does not",
    source: .documented("Wallet Passes: images"),
    bad: [
      logo([0xFF, 0xD8, 0xFF, 0xE0, 0, 0x10, 0x4A, 0x46, 0x49, 0x46]),
      logo(Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8 ".utf8)), logo(Array("GIF89a".utf8)),
    ],
    good: [good])

  static let unreadable = Finding(
    "image.file.unreadable", .error, effect: .wrong,
    why: """
      The file is no image: empty, an error page saved by a download, a PNG that a transfer as \
      text has broken, or one whose pixels cannot be unpacked.
      """,
    help: "export the image again, and transfer it as binary", source: standard,
    bad: [
      logo([]), logo(Array("<!doctype html><title>404</title>".utf8)),
      logo([0x89, 0x50, 0x4E, 0x47, 0x0A, 0x1A, 0x0A]), logo(signature),
      logo(signature + Array(header.dropLast(8))), logo(signature + header + unpackable + end),
    ],
    good: [good])

  static let truncated = Finding(
    "image.png.truncated", .error, effect: .wrong,
    why: "A PNG without its end was cut while it was copied; the lower part is missing or grey.",
    help: "copy or export the image again", source: standard,
    bad: [
      logo(signature + header + pixels), logo(signature + header + Array(pixels.dropLast(7))),
      logo(signature + header + end),
    ],
    good: [good])

  static let checksum = Finding(
    "image.png.checksum", .warning, effect: .maybeRefused,
    why: """
      Every chunk of a PNG carries a checksum; a wrong one says that bytes changed. Authentic passes \
      with one were found, so Wallet puts up with some.
      """,
    help: "export the image again", source: standard,
    bad: [logo(signature + header + Array(pixels.dropLast()) + [0] + end)], good: [good])

  static let oddChunk = Finding(
    "image.png.oddChunk", .warning, effect: .maybeRefused,
    why: """
      The image has a part that every reader of PNG has to understand and that the standard does not \
      know. Xcode writes such files (CgBI) into apps; only iOS reads them.
      """,
    help: "take the image as it was before Xcode converted it, or export it again",
    source: standard,
    bad: [
      logo(
        signature + [0, 0, 0, 4, 0x43, 0x67, 0x42, 0x49, 0x50, 0, 0x20, 0x02, 0x2B, 0xD5, 0xB3]
          + [0x7F] + header + pixels + end)
    ],
    good: [good])

  static let animated = Finding(
    "image.png.animated", .note, effect: .ignored,
    why: "Wallet shows the first picture of an animated PNG; the others only make the pass larger.",
    help: "keep the first picture only", source: .convention("nothing in a pass moves"),
    bad: [logo(signature + header + animation + pixels + end)], good: [good])

  static let trailingBytes = Finding(
    "image.png.trailingBytes", .note, effect: .style,
    why: "Bytes after the end of the image are shown by nobody and carried by everybody.",
    help: "export the image again", source: standard,
    bad: [logo(signature + header + pixels + end + [0])], good: [good])

  var findings: [Finding] {
    [
      Self.notPNG, Self.unreadable, Self.truncated, Self.checksum, Self.oddChunk, Self.animated,
      Self.trailingBytes,
    ]
  }
  let judgesFilesAlone = true

  func check(_ pass: PassPackage, _ context: CheckContext, _ report: inout Report) {
    for image in PackagedImage.all(of: pass) {
      let file = image.file
      switch file.png {
      case .success(let header): check(header, file, &report)
      case .failure(.notPNG(let kind?)):
        report(Self.notPNG, "\(file.path) is \(kind.rawValue), expected PNG", at: file)
      case .failure(.notPNG(nil)):
        let found = file.bytes.isEmpty ? "empty" : "no image"
        report(Self.unreadable, "\(file.path) is \(found), expected PNG", at: file)
      case .failure(.damagedByTextTransfer):
        report(
          Self.unreadable, "\(file.path) is a PNG whose line ends were converted", at: file)
      case .failure(.invalidHeader(let what)):
        report(Self.unreadable, "\(file.path) is a PNG with an invalid header: \(what)", at: file)
      }
    }
  }

  private func check(_ header: PNGHeader, _ file: PackagedFile, _ report: inout Report) {
    // One fault of a file says enough: what is cut has no right checksum either.
    if header.faults.contains(where: { $0.kind == .truncated || $0.kind == .withoutPixels }) {
      let what =
        header.faults.contains { $0.kind == .truncated } ? "ends too early" : "has no pixels"
      return report(Self.truncated, "\(file.path) \(what)", at: file)
    }
    for fault in header.faults {
      switch fault.kind {
      case .withoutPalette:
        return report(
          Self.unreadable, "\(file.path) is a PNG with the colours of a palette it lacks", at: file)
      case .notCompressed:
        return report(
          Self.unreadable, "\(file.path) is a PNG whose pixels nobody can unpack", at: file)
      case .tooFewPixels:
        return report(
          Self.unreadable, "\(file.path) is a PNG with fewer pixels than its size", at: file)
      case .checksum(let chunk):
        return report(
          Self.checksum, "\(file.path) has a wrong checksum in its \(chunk) chunk", at: file)
      case .unknownCriticalChunk(let chunk):
        return report(Self.oddChunk, "\(file.path) has an unknown chunk \(chunk)", at: file)
      case .applesVariant:
        return report(Self.oddChunk, "\(file.path) is a PNG in Xcode's own variant", at: file)
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
