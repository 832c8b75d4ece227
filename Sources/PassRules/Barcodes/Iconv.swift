// SPDX-License-Identifier: Apache-2.0

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The system's converter of character sets: the only place that calls it.
enum Iconv {
  /// What came of encoding a text.
  enum Outcome: Equatable {
    /// The number of bytes it takes.
    case encoded(lengthInBytes: Int)
    /// The first character the set lacks, as an offset in bytes of UTF-8.
    case lacks(offset: Int)
  }

  /// Encodes UTF-8 into the character set of that name; nil when the system does not know the
  /// set, as a small installation may.
  static func encode(_ text: [UInt8], as name: String) -> Outcome? {
    guard let converter = iconv_open(name, "UTF-8"), converter != failed else { return nil }
    defer { iconv_close(converter) }
    var input = text.map { CChar(bitPattern: $0) }
    // No character set takes more than eight bytes for a character, escapes included.
    var output = [CChar](repeating: 0, count: 8 * text.count + 16)
    return input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var source = input.baseAddress
        var sourceLeft = input.count
        var target = output.baseAddress
        var targetLeft = output.count
        let result = iconv(converter, &source, &sourceLeft, &target, &targetLeft)
        // size_t(-1), which Swift sees as a negative number.
        if result == -1 { return .lacks(offset: input.count - sourceLeft) }
        // Sets with escapes end in their first state.
        _ = iconv(converter, nil, nil, &target, &targetLeft)
        return .encoded(lengthInBytes: output.count - targetLeft)
      }
    }
  }

  /// Whether the system knows the set.
  static func knows(_ name: String) -> Bool {
    guard let converter = iconv_open(name, "UTF-8"), converter != failed else { return false }
    iconv_close(converter)
    return true
  }

  private static var failed: iconv_t? { iconv_t(bitPattern: -1) }
}
