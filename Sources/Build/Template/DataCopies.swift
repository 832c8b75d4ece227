// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON

/// Recognises files that hold the data of a run under another name: byte for byte, or the same rows
/// in another form.
struct DataCopies {
  /// What is known of one data file; read only when something is compared with it.
  private struct Original {
    let path: String
    let bytes: [UInt8]
    let rows: [[[UInt8]]]
  }

  /// As many rows are compared; whoever copies a table copies its beginning.
  private static let comparedRows = 3
  /// Shorter rows are in too many texts: `1,gold,10`.
  private static let shortestRow = 10

  private let paths: [String]
  private let disk: DiskReader
  private var originals: [Original]?

  /// Compares with nothing yet.
  ///
  /// - Parameter paths: the data of the run, the sample of the template, and what else is never
  ///   packed. What is not there or is not a file has no copies.
  init(_ paths: [String], disk: DiskReader) {
    self.paths = paths
    self.disk = disk
  }

  /// The path of the data that a file is a copy of; nil for any other file.
  mutating func original(of bytes: [UInt8]) -> String? {
    guard !bytes.isEmpty else { return nil }
    let all = originals ?? paths.compactMap { Self.read($0, disk) }
    originals = all
    return all.first { $0.bytes == bytes || Self.holds($0.rows, bytes) }?.path
  }

  private static func read(_ path: String, _ disk: DiskReader) -> Original? {
    // Opening a pipe would take what the run is about to read.
    guard (try? disk.kind(of: path, followingLinks: true)) == .file,
      let bytes = try? disk.read(path)
    else { return nil }
    return Original(path: path, bytes: bytes, rows: rows(of: bytes, name: path))
  }

  /// The cells of the first rows, without empty ones; of a single row its columns come first.
  private static func rows(of bytes: [UInt8], name: String) -> [[[UInt8]]] {
    var rest: [UInt8]? = bytes
    let once: ByteSource = {
      defer { rest = nil }
      return rest
    }
    // What is wrong with the data is reported where it is used.
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

  /// Whether every cell of these rows is in the bytes.
  private static func holds(_ rows: [[[UInt8]]], _ bytes: [UInt8]) -> Bool {
    guard rows.count >= 2 else { return false }
    return rows.allSatisfy { row in
      row.count >= 2 && row.reduce(0) { $0 + $1.count } >= shortestRow
        && row.allSatisfy { bytes.contains($0) }
    }
  }
}
