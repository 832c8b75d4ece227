// SPDX-License-Identifier: Apache-2.0

package import ArgumentParser

/// What `passc preview` is asked for: declared once, for `passc`, which knows its help and starts
/// the other programs, for passc-preview, which draws, and for passc-service, which serves the page
/// of `--watch`.
package struct PreviewOptions: ParsableArguments {
  /// How a picture is written.
  package enum Format: String, ExpressibleByArgument, CaseIterable, Sendable {
    case png, svg, html, json
  }

  /// Which sides of a pass are drawn.
  package enum Sides: String, ExpressibleByArgument, CaseIterable, Sendable {
    case front, back, both
  }

  /// The state a pass is drawn in.
  package enum State: String, ExpressibleByArgument, CaseIterable, Sendable {
    case current, expired, voided
  }

  /// Where letters come from.
  package enum Fonts: String, ExpressibleByArgument, CaseIterable, Sendable {
    case pinned, system
  }

  /// How words are written in SVG.
  package enum Text: String, ExpressibleByArgument, CaseIterable, Sendable {
    case outlines, live
  }

  /// What is drawn.
  @Argument(
    help: ArgumentHelp(
      "A template, a .pkpass or .pkpasses, or a folder of these.",
      valueName: "input"), completion: .file())
  package var input: String

  /// The picture, page or folder that is written.
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "Write to this file, or folder for several; - is stdout.", valueName: "file"),
    completion: .file())
  package var output: String?

  /// How it is written; nil to tell from the name of the output.
  @Option(
    help: ArgumentHelp(
      "Write this format; by default the output's name decides.", valueName: "format"))
  package var format: Format?

  /// Which sides.
  @Option(
    help: ArgumentHelp(
      "Draw this side; both by default.",
      valueName: "side"))
  package var side: Sides?

  /// Pixels to the point.
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

  /// Where the rows of a template come from.
  @OptionGroup(title: "Data")
  package var dataOptions: DataOptionGroup

  /// Which row.
  @Option(
    help: ArgumentHelp(
      "Draw this row of --data or of the template's sample.", valueName: "n"))
  package var sample: Int?

  /// Every row.
  @Flag(help: "Draw every row.")
  package var all = false

  /// The language of the device.
  @Option(
    help: ArgumentHelp(
      "Draw in this language, such as de or zh-Hans.",
      valueName: "tag"))
  package var language: String?

  /// The locale of dates and numbers.
  @Option(
    help: ArgumentHelp(
      "Format dates and numbers for this locale, such as de_AT.",
      valueName: "id"))
  package var locale: String?

  /// The zone of the device.
  @Option(
    help: ArgumentHelp(
      "Draw for this time zone, such as Europe/Berlin.",
      valueName: "zone"))
  package var timeZone: String?

  /// The moment that is drawn.
  @Option(
    help: ArgumentHelp(
      "Draw as of this time; now by default.", valueName: "time"))
  package var asOf: String?

  /// The system of the device.
  @Option(
    help: ArgumentHelp(
      "Draw what this iOS version shows; the newest by default.",
      valueName: "version"))
  package var ios: String?

  /// The state of the pass.
  @Option(
    help: ArgumentHelp(
      "Draw the pass in this state, whatever its dates are.", valueName: "state"))
  package var state: State?

  /// A dark page.
  @Flag(help: "Draw a dark page around the card, and a dark back.")
  package var dark = false

  /// Which fonts.
  @Option(
    help: ArgumentHelp(
      "Use these fonts: pinned looks the same on every machine.",
      valueName: "fonts"))
  package var fonts = Fonts.pinned

  /// How words are written in SVG.
  @Option(
    help: ArgumentHelp(
      "Write text in SVG like this; outlines look the same everywhere.", valueName: "form"))
  package var text = Text.outlines

  /// Many passes on one sheet.
  @Flag(help: "Draw all passes or rows on one sheet.")
  package var contactSheet = false

  /// What the input was before.
  @Option(
    help: ArgumentHelp(
      "Draw this earlier version next to the pass.", valueName: "old"),
    completion: .file())
  package var old: String?

  /// A page that follows the files.
  @Flag(
    help: "Serve a page that is drawn again when a file is saved.")
  package var watch = false

  /// Whether that page is opened.
  @Flag(help: "Open the page of --watch in the browser.")
  package var open = false

  /// For `passc check --drawn`: nothing is written but the reports.
  @Flag(help: .hidden)
  package var findingsOnly = false

  /// Reports that are written besides.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write a report of the findings, as passc check does.",
      valueName: "format=file"))
  package var report: [String] = []

  /// What counts as an error.
  @OptionGroup(title: "Findings")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}

  /// Rejects what cannot be drawn.
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
    if watch { try refuseFiles() }
    if contactSheet, let format, format != .png, format != .html {
      throw ValidationError("a contact sheet is png or html", help: "write --format html")
    }
  }
}

extension PreviewOptions {
  /// Rejects what writes a file or reads only once: a watched page does neither.
  private func refuseFiles() throws {
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

/// What `passc preview` says of itself in `--help`, whichever program is asked.
package enum PreviewHelp {
  /// One line.
  package static let abstract = "Draw a pass as a phone shows it."
  /// What it does, with examples.
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
