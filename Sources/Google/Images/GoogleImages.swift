// SPDX-License-Identifier: Apache-2.0

import PassCompanionFindings
import PassCrypto
import PassDiagnostics
import PassGoogleModel
import PassJSON
import PassModel

/// A file to publish, because Google fetches images by address.
package struct GoogleImageFile: Sendable {
  /// The first 16 hexadecimal digits of its SHA-256, and `.png` or `.jpg`.
  package let name: String
  package let bytes: [UInt8]
}

/// The addresses of the images of a pass.
struct GoogleImages {
  private var addresses: [GoogleImageSlot: (address: String, origin: Origin)] = [:]
  /// The files behind the addresses that passc made.
  private(set) var files: [GoogleImageFile] = []
  /// Images that need an address.
  private(set) var withoutAddress: [GoogleImageSlot] = []

  subscript(slot: GoogleImageSlot) -> (address: String, origin: Origin)? { addresses[slot] }

  /// Finds the images of a pass.
  ///
  /// - Parameters:
  ///   - base: the address of the folder with the published files, without a slash at the end.
  ///   - readFile: reads a file of the template that google.json names.
  init(
    _ settings: GoogleSettings, _ files: [PackagedFile], base: String?,
    readFile: (String) -> [UInt8]?, report: inout Report
  ) {
    for slot in GoogleImageSlot.allCases {
      if let value = settings.image(slot), let text = value.string, text.contains(":") {
        addresses[slot] = (text, value.origin)
      } else if let (bytes, place) = Self.file(slot, settings, files, readFile, &report) {
        Self.check(slot, bytes, place, &report)
        guard let base else {
          withoutAddress.append(slot)
          continue
        }
        let isPNG = bytes.starts(with: PNGHeader.signature)
        let file = GoogleImageFile(
          name: Digest.sha256Hex(bytes).prefix(16) + (isPNG ? ".png" : ".jpg"), bytes: bytes)
        self.files.append(file)
        addresses[slot] = (base + "/" + file.name, place.origin)
      }
    }
  }

  private static func file(
    _ slot: GoogleImageSlot, _ settings: GoogleSettings, _ files: [PackagedFile],
    _ readFile: (String) -> [UInt8]?, _ report: inout Report
  ) -> (bytes: [UInt8], place: Place)? {
    if let value = settings.image(slot), let path = value.string {
      if let bytes = readFile(path) { return (bytes, value.place) }
      report(GoogleFindings.settingInvalid, "the template has no file \(path)", at: value)
      return nil
    }
    if let bytes = readFile("google/\(slot.rawValue).png") {
      return (bytes, Place.file("google/\(slot.rawValue).png"))
    }
    let source: ImageSlot =
      switch slot {
      case .logo: .icon
      case .wideLogo: .logo
      case .hero: .strip
      case .module: .thumbnail
      }
    for scale in ImageSlot.Scale.allCases.sorted(by: >) {
      if let file = files.first(where: { $0.path == source.fileName(scale) }) {
        return (file.bytes, file.place)
      }
    }
    return nil
  }

  private static func check(
    _ slot: GoogleImageSlot, _ bytes: [UInt8], _ place: Place, _ report: inout Report
  ) {
    guard case .success(let header) = PNGHeader.read(bytes) else { return }
    let (width, height) = (header.widthInPixels, header.heightInPixels)
    guard width > 0, height > 0 else { return }
    if width < slot.size.width || height < slot.size.height {
      let wanted =
        slot == .module ? "\(slot.size.width) wide" : "\(slot.size.width) x \(slot.size.height)"
      report(
        GoogleFindings.imageTooSmall,
        "the \(slot.rawValue) has \(width) x \(height) pixels, Google asks for \(wanted)", at: place
      )
    }
    let ratio = Double(width) / Double(height)
    let fits =
      switch slot {
      case .logo: width == height
      case .wideLogo: abs(ratio - 3.2) < 0.05
      case .hero: ratio > 2.95
      case .module: true
      }
    guard !fits else { return }
    let wanted =
      switch slot {
      case .logo: "a square"
      case .wideLogo: "16:5"
      default: "3:1 or wider"
      }
    report(
      GoogleFindings.imageShape,
      "the \(slot.rawValue) has \(width) x \(height) pixels, Google expects \(wanted)", at: place)
  }
}
