// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics

/// Recognizes files that people hand over as .xlsx although they are something else.
enum UnsupportedWorkbook {
  private static let pieceInBytes = 1 << 20

  /// Throws the kind of a file that is not a zip archive.
  static func check(_ bytes: SpilledBytes) throws {
    let head = try bytes.bytes(in: 0..<8)
    if head.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) {
      throw WorkbookError.unsupportedFormat(try isEncrypted(bytes) ? .encrypted : .oldExcel)
    }
    guard head.starts(with: [0x50, 0x4B]) else {
      throw WorkbookError.unsupportedFormat(.notArchive)
    }
  }

  /// Throws the kind of a zip archive that is not a workbook.
  static func check(_ zip: ZIPFile) throws(WorkbookError) {
    guard !zip.contains("_rels/.rels") else { return }
    if zip.contains(where: { $0.hasSuffix(".iwa") }) || zip.contains("index.zip") {
      throw .unsupportedFormat(.numbers)
    }
    if zip.contains("mimetype"), zip.contains("content.xml") {
      throw .unsupportedFormat(.openDocument)
    }
    throw .unsupportedFormat(.otherArchive)
  }

  /// Returns whether the container of .xls has an encrypted package, which is a workbook with a
  /// password. The names of its streams are UTF-16.
  private static func isEncrypted(_ bytes: SpilledBytes) throws -> Bool {
    let name = "EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    var start = 0
    while start < bytes.count {
      let end = min(start + pieceInBytes, bytes.count)
      let piece = try bytes.bytes(in: start..<end)
      if ByteSearch.contains(name, in: piece) { return true }
      if end == bytes.count { break }
      start = end - name.count
    }
    return false
  }
}
