// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTemplate

/// The files a row brings, and the cells that name them.
struct Pictures {
  static let note = "the row names the file here"
  /// By the file as the user knows it.
  private var cells: [String: Location] = [:]

  /// For a row that brings no files.
  init() {}

  /// The files that the cells of a row name.
  ///
  /// - Parameter names: each path in a cell, with the name its file goes by in diagnostics.
  init(_ row: [Cell], _ names: [String: String], _ sources: SourceTable) {
    guard !names.isEmpty else { return }
    for cell in row {
      guard case .file(let path) = cell.value, let name = names[path], cells[name] == nil else {
        continue
      }
      cells[name] = sources.location(of: cell.origin)
    }
  }

  func cell(of diagnostic: Diagnostic) -> Location? {
    diagnostic.location.flatMap { cells[$0.file] }
  }
}
