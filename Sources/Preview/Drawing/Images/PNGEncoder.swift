// SPDX-License-Identifier: Apache-2.0

import CSPNG

/// An encoder for PNG files without metadata.
enum PNGEncoder {
  /// A trade-off between time and size of the file.
  enum Effort {
    /// Fast, for images that are shown once.
    case quick
    /// Four times as slow and a third smaller, for images embedded in other files.
    case small
  }

  /// Returns a PNG of premultiplied pixels. It has no alpha channel if every pixel is opaque.
  static func encode(
    width: Int, height: Int, words: UnsafeBufferPointer<UInt32>, effort: Effort
  ) throws(DrawingError) -> [UInt8] {
    var isOpaque = true
    for index in words.indices where words[index] >> 24 != 255 {
      isOpaque = false
      break
    }
    let bytes = isOpaque ? rgb(of: words) : Pixels.rgba(of: words)
    return try PNGStreamWriter(width: width, height: height, isOpaque: isOpaque, effort).write(
      bytes)
  }

  static func encode(_ pixels: Pixels, effort: Effort) throws(DrawingError) -> [UInt8] {
    let result = pixels.words.withUnsafeBufferPointer { words in
      Result { () throws(DrawingError) in
        try encode(width: pixels.width, height: pixels.height, words: words, effort: effort)
      }
    }
    return try result.get()
  }

  private static func rgb(of words: UnsafeBufferPointer<UInt32>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: words.count * 3) { bytes, written in
      for index in words.indices {
        let word = words[index]
        bytes[written] = UInt8(truncatingIfNeeded: word >> 16)
        bytes[written + 1] = UInt8(truncatingIfNeeded: word >> 8)
        bytes[written + 2] = UInt8(truncatingIfNeeded: word)
        written += 3
      }
    }
  }
}

extension PNGEncoder {
  /// Sets size, format and compression on a context of libspng.
  static func setUp(
    _ context: OpaquePointer, width: Int, height: Int, isOpaque: Bool, _ effort: Effort
  ) throws(DrawingError) {
    let isQuick = effort == .quick
    // Of the levels 1 to 3, level 1 takes half the time of level 3 and gives 4 % more bytes.
    try check(spng_set_option(context, SPNG_IMG_COMPRESSION_LEVEL, isQuick ? 1 : 6))
    // Cards have flat areas and letters, which compress better without filters.
    let filters = isQuick ? SPNG_DISABLE_FILTERING : SPNG_FILTER_CHOICE_ALL
    try check(spng_set_option(context, SPNG_FILTER_CHOICE, Int32(filters.rawValue)))
    var header = spng_ihdr(
      width: UInt32(clamping: width), height: UInt32(clamping: height), bit_depth: 8,
      color_type: UInt8(
        isOpaque ? SPNG_COLOR_TYPE_TRUECOLOR.rawValue : SPNG_COLOR_TYPE_TRUECOLOR_ALPHA.rawValue),
      compression_method: 0, filter_method: 0, interlace_method: 0)
    try check(spng_set_ihdr(context, &header))
  }

  static func check(_ code: Int32) throws(DrawingError) {
    if code != 0 {
      throw DrawingError(description: "libspng: \(String(cString: spng_strerror(code)))")
    }
  }
}

/// A PNG in memory. It owns a context of libspng.
private final class PNGStreamWriter {
  private let context: OpaquePointer

  init(width: Int, height: Int, isOpaque: Bool, _ effort: PNGEncoder.Effort) throws(DrawingError) {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw DrawingError(description: "not enough memory for a PNG")
    }
    self.context = context
    try PNGEncoder.check(spng_set_option(context, SPNG_ENCODE_TO_BUFFER, 1))
    try PNGEncoder.setUp(context, width: width, height: height, isOpaque: isOpaque, effort)
  }

  deinit { spng_ctx_free(context) }

  func write(_ bytes: [UInt8]) throws(DrawingError) -> [UInt8] {
    try PNGEncoder.check(
      spng_encode_image(
        context, bytes, bytes.count, Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_FINALIZE.rawValue)))
    var length = 0
    var code: Int32 = 0
    // The caller owns this buffer. C's allocator made it.
    guard let file = spng_get_png_buffer(context, &length, &code) else {
      try PNGEncoder.check(code)
      throw DrawingError(description: "libspng wrote nothing")
    }
    defer { passc_spng_free(file) }
    return Array(UnsafeRawBufferPointer(start: file, count: length))
  }
}
