// SPDX-License-Identifier: Apache-2.0

/// Names of file formats by their first bytes, for files that are not of the expected kind.
package enum FileMagic {
  /// Returns the format, such as `a PDF document`, or nil if the first bytes do not show it. DER,
  /// HTML and JSON are left to the caller.
  package static func description(for bytes: [UInt8]) -> String? {
    for (start, words) in texts where bytes.starts(with: start.utf8) { return words }
    for (start, words) in numbers where bytes.starts(with: start) { return words }
    if has("ustar", in: bytes, at: 257) { return "a tar archive" }
    if has("RIFF", in: bytes, at: 0), has("WEBP", in: bytes, at: 8) { return "a WebP image" }
    if has("ftyp", in: bytes, at: 4) { return media(bytes) }
    if bytes.starts(with: "--".utf8), multipart(bytes) { return multipartBody }
    return nil
  }

  /// Returns what to do with a file of that format, or nil if nothing special helps.
  package static func help(for words: String) -> String? {
    switch words {
    case lfsPointer: "to get the file itself, run: git lfs pull"
    case appleDouble: "use the file without ._ in front of its name"
    case "a whole HTTP response with its headers":
      "save the body of the response alone: leave out -i of curl"
    case "a mail part with its headers": "save the attachment, not the source of the mail"
    case multipartBody: "save the file in the form alone, without its headers"
    default: nil
    }
  }

  private static let lfsPointer = "a Git LFS pointer"
  private static let appleDouble = "a file of the Finder with tags"
  private static let multipartBody = "a form or mail of several parts"

  private static let texts: [(start: String, words: String)] = [
    ("%PDF", "a PDF document"), ("GIF8", "a GIF image"), ("BZh", "a bzip2 file"),
    ("Rar!", "a RAR archive"), ("-----BEGIN", "a PEM file"), ("{\\rtf", "an RTF document"),
    ("bplist", "a binary property list"), ("xar!", "a XAR archive"), ("MSCF", "a cabinet archive"),
    ("8BPS", "a Photoshop document"), ("SQLite format 3", "a SQLite database"),
    ("HTTP/", "a whole HTTP response with its headers"),
    ("Content-Type:", "a mail part with its headers"),
    ("version https://git-lfs.github.com/spec/", lfsPointer),
  ]

  private static let numbers: [(start: [UInt8], words: String)] = [
    ([0x50, 0x4B, 3, 4], "a zip archive"), ([0x1F, 0x8B], "a gzip file"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"), ([0x00, 0x05, 0x16, 0x07], appleDouble),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old Office document"), ([0, 0, 1, 0], "an ICO image"),
    ([0x49, 0x49, 0x2A, 0], "a TIFF image"), ([0x4D, 0x4D, 0, 0x2A], "a TIFF image"),
  ]

  private static func has(_ text: String, in bytes: [UInt8], at offset: Int) -> Bool {
    bytes.count >= offset && bytes[offset...].starts(with: text.utf8)
  }

  /// Returns the kind of an ISO media file by its brand.
  private static func media(_ bytes: [UInt8]) -> String {
    if ["avif", "avis"].contains(where: { has($0, in: bytes, at: 8) }) { return "an AVIF image" }
    let isHEIC = ["heic", "heix", "hevc", "mif1", "msf1"].contains { has($0, in: bytes, at: 8) }
    return isHEIC ? "a HEIC image" : "a video"
  }

  private static func multipart(_ bytes: [UInt8]) -> Bool {
    let head = String(decoding: bytes.prefix(1024), as: UTF8.self).lowercased()
    return head.contains("content-disposition:") || head.contains("content-type:")
  }
}
