// SPDX-License-Identifier: Apache-2.0

/// Decoding of the string types in names and extensions.
enum ASN1Text {
  /// Returns nil for octets that are not text of this type, and for other types.
  static func decode(_ tag: UInt8, _ octets: ArraySlice<UInt8>) -> String? {
    switch tag {
    case ASN1Reader.utf8String:
      return String(validating: octets, as: UTF8.self)
    case 0x12, 0x13, 0x16, 0x1a:  // Numeric, Printable, IA5, Visible
      return octets.allSatisfy { $0 < 0x80 } ? String(decoding: octets, as: UTF8.self) : nil
    case 0x14:  // T61, in practice used for Latin-1
      return String(String.UnicodeScalarView(octets.map { Unicode.Scalar($0) }))
    case 0x1c:  // Universal
      return scalars(octets, width: 4)
    case 0x1e:  // BMP
      return scalars(octets, width: 2)
    default:
      return nil
    }
  }

  /// Escapes all characters that could control a terminal.
  static func printable(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate:
        result += "\\u{\(String(scalar.value, radix: 16))}"
      default:
        result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  private static func scalars(_ octets: ArraySlice<UInt8>, width: Int) -> String? {
    guard octets.count % width == 0 else { return nil }
    var view = String.UnicodeScalarView()
    var rest = octets
    while !rest.isEmpty {
      let value = rest.prefix(width).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      guard let scalar = Unicode.Scalar(value) else { return nil }
      view.append(scalar)
      rest = rest.dropFirst(width)
    }
    return String(view)
  }
}
