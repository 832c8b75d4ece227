// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassConsole
import PassDrawing
import PassModel

/// A reader of the sources of images.
enum SourceReader {
  /// The largest side of the images of a pass: the height of an artwork at @3x.
  private static let largest = 1344

  /// Returns whether a file is an SVG. Programs write long prologues in front of the first element.
  static func isSVG(_ bytes: [UInt8], name: String) -> Bool {
    if ImageKind.recognised(bytes) == .svg { return true }
    return FilePath.extension(name).lowercased() == "svg"
      && bytes.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
  }

  static func read(
    _ bytes: [UInt8], name: String
  ) throws(SourceImage.SourceError) -> SourceImage {
    isSVG(bytes, name: name)
      ? try SVGWorker.draw(bytes) : try SourceImage.read(bytes, largest: largest)
  }
}

/// The background that fits a logo, for `--background auto`.
enum ImageBackground {
  static func read(_ path: String) throws -> PassColour {
    let bytes = try Disk.read(path)
    do {
      return SourceColours(try SourceReader.read(bytes, name: path)).background
    } catch {
      throw CommandFailureError.broken("\(path) \(error.description)")
    }
  }
}

extension ImageShape {
  /// The slot for drawing.
  var slot: SlotImage.Slot {
    let form: SlotImage.Form =
      switch kind {
      case .fitted: .fitted
      case .cropped: .cropped
      case .limited: .limited
      case .padded: .padded(background ?? PassColour(red: 255, green: 255, blue: 255))
      }
    return SlotImage.Slot(
      form: form, width: width, height: height, focus: (x: focus.x, y: focus.y))
  }
}
