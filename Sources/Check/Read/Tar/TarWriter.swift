// SPDX-License-Identifier: Apache-2.0

/// A writer of the tar format (POSIX ustar). The output is reproducible: mode 644, no owner, and
/// the signing time as date.
package enum TarWriter {
  /// The size of a header in bytes. Contents are padded to a multiple of it.
  package static let block = 512

  /// Appends one file: header, content, padding.
  ///
  /// - Parameters:
  ///   - name: its bytes are written unchanged. If there are more than 100, a pax header in front
  ///     contains all of them and the ordinary header the first 100. The prefix field of ustar
  ///     stays empty.
  ///   - time: in seconds since 1970.
  package static func append(
    _ pieces: [UnsafeRawBufferPointer], named name: String, time: Int64, to out: inout [UInt8]
  ) {
    let utf8 = Array(name.utf8)
    if utf8.count > 100 {
      let record = paxRecord("path", utf8)
      record.withUnsafeBytes {
        appendEntry([$0], Array("pax".utf8), type: UInt8(ascii: "x"), time: time, to: &out)
      }
    }
    appendEntry(
      pieces, Array(utf8.prefix(100)), type: UInt8(ascii: "0"), time: time, to: &out)
  }

  /// The two empty blocks that mark the end of a complete archive.
  package static let end = [UInt8](repeating: 0, count: 2 * block)

  private static func appendEntry(
    _ pieces: [UnsafeRawBufferPointer], _ name: [UInt8], type: UInt8, time: Int64,
    to out: inout [UInt8]
  ) {
    let start = out.count
    let size = pieces.reduce(0) { $0 + $1.count }
    let padding = (block - size % block) % block
    out.reserveCapacity(start + block + size + padding)
    out.append(contentsOf: repeatElement(0, count: block))
    func put(_ text: [UInt8], _ offset: Int) {
      for (index, byte) in text.enumerated() { out[start + offset + index] = byte }
    }
    put(name, 0)
    put(octal(0o644, 7), 100)
    put(octal(0, 7), 108)
    put(octal(0, 7), 116)
    put(octal(size, 11), 124)
    put(octal(Int(max(0, min(time, 0o7777_7777_777))), 11), 136)
    put([UInt8](repeating: 0x20, count: 8), 148)
    out[start + 156] = type
    put(Array("ustar".utf8), 257)
    put(Array("00".utf8), 263)
    var sum = 0
    for index in start..<start + block { sum += Int(out[index]) }
    put(octal(sum, 6) + [0, 0x20], 148)
    for piece in pieces { out.append(contentsOf: piece) }
    out.append(contentsOf: repeatElement(0, count: padding))
  }

  /// Returns octal digits with leading zeros.
  private static func octal(_ value: Int, _ digits: Int) -> [UInt8] {
    var out = [UInt8](repeating: UInt8(ascii: "0"), count: digits)
    var value = value
    var index = digits - 1
    while value > 0, index >= 0 {
      out[index] = UInt8(ascii: "0") + UInt8(value & 7)
      value >>= 3
      index -= 1
    }
    return out
  }

  /// Returns `LENGTH KEY=VALUE\n`. The length includes its own digits, so it is computed repeatedly
  /// until it fits.
  private static func paxRecord(_ key: String, _ value: [UInt8]) -> [UInt8] {
    let rest = Array(" \(key)=".utf8) + value + [0x0A]
    var length = rest.count + 1
    while "\(length)".utf8.count + rest.count != length {
      length = "\(length)".utf8.count + rest.count
    }
    return Array("\(length)".utf8) + rest
  }
}
