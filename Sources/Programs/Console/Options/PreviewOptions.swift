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
      "A template, a package folder, a .pkpass or .pkpasses, or a folder with any of these.",
      valueName: "input"), completion: .file())
  package var input: String

  /// The picture, page or folder that is written.
  @Option(
    name: [.customShort("o"), .long],
    help: ArgumentHelp(
      "The file to write, a folder for several, or - for standard output.", valueName: "file"),
    completion: .file())
  package var output: String?

  /// How it is written; nil to tell from the name of the output.
  @Option(
    help: ArgumentHelp(
      "png, svg, html or json; told by the output's name otherwise.", valueName: "format"))
  package var format: Format?

  /// Which sides.
  @Option(
    help: ArgumentHelp(
      "front, back or both; both by default, side by side where one file is named, the front on a sheet.",
      valueName: "side"))
  package var side: Sides?

  /// Pixels to the point.
  @Option(
    help: ArgumentHelp(
      "Pixels to the point in a PNG: 1, 2 or 3; 2 by default, 1 on a sheet.", valueName: "n"))
  package var scale: Int?

  /// The width of the card in points.
  @Option(
    help: ArgumentHelp(
      "The width of the card in points, 343 to 408 by phone; 358 by default.",
      valueName: "points"))
  package var width: Double?

  /// Where the rows of a template come from.
  @OptionGroup(title: "Data")
  package var dataOptions: DataOptionGroup

  /// Which row.
  @Option(
    help: ArgumentHelp(
      "The row to draw, from 1; of the template's sample without --data.", valueName: "n"))
  package var sample: Int?

  /// Every row.
  @Flag(help: "Draw every row.")
  package var all = false

  /// The language of the device.
  @Option(
    help: ArgumentHelp(
      "The language of the device, such as de or zh-Hans; by default en, or the first the pass has.",
      valueName: "tag"))
  package var language: String?

  /// The locale of dates and numbers.
  @Option(
    help: ArgumentHelp(
      "The locale dates and numbers are written in, such as de_AT; the language's by default.",
      valueName: "id"))
  package var locale: String?

  /// The zone of the device.
  @Option(
    help: ArgumentHelp(
      "Draw for this time zone, such as Europe/Berlin; by default the data's or the place's.",
      valueName: "zone"))
  package var timeZone: String?

  /// The moment that is drawn.
  @Option(
    help: ArgumentHelp(
      "The day or moment of the picture, YYYY-MM-DD; now by default.", valueName: "time"))
  package var asOf: String?

  /// The system of the device.
  @Option(
    help: ArgumentHelp(
      "Draw what this version of iOS shows, such as 17; the newest by default.",
      valueName: "version"))
  package var ios: String?

  /// The state of the pass.
  @Option(
    help: ArgumentHelp(
      "Draw the pass as current, expired or voided, whatever its dates say.", valueName: "state"))
  package var state: State?

  /// A dark page.
  @Flag(help: "A dark page around the card, and a dark back.")
  package var dark = false

  /// Which fonts.
  @Option(
    help: ArgumentHelp(
      "pinned draws with Inter and Noto, the same everywhere; system adds what is installed.",
      valueName: "fonts"))
  package var fonts = Fonts.pinned

  /// How words are written in SVG.
  @Option(
    help: ArgumentHelp(
      "Words of an SVG as outlines, the same everywhere, or live, as text.", valueName: "form"))
  package var text = Text.outlines

  /// Many passes on one sheet.
  @Flag(help: "All passes or rows on one sheet.")
  package var contactSheet = false

  /// What the input was before.
  @Option(
    help: ArgumentHelp(
      "The same pass as it was before: a page with old and new side by side.", valueName: "old"),
    completion: .file())
  package var old: String?

  /// A page that follows the files.
  @Flag(
    help:
      "Serve a page on this machine alone that draws anew whenever a file is saved, until Ctrl-C.")
  package var watch = false

  /// Whether that page is opened.
  @Flag(help: "With --watch: open the page in the browser.")
  package var open = false

  /// For `passc check --drawn`: nothing is written but the reports.
  @Flag(help: .hidden)
  package var findingsOnly = false

  /// Reports that are written besides.
  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Also write what was found: text, json, sarif, junit, github or gitlab.",
      valueName: "format=file"))
  package var report: [String] = []

  /// What counts as an error.
  @OptionGroup(title: "Judging")
  package var policyOptions: PolicyOptions

  /// Options that ask for nothing.
  package init() {}

  /// Refuses what cannot be drawn.
  package func validate() throws {
    guard (1...3).contains(scale ?? 2) else { throw ValidationError("--scale is 1, 2 or 3") }
    guard (343.0...408).contains(width ?? 358) else {
      throw ValidationError("--width is from 343 to 408 points")
    }
    if let sample, sample < 1 { throw ValidationError("--sample counts from 1") }
    if all, sample != nil { throw ValidationError("--all and --sample exclude each other") }
    if contactSheet, old != nil {
      throw ValidationError("--contact-sheet and --old exclude each other")
    }
    if open, !watch { throw ValidationError("--open is for --watch") }
    if watch { try refuseFiles() }
    if contactSheet, let format, format != .png, format != .html {
      throw ValidationError("a contact sheet is png or html")
    }
  }
}

extension PreviewOptions {
  /// Refuses what writes a file or reads only once: a watched page does neither.
  private func refuseFiles() throws {
    let others = [
      (output != nil, "-o"), (format != nil, "--format"), (contactSheet, "--contact-sheet"),
      (old != nil, "--old"), (!report.isEmpty, "--report"), (all, "--all"),
      (scale != nil, "--scale"), (text == .live, "--text"),
    ]
    if let (_, name) = others.first(where: \.0) {
      throw ValidationError("--watch and \(name) exclude each other")
    }
    if input == "-" || dataOptions.data == "-" {
      throw ValidationError("standard input cannot be watched")
    }
  }
}

/// What `passc preview` says of itself in `--help`, whichever program is asked.
package enum PreviewHelp {
  /// One line.
  package static let abstract = "Draw a pass as a phone shows it."
  /// What it does, with examples.
  package static let discussion = """
    Draws front and back of a pass as PNG, SVG, a page or a list of boxes, from a template and a \
    row or from a finished bundle; no identity is needed. Classic styles are drawn as measured on \
    iPhones, the newer ones approximately, which the report says. What is cut, dropped or not \
    drawn is said too, with file and line.

    Without data a template is drawn with the first row of its sample, else with the names of its \
    columns. Exit codes are those of check.

    Without --time-zone the zone is that of the first date column that has one, else that of the \
    place in the pass, else each date keeps the offset it is written with. The run prints the zone.

    Examples:
      passc preview gym.pkpass
      passc preview gym.pass --sample 2 --language de -o gym.svg
      passc preview tickets.pass --data orders.csv --all -o pictures/
      passc preview outbox --contact-sheet -o sheet.png
      passc preview gym.pass --watch --open
      passc preview new.pkpass --old old.pkpass -o changes.html

    passc-preview draws the images, and passc-service serves the page of --watch. \
    Both programs are next to passc or in libexec/passc.
    """
}
