// SPDX-License-Identifier: Apache-2.0

import PassModel

/// What a PNG carries beside its pixels, where keys were found: its texts, other parts that readers
/// pass over, and what follows its end.
struct PNGSideData {
  /// Each part that is long enough to hold a key, in the order of the file.
  private(set) var parts: [[UInt8]] = []
  /// Whether compressed texts were left packed, as `unpackedLimit` was reached.
  private(set) var hasMore = false

  /// No key fits into less.
  private static let shortest = 32
  /// The parts that make the picture, or say how colours are meant; the rest is for people and
  /// programs.
  private static let picture: Set<String> = [
    "IHDR", "PLTE", "IDAT", "tRNS", "fcTL", "fdAT", "acTL", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD",
    "hIST", "pHYs", "sPLT", "iCCP",
  ]

  /// Reads the parts of a PNG; of one that is cut or damaged, what is left counts as following it.
  ///
  /// - Parameter unpackedLimit: how many bytes of compressed texts may still be unpacked; what was
  ///   is taken off.
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
      // The language and the translated keyword end with a zero each.
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
