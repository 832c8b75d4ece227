// SPDX-License-Identifier: Apache-2.0

import PassModel

/// Reads the chunks of a PNG and detects the format of other images.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  switch PNGHeader.read(input.bytes) {
  case .success(let header):
    expect(header.widthInPixels > 0 && header.heightInPixels > 0, "an image has a size")
    for error in header.errors {
      expect((0...input.bytes.count).contains(error.offset), "an error is at a place in the file")
    }
  case .failure(let refusal):
    _ = "\(refusal)"
  }
  return 0
}
