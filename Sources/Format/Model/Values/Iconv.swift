// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A conversion of the C library between two character sets: the only place that calls it. Owns
/// the C object.
package final class Iconv {
  private let handle: iconv_t

  /// What to do at bytes that cannot be converted.
  package enum AtFault {
    /// Leave out that many bytes of the input and write these in their place.
    case replace(Int, with: [UInt8])
    case stop
  }

  /// Nil when the C library does not know one of the sets (its tables may be missing).
  package init?(from source: String, to target: String) {
    guard let handle = iconv_open(target, source),
      // The error value is the pointer -1.
      UInt(bitPattern: handle) != UInt.max
    else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Converts what is whole of the input.
  ///
  /// - Parameters:
  ///   - isLast: nothing follows, so that half a character at the end is a fault too.
  ///   - atFault: asked with the offset of bytes that mean nothing, or that the other set lacks.
  /// - Returns: the bytes, and how many of the input were used.
  package func convert(
    _ input: [UInt8], isLast: Bool, atFault: (Int) -> AtFault
  ) -> (output: [UInt8], used: Int) {
    var input = input
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 2 + 16)
    var used = 0
    // No character takes more than eight bytes, escapes included.
    let capacity = min(32_768, 8 * input.count + 16)
    var buffer = [UInt8](repeating: 0, count: capacity)
    let count = input.count
    input.withUnsafeMutableBytes { input in
      buffer.withUnsafeMutableBytes { buffer in
        guard let bufferBase = buffer.baseAddress else { return }
        while used < count, let inputBase = input.baseAddress {
          var from: UnsafeMutablePointer<CChar>? =
            (inputBase + used).assumingMemoryBound(to: CChar.self)
          var left = count - used
          var to: UnsafeMutablePointer<CChar>? = bufferBase.assumingMemoryBound(to: CChar.self)
          var room = capacity
          let result = iconv(handle, &from, &left, &to, &room)
          let code = errno
          output += buffer[0..<capacity - room]
          let isStuck = used == count - left && room == capacity
          used = count - left
          // size_t(-1), which Swift sees as a negative number.
          if result != -1 { break }
          if code == E2BIG && !isStuck { continue }
          if code == EINVAL && !isLast { break }
          guard case .replace(let length, let replacement) = atFault(used) else { return }
          used += min(max(1, length), count - used)
          output += replacement
        }
        guard isLast else { return }
        // Sets with escapes end in their first state.
        var to: UnsafeMutablePointer<CChar>? = bufferBase.assumingMemoryBound(to: CChar.self)
        var room = capacity
        _ = iconv(handle, nil, nil, &to, &room)
        output += buffer[0..<capacity - room]
      }
    }
    return (output, used)
  }

  /// Whether the system knows the set.
  package static func knows(_ name: String) -> Bool { Iconv(from: "UTF-8", to: name) != nil }
}
