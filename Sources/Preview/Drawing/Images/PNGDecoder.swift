// SPDX-License-Identifier: Apache-2.0

import CSPNG

/// A decoder for one PNG. It owns a context of libspng.
final class PNGDecoder: ImageDecoder {
  private let context: OpaquePointer
  private let bytes: [UInt8]
  private let setUp: Int32

  init?(_ bytes: [UInt8]) {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_IGNORE_ADLER32.rawValue)) else { return nil }
    self.context = context
    self.bytes = bytes
    // Wallet draws images with a wrong checksum, too. 3 % of public bundles have one.
    setUp = spng_set_crc_action(context, Int32(SPNG_CRC_USE.rawValue), Int32(SPNG_CRC_USE.rawValue))
    // Metadata is not used, so its size is limited.
    spng_set_chunk_limits(context, 1 << 20, 1 << 20)
  }

  deinit { spng_ctx_free(context) }

  /// Calls `body` with the bytes set as source. libspng keeps the pointer, so it must not be used
  /// after the call (use after free).
  private func withSource<Value>(
    _ body: (OpaquePointer) -> Result<Value, PictureReader.ImageError>
  ) -> Result<Value, PictureReader.ImageError> {
    bytes.withUnsafeBytes { source in
      guard setUp == 0 else { return .failure(Self.rejection(setUp)) }
      let code = spng_set_png_buffer(context, source.baseAddress, source.count)
      guard code == 0 else { return .failure(Self.rejection(code)) }
      return body(context)
    }
  }

  func size() -> Result<(width: Int, height: Int), PictureReader.ImageError> {
    // Read from the bytes, because libspng decodes up to the pixels before it returns the header.
    guard bytes.count >= 24 else { return .failure(.damaged("the file ends within its header")) }
    func number(at offset: Int) -> Int {
      bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | Int($1) }
    }
    return .success((number(at: 16), number(at: 20)))
  }

  func pixels(width: Int, height: Int) -> Result<Pixels, PictureReader.ImageError> {
    withSource { context in
      spng_set_image_limits(context, UInt32(clamping: width), UInt32(clamping: height))
      var length = 0
      var code = spng_decoded_image_size(context, Int32(SPNG_FMT_RGBA8.rawValue), &length)
      guard code == 0 else { return .failure(Self.rejection(code)) }
      guard length == width * height * 4 else {
        return .failure(.damaged("its header and its data do not agree"))
      }
      let rgba = [UInt8](unsafeUninitializedCapacity: length) { out, written in
        code = spng_decode_image(
          context, out.baseAddress, length, Int32(SPNG_FMT_RGBA8.rawValue),
          Int32(SPNG_DECODE_TRNS.rawValue))
        written = code == 0 ? length : 0
      }
      guard code == 0 else { return .failure(Self.rejection(code)) }
      return .success(Pixels(width: width, height: height, rgba: rgba))
    }
  }

  private static func rejection(_ code: Int32) -> PictureReader.ImageError {
    .damaged(String(cString: spng_strerror(code)))
  }
}
