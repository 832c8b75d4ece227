// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics

extension ArchiveScan {
  /// Returns why libarchive rejects an extra field, or nil if it reads it. Wallet's log has the
  /// words of libarchive, so Wallet rejects the archive too.
  ///
  /// The checks are those of libarchive 3.6 and no more: padding with zeros and records that are
  /// longer than their content are fine.
  ///
  /// - Parameter largeNumbers: the number of sizes and offsets that the ZIP64 record must contain.
  func extraFieldError(_ extra: Range<Int>, largeNumbers: Int) -> String? {
    if extra.isEmpty { return nil }
    guard extra.count >= 4 else {
      return bytes[extra].allSatisfy { $0 == 0 }
        ? nil : "has \(counted(extra.count, "byte")), expected at least 4"
    }
    var position = extra.lowerBound
    // Up to three bytes after the last record are not read.
    while position + 4 <= extra.upperBound {
      guard let id = number(position, 2), let length = number(position + 2, 2) else { return nil }
      position += 4
      let left = extra.upperBound - position
      if length > left { return "announces \(counted(length, "byte")), but has \(left)" }
      switch id {
      case 0x0001 where length < 8 * largeNumbers:
        return "has a ZIP64 record of \(counted(length, "byte")), expected \(8 * largeNumbers)"
      case 0x5455 where length == 0: return "has an empty record for times"
      case 0x9901 where length < 6: return "has an AES record of \(length) bytes, expected 6"
      default: position += length
      }
    }
    return nil
  }

  /// Reports extra fields that cannot be read, once for all entries: a program writes the same
  /// field for each of them.
  mutating func reportExtraFields() {
    guard !isBroken, let first = records.first(where: { $0.extraFault != nil }),
      let fault = first.extraFault
    else { return }
    let others = records.count { $0.extraFault != nil } - 1
    let more = others == 0 ? "" : ", and \(others) more \(others == 1 ? "is" : "are") like it"
    report(
      ArchiveFindings.extraField, "the extra field of \(shown(first.name)) \(fault)\(more)",
      entry: first.name)
  }
}
