// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassCheck
import PassCompanionFindings
import PassConsole
import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel
import PassPreview
import PassReport

/// One run of the program. It reads passes and writes images and findings.
struct PreviewRun {
  private let options: PreviewOptions
  private let settings: PreviewSettings
  private let kit: PreviewKit
  /// The zone of `--time-zone`.
  private let zone: ChosenZone?
  private var formatters = Formatters()
  private var findings: PreviewReports

  init(_ options: PreviewOptions) throws {
    self.options = options
    settings = try SettingsReader.settings(options)
    zone = try SettingsReader.zone(options).map(ChosenZone.init(option:))
    findings = try PreviewReports(options)
    kit = try PreviewKit(options.fonts)
  }

  /// Draws what the options request.
  mutating func run() throws {
    if options.findingsOnly {
      try each(options) { _, _, _, _ in }
    } else if let old = options.old {
      try compare(with: old)
    } else if options.contactSheet {
      try drawSheet()
    } else {
      try drawEach()
    }
    try findings.finish()
  }

  private mutating func drawEach() throws {
    var output = try PreviewOutput(options)
    let options = options
    try each(options) { subject, picture, lists, found in
      try output.add(
        PreviewOutput.Pass(
          fileName: subject.fileName,
          page: PreviewPage.Pass(
            name: subject.name, lists: lists, face: picture.face, findings: found)))
    }
    try output.finish()
  }

  private mutating func drawSheet() throws {
    guard options.dataOptions.data != "-", options.input != "-" else {
      throw CommandFailureError.usage(
        "--contact-sheet reads its input twice and cannot use standard input")
    }
    var options = options
    // All rows, unless the user chose one.
    if options.sample == nil { options.all = true }
    var count = 0
    let reader = SubjectReader(options: options, now: settings.now)
    try reader.each { if $0.pass != nil { count += 1 } }
    var sheet = try SheetOutput(
      options, count: count, cardWidth: settings.width, kit: kit)
    try each(options) { subject, _, lists, _ in
      if let first = lists.first { try sheet.add(subject.fileName, first.1) }
    }
    try sheet.finish()
  }

  /// Writes an HTML page with old and new next to each other.
  private mutating func compare(with old: String) throws {
    var before: PassPackage?
    var changed = options
    changed.input = old
    try SubjectReader(options: changed, now: settings.now).each { subject in
      before = before ?? subject.pass
    }
    guard let before else { throw CommandFailureError.environment("\(old) has no pass to draw") }
    var output = try PreviewOutput(options)
    var isDone = false
    try each(options) { subject, picture, lists, found in
      guard !isDone else { return }
      isDone = true
      let before = picture.preview(of: before)
      let pairs = lists.map { side, list in
        var report = Report()
        return (
          side: side,
          difference: PictureDifference(old: before.list(side, report: &report), new: list)
        )
      }
      try output.add(
        subject.name, pairs,
        messages: PictureDifference.messages(old: before.face, new: picture.face), found)
    }
    try output.finish()
  }

  /// Calls `body` with every pass that can be drawn, its sides and its findings.
  private mutating func each(
    _ options: PreviewOptions,
    _ body: (PreviewSubject, PassPicture, [(side: PreviewSide, list: DisplayList)], [Diagnostic])
      throws -> Void
  ) throws {
    let (settings, kit, given) = (settings, kit, zone)
    var said: Set<String> = []
    func say(_ line: String?) {
      guard let line, !options.findingsOnly, said.insert(line).inserted else { return }
      Console.note(line)
    }
    let picks = options.language == nil
    var (findings, formatters) = (findings, formatters)
    try SubjectReader(options: options, now: settings.now).each { subject in
      var subject = subject
      guard let pass = subject.pass else {
        try findings.add(subject, isReading: true)
        return
      }
      var settings = settings
      if picks { settings.language = PassFace.usualLanguage(of: pass) }
      let zone = given ?? ChosenZone(of: subject)
      settings.zone = zone.zone
      let picture = PassPicture(
        pass, settings, formatter: formatters.formatter(settings.formats), kit: kit)
      say(zone.line)
      say(ChosenLanguage(of: picture.face, isUsual: picks).line)
      let lists = options.drawnSides.map { side in
        (side: side, list: picture.list(side, report: &subject.report))
      }
      let found = try findings.add(subject, isReading: false)
      try body(subject, picture, lists, found)
    }
    (self.findings, self.formatters) = (findings, formatters)
  }
}

/// A cache of formatters by locale, because creating one takes milliseconds.
struct Formatters {
  private var cachedFormatters: [String: FoundationFormatter] = [:]

  mutating func formatter(_ locale: String) -> FoundationFormatter {
    if let formatter = cachedFormatters[locale] { return formatter }
    let formatter = FoundationFormatter(locale: locale)
    cachedFormatters[locale] = formatter
    return formatter
  }
}

extension PreviewKit {
  /// Creates a kit with the fonts of the option.
  init(_ fonts: PreviewOptions.Fonts) throws {
    self.init(
      fonts: try FontSet(fonts == .pinned ? .pinned : .system, folders: Self.fontFolders))
  }

  /// The folders of the pinned fonts in a distribution, next to the folder of the program.
  private static var fontFolders: [String] {
    guard let program = ProgramFile.path else { return [] }
    let folder = FilePath.parent(program)
    return ["../share/passc/fonts", "../../share/passc/fonts"].map { FilePath.join(folder, $0) }
  }
}

extension PreviewOptions.Sides {
  /// The sides in drawing order.
  var list: [PreviewSide] {
    switch self {
    case .front: [.front]
    case .back: [.back]
    case .both: [.front, .back]
    }
  }
}

/// The findings of a run, which are printed, written to reports and counted.
struct PreviewReports {
  private let options: PreviewOptions
  private let sieve: FindingSieve
  private var outputs: ReportOutputs
  private var tally: CheckTally
  private var reported: Set<String> = []
  private var hasUnreadable = false

  init(_ options: PreviewOptions) throws {
    self.options = options
    let policy = options.policyOptions.policy
    sieve = FindingSieve(policy: policy)
    outputs = try ReportOutputs(
      options.report, printing: nil, showsNotes: options.policyOptions.notes,
      others: [options.output].compactMap { $0 })
    tally = CheckTally(policy: policy, known: Baseline(from: try Disk.currentFolder()))
  }

  /// Prints and counts the findings of a pass.
  ///
  /// - Returns: all findings of the pass, including those printed before.
  @discardableResult
  mutating func add(_ subject: PreviewSubject, isReading: Bool) throws -> [Diagnostic] {
    let found = sieve.findings(of: subject, isReading: isReading)
    // The rows of a template can have the same findings. Each is printed once.
    let new = found.filter { diagnostic in
      reported.insert(
        "\(diagnostic.code) \(diagnostic.location?.description ?? "") \(diagnostic.message)"
      )
      .inserted
    }
    let checked = CheckedSubject(name: subject.name, kind: subject.kind, diagnostics: new)
    tally.add(checked)
    try outputs.add(checked)
    if !options.findingsOnly {
      Console.report(
        new, showsNotes: options.policyOptions.notes, subject: subject.name, isLast: false)
    }
    if subject.pass == nil, !found.contains(where: { $0.severity == .error }) {
      hasUnreadable = true
    }
    return found
  }

  /// Finishes the reports.
  ///
  /// - Throws: `CommandFailureError.findings` if there was an error.
  mutating func finish() throws {
    try outputs.finish(tally.summary)
    if !options.findingsOnly {
      let summary = tally.summary
      Console.close(DiagnosticCount(errors: summary.errors, warnings: summary.warnings))
    }
    if tally.fails { throw CommandFailureError.findings }
    if hasUnreadable { throw CommandFailureError.environment("cannot draw \(options.input)") }
  }
}
