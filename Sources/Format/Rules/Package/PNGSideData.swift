// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The content of a PNG other than its pixels: its text chunks, other chunks that readers ignore,
/// and the bytes after its end. Private keys have been found there.
struct PNGSideData {
  /// The parts that are long enough for a key, in file order.
  private(set) var parts: [[UInt8]] = []
  /// Whether compressed text was not unpacked because of `unpackedLimit`.
  private(set) var hasMore = false

  /// The minimum length of a key in bytes.
  private static let shortest = 32
  /// The chunks with pixels and colours. All others may contain text.
  private static let picture: Set<String> = [
    "IHDR", "PLTE", "IDAT", "tRNS", "fcTL", "fdAT", "acTL", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD",
    "hIST", "pHYs", "sPLT", "iCCP",
  ]

  /// Reads the parts of a PNG. In a truncated or damaged file the rest counts as bytes after the
  /// end.
  ///
  /// - Parameter unpackedLimit: the number of bytes of compressed text that may still be unpacked.
  ///   The unpacked bytes are subtracted.
  init(_ bytes: [UInt8], unpackedLimit: inout Int) {
    var position = PNGHeader.signature.count
    while bytes.count - position >= 12 {
      let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
      let start = position + 8
      guard length <= bytes.count - start - 4 else { break }
      let name = String(decoding: bytes[position + 4..<start], as: UTF8.self)
      position = start + length + 4
      if name == "IEND" { break }
      guard length >= Self.shortest, !Self.picture.contains(name) else { continue }
      add(name, bytes[start..<start + length], &unpackedLimit)
    }
    if bytes.count - position >= Self.shortest { parts.append(Array(bytes[position...])) }
  }

  private mutating func add(
    _ name: String, _ data: ArraySlice<UInt8>, _ unpackedLimit: inout Int
  ) {
    guard ["tEXt", "zTXt", "iTXt"].contains(name), let keyword = data.firstIndex(of: 0) else {
      return parts.append(Array(data))
    }
    var text = data[(keyword + 1)...]
    var isPacked = name == "zTXt"
    if name == "iTXt" {
      isPacked = text.first == 1
      // The language and the translated keyword each end with a zero byte.
      text = text.dropFirst(isPacked ? 1 : 2)
      let rest = isPacked ? text.dropFirst() : text
      guard let language = rest.firstIndex(of: 0),
        let translated = rest[(language + 1)...].firstIndex(of: 0)
      else { return parts.append(Array(data)) }
      text = rest[(translated + 1)...]
    } else if isPacked {
      text = text.dropFirst()
    }
    guard isPacked else { return parts.append(Array(text)) }
    let unpacked = BoundedInflater.unpack(zlib: text, limit: unpackedLimit)
    unpackedLimit -= unpacked.count
    if unpackedLimit == 0 { hasMore = true }
    if unpacked.count >= Self.shortest { parts.append(unpacked) }
  }
}
