// SPDX-License-Identifier: Apache-2.0

import PassDiagnostics
import PassDrawing
import PassJSON
import PassLocale
import PassModel
import Testing

@testable import PassPreview

/// Passes made by a test and drawn.
enum Sample {
  /// 2026-01-01 UTC.
  static let now: Int64 = 1_767_225_600

  /// Fonts and images for all tests.
  static let kit: PreviewKit = {
    do {
      return PreviewKit(fonts: try FontSet(.pinned))
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  /// Returns a pass that contains only what is given.
  static func pass(_ json: String, files: [String: [UInt8]] = [:]) throws -> PassPackage {
    var report = Report()
    var all = [PackagedFile(path: "pass.json", bytes: Array(json.utf8))]
    all += files.map { PackagedFile(path: $0.key, bytes: $0.value) }
    let pass = PassPackage.read(all, origin: .package, report: &report)
    try #require(pass.hasDocument, "\(report.diagnostics.map(\.message))")
    return pass
  }

  static func face(
    _ json: String, files: [String: [UInt8]] = [:],
    _ change: (inout PreviewSettings) -> Void = { _ in }
  ) throws -> PassFace {
    var settings = PreviewSettings(now: now)
    change(&settings)
    return PassFace(
      try pass(json, files: files), settings,
      formatter: FoundationFormatter(locale: settings.formats))
  }

  /// Returns a drawn front with its findings.
  static func front(
    _ json: String, files: [String: [UInt8]] = [:],
    _ change: (inout PreviewSettings) -> Void = { _ in }
  ) throws -> Drawn {
    var report = Report()
    let face = try face(json, files: files, change)
    let list = CardLayout.front(of: face, kit: kit, report: &report)
    return Drawn(list: list, diagnostics: report.diagnostics)
  }
}

/// A drawn side of a pass.
struct Drawn {
  let list: DisplayList
  let diagnostics: [Diagnostic]

  /// All items of the page without groups, with their roles.
  var flat: [DisplayItem] { Self.flat(list.items) }

  private static func flat(_ items: [DisplayItem]) -> [DisplayItem] {
    items.flatMap { item in
      switch item.shape {
      case .clip(_, _, let inner), .opacity(_, let inner), .group(let inner):
        [item] + flat(inner)
      case .rectangle, .fill, .stroke, .image, .text, .barcode: [item]
      }
    }
  }

  /// Returns the lines of text with a role.
  func texts(_ role: String) -> [PlacedText] {
    flat.compactMap { item in
      guard item.role == role, case .text(let text) = item.shape else { return nil }
      return text
    }
  }

  /// Returns the first line of text with a role.
  func text(_ role: String) throws -> PlacedText {
    try #require(texts(role).first, "no text \(role) among \(flat.map(\.role))")
  }

  /// Returns the rectangle with a role.
  func rectangle(_ role: String) throws -> Rect {
    try #require(
      flat.lazy.compactMap { item -> Rect? in
        guard item.role == role, case .rectangle(let box, _, _) = item.shape else { return nil }
        return box
      }.first)
  }

  func barcode() throws -> PlacedBarcode {
    try #require(
      flat.lazy.compactMap { item -> PlacedBarcode? in
        if case .barcode(let barcode) = item.shape { return barcode }
        return nil
      }.first)
  }

  var codes: [String] { diagnostics.map(\.code).sorted() }
}
