// SPDX-License-Identifier: Apache-2.0

public import Foundation
public import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel
public import PassTemplate

/// A pass drawn as on an iPhone.
///
/// ```swift
/// let drawn = try DrawnPass(files: files, language: "de")
/// try Data(drawn.svg()).write(to: URL(fileURLWithPath: "front.svg"))
/// ```
public struct DrawnPass: Sendable {
  /// A side of the pass.
  public enum Side: String, Sendable, CaseIterable {
    /// The side that a phone shows first.
    case front
    /// The side behind the button for details.
    case back
  }

  /// The reason why nothing can be drawn.
  public struct PreviewError: LocalizedError, Sendable, CustomStringConvertible {
    /// The reason as a sentence.
    public let description: String

    /// The reason as a sentence, for `localizedDescription`.
    public var errorDescription: String? { description }
  }

  /// The findings about the drawing, such as cut or missing content.
  public let findings: [Diagnostic]
  private let lists: [Side: DisplayList]

  /// Draws the files of a pass: pass.json, images, `LANGUAGE.lproj/pass.strings`.
  ///
  /// - Parameters:
  ///   - files: the files of the pass by path.
  ///   - language: the language of the device, such as `de` or `zh-Hans`.
  ///   - locale: the locale for dates and numbers, such as `de_AT`, or nil for that of the
  ///     language.
  ///   - timeZone: the time zone of the device, an IANA name.
  ///   - time: the current time in seconds since 1970, which decides whether the pass has expired.
  ///   - width: the width of the card in points, 343 to 408.
  ///   - fontFolders: folders with Inter and Noto, searched before the system's folders.
  /// - Throws: `DiagnosticsError` if pass.json cannot be read, otherwise `PreviewError`.
  public init(
    files: [String: [UInt8]], language: String = "en", locale: String? = nil,
    timeZone: String = "UTC", at time: Int64? = nil, width: Double = 358,
    fontFolders: [String] = []
  ) throws {
    var report = Report()
    let packaged = files.map { PackagedFile(path: $0.key, bytes: $0.value) }
    let pass = PassPackage.read(packaged, origin: .package, report: &report)
    guard pass.hasDocument else { throw DiagnosticsError(report.diagnostics) }
    try self.init(
      pass, Report(sources: report.sources),
      Self.settings(language, locale, timeZone, time, width), fontFolders)
  }

  /// Draws a template with a row filled in.
  ///
  /// - Throws: `PreviewError`.
  public init(
    _ pass: ResolvedPass, language: String = "en", locale: String? = nil,
    timeZone: String = "UTC", at time: Int64? = nil, width: Double = 358,
    fontFolders: [String] = []
  ) throws {
    try self.init(
      pass.package, Report(sources: pass.sources),
      Self.settings(language, locale, timeZone, time, width), fontFolders)
  }

  private init(
    _ pass: PassPackage, _ report: Report, _ settings: PreviewSettings, _ folders: [String]
  ) throws {
    var report = report
    let kit: PreviewKit
    do {
      kit = PreviewKit(fonts: try FontSet(.pinned, folders: folders))
    } catch {
      throw PreviewError(description: error.description)
    }
    let picture = PassPicture(
      pass, settings, formatter: FoundationFormatter(locale: settings.formats), kit: kit)
    lists = [
      .front: picture.list(.front, report: &report), .back: picture.list(.back, report: &report),
    ]
    findings = report.sorted
  }

  private static func settings(
    _ language: String, _ locale: String?, _ zone: String, _ time: Int64?, _ width: Double
  ) throws -> PreviewSettings {
    var settings = PreviewSettings(now: time ?? Int64(Date().timeIntervalSince1970))
    settings.language = language
    settings.locale = locale
    guard PreviewSettings.widths.contains(width) else {
      throw PreviewError(description: "a card is 343 to 408 points wide, not \(width)")
    }
    settings.width = width
    guard let known = PreviewZone(named: zone) else {
      throw PreviewError(description: "\"\(zone)\" is not a time zone")
    }
    settings.zone = known
    return settings
  }

  /// Returns one side as an SVG document.
  public func svg(_ side: Side = .front) throws -> [UInt8] {
    try drawn { try SVGWriter().bytes(of: list(side)) }
  }

  /// Returns one side as a PNG with 1 to 3 pixels per point.
  public func png(_ side: Side = .front, scale: Int = 2) throws -> [UInt8] {
    guard (1...3).contains(scale) else { throw PreviewError(description: "scales are 1, 2 and 3") }
    return try drawn { try PNGWriter(scale: scale).bytes(of: list(side)) }
  }

  /// Returns the boxes of all texts and images of one side as JSON.
  public func boxes(_ side: Side = .front) -> [UInt8] {
    ListWriter.bytes(of: list(side), side: side.rawValue)
  }

  private func list(_ side: Side) -> DisplayList {
    lists[side] ?? DisplayList(width: 0, height: 0)
  }

  private func drawn(_ write: () throws -> [UInt8]) throws -> [UInt8] {
    do {
      return try write()
    } catch let fault as DrawingError {
      throw PreviewError(description: fault.description)
    }
  }
}
