// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassCompanionFindings
import PassDiagnostics
import PassGoogleModel
import PassModel

/// The images of a template that a pass for Google does not have.
struct GoogleImageLosses {
  private let slots: Set<ImageSlot>
  private let images: GoogleImages

  init(_ files: [PackagedFile], _ images: GoogleImages) {
    slots = Set(
      files.compactMap { ImageSlot.slot(forFileName: FilePath.lastComponent($0.path))?.slot })
    self.images = images
  }

  func report(in folder: String, to report: inout Report) {
    for slot in ImageSlot.allCases where slots.contains(slot) {
      let place = Place.file(FilePath.join(folder, slot.fileName(.one)))
      switch Self.target(of: slot) {
      case let target?:
        guard images.withoutAddress.contains(target) else { continue }
        report(
          GoogleFindings.lossNeeds,
          "\(slot.rawValue).png: the image needs an address, in google.json or by its folder",
          at: place)
      case nil:
        report(
          GoogleFindings.lossLost,
          "\(slot.rawValue).png: Google Wallet has no place for the image", at: place)
      }
    }
  }

  private static func target(of slot: ImageSlot) -> GoogleImageSlot? {
    switch slot {
    case .icon: .logo
    case .logo: .wideLogo
    case .strip: .hero
    case .thumbnail: .module
    default: nil
    }
  }
}
