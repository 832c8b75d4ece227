// SPDX-License-Identifier: Apache-2.0

@testable import PassDrawing

/// Decodes untrusted images. They must stay within the limits or give an error, and a written image
/// must be read back as the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Input(start, count)
  var limits = PictureReader.Limits()
  // The limits are smaller than those of passc, so that an input is fast. Nothing is kept for the
  // next input.
  limits.side = 512
  limits.pixels = 100_000
  limits.kept = 0
  var budget = PictureReader.Budget()
  switch PictureReader(limits: limits).read(input.bytes, budget: &budget) {
  case .success(let picture):
    let pixels = picture.pixels
    expect(pixels.words.count == pixels.width * pixels.height, "as many pixels as it says")
    expect(picture.widthInPixels <= limits.side, "an image stays within its limit")
    expect(
      budget.bytes == PictureReader.Budget().bytes
        - 4 * picture.widthInPixels * picture.heightInPixels, "pixels count")
    guard let file = try? PNGEncoder.encode(pixels, effort: .quick),
      case .success(let again) = PictureReader().read(file)
    else { fatalError("what we write is not read") }
    expect(again.pixels.words == pixels.words, "what is written is read as the same")
    let width = 1 + count % 40
    let small = Resampler.resample(
      pixels,
      Rect(x: 0, y: 0, width: Double(pixels.width), height: Double(pixels.height)), width: width,
      height: 9)
    expect(small.words.count == width * 9, "as many pixels as asked for")
    for word in small.words {
      let most = word >> 24
      expect(
        word >> 16 & 255 <= most && word >> 8 & 255 <= most && word & 255 <= most,
        "no colour is stronger than its alpha")
    }
  case .failure(let refusal):
    expect(!refusal.description.isEmpty, "a refusal says why")
  }
  return 0
}
