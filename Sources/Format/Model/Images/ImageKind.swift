// SPDX-License-Identifier: Apache-2.0

/// The format of an image file, recognized by its first bytes.
package enum ImageKind: String, Sendable, CaseIterable {
  case png = "PNG"
  case jpeg = "JPEG"
  case webp = "WebP"
  case gif = "GIF"
  case heic = "HEIC"
  case avif = "AVIF"
  case bmp = "BMP"
  case tiff = "TIFF"
  case pdf = "PDF"
  case svg = "SVG"

  /// Returns the format that the bytes begin with, or nil if it is none of these.
  package static func recognised(_ bytes: [UInt8]) -> ImageKind? {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool {
      guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
      return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<offset + $0.count]) }
    }
    if bytes.starts(with: PNGHeader.signature) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has("RIFF"), has("WEBP", at: 8) { return .webp }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("ftyp", at: 4), has("heic", at: 8) || has("heix", at: 8) || has("mif1", at: 8) {
      return .heic
    }
    if has("ftyp", at: 4), has("avif", at: 8) || has("avis", at: 8) { return .avif }
    if has("%PDF-") { return .pdf }
    if bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
      return .tiff
    }
    if has("BM"), bytes.count >= 26, bytes[6...9].allSatisfy({ $0 == 0 }) { return .bmp }
    return isSVG(bytes) ? .svg : nil
  }

  /// Returns whether this is text that opens an `svg` element in the first kilobyte.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    let start = bytes.prefix(1024)
    guard let first = start.first(where: { $0 > 0x20 && $0 < 0x80 }), first == UInt8(ascii: "<")
    else { return false }
    let tag = Array("<svg".utf8)
    return start.indices.contains { start[$0...].starts(with: tag) }
  }
}
