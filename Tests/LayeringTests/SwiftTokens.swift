// SPDX-License-Identifier: Apache-2.0

/// The identifiers and signs of a Swift source, without comments and literals. Code in
/// interpolations is kept.
struct SwiftTokens {
  private(set) var tokens: [String] = []
  private let bytes: [UInt8]
  private var position = 0

  init(_ source: String) {
    bytes = Array(source.utf8)
    readCode(isInterpolation: false)
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private func stands(_ text: [UInt8]) -> Bool { bytes[position...].starts(with: text) }

  /// Reads code to the end, or to the parenthesis that ends an interpolation.
  private mutating func readCode(isInterpolation: Bool) {
    var depth = 0
    while let byte = next {
      switch byte {
      case UInt8(ascii: " "), UInt8(ascii: "\n"): position += 1
      case UInt8(ascii: "/") where stands(Array("//".utf8)):
        position = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      case UInt8(ascii: "/") where stands(Array("/*".utf8)): skipComment()
      case UInt8(ascii: "\""): readLiteral(signs: 0)
      case UInt8(ascii: "#"):
        let signs = bytes[position...].prefix { $0 == UInt8(ascii: "#") }
        position = signs.endIndex
        if next == UInt8(ascii: "\"") { readLiteral(signs: signs.count) }
      case _ where Self.isLetter(byte):
        let word = bytes[position...].prefix { Self.isLetter($0) || Self.isDigit($0) }
        tokens.append(String(decoding: word, as: UTF8.self))
        position = word.endIndex
      default:
        if byte == UInt8(ascii: "(") { depth += 1 }
        if byte == UInt8(ascii: ")") {
          if isInterpolation, depth == 0 { return }
          depth -= 1
        }
        tokens.append(String(UnicodeScalar(byte)))
        position += 1
      }
    }
  }

  /// Comments may be nested.
  private mutating func skipComment() {
    var depth = 0
    repeat {
      if stands(Array("/*".utf8)) {
        depth += 1
        position += 2
      } else if stands(Array("*/".utf8)) {
        depth -= 1
        position += 2
      } else {
        position += 1
      }
    } while depth > 0 && position < bytes.count
  }

  /// Reads a literal from its quote. `signs` is the number of `#` before it.
  private mutating func readLiteral(signs: Int) {
    let signs = [UInt8](repeating: UInt8(ascii: "#"), count: signs)
    let quotes = stands(Array("\"\"\"".utf8)) ? 3 : 1
    let end = [UInt8](repeating: UInt8(ascii: "\""), count: quotes) + signs
    let escape = [UInt8(ascii: "\\")] + signs
    position += quotes
    while let byte = next {
      if byte == UInt8(ascii: "\""), stands(end) {
        position += end.count
        return
      }
      guard byte == UInt8(ascii: "\\"), stands(escape) else {
        position += 1
        continue
      }
      position += escape.count
      let isInterpolation = next == UInt8(ascii: "(")
      position += 1
      if isInterpolation {
        readCode(isInterpolation: true)
        position += 1
      }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
