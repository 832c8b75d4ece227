// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// A conversion between two character sets by the C library. It is the only caller of iconv and
/// owns the C object.
package final class Iconv {
  private let handle: iconv_t

  /// The reaction to bytes that cannot be converted.
  package enum ErrorHandling {
    /// Skips that number of input bytes and writes these bytes instead.
    case replace(Int, with: [UInt8])
    case stop
  }

  /// Opens a conversion. Returns nil if the C library does not know one of the sets, for example
  /// because its tables are not installed.
  package init?(from source: String, to target: String) {
    guard let handle = iconv_open(target, source),
      // iconv_open returns the pointer -1 for an error.
      UInt(bitPattern: handle) != UInt.max
    else { return nil }
    self.handle = handle
  }

  deinit { iconv_close(handle) }

  /// Converts all complete characters of the input.
  ///
  /// - Parameters:
  ///   - isLast: whether no input follows. An incomplete character at the end is then an error too.
  ///   - atFault: called with the offset of invalid bytes, or of a character that the target set
  ///     lacks.
  /// - Returns: the output, and the number of input bytes used.
  package func convert(
    _ input: [UInt8], isLast: Bool, onError: (Int) -> ErrorHandling
  ) -> (output: [UInt8], used: Int) {
    var input = input
    var output: [UInt8] = []
    output.reserveCapacity(input.count + input.count / 2 + 16)
    var used = 0
    // No character needs more than eight bytes, including escapes.
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
          // iconv returns size_t(-1), which is a negative number in Swift.
          if result != -1 { break }
          if code == E2BIG && !isStuck { continue }
          if code == EINVAL && !isLast { break }
          guard case .replace(let length, let replacement) = onError(used) else { return }
          used += min(max(1, length), count - used)
          output += replacement
        }
        guard isLast else { return }
        // Sets with escapes must end in their initial state.
        var to: UnsafeMutablePointer<CChar>? = bufferBase.assumingMemoryBound(to: CChar.self)
        var room = capacity
        _ = iconv(handle, nil, nil, &to, &room)
        output += buffer[0..<capacity - room]
      }
    }
    return (output, used)
  }

  /// Returns whether the C library knows the set.
  package static func knows(_ name: String) -> Bool { Iconv(from: "UTF-8", to: name) != nil }
}
