// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassRead

/// The disk space that a run needs, estimated from its first rows.
struct SpaceCheck {
  var passes: Int
  let bundleInBytes: Int
  /// Whether all passes are in one archive.
  let isOneFile: Bool
  /// The files of an earlier run in the folder. They stay, or are replaced by files of about the
  /// same size.
  var inPlace = UsedSpace()

  /// Returns a sentence if the space is not enough, otherwise nil.
  func message(_ free: FreeSpace, at folder: String) -> String? {
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

  /// Returns `23 kB` or `4.5 GB`.
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
