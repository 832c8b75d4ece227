// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON

/// Finds bytes of data that are not UTF-8 and explains how to read them.
enum UTF8Check {
  /// Returns the offset of the first byte that is not valid UTF-8, or nil.
  static func firstInvalidByte(_ bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      let ascii = asciiPrefix(of: bytes)
      guard ascii < bytes.count else { return nil }
      return UTF8Text.firstInvalidByte(UnsafeBufferPointer(rebasing: bytes[ascii...]))
        .map { $0 + ascii }
    }
  }

  /// Returns the number of ASCII bytes at the start. It may be up to eight less than there are.
  static func asciiPrefix(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index + 8 <= raw.count {
      let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { return index }
      index += 8
    }
    return index
  }

  /// - Parameters:
  ///   - bytes: the row or header with the byte.
  ///   - isConverted: whether the file had another encoding.
  static func report(
    _ bytes: [UInt8], at offset: Int, isConverted: Bool, source: UInt32, report: inout Report
  ) {
    let (message, help, settings) = explanation(
      of: bytes[min(offset, bytes.count)...], isConverted: isConverted)
    report(
      DataFindings.invalidBytes, message, at: Origin(source: source, offset: offset), help: help,
      settings: settings)
  }

  /// Returns the message and the help for the bytes from the first invalid one on.
  static func explanation(
    of bytes: ArraySlice<UInt8>, isConverted: Bool
  ) -> (message: String, help: String?, settings: [RunSetting]) {
    let settings = [RunSetting(.encoding, "NAME")]
    // The converters replace invalid bytes with this one.
    if isConverted, bytes.first == 0xFF {
      return (
        "the bytes here are not valid in the file's encoding",
        "name the encoding the file was saved in", settings
      )
    }
    let byte = bytes.first.map { "0x" + String($0, radix: 16, uppercase: true) } ?? "end"
    // windows-1252 has no characters there, so it must be another encoding.
    let unassigned: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]
    let help =
      bytes.prefix(400).contains(where: unassigned.contains)
      ? "name the encoding the file was saved in, such as windows-1251 or shift_jis"
      : nil
    return ("the byte \(byte) is not UTF-8", help, settings)
  }
}
