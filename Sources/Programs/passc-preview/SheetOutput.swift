// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDrawing
import PassPreview

/// A sheet of many cards. It is written row by row, so that only one row is in memory.
struct SheetOutput {
  private let file: AtomicFile
  private let path: String
  private let sheet: ContactSheet
  private let scale: Int
  private let page: PreviewPage?
  private let bands: PNGBands?
  private var row: [(name: String, list: DisplayList)] = []
  private var rows = 0

  /// Opens the file.
  ///
  /// - Parameters:
  ///   - count: the number of cards.
  ///   - cardWidth: the width of a card in points.
  init(_ options: PreviewOptions, count: Int, cardWidth: Double, kit: PreviewKit) throws {
    guard let path = options.output, path != "-" else {
      throw CommandFailureError.usage(
        "--contact-sheet needs an output file", help: "add -o sheet.png")
    }
    self.path = path
    let format = options.writtenFormat
    guard format == .png || format == .html else {
      throw CommandFailureError.usage(
        "\(path) is not a PNG or HTML file", help: "use .png or .html, or give --format")
    }
    scale = options.scale ?? 1
    sheet = ContactSheet(
      count: count, cardWidth: cardWidth, fonts: kit.fonts, isDark: options.dark)
    try MadeFolder.makeParent(of: path)
    let file = try AtomicFile(path, mode: .ordinary, replacing: true, durable: false)
    self.file = file
    if format == .html {
      let page = PreviewPage(isDark: options.dark)
      try file.append(
        page.head(
          title: FilePath.lastComponent(FilePath.normalised(options.input)),
          language: options.language ?? "en"))
      try file.append(PreviewPage.sheetBegin)
      self.page = page
      bands = nil
    } else {
      page = nil
      bands = try PNGBands(width: sheet.width, height: sheet.height, scale: scale) { bytes in
        try file.append(bytes)
      }
    }
  }

  /// Adds a card.
  mutating func add(_ name: String, _ list: DisplayList) throws {
    if let page {
      let png = try PNGWriter(scale: scale).bytes(of: list)
      return try file.append(page.card(name, list, png: png))
    }
    row.append((name, list))
    if row.count == sheet.columns { try endRow() }
  }

  private mutating func endRow() throws {
    rows += 1
    try bands?.add(sheet.row(row, isLast: rows == sheet.rows))
    row = []
  }

  /// Finishes the file and moves it to its path.
  mutating func finish() throws {
    if let page {
      try file.append(PreviewPage.sheetEnd)
      try file.append(page.end)
    } else {
      // Passes that could not be drawn leave rows empty.
      while rows < sheet.rows { try endRow() }
      try bands?.finish()
    }
    try file.commit()
    Console.printLine(path)
  }
}
