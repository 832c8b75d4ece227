// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassTemplate

/// The files that a row adds, and the cells that name them.
struct Pictures {
  static let note = "the row names the file here"
  /// The cells, by the name of the file as the user knows it.
  private var cells: [String: Location] = [:]

  /// Creates the value for a row without files.
  init() {}

  /// Finds the cells of a row that name files.
  ///
  /// - Parameter names: the name of each file in diagnostics, by the path in the cell.
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
