// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// The options of `passc preview`. Three programs use this declaration: `passc` for the help and to
/// start a companion, passc-preview to draw, and passc-service for the page of `--watch`.
package struct PreviewOptions: ParsableArguments {
  package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case png, svg, html, json
  }

  /// The sides of a pass that are drawn.
  package enum Sides: String, ExpressibleByArgument, CaseIterable, Sendable {
    case front, back, both
  }

  /// The state in which a pass is drawn.
  package enum State: String, ExpressibleByArgument, CaseIterable, Sendable {
    case current, expired, voided
  }

  /// The source of the fonts: included in passc, or from the system.
  package enum Fonts: String, ExpressibleByArgument, CaseIterable, Sendable {
    case pinned, system
  }

  /// The form of text in SVG: as paths or as text elements.
  package enum Text: String, ExpressibleByArgument, CaseIterable, Sendable {
    case outlines, live
  }

  @Argument(
    help: ArgumentHelp(
      "A template, a .pkpass or .pkpasses, or a folder of these.",
      valueName: "input"), completion: .file())
  package var input: String

  /// The image, page or folder, or `-` for standard output.
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file, or folder for several; - is stdout.", valueName: "file"),
    completion: .file())
  package var output: String?

  /// The format, or nil to detect it from the name of the output.
  @Option(
    help: ArgumentHelp(
      "Write this format; by default that of the file name.", valueName: "format"))
  package var format: Format?

  @Option(
    help: ArgumentHelp(
      "Draw this side; both by default.",
      valueName: "side"))
  package var side: Sides?

  /// Pixels per point.
  @Option(
    help: ArgumentHelp(
      "Draw this many pixels for a point, 1 to 3.", valueName: "n"))
  package var scale: Int?

  /// The width of the card in points.
  @Option(
    help: ArgumentHelp(
      "Draw the card this wide, 343 to 408; 358 by default.",
      valueName: "points"))
  package var width: Double?

  @OptionGroup(title: "Data")
  package var dataOptions: DataOptionGroup

  /// The row, counted from 1.
  @Option(
    help: ArgumentHelp(
      "Draw this row of --data or of the template's sample.", valueName: "n"))
  package var sample: Int?

  @Flag(help: "Draw every row.")
  package var all = false

  @Option(
    help: ArgumentHelp(
      "Draw in this language, such as de or zh-Hans.",
      valueName: "tag"))
  package var language: String?

  @Option(
    help: ArgumentHelp(
      "Format dates and numbers for this locale, such as de_AT.",
      valueName: "id"))
  package var locale: String?

  @Option(
    help: ArgumentHelp(
      "Draw for this time zone, such as Europe/Berlin.",
      valueName: "zone"))
  package var timeZone: String?

  @Option(
    help: ArgumentHelp(
      "Draw as of this time; now by default.", valueName: "time"))
  package var asOf: String?

  /// The iOS version whose drawing is simulated, or nil for the newest.
  @Option(
    help: ArgumentHelp(
      "Draw as this iOS version does; the newest by default.",
      valueName: "version"))
  package var ios: String?

  @Option(
    help: ArgumentHelp(
      "Draw the pass in this state and ignore its dates.", valueName: "state"))
  package var state: State?

  @Flag(help: "Draw a dark page around the card, and a dark back.")
  package var dark = false

  @Option(
    help: ArgumentHelp(
      "Use these fonts: pinned looks the same on every machine.",
      valueName: "fonts"))
  package var fonts = Fonts.pinned

  @Option(
    help: ArgumentHelp(
      "Write SVG text in this form; outlines look the same everywhere.", valueName: "form"))
  package var text = Text.outlines

  @Flag(help: "Draw all passes or rows on one sheet.")
  package var contactSheet = false

  /// The earlier version of the input.
  @Option(
    help: ArgumentHelp(
      "Draw this earlier version next to the pass.", valueName: "old"),
    completion: .file())
  package var old: String?

  @Flag(
    help: "Serve a page that redraws when you save a file.")
  package var watch = false

  @Flag(help: "Open the page of --watch in the browser.")
  package var open = false

  /// Set by `passc check --drawn`: passc-preview writes the reports but no image.
  @Flag(help: .hidden)
  package var findingsOnly = false

  /// Additional reports, `FORMAT=FILE`.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report of the findings, as passc check does.",
      valueName: "format=file"))
  package var report: [String] = []

  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  package init() {}

  package func validate() throws {
    guard (1...3).contains(scale ?? 2) else {
      throw ValidationError("--scale is 1, 2 or 3", help: "write --scale 2")
    }
    guard (343.0...408).contains(width ?? 358) else {
      throw ValidationError("--width is from 343 to 408 points", help: "write --width 358")
    }
    if let sample, sample < 1 {
      throw ValidationError("--sample counts rows from 1", help: "write --sample 1")
    }
    if all, sample != nil {
      throw ValidationError("--all and --sample exclude each other", help: "give one of them")
    }
    if contactSheet, old != nil {
      throw ValidationError(
        "--contact-sheet and --old exclude each other", help: "give one of them")
    }
    if open, !watch { throw ValidationError("--open is for --watch", help: "write --watch --open") }
    if watch { try rejectFiles() }
    if contactSheet, let format, format != .png, format != .html {
      throw ValidationError("a contact sheet is png or html", help: "write --format html")
    }
  }
}

extension PreviewOptions {
  /// Rejects options for files with `--watch`, and standard input, which passc cannot read again.
  private func rejectFiles() throws {
    let others = [
      (output != nil, "-o"), (format != nil, "--format"), (contactSheet, "--contact-sheet"),
      (old != nil, "--old"), (!report.isEmpty, "--report"), (all, "--all"),
      (scale != nil, "--scale"), (text == .live, "--text"),
    ]
    if let (_, name) = others.first(where: \.0) {
      throw ValidationError("--watch and \(name) exclude each other", help: "give one of them")
    }
    if input == "-" || dataOptions.data == "-" {
      throw ValidationError(
        "standard input cannot be watched", help: "name a template, such as gym.pass --watch")
    }
  }
}

/// The help of `passc preview`, the same in all programs.
package enum PreviewHelp {
  package static let abstract = "Draw a pass as a phone shows it."
  package static let discussion = """
    passc draws the front and the back as PNG, SVG, HTML or a list of boxes. No identity is needed. \
    It draws the classic styles as measured on iPhones and the newer ones approximately. It reports \
    text that is cut or not drawn, with file and line.

    A template without data is drawn with the first row of its sample. If it has no sample, passc \
    draws the names of its columns. Without --time-zone passc uses the time zone of the first date \
    column that has one. If there is none, it uses that of the place in the pass, or the offset in \
    each date. It prints the zone.

    Examples:
      passc preview gym.pkpass
      passc preview gym.pass --sample 2 --language de -o gym.svg
      passc preview tickets.pass --data orders.csv --all -o pictures/
      passc preview outbox --contact-sheet -o sheet.png
      passc preview gym.pass --watch --open
      passc preview new.pkpass --old old.pkpass -o changes.html
    """
}
