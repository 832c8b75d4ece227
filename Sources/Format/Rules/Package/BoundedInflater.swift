// SPDX-License-Identifier: Apache-2.0

/// A decompressor for deflate (RFC 1951) with a size limit. It unpacks compressed text in images to
/// search it for keys.
///
/// If the data is damaged or exceeds the limit, the part before is returned. Checksums are not
/// verified.
struct BoundedInflater {
  private let input: ArraySlice<UInt8>
  private let limit: Int
  private var position: Int
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Unpacks a zlib stream (RFC 1950). Its first two bytes are skipped without a check.
  ///
  /// - Parameter limit: the most bytes to return.
  static func unpack(zlib data: ArraySlice<UInt8>, limit: Int) -> [UInt8] {
    guard limit > 0 else { return [] }
    var inflater = BoundedInflater(data.dropFirst(2), limit: limit)
    // nil means that this was the last block, or that the data is damaged or the limit is reached.
    while inflater.block() != nil {}
    return inflater.output
  }

  private init(_ input: ArraySlice<UInt8>, limit: Int) {
    self.input = input
    self.limit = limit
    position = input.startIndex
  }

  /// Unpacks a block. Returns nil if no other block can be read after it.
  private mutating func block() -> Void? {
    guard let isLast = readBits(1), let kind = readBits(2) else { return nil }
    switch kind {
    case 0: guard stored() != nil else { return nil }
    case 1: guard symbols(Self.fixed) != nil else { return nil }
    case 2: guard let codes = codes(), symbols(codes) != nil else { return nil }
    default: return nil
    }
    return isLast == 0 ? () : nil
  }

  // MARK: Bits

  private mutating func readBits(_ count: Int) -> Int? {
    while bitCount < count {
      guard position < input.endIndex else { return nil }
      bits |= UInt32(input[position]) << UInt32(bitCount)
      position += 1
      bitCount += 8
    }
    let value = bits & (1 << UInt32(count) - 1)
    bits >>= UInt32(count)
    bitCount -= count
    return Int(value)
  }

  // MARK: Blocks

  private mutating func stored() -> Void? {
    (bits, bitCount) = (0, 0)
    guard input.endIndex - position >= 4 else { return nil }
    let length = Int(input[position]) | Int(input[position + 1]) << 8
    position += 4
    let end = min(position + length, input.endIndex, position + limit - output.count)
    output += input[position..<end]
    let isWhole = end - position == length
    position = end
    return isWhole ? () : nil
  }

  /// The two codes of a block: one for literals and lengths, and one for distances.
  private struct Codes {
    let letters: Code
    let distances: Code
  }

  private static let fixed = Codes(
    letters: Code(
      [Int](repeating: 8, count: 144) + [Int](repeating: 9, count: 112)
        + [Int](repeating: 7, count: 24) + [Int](repeating: 8, count: 8)),
    distances: Code([Int](repeating: 5, count: 30)))

  /// A canonical Huffman code.
  private struct Code {
    /// The number of symbols with each length, by length.
    private(set) var counts = [Int](repeating: 0, count: 16)
    /// The symbols in the order of their codes.
    private(set) var symbols: [Int]

    init(_ lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
    }
  }

  private mutating func symbol(_ code: Code) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = readBits(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - count < first {
        let place = index + value - first
        return code.symbols.indices.contains(place) ? code.symbols[place] : nil
      }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  private static let orderOfLengths = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
  ]

  private mutating func codes() -> Codes? {
    guard let letters = readBits(5), let distances = readBits(5), let count = readBits(4) else {
      return nil
    }
    var lengths = [Int](repeating: 0, count: 19)
    for place in Self.orderOfLengths.prefix(count + 4) {
      guard let length = readBits(3) else { return nil }
      lengths[place] = length
    }
    let code = Code(lengths)
    let total = letters + 257 + distances + 1
    lengths = []
    while lengths.count < total {
      guard let symbol = symbol(code) else { return nil }
      let (value, shortest, width): (Int, Int, Int)
      switch symbol {
      case ..<16:
        lengths.append(symbol)
        continue
      case 16:
        guard let last = lengths.last else { return nil }
        (value, shortest, width) = (last, 3, 2)
      case 17: (value, shortest, width) = (0, 3, 3)
      default: (value, shortest, width) = (0, 11, 7)
      }
      guard let more = readBits(width), lengths.count + shortest + more <= total else { return nil }
      lengths += [Int](repeating: value, count: shortest + more)
    }
    return Codes(
      letters: Code(Array(lengths.prefix(letters + 257))),
      distances: Code(Array(lengths.dropFirst(letters + 257))))
  }

  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let lengthBits = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049,
    3073, 4097, 6145, 8193, 12289, 16385, 24577,
  ]

  private mutating func symbols(_ codes: Codes) -> Void? {
    while output.count < limit {
      guard let symbol = symbol(codes.letters) else { return nil }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      if symbol == 256 { return () }
      guard symbol - 257 < Self.lengths.count, let more = readBits(Self.lengthBits[symbol - 257]),
        let far = self.symbol(codes.distances), far < Self.distances.count,
        let further = readBits(max(0, far / 2 - 1))
      else { return nil }
      let distance = Self.distances[far] + further
      guard distance <= output.count else { return nil }
      for _ in 0..<min(Self.lengths[symbol - 257] + more, limit - output.count) {
        output.append(output[output.count - distance])
      }
    }
    return nil
  }
}
