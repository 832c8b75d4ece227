// SPDX-License-Identifier: Apache-2.0

import PassModel

/// An image file of the package that Wallet looks for.
struct PackagedImage {
  let file: PackagedFile
  let slot: ImageSlot
  let scale: ImageSlot.Scale
  /// The language of its folder, or nil if it is at the top.
  let language: String?

  /// Returns all images of a package, sorted by path.
  static func all(of pass: PassPackage) -> [PackagedImage] {
    pass.filesExceptDocument.compactMap { file in
      guard case .image(let slot, let scale, let language) = file.kind else {
        return nil
      }
      return PackagedImage(file: file, slot: slot, scale: scale, language: language)
    }
  }

  /// Returns the images grouped by kind and folder, each group from the smallest scale.
  static func families(of pass: PassPackage) -> [[PackagedImage]] {
    struct Family: Hashable {
      let slot: ImageSlot
      let language: String?
    }
    var families: [[PackagedImage]] = []
    var positions: [Family: Int] = [:]
    for image in all(of: pass) {
      let family = Family(slot: image.slot, language: image.language)
      if let position = positions[family] {
        families[position].append(image)
      } else {
        positions[family] = families.count
        families.append([image])
      }
    }
    return families.map { $0.sorted { $0.scale < $1.scale } }
  }

  /// Width and height in pixels, or nil if the file is not a PNG with a size.
  ///
  /// It reads only the first 24 bytes. ImageContentRule checks the rest.
  var sizeInPixels: (width: Int, height: Int)? {
    let bytes = file.bytes
    guard bytes.count > 24, bytes[0] == 0x89, bytes[1] == 0x50, bytes[4] == 0x0D,
      bytes[12] == 0x49, bytes[13] == 0x48, bytes[14] == 0x44, bytes[15] == 0x52
    else { return nil }
    func number(_ start: Int) -> Int {
      bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    let (width, height) = (number(16), number(20))
    return width > 0 && height > 0 ? (width, height) : nil
  }
}
