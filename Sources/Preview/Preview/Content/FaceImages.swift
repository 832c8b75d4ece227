// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The images of a pass, one for each slot, in the scale that fits best.
struct FaceImages {
  /// An image file and its pixels per point.
  struct Image {
    let slot: ImageSlot
    let file: PackagedFile
    let scale: ImageSlot.Scale
  }

  private var bySlot: [ImageSlot: Image] = [:]

  /// Chooses the images.
  ///
  /// - Parameter language: the language whose folder is used, or nil.
  init(_ pass: PassPackage, language: String?, scale: ImageSlot.Scale) {
    var found: [ImageSlot: [Image]] = [:]
    var localised: [ImageSlot: [Image]] = [:]
    for file in pass.filesExceptDocument {
      guard case .image(let slot, let pixels, let tag) = file.kind else { continue }
      let image = Image(slot: slot, file: file, scale: pixels)
      if tag == nil {
        found[slot, default: []].append(image)
      } else if tag == language {
        localised[slot, default: []].append(image)
      }
    }
    for slot in ImageSlot.allCases {
      // An image at the top level hides those of the language folders.
      guard let images = found[slot] ?? localised[slot] else { continue }
      bySlot[slot] =
        images.filter { $0.scale >= scale }.min { $0.scale < $1.scale }
        ?? images.max { $0.scale < $1.scale }
    }
  }

  subscript(slot: ImageSlot) -> Image? { bySlot[slot] }

  /// All images, in the order of the slots.
  var all: [Image] { ImageSlot.allCases.compactMap { bySlot[$0] } }
}
