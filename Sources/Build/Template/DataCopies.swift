// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// Recognizes files that contain the data of a run under another name, byte for byte or as the same
/// rows in another format.
struct DataCopies {
  /// One data file. It is read only when a file is compared with it.
  private struct Original {
    let path: String
    let bytes: [UInt8]
    let rows: [[[UInt8]]]
  }

  /// The number of rows to compare. A copy of a table contains its first rows.
  private static let comparedRows = 3
  /// The minimum length of a row in bytes. Shorter rows such as `1,gold,10` occur in unrelated
  /// texts.
  private static let shortestRow = 10

  private let paths: [String]
  private let disk: DiskReader
  private var originals: [Original]?

  /// - Parameter paths: the data of the run, the sample of the template, and other files that are
  ///   never packed. Missing paths and paths that are not files are ignored.
  init(_ paths: [String], disk: DiskReader) {
    self.paths = paths
    self.disk = disk
  }

  /// Returns the path of the data that a file is a copy of, or nil.
  mutating func original(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return nil }
    let all = originals ?? paths.compactMap { Self.read($0, disk) }
    originals = all
    return all.first { $0.bytes == bytes || Self.contains($0.rows, bytes) }?.path
  }

  private static func read(_ path: String, _ disk: DiskReader) -> Original? {
    // Reading a pipe would consume the data of the run.
    guard (try? disk.kind(of: path, followingLinks: true)) == .file,
      let bytes = try? disk.read(path)
    else { return nil }
    return Original(path: path, bytes: bytes, rows: rows(of: bytes, name: path))
  }

  /// Returns the non-empty cells of the first rows. If there is one row, its column names are added
  /// before it.
  private static func rows(of bytes: [UInt8], name: String) -> [[[UInt8]]] {
    var rest: [UInt8]? = bytes
    let once: ByteSource = {
      defer { rest = nil }
      return rest
    }
    // Errors in the data are reported where the data is used.
    var report = Report()
    guard DataFormat.of(fileName: name) != nil,
      var reader = try? DataReader(name: name, read: once, report: &report)
    else { return [] }
    var rows: [[[UInt8]]] = []
    var names = reader.header?.names ?? []
    while rows.count < comparedRows, let row = try? reader.next(&report) {
      if let root = row.document?.root {
        names = root.members.map(\.name)
        rows.append(cells(root.members.compactMap { $0.value.string }))
      } else {
        rows.append(cells((0..<row.cellCount).compactMap { row.text(ofCell: $0) }))
      }
    }
    guard rows.count == 1 else { return rows }
    return [cells(names)] + rows
  }

  private static func cells(_ texts: [String]) -> [[UInt8]] {
    texts.map { Array($0.utf8) }.filter { !$0.isEmpty }
  }

  /// Returns whether the bytes contain every cell of these rows.
  private static func contains(_ rows: [[[UInt8]]], _ bytes: [UInt8]) -> Bool {
    guard rows.count >= 2 else { return false }
    return rows.allSatisfy { row in
      row.count >= 2 && row.reduce(0) { $0 + $1.count } >= shortestRow
        && row.allSatisfy { bytes.contains($0) }
    }
  }
}
