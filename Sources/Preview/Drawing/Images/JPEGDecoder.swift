// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG

/// A decoder for one JPEG. It owns a handle of libturbojpeg.
final class JPEGDecoder: ImageDecoder {
  private let handle: tjhandle
  private let bytes: [UInt8]
  /// Limits the pixels of all scans together.
  var maxScannedPixels = 160_000_000
  /// Whether the colours are for print. It is known after `size()`.
  private(set) var isCMYK = false
  /// The decoded image has this fraction of the size: 1, 2, 4 or 8.
  private var reduction = 1

  init?(_ bytes: [UInt8]) {
    guard let handle = tjInitDecompress() else { return nil }
    self.handle = handle
    self.bytes = bytes
  }

  deinit { tjDestroy(handle) }

  func size() -> Result<(width: Int, height: Int), PictureReader.ImageError> {
    var (width, height) = (Int32(0), Int32(0))
    var (sampling, space) = (Int32(0), Int32(0))
    let code = tjDecompressHeader3(
      handle, bytes, UInt(bytes.count), &width, &height, &sampling, &space)
    // With a warning the size is still valid.
    guard code == 0 || width > 0 && height > 0 else { return .failure(rejection) }
    isCMYK = space == Int32(TJCS_CMYK.rawValue) || space == Int32(TJCS_YCCK.rawValue)
    fullSize = (Int(width), Int(height))
    return .success(fullSize)
  }

  private var fullSize = (width: 0, height: 0)

  /// Selects a smaller size to decode, with at least twice this number of pixels on each side. Call
  /// it after `size()`.
  func reduce(toAtLeast side: Int) {
    let shorter = min(fullSize.width, fullSize.height)
    reduction = [8, 4, 2].first { shorter / $0 >= 2 * side } ?? 1
  }

  /// Returns the size of the decoded image.
  func reduced(width: Int, height: Int) -> (width: Int, height: Int) {
    ((width + reduction - 1) / reduction, (height + reduction - 1) / reduction)
  }

  /// Limits the decoding time. Each scan of a progressive image costs as much as a whole image.
  /// Normal images have about ten.
  private static let maxScans = 100

  func pixels(width: Int, height: Int) -> Result<Pixels, PictureReader.ImageError> {
    let scans = zip(bytes, bytes.dropFirst()).reduce(0) { $0 + ($1 == (0xFF, 0xDA) ? 1 : 0) }
    guard scans <= Self.maxScans,
      scans * fullSize.width * fullSize.height <= maxScannedPixels
    else {
      return .failure(.damaged("it has too many scans (\(scans))"))
    }
    let length = width * height * 4
    var isDrawn = false
    let rgba = [UInt8](unsafeUninitializedCapacity: length) { out, written in
      // libjpeg leaves the rest of a truncated image grey.
      out.update(repeating: 0x80)
      let code = tjDecompress2(
        handle, bytes, UInt(bytes.count), out.baseAddress, Int32(width), 0, Int32(height),
        Int32((isCMYK ? TJPF_CMYK : TJPF_RGBA).rawValue), TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT)
      isDrawn = code == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
      written = isDrawn ? length : 0
    }
    guard isDrawn else { return .failure(rejection) }
    return .success(
      Pixels(width: width, height: height, rgba: isCMYK ? colours(ofInk: rgba) : rgba))
  }

  /// Converts ink to light without a colour profile, as browsers do. Adobe's programs store the
  /// paper that is left (255 for no ink), and mark it with the segment APP14.
  private func colours(ofInk cmyk: [UInt8]) -> [UInt8] {
    let isInverted = hasAdobeSegment
    var rgba = cmyk
    for pixel in stride(from: 0, to: cmyk.count, by: 4) {
      let black = isInverted ? Int(cmyk[pixel + 3]) : 255 - Int(cmyk[pixel + 3])
      for part in pixel..<(pixel + 3) {
        let paper = isInverted ? Int(cmyk[part]) : 255 - Int(cmyk[part])
        rgba[part] = UInt8((paper * black + 127) / 255)
      }
      rgba[pixel + 3] = 255
    }
    return rgba
  }

  private var hasAdobeSegment: Bool {
    let name = Array("Adobe".utf8)
    return bytes.prefix(1 << 16).indices.contains { place in
      bytes[place] == 0xFF && place + 9 < bytes.count && bytes[place + 1] == 0xEE
        && bytes[(place + 4)...].starts(with: name)
    }
  }

  private var rejection: PictureReader.ImageError {
    .damaged(String(cString: tjGetErrorStr2(handle)))
  }
}
