// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Descriptions of files that are not zip archives.
enum UnsupportedArchive {
  /// Returns what the first bytes show about the file, such as `is a PDF document`.
  static func description(for bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "is empty" }
    if let words = FileMagic.description(for: bytes) { return "is \(words)" }
    if bytes.starts(with: [0x30, 0x82]) {
      return "is a DER structure such as a certificate or signature"
    }
    if let form = wrapped(bytes) { return "is \(form.description(of: name(form.start)))" }
    return textFormat(bytes.prefix(2048))
  }

  /// Returns the text form of an archive, or nil if it is none.
  static func wrapped(_ bytes: [UInt8]) -> WrappedBytes? {
    WrappedBytes(bytes) { isZip($0) || $0.starts(with: [0x1F, 0x8B, 8]) }
  }

  private static func name(_ start: [UInt8]) -> String {
    FileMagic.description(for: start) ?? "a file"
  }

  private static func isZip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x50, 0x4B, 3, 4]) }

  /// The words for JSON, and for text of no known format.
  static let json = "is a JSON file"
  static let text = "is a text file"

  /// Returns what to do with a file that is not a pass, by the words of its `FileKind`.
  static func help(for words: String) -> String? {
    switch words {
    case "empty": "copy or download the file again: it has no content"
    case "an HTML page", "an XML or HTML file":
      "this is often the error page of a server; to see its response, run: curl -I ADDRESS"
    case "a JSON file":
      "this is often the error message of a server: open the file in a text editor"
    case "a PDF document", "an RTF document": "ask the sender for the .pkpass file"
    case "a PNG image", "a JPEG image", "a GIF image", "a WebP image", "an AVIF image",
      "a HEIC image", "a TIFF image", "an ICO image":
      "name the pass or the template that the image is in, such as gym.pkpass"
    case "a gzip file":
      """
      unpack the file with gunzip; a server that compresses a pass must send Content-Encoding: gzip
      """
    case "a bzip2 file", "an xz file", "a Zstandard file", "a tar archive":
      "unpack the file, and check the pass that is in it"
    case "a 7-Zip archive", "a RAR archive", "a XAR archive", "a cabinet archive":
      "unpack the file, and pack what is in it as a zip archive"
    case "a PEM file", "a DER structure such as a certificate or signature":
      "to check certificates and keys, run: passc cert doctor my-identity"
    case "a text file", "a file with nothing but spaces": nil
    default:
      FileMagic.help(for: words)
        ?? "copy or download the file again, and compare its size with the original"
    }
  }

  private static func textFormat(_ bytes: ArraySlice<UInt8>) -> String {
    var text = bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    text = text.drop { [0x09, 0x0A, 0x0D, 0x20].contains($0) }
    guard let first = text.first else { return "holds only spaces and line breaks" }
    if text.contains(where: { $0 < 0x09 }) { return "is of unknown format" }
    if first == UInt8(ascii: "<") {
      let start = String(decoding: text.prefix(512), as: UTF8.self).lowercased()
      let isPage = ["<!doctype html", "<html", "<head", "<body"].contains { mark in
        start.utf8.indices.contains { start.utf8[$0...].starts(with: mark.utf8) }
      }
      return isPage ? "is an HTML page" : "is an XML or HTML file"
    }
    if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return json }
    // The text may end inside a character, so the last bytes are not checked.
    let checked = text.dropLast(min(text.count - 1, 3))
    return String(validating: checked, as: UTF8.self) == nil ? "is of unknown format" : Self.text
  }
}
