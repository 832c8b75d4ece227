// SPDX-License-Identifier: Apache-2.0

/// The orientation in the metadata of a JPEG (Exif 2.32, tag 0x0112). Cameras store an image as the
/// sensor saw it, with this value.
enum JPEGOrientation {
  /// Returns the value from 1 to 8, or 1 if there is none.
  static func read(_ bytes: [UInt8]) -> Int {
    var place = 2
    // Markers before the pixels: FF, type, two bytes of length.
    while place + 4 <= bytes.count, bytes[place] == 0xFF {
      let type = bytes[place + 1]
      // More FF bytes may fill the space before a marker.
      if type == 0xFF {
        place += 1
        continue
      }
      guard type != 0xDA, type != 0xD9 else { break }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      let end = place + 2 + length
      guard length >= 2, end <= bytes.count else { break }
      if type == 0xE1, let value = orientation(bytes[(place + 4)..<end]) { return value }
      place = end
    }
    return 1
  }

  private static func orientation(_ segment: ArraySlice<UInt8>) -> Int? {
    guard segment.starts(with: Array("Exif\0\0".utf8)) else { return nil }
    let tiff = Array(segment.dropFirst(6))
    guard tiff.count >= 8 else { return nil }
    let isLittle = tiff[0] == UInt8(ascii: "I")
    func number(_ place: Int, _ length: Int) -> Int? {
      guard place >= 0, place + length <= tiff.count else { return nil }
      let part = tiff[place..<(place + length)]
      return isLittle
        ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
    }
    guard let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for index in 0..<count {
      let entry = directory + 2 + 12 * index
      guard let tag = number(entry, 2) else { return nil }
      if tag == 0x0112 {
        return number(entry + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil }
      }
    }
    return nil
  }
}

extension Pixels {
  /// Returns the image as a camera with this Exif orientation saw it.
  func turned(_ orientation: Int) -> Pixels {
    guard (2...8).contains(orientation) else { return self }
    let swaps = orientation >= 5
    let (newWidth, newHeight) = swaps ? (height, width) : (width, height)
    let turned = [UInt32](unsafeUninitializedCapacity: words.count) { out, written in
      words.withUnsafeBufferPointer { words in
        for y in 0..<newHeight {
          for x in 0..<newWidth {
            // Columns and rows of the stored image for a place of the turned one.
            let (column, row) =
              switch orientation {
              case 2: (width - 1 - x, y)
              case 3: (width - 1 - x, height - 1 - y)
              case 4: (x, height - 1 - y)
              case 5: (y, x)
              case 6: (y, height - 1 - x)
              case 7: (width - 1 - y, height - 1 - x)
              default: (width - 1 - y, x)
              }
            out[y * newWidth + x] = words[row * width + column]
          }
        }
      }
      written = words.count
    }
    return Pixels(width: newWidth, height: newHeight, words: turned)
  }
}
