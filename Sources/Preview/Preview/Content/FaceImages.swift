// SPDX-License-Identifier: Apache-2.0

import PassModel

/// The images of a pass, each slot's in the scale that suits the picture.
struct FaceImages {
  /// An image file and how many pixels a point of it has.
  struct Image {
    let slot: ImageSlot
    let file: PackagedFile
    let scale: ImageSlot.Scale
  }

  private var bySlot: [ImageSlot: Image] = [:]

  /// - Parameter language: the folder the texts come from.
  init(_ pass: PassPackage, language: String?, scale: ImageSlot.Scale) {
    var found: [ImageSlot: [Image]] = [:]
    var localised: [ImageSlot: [Image]] = [:]
    for file in pass.filesBesideDocument {
      guard case .image(let slot, let pixels, let tag) = file.kind else { continue }
      let image = Image(slot: slot, file: file, scale: pixels)
      if tag == nil {
        found[slot, default: []].append(image)
      } else if tag == language {
        localised[slot, default: []].append(image)
      }
    }
    for slot in ImageSlot.allCases {
      // An image at the top hides those of the languages.
      guard let images = found[slot] ?? localised[slot] else { continue }
      bySlot[slot] =
        images.filter { $0.scale >= scale }.min { $0.scale < $1.scale }
        ?? images.max { $0.scale < $1.scale }
    }
  }

  /// The image of a slot; nil when the pass has none.
  subscript(slot: ImageSlot) -> Image? { bySlot[slot] }

  /// Every image there is, in the order of the slots.
  var all: [Image] { ImageSlot.allCases.compactMap { bySlot[$0] } }
}
