// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassJSON
import PassModel

/// A barcode dictionary of a pass.
struct Barcode {
  let object: JSONValue
  /// Whether it is the single `barcode` of iOS 8 and not an item of `barcodes`.
  let isOld: Bool

  var format: BarcodeFormat? { object["format"]?.string.flatMap(BarcodeFormat.init) }

  /// Returns where a missing key is reported, and the help if another name was probably meant.
  func placeOfMissing(_ key: String) -> (place: Place, help: String?) {
    let scope: KeyScope = isOld ? .barcode : .barcodesItem
    guard let meant = NearestKey.misspelling(of: key, in: object, scope) else {
      return (object.place, nil)
    }
    return (meant.place, "did you mean \(key)?")
  }

  /// Whether a character of a message is one that only binary data or a protocol has.
  static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 && !scalar.properties.isWhitespace || (0x7F..<0xA0).contains(scalar.value)
  }

  /// Returns all barcodes of a pass that are objects.
  static func all(of pass: PassPackage) -> [Barcode] {
    let document = pass.document
    var all: [Barcode] = []
    if let old = document["barcode"], old.isObject {
      all.append(Barcode(object: old, isOld: true))
    }
    guard let list = document["barcodes"] else { return all }
    for item in list.elements where item.isObject {
      all.append(Barcode(object: item, isOld: false))
    }
    return all
  }
}

/// The encoding of a barcode message as bytes.
enum MessageBytes {
  enum Outcome: Equatable {
    case encoded(lengthInBytes: Int)
    /// The set lacks this character. The position is the number of characters before it.
    case lacks(Unicode.Scalar, position: Int)
    /// The C library does not know the character set.
    case unknown
  }

  /// Encodes a message.
  ///
  /// - Parameter name: a name or alias in IANA's registry.
  static func encode(_ text: String, as name: String) -> Outcome {
    let preferred = CharacterSetName.preferred(name) ?? name
    switch preferred {
    case "UTF-8": return .encoded(lengthInBytes: text.utf8.count)
    case "UTF-16": return .encoded(lengthInBytes: 2 * text.utf16.count + 2)
    case "UTF-16BE", "UTF-16LE": return .encoded(lengthInBytes: 2 * text.utf16.count)
    case "UTF-32": return .encoded(lengthInBytes: 4 * text.unicodeScalars.count + 4)
    case "UTF-32BE", "UTF-32LE": return .encoded(lengthInBytes: 4 * text.unicodeScalars.count)
    case "US-ASCII": return encode(text, upTo: 0x7F)
    case "ISO-8859-1": return encode(text, upTo: 0xFF)
    default: break
    }
    guard
      let converter = Iconv(from: "UTF-8", to: preferred) ?? Iconv(from: "UTF-8", to: name)
    else { return .unknown }
    let utf8 = Array(text.utf8)
    var fault: Int?
    let bytes = converter.convert(utf8, isLast: true) { offset in
      fault = offset
      return .stop
    }.output
    guard let fault else { return .encoded(lengthInBytes: bytes.count) }
    let before = String(decoding: utf8.prefix(fault), as: UTF8.self).unicodeScalars.count
    let scalars = text.unicodeScalars
    guard
      let index = scalars.index(scalars.startIndex, offsetBy: before, limitedBy: scalars.endIndex),
      index < scalars.endIndex
    else { return .unknown }
    return .lacks(scalars[index], position: before)
  }

  private static func encode(_ text: String, upTo last: UInt32) -> Outcome {
    var count = 0
    for scalar in text.unicodeScalars {
      if scalar.value > last { return .lacks(scalar, position: count) }
      count += 1
    }
    return .encoded(lengthInBytes: count)
  }
}
