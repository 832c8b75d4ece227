// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A conversion of the C library from an old encoding to UTF-8. Owns the C object.
final class Iconv {
  private let handle: iconv_t
  /// The start of a character whose other bytes are still to come.
  private var rest: [UInt8] = []

  /// Nil when the C library does not know the encoding (its tables may be missing).
  init?(from encoding: String) {
    guard let handle = iconv_open("UTF-8", encoding),
      // The error value is the pointer -1.
      UInt(bitPattern: handle) != UInt.max
    else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// The bytes as UTF-8; each byte that means nothing becomes 0xFF, which no UTF-8 holds, so that
  /// the reader finds its line and column.
  func utf8(_ bytes: [UInt8], isLast: Bool) -> [UInt8] {
    var input = rest + bytes
    rest = []
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 2 + 16)
    var consumed = 0
    let capacity = 32_768
    var buffer = [UInt8](repeating: 0, count: capacity)
    let count = input.count
    input.withUnsafeMutableBytes { input in
      buffer.withUnsafeMutableBytes { buffer in
        guard let inputBase = input.baseAddress, let bufferBase = buffer.baseAddress else { return }
        while consumed < count {
          var from: UnsafeMutablePointer<CChar>? =
            (inputBase + consumed).assumingMemoryBound(to: CChar.self)
          var left = count - consumed
          var to: UnsafeMutablePointer<CChar>? = bufferBase.assumingMemoryBound(to: CChar.self)
          var room = capacity
          let result = iconv(handle, &from, &left, &to, &room)
          let code = errno
          output += buffer[0..<capacity - room]
          let isStuck = consumed == count - left && room == capacity
          consumed = count - left
          if result != -1 { break }
          if code == E2BIG && !isStuck { continue }
          if code == EINVAL && !isLast { break }
          output.append(0xFF)
          consumed += 1
        }
      }
    }
    rest = Array(input[consumed...])
    return output
  }
}
