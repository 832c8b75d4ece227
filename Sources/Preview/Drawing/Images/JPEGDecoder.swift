// SPDX-License-Identifier: Apache-2.0

import CTurboJPEG

/// A decoder for one JPEG. It owns a handle of libturbojpeg.
final class JPEGDecoder: ImageDecoder {
  private let handle: tjhandle
  private let bytes: [UInt8]

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
    return .success((Int(width), Int(height)))
  }

  /// Limits the decoding time. Each scan of a progressive image costs as much as a whole image.
  /// Normal images have about ten.
  private static let maxScans = 100
  /// Limits the pixels of all scans together.
  private static let maxScannedPixels = 160_000_000

  func pixels(width: Int, height: Int) -> Result<Pixels, PictureReader.ImageError> {
    let scans = zip(bytes, bytes.dropFirst()).reduce(0) { $0 + ($1 == (0xFF, 0xDA) ? 1 : 0) }
    guard scans <= Self.maxScans, scans * width * height <= Self.maxScannedPixels else {
      return .failure(.damaged("it has too many scans (\(scans))"))
    }
    let length = width * height * 4
    var isDrawn = false
    let rgba = [UInt8](unsafeUninitializedCapacity: length) { out, written in
      // libjpeg leaves the rest of a truncated image grey.
      out.update(repeating: 0x80)
      let code = tjDecompress2(
        handle, bytes, UInt(bytes.count), out.baseAddress, Int32(width), 0, Int32(height),
        Int32(TJPF_RGBA.rawValue), TJFLAG_LIMITSCANS | TJFLAG_ACCURATEDCT)
      isDrawn = code == 0 || tjGetErrorCode(handle) == Int32(TJERR_WARNING.rawValue)
      written = isDrawn ? length : 0
    }
    guard isDrawn else { return .failure(rejection) }
    return .success(Pixels(width: width, height: height, rgba: rgba))
  }

  private var rejection: PictureReader.ImageError {
    .damaged(String(cString: tjGetErrorStr2(handle)))
  }
}
