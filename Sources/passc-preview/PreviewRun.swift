// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassCheck
import PassConsole
import PassDiagnostics
import PassDrawing
import PassFiles
import PassModel
import PassPreview
import PassReport

/// One run of the program: passes in, pictures and findings out.
struct PreviewRun {
  private let options: PreviewOptions
  private let settings: PreviewSettings
  private let kit: PreviewKit
  private let formatter: FoundationFormatter
  private var output: PreviewOutput
  private var findings: PreviewReports

  init(_ options: PreviewOptions) throws {
    self.options = options
    settings = try SettingsReader.settings(options)
    findings = try PreviewReports(options)
    output = try PreviewOutput(options)
    kit = PreviewKit(
      fonts: try FontSet(
        options.fonts == .pinned ? .pinned : .system, folders: Self.fontFolders))
    formatter = FoundationFormatter(locale: settings.formats)
  }

  /// Where `make dist` puts the pinned fonts: beside the program's own folder.
  private static var fontFolders: [String] {
    guard let program = ProgramFile.path else { return [] }
    let folder = FilePath.parent(program)
    return ["../share/passc/fonts", "../../share/passc/fonts"].map { FilePath.join(folder, $0) }
  }

  /// Draws everything that was asked for.
  mutating func run() throws {
    let reader = SubjectReader(options: options, now: settings.now)
    let options = options
    let (settings, formatter, kit) = (settings, formatter, kit)
    var output = output
    var findings = findings
    try reader.each { subject in
      var subject = subject
      guard let pass = subject.pass else {
        try findings.add(subject, isReading: true)
        return
      }
      let picture = PassPicture(pass, settings, formatter: formatter, kit: kit)
      var lists: [(PreviewSide, DisplayList)] = []
      for side in options.side.list {
        lists.append((side, picture.list(side, report: &subject.report)))
      }
      let found = try findings.add(subject, isReading: false)
      try output.add(
        PreviewOutput.Pass(
          fileName: subject.fileName,
          page: PreviewPage.Pass(
            name: subject.name, lists: lists, face: picture.face, findings: found)))
    }
    try output.finish()
    try findings.finish()
  }
}

extension PreviewOptions.Sides {
  /// The sides in the order they are drawn.
  var list: [PreviewSide] {
    switch self {
    case .front: [.front]
    case .back: [.back]
    case .both: [.front, .back]
    }
  }
}

/// The findings of a run: printed, reported, counted.
struct PreviewReports {
  private let options: PreviewOptions
  private let policy: Policy
  private var outputs: ReportOutputs
  private var tally: CheckTally
  private var said: Set<String> = []
  private var hasUnreadable = false

  init(_ options: PreviewOptions) throws {
    self.options = options
    policy = options.policyOptions.policy
    outputs = try ReportOutputs(
      options.report, printing: nil, showsNotes: options.policyOptions.notes,
      others: [options.output].compactMap { $0 })
    tally = CheckTally(policy: policy, known: Baseline(from: try Disk.currentFolder()))
  }

  /// Prints and counts what was found of a pass.
  ///
  /// - Returns: what was found of it, whether or not it was said before.
  @discardableResult
  mutating func add(_ subject: PreviewSubject, isReading: Bool) throws -> [Diagnostic] {
    var judge = Judge(policy: policy, allowances: subject.allowances)
    // What reading a template found is the business of check; errors alone keep a pass from being
    // drawn.
    let all = subject.report.diagnostics.filter {
      isReading || $0.code.hasPrefix("preview.") || $0.severity == .error
    }
    let complaints = all.map { placed($0, subject) }
    let found = judge.sift(complaints).sorted(by: Diagnostic.inOrder)
    // Many rows share a template's faults.
    let new = found.filter { diagnostic in
      said.insert("\(diagnostic.code) \(diagnostic.location?.description ?? "") \(diagnostic.message)")
        .inserted
    }
    let checked = CheckedSubject(name: subject.name, kind: subject.kind, diagnostics: new)
    tally.add(checked)
    try outputs.add(checked)
    Console.report(new, showsNotes: options.policyOptions.notes, subject: subject.name)
    if subject.pass == nil, !found.contains(where: { $0.severity == .error }) {
      hasUnreadable = true
    }
    return found
  }

  /// The same complaint with the bundle or folder it is in.
  private func placed(_ diagnostic: Diagnostic, _ subject: PreviewSubject) -> Diagnostic {
    guard let place = diagnostic.location else { return diagnostic.at(Location(file: subject.name)) }
    if let bundle = subject.container.bundle, place.bundle == nil, place.file != bundle {
      return diagnostic.at(place.moved(bundle: bundle, to: place.file))
    }
    if let folder = subject.container.folder, place.file != folder,
      !FilePath.isInside(place.file, folder)
    {
      return diagnostic.at(place.moved(to: FilePath.join(folder, place.file)))
    }
    return diagnostic
  }

  /// Ends the reports.
  ///
  /// - Throws: `Failure.findings` when there was an error.
  mutating func finish() throws {
    try outputs.finish(tally.summary)
    if tally.fails { throw Failure.findings }
    if hasUnreadable { throw Failure.environment("\(options.input) cannot be drawn") }
  }
}
