// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// The header of a PNG and errors in its chunks (ISO/IEC 15948).
///
/// Pixels are not decoded.
package struct PNGHeader: Sendable {
  /// The width in the IHDR chunk, at least 1.
  package let widthInPixels: Int
  /// The height in the IHDR chunk, at least 1.
  package let heightInPixels: Int
  /// The bits per sample, or per palette index in an image with a palette: 1, 2, 4, 8 or 16.
  package let bitDepth: Int
  /// The colour type in the IHDR chunk.
  package let colour: Colour
  /// Whether it is an animated PNG. Wallet shows the first frame.
  package private(set) var isAnimated = false
  /// The number of bytes after the end of the image.
  package private(set) var trailingBytes = 0
  /// The errors, in the order of the file.
  package private(set) var errors: [Problem] = []

  /// The colour type of the pixels.
  package enum Colour: UInt8, Sendable {
    case grey = 0
    case rgb = 2
    case palette = 3
    case greyWithAlpha = 4
    case rgbWithAlpha = 6

    /// The bit depths that the standard allows for it.
    fileprivate var depths: [UInt8] {
      switch self {
      case .grey: [1, 2, 4, 8, 16]
      case .palette: [1, 2, 4, 8]
      case .rgb, .greyWithAlpha, .rgbWithAlpha: [8, 16]
      }
    }
  }

  /// An error in the file, with its offset.
  package struct Problem: Sendable, Hashable {
    /// The errors a PNG can have although its header is readable.
    package enum Kind: Sendable, Hashable {
      case truncated
      /// The checksum of a chunk is wrong. The value is the name of the chunk.
      case checksum(String)
      /// There are no pixels (IDAT) before the end.
      case withoutPixels
      /// The pixels are not a zlib stream, so no reader can unpack them.
      case notCompressed
      /// There are so few bytes that they cannot contain all pixels at any compression.
      case tooFewPixels
      /// The pixels are palette indices, and there is no palette before them.
      case withoutPalette
      /// An unknown chunk is marked as critical. The value is its name.
      case unknownCriticalChunk(String)
      /// The file is in Xcode's private variant (chunk CgBI), which only iOS apps can read.
      case applesVariant
    }

    package let kind: Kind
    /// The offset in bytes from the start of the file: that of the chunk, or the length of a
    /// truncated file.
    package let offset: Int
  }

  /// The reason why the bytes are not a readable PNG.
  package enum PNGError: Error, Sendable, Hashable {
    /// It is another kind of image, or nil if that is unknown.
    case notPNG(ImageKind?)
    /// The line ends in the signature were converted, which happens in a transfer as text.
    case damagedByTextTransfer
    /// The header chunk is missing, truncated or invalid.
    case invalidHeader(String)
  }

  /// The first bytes of every PNG file.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Reads the chunks of a PNG.
  package static func read(_ bytes: [UInt8]) -> Result<PNGHeader, PNGError> {
    guard bytes.starts(with: signature) else {
      return .failure(
        bytes.dropFirst().starts(with: [0x50, 0x4E, 0x47])
          ? .damagedByTextTransfer : .notPNG(ImageKind.recognised(bytes)))
    }
    return bytes.withUnsafeBufferPointer { bytes in
      var chunks = Chunks(bytes: bytes)
      guard var first = chunks.next() else { return .failure(.invalidHeader("no chunks")) }
      // Xcode's variant has the chunk CgBI in front.
      let isApples = first.name == "CgBI"
      if isApples {
        guard let second = chunks.next() else { return .failure(.invalidHeader("no IHDR chunk")) }
        first = second
      }
      guard first.name == "IHDR", first.data.count == 13, !first.isTruncated else {
        return .failure(.invalidHeader("no IHDR chunk at the start"))
      }
      switch header(of: first) {
      case .failure(let validationError): return .failure(validationError)
      case .success(var header):
        if isApples { header.errors.append(.init(kind: .applesVariant, offset: 8)) }
        if !first.isIntact {
          header.errors.append(.init(kind: .checksum("IHDR"), offset: first.offset))
        }
        header.readChunks(&chunks, count: bytes.count)
        return .success(header)
      }
    }
  }

  private static func header(of chunk: Chunk) -> Result<PNGHeader, PNGError> {
    let data = chunk.data
    let start = data.startIndex
    func number(_ offset: Int) -> Int {
      data[start + offset..<start + offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height) = (number(0), number(4))
    guard (1...0x7FFF_FFFF).contains(width), (1...0x7FFF_FFFF).contains(height) else {
      return .failure(.invalidHeader("size \(width) x \(height)"))
    }
    let depth = data[start + 8]
    guard let colour = Colour(rawValue: data[start + 9]), colour.depths.contains(depth) else {
      return .failure(
        .invalidHeader("colour type \(data[start + 9]) with \(depth) bits"))
    }
    guard data[start + 10] == 0, data[start + 11] == 0, data[start + 12] <= 1 else {
      return .failure(.invalidHeader("unknown compression, filter or interlace method"))
    }
    return .success(
      PNGHeader(
        widthInPixels: width, heightInPixels: height, bitDepth: Int(depth), colour: colour))
  }

  private mutating func readChunks(_ chunks: inout Chunks, count: Int) {
    var hasPixels = false
    var pixels = CompressedPixels()
    var lacksPalette = colour == .palette
    while let chunk = chunks.next() {
      guard !chunk.isTruncated else { break }
      if !chunk.isIntact {
        errors.append(.init(kind: .checksum(chunk.name), offset: chunk.offset))
      }
      switch chunk.name {
      case "IDAT":
        hasPixels = true
        pixels.append(chunk.data, at: chunk.offset)
        if lacksPalette {
          errors.append(.init(kind: .withoutPalette, offset: chunk.offset))
          lacksPalette = false
        }
      case "acTL": isAnimated = true
      case "PLTE": lacksPalette = false
      case "IHDR": break
      case "IEND":
        if !hasPixels { errors.append(.init(kind: .withoutPixels, offset: chunk.offset)) }
        // Xcode's variant omits the zlib header and checksum.
        if hasPixels, !errors.contains(where: { $0.kind == .applesVariant }),
          let kind = pixels.validationError(bits: bitsOfPixels)
        {
          errors.append(.init(kind: kind, offset: pixels.offset))
        }
        trailingBytes = count - chunks.position
        return
      default:
        if chunk.isCritical {
          errors.append(.init(kind: .unknownCriticalChunk(chunk.name), offset: chunk.offset))
        }
      }
    }
    errors.append(.init(kind: .truncated, offset: count))
  }

  /// The number of bits of all pixels, without filters and padding of rows.
  private var bitsOfPixels: Double {
    let samples =
      switch colour {
      case .grey, .palette: 1.0
      case .greyWithAlpha: 2.0
      case .rgb: 3.0
      case .rgbWithAlpha: 4.0
      }
    return Double(widthInPixels) * Double(heightInPixels) * Double(bitDepth) * samples
  }

  /// The content of all IDAT chunks together. Only the frame is checked, and nothing is unpacked.
  private struct CompressedPixels {
    private(set) var offset = 0
    private var count = 0
    private var start: [UInt8] = []

    mutating func append(_ data: Slice<UnsafeBufferPointer<UInt8>>, at offset: Int) {
      if count == 0 { self.offset = offset }
      count += data.count
      start += data.prefix(3 - start.count)
    }

    func validationError(bits: Double) -> Problem.Kind? {
      // RFC 1950: method 8 with a window of at most 32 KiB, header divisible by 31, no dictionary.
      // Then a block of one of three types (RFC 1951).
      guard start.count == 3, start[0] & 0x0F == 8, start[0] >> 4 <= 7, start[1] & 0x20 == 0,
        (Int(start[0]) << 8 | Int(start[1])) % 31 == 0, start[2] & 0x06 != 0x06
      else { return .notCompressed }
      // Deflate encodes at most 258 bytes in two bits, which is a ratio of 1032.
      return Double(count) * 1032 * 8 < bits ? .tooFewPixels : nil
    }
  }

  // MARK: Chunks

  private struct Chunk {
    let name: String
    let offset: Int
    let data: Slice<UnsafeBufferPointer<UInt8>>
    /// Whether the file ends inside the chunk.
    let isTruncated: Bool
    let isIntact: Bool
    let isCritical: Bool
  }

  private struct Chunks {
    let bytes: UnsafeBufferPointer<UInt8>
    var position = PNGHeader.signature.count

    mutating func next() -> Chunk? {
      let start = position
      guard bytes.count - start >= 8 else { return nil }
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let nameBytes = bytes[start + 4..<start + 8]
      let isLetters = nameBytes.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
      }
      let name = isLetters ? String(decoding: nameBytes, as: UTF8.self) : "?"
      let end = start + 8 + length
      let isCut = end + 4 > bytes.count
      position = isCut ? bytes.count : end + 4
      let data = bytes[start + 8..<min(end, bytes.count)]
      var isIntact = false
      if !isCut {
        let reported = bytes[end..<end + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let content = UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: bytes[start + 4..<end]))
        isIntact = CRC32.of(content) == reported
      }
      return Chunk(
        name: name, offset: start, data: data, isTruncated: isCut || !isLetters, isIntact: isIntact,
        isCritical: nameBytes[start + 4] & 0x20 == 0)
    }
  }
}
