// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassRead

/// What a run will take of the disk, worked out from its first rows.
struct SpaceCheck {
  /// Passes to be written.
  var passes: Int
  /// The mean size of a bundle in bytes.
  let bundleInBytes: Int
  /// One file each, or all in one archive.
  let isOneFile: Bool
  /// What stands in the folder already, from an earlier run: it is left, or something of about
  /// its size takes its place.
  var inPlace = TakenSpace()

  /// Why it will not fit, in a sentence; nil when it does.
  func complaint(_ free: FreeSpace, at folder: String) -> String? {
    let size =
      isOneFile
      ? bundleInBytes + TarWriter.block
      : (bundleInBytes + free.blockInBytes - 1) / free.blockInBytes * free.blockInBytes
    let (needed, isTooMuch) = passes.multipliedReportingOverflow(by: size)
    if isTooMuch || needed - inPlace.bytes > free.bytes {
      return "about \(passes.grouped) passes of \(Self.amount(bundleInBytes)) need "
        + "\(Self.amount(needed)), \(folder) has \(Self.amount(free.bytes)) left"
    }
    if !isOneFile, let files = free.files, passes - inPlace.files > files {
      return "about \(passes.grouped) files are needed, the disk of \(folder) has room for "
        + "\(files.grouped) more"
    }
    return nil
  }

  /// `23 kB`, `4.5 GB`.
  static func amount(_ bytes: Int) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"]
    var value = Double(bytes)
    var unit = 0
    while value >= 1000, unit < units.count - 1 {
      value /= 1000
      unit += 1
    }
    let isSmall = value < 10 && unit > 0
    let number = isSmall ? "\((value * 10).rounded() / 10)" : "\(Int(value.rounded()))"
    return "\(number) \(units[unit])"
  }
}
