// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A reader for binary property lists. A table at the end has the offsets of the values.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private var offsets: [Int] = []
  private var referenceSize = 0
  private var values = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func read() throws(PropertyListError) -> PropertyListValue {
    guard bytes.starts(with: "bplist0".utf8), bytes.count >= 40 else {
      throw syntaxError("a binary list that is cut short, or of an unknown version", 0)
    }
    let trailer = bytes.count - 32
    let offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      let count = number(at: trailer + 8, size: 8), let top = number(at: trailer + 16, size: 8),
      let table = number(at: trailer + 24, size: 8), count > 0, count <= PropertyList.valueLimit,
      top < count, table >= 8, table <= trailer, count * offsetSize <= trailer - table
    else { throw syntaxError("the trailer of the binary list makes no sense", trailer) }
    offsets.reserveCapacity(count)
    for index in 0..<count {
      guard let offset = number(at: table + index * offsetSize, size: offsetSize), offset >= 8,
        offset < table
      else {
        throw syntaxError(
          "an offset of the binary list leads outside of it", table + index * offsetSize)
      }
      offsets.append(offset)
    }
    return try value(top, depth: 0)
  }

  private func syntaxError(_ message: String, _ offset: Int) -> PropertyListError {
    PropertyListError(message: message, offset: min(offset, bytes.count))
  }

  /// Reads a big-endian number. Returns nil beyond the end, or if it is too large for `Int`.
  private func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= bytes.count, offset <= bytes.count - size else { return nil }
    var value: UInt64 = 0
    for index in offset..<offset + size { value = value << 8 | UInt64(bytes[index]) }
    return Int(exactly: value)
  }

  private mutating func value(
    _ reference: Int, depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let offset = offsets[reference]
    values += 1
    guard values <= PropertyList.valueLimit else {
      throw syntaxError("there are more than \(PropertyList.valueLimit) values", offset)
    }
    guard depth < PropertyList.depthLimit else {
      throw syntaxError("values nest more than \(PropertyList.depthLimit) levels deep", offset)
    }
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0 where marker == 0x08: return PropertyListValue(.boolean(false), offset: offset)
    case 0 where marker == 0x09: return PropertyListValue(.boolean(true), offset: offset)
    case 1: return try integer(marker, offset)
    case 2, 3: return try real(marker, offset)
    case 4, 5, 6, 8: return try text(marker, offset)
    case 0xA, 0xC: return try array(offset, depth)
    case 0xD: return try dictionary(offset, depth)
    default:
      throw syntaxError("an unknown kind of value, 0x\(Hex.number(marker, digits: 2))", offset)
    }
  }

  private func integer(
    _ marker: UInt8, _ offset: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let size = 1 << Int(marker & 15)
    guard size <= 16, offset + 1 + size <= bytes.count else {
      throw syntaxError("a number that is cut short", offset)
    }
    var value: UInt64 = 0
    for byte in bytes[(offset + 1)..<(offset + 1 + size)] { value = value << 8 | UInt64(byte) }
    return PropertyListValue(.integer(Int64(bitPattern: value)), offset: offset)
  }

  private func real(
    _ marker: UInt8, _ offset: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let size = 1 << Int(marker & 15)
    guard size == 4 || size == 8, offset + 1 + size <= bytes.count else {
      throw syntaxError("a number that is cut short", offset)
    }
    var bits: UInt64 = 0
    for byte in bytes[(offset + 1)..<(offset + 1 + size)] { bits = bits << 8 | UInt64(byte) }
    let value =
      size == 4
      ? Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits))) : Double(bitPattern: bits)
    return PropertyListValue(
      marker >> 4 == 3 ? .date("\(value)") : .real(value), offset: offset)
  }

  private func text(
    _ marker: UInt8, _ offset: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let (count, start) =
      marker >> 4 == 8 ? (Int(marker & 15) + 1, offset + 1) : try length(offset)
    let width = marker >> 4 == 6 ? 2 : 1
    guard count <= (bytes.count - start) / width else {
      throw syntaxError("a text or data that is cut short", offset)
    }
    let content = bytes[start..<(start + count * width)]
    switch marker >> 4 {
    case 4: return PropertyListValue(.data(Array(content)), offset: offset)
    case 5:
      return PropertyListValue(.string(String(decoding: content, as: UTF8.self)), offset: offset)
    case 8: return PropertyListValue(.data(Array(content)), offset: offset)
    default:
      let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      return PropertyListValue(.string(String(decoding: units, as: UTF16.self)), offset: offset)
    }
  }

  /// Returns the number of elements of a value and the offset of the first one.
  private func length(_ offset: Int) throws(PropertyListError) -> (count: Int, start: Int) {
    let nibble = Int(bytes[offset] & 15)
    if nibble < 15 { return (nibble, offset + 1) }
    guard offset + 1 < bytes.count, bytes[offset + 1] >> 4 == 1 else {
      throw syntaxError("a length that is not a number", offset)
    }
    let size = 1 << Int(bytes[offset + 1] & 15)
    guard size <= 8, let count = number(at: offset + 2, size: size), count <= bytes.count else {
      throw syntaxError("a length beyond the end", offset)
    }
    return (count, offset + 2 + size)
  }

  private func references(
    _ count: Int, at start: Int, _ offset: Int
  ) throws(PropertyListError) -> [Int] {
    guard count <= (bytes.count - start) / referenceSize else {
      throw syntaxError("a container that is cut short", offset)
    }
    var all: [Int] = []
    all.reserveCapacity(count)
    for index in 0..<count {
      guard let reference = number(at: start + index * referenceSize, size: referenceSize),
        reference < offsets.count
      else { throw syntaxError("a container whose values are not there", offset) }
      all.append(reference)
    }
    return all
  }

  private mutating func array(
    _ offset: Int, _ depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let (count, start) = try length(offset)
    var elements: [PropertyListValue] = []
    for reference in try references(count, at: start, offset) {
      elements.append(try value(reference, depth: depth + 1))
    }
    return PropertyListValue(.array(elements), offset: offset)
  }

  private mutating func dictionary(
    _ offset: Int, _ depth: Int
  ) throws(PropertyListError) -> PropertyListValue {
    let (count, start) = try length(offset)
    let keys = try references(count, at: start, offset)
    let values = try references(count, at: start + count * referenceSize, offset)
    var members: [PropertyListValue.Member] = []
    for (key, reference) in zip(keys, values) {
      guard let name = try value(key, depth: depth + 1).string else {
        throw syntaxError("a key that is not a string", offsets[key])
      }
      members.append(
        .init(key: name, offset: offsets[key], value: try value(reference, depth: depth + 1)))
    }
    return PropertyListValue(.dictionary(members), offset: offset)
  }
}
