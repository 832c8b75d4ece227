// SPDX-License-Identifier: Apache-2.0

/// Descriptions of files that are not zip archives.
enum ForeignArchive {
  private static let signatures: [(start: [UInt8], words: String)] = [
    (Array("%PDF".utf8), "a PDF document"), ([0x1F, 0x8B], "a gzip file"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"), ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"), (Array("BZh".utf8), "a bzip2 file"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "an xz file"), ([0x28, 0xB5, 0x2F, 0xFD], "a Zstandard file"),
    ([0x37, 0x7A, 0xBC, 0xAF], "a 7-Zip archive"), (Array("Rar!".utf8), "a RAR archive"),
    (Array("-----BEGIN".utf8), "a PEM file"), (Array("{\\rtf".utf8), "an RTF document"),
    (Array("bplist".utf8), "a binary property list"),
    (Array("UEsDB".utf8), "the Base64 text of a zip archive"),
    (Array("HTTP/".utf8), "a whole HTTP response with its headers"),
    (Array("Content-Type:".utf8), "a mail part with its headers"),
    ([0x30, 0x82], "a DER structure such as a certificate or signature"),
  ]

  /// Returns what the first bytes show about the file, such as `is a PDF document`.
  static func words(for bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "is empty" }
    for (start, words) in signatures where bytes.starts(with: start) { return "is \(words)" }
    if bytes.count > 262, bytes[257..<262].elementsEqual("ustar".utf8) { return "is a tar archive" }
    if bytes.count > 12, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) {
      return "is a WebP image"
    }
    return textFormat(bytes.prefix(2048))
  }

  /// The words for JSON, and for text of no known format.
  static let json = "is a JSON file"
  static let text = "is a text file"

  /// Returns what to do with a file that is not a pass, by the words of its `FileKind`.
  static func help(for words: String) -> String? {
    switch words {
    case "empty": "copy or download the file again: nothing arrived"
    case "an HTML page", "an XML or HTML file":
      "this is often the error page of a server; to see its response, run: curl -I ADDRESS"
    case "a JSON file":
      "this is often the error message of a server: open the file in a text editor"
    case "a whole HTTP response with its headers":
      "save the body of the response alone: leave out -i of curl"
    case "a mail part with its headers": "save the attachment, not the source of the mail"
    case "the Base64 text of a zip archive": "decode the file with base64 -d"
    case "a PDF document", "an RTF document": "ask the sender for the .pkpass file"
    case "a PNG image", "a JPEG image", "a GIF image", "a WebP image":
      "name the pass or the template that the image is in, such as gym.pkpass"
    case "a gzip file", "a bzip2 file", "an xz file", "a Zstandard file", "a tar archive":
      "unpack the file, and check the pass that is in it"
    case "a 7-Zip archive", "a RAR archive":
      "unpack the file, and pack what is in it as a zip archive"
    case "a PEM file", "a DER structure such as a certificate or signature":
      "to check certificates and keys, run: passc cert doctor my-identity"
    case "a text file", "a file with nothing but spaces": nil
    default: "copy or download the file again, and compare its size with the original"
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
    // A cut at the end may fall into a character, so the last bytes are not judged.
    let judged = text.dropLast(min(text.count - 1, 3))
    return String(validating: judged, as: UTF8.self) == nil ? "is of unknown format" : Self.text
  }
}
