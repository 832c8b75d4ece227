// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCompanionFindings
import PassDiagnostics
import PassDrawing
import PassModel
import PassTemplate

/// The findings about the sources of `passc images`.
struct ImageReports {
  private(set) var report = Report()

  /// Whether the template is in a temporary folder, whose name says nothing to the user.
  private let isNew: Bool

  /// - Parameters:
  ///   - report: a report with the files of the template.
  ///   - isNew: whether `passc init` makes the template.
  init(_ report: Report, isNew: Bool) {
    self.report = report
    self.isNew = isNew
  }

  /// The path of a source in messages.
  func name(_ source: ImageSource) -> String { isNew ? source.written : source.path }

  mutating func addUnused(_ source: ImageSource, styles: [PassStyle]) {
    let names = styles.map(\.rawValue).joined(separator: " or ")
    report(
      ImageSourceFindings.notShown,
      source.slot == .personalizationLogo
        ? "\(source.slot.rawValue) is shown only with personalization.json"
        : "\(source.slot.rawValue) is not shown by a pass of style \(names)", at: source.place)
  }

  mutating func addUnreadable(_ source: ImageSource, _ error: SourceImage.SourceError) {
    let name = self.name(source)
    report(
      ImageSourceFindings.unreadable, "\(name) \(error.description)", at: source.place)
  }

  mutating func addUnreadable(_ source: ImageSource, _ error: FileError) {
    report(ImageSourceFindings.unreadable, error.description, at: source.place)
  }

  /// Reports what the text of an SVG shows. Returns false if it cannot be drawn completely.
  mutating func add(_ svg: SVGText, of source: ImageSource) -> Bool {
    let name = self.name(source)
    if let reference = svg.references.first {
      let more = svg.references.count - 1
      report(
        ImageSourceFindings.external,
        "\(name) refers to \(Excerpt.cell.quoted(reference))"
          + (more > 0 ? " and \(more) more" : ""), at: source.place)
      return false
    }
    if svg.hasText {
      report(ImageSourceFindings.text, "\(name) contains text", at: source.place)
    }
    return true
  }

  mutating func addCMYK(_ source: ImageSource) {
    let name = self.name(source)
    report(
      ImageSourceFindings.cmyk, "\(name) has CMYK colors, expected RGB", at: source.place)
  }

  mutating func addEnlargement(
    _ image: SlotImage, of item: ImagePlan.Item, _ source: SourceImage
  ) {
    let name = self.name(item.source)
    // A part of a pixel does not matter.
    guard image.enlargement > 1.05 else { return }
    let times = (image.enlargement * 10).rounded() / 10
    report(
      ImageSourceFindings.enlarged,
      "\(name) is \(source.width) x \(source.height) pixels, enlarged \(times) times "
        + "for \(item.fileName(.three))", at: item.source.place)
  }

  /// Compares the colours of a logo with the background of the pass.
  mutating func addColours(
    _ colours: SourceColours, of source: ImageSource, background: PassColour?
  ) {
    let name = self.name(source)
    guard let background else { return }
    if colours.isOpaque {
      guard let edge = colours.edge, edge.contrast(with: background) > 1.1 else { return }
      return report(
        ImageSourceFindings.box,
        "\(name) has edges in \(edge.shown) on a card in \(background.shown)",
        at: source.place)
    }
    let share = colours.percentage(on: background, contrast: 2)
    guard share < 50 else { return }
    report(
      ImageSourceFindings.contrast,
      "\(100 - share) % of \(name) is hard to see on \(background.shown)",
      at: source.place)
  }
}
