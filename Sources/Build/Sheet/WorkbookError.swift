// SPDX-License-Identifier: Apache-2.0

/// The reason why a workbook cannot be read.
package enum WorkbookError: Error, Equatable {
  /// A file that is not an Excel workbook (.xlsx).
  package enum UnsupportedFormat: Sendable {
    /// The container of .xls, without an encrypted part.
    case oldExcel
    /// A workbook with a password.
    case encrypted
    case openDocument, numbers
    /// A workbook in Excel's binary format.
    case binaryExcel
    case otherArchive, notArchive
  }

  case unsupportedFormat(UnsupportedFormat)
  /// A damaged or invalid part of the workbook, in words. Without a part it is the whole file.
  case damaged(part: String?, reason: String)
  /// A part that exceeds a limit, in words.
  case tooLarge(part: String?, reason: String)
}
