// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// Writes the outcome of each row as JSON Lines, `"version": 1`. Programs that issue with passc and
/// have their own records use this table, and `passc ledger import --outcomes` reads it.
///
/// All members are always present, with null for no value. Later versions may add members but
/// remove none.
final class OutcomesWriter {
  /// The number of bytes that are written at once.
  private static let pieceInBytes = 1 << 16

  private let file: GrowingFile
  /// The folder of separate files. Nil for an archive.
  private let folder: String?
  /// The archive with all passes. Nil for a folder and for a pipe.
  private let archive: String?
  /// The constant part of every line, between its line number and its serial number.
  private let passType: [UInt8]
  private var pendingRows: [UInt8] = []

  /// - Parameters:
  ///   - passType: nil if only the rows contain it.
  ///   - folder: the absolute path of the output folder. Nil for a pipe.
  ///   - archive: the name of the tar in the folder. Nil for separate files.
  init(_ path: String, passType: String?, folder: String?, archive: String?) throws(FileError) {
    file = try GrowingFile(path, replacing: true)
    self.folder = archive == nil ? folder : nil
    self.archive = archive.flatMap { name in folder.map { FilePath.join($0, name) } }
    var member = Array(",\"passType\":".utf8)
    Self.write(passType, to: &member)
    member += ",\"serial\":".utf8
    self.passType = member
  }

  func append(_ row: RowOutcome) throws(FileError) {
    pendingRows += "{\"version\":1,\"line\":".utf8
    pendingRows += String(row.line).utf8
    pendingRows += passType
    Self.write(row.serial, to: &pendingRows)
    if row.result == .rejected { writeRejected(row) } else { writeIssued(row) }
    pendingRows += "}\n".utf8
    if pendingRows.count >= Self.pieceInBytes { try flush() }
  }

  private func writeIssued(_ row: RowOutcome) {
    pendingRows += row.result == .unchanged ? Self.unchanged : Self.issued
    Self.write(row.digest.map { Hex.encode($0) }, to: &pendingRows)
    pendingRows += ",\"size\":".utf8
    pendingRows += row.bundleSize > 0 ? Array(String(row.bundleSize).utf8) : Array("null".utf8)
    pendingRows += ",\"place\":".utf8
    let (place, entry) = place(of: row)
    Self.write(place, to: &pendingRows)
    pendingRows += ",\"entry\":".utf8
    Self.write(entry, to: &pendingRows)
    pendingRows += ",\"code\":null,\"message\":null,\"fault\":null".utf8
  }

  /// Returns the file with the pass and, for an archive, the name of its entry.
  private func place(of row: RowOutcome) -> (file: String?, entry: String?) {
    if let known = row.known { return (known.fullPath, known.entry) }
    guard let folder else { return (archive, row.path) }
    return (row.path.map { FilePath.join(folder, $0) }, row.entry)
  }

  private static let issued = Array(",\"outcome\":\"issued\",\"digest\":".utf8)
  private static let unchanged = Array(",\"outcome\":\"unchanged\",\"digest\":".utf8)

  private func writeRejected(_ row: RowOutcome) {
    let reason = row.diagnostics.reason
    pendingRows +=
      ",\"outcome\":\"refused\",\"digest\":null,\"size\":null,\"place\":null,\"entry\":null".utf8
    pendingRows += ",\"code\":".utf8
    Self.write(reason?.code, to: &pendingRows)
    pendingRows += ",\"message\":".utf8
    Self.write(reason?.message, to: &pendingRows)
    pendingRows += ",\"fault\":".utf8
    Self.write(reason?.location?.description, to: &pendingRows)
  }

  private static func write(_ text: String?, to line: inout [UInt8]) {
    if let text { JSONWriter.writeString(text, to: &line) } else { line += "null".utf8 }
  }

  private func flush() throws(FileError) {
    try file.append(pendingRows)
    pendingRows.removeAll(keepingCapacity: true)
  }

  func commit() throws(FileError) {
    try flush()
    try file.commit()
  }
}
