// SPDX-License-Identifier: Apache-2.0

import CSPNG

/// A PNG written row by row. It owns a context of libspng, which keeps a pointer to this object.
final class PNGStream {
  private let context: OpaquePointer
  private let width: Int
  private let write: ([UInt8]) throws -> Void
  private var writeError: (any Error)?
  private var isDone = false

  init(width: Int, height: Int, write: @escaping ([UInt8]) throws -> Void) throws {
    guard let context = spng_ctx_new(Int32(SPNG_CTX_ENCODER.rawValue)) else {
      throw DrawingError(description: "not enough memory for a PNG")
    }
    self.context = context
    self.width = width
    self.write = write
    try PNGEncoder.setUp(context, width: width, height: height, isOpaque: false, .quick)
    let code = spng_set_png_stream(
      context,
      { _, stream, bytes, count in
        guard let stream else { return Int32(SPNG_IO_ERROR.rawValue) }
        return Unmanaged<PNGStream>.fromOpaque(stream).takeUnretainedValue()
          .receive(UnsafeRawBufferPointer(start: bytes, count: count))
      }, Unmanaged.passUnretained(self).toOpaque())
    try check(code)
    try check(
      spng_encode_image(
        context, nil, 0, Int32(SPNG_FMT_PNG.rawValue),
        Int32(SPNG_ENCODE_PROGRESSIVE.rawValue | SPNG_ENCODE_FINALIZE.rawValue)))
  }

  deinit { spng_ctx_free(context) }

  private func receive(_ bytes: UnsafeRawBufferPointer) -> Int32 {
    do {
      try write(Array(bytes))
      return 0
    } catch {
      writeError = error
      return Int32(SPNG_IO_ERROR.rawValue)
    }
  }

  private func check(_ code: Int32) throws {
    if let writeError { throw writeError }
    try PNGEncoder.check(code)
  }

  /// Appends rows of premultiplied pixels.
  func add(rows: Int, of words: UnsafeBufferPointer<UInt32>) throws {
    for row in 0..<rows {
      let bytes = Pixels.rgba(
        of: UnsafeBufferPointer(rebasing: words[(row * width)..<((row + 1) * width)]))
      let code = spng_encode_scanline(context, bytes, bytes.count)
      // libspng reports the last row with SPNG_EOI.
      if code == Int32(SPNG_EOI.rawValue) {
        isDone = true
        if let writeError { throw writeError }
        return
      }
      try check(code)
    }
  }

  /// Checks that every row was written.
  func finish() throws {
    if let writeError { throw writeError }
    guard isDone else { throw DrawingError(description: "rows of a PNG are missing") }
  }
}
