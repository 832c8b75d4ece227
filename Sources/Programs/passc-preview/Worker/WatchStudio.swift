// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassDrawing
import PassLocale
import PassModel
import PassPreview

/// The input of a live page. It keeps the last valid state of each pass and draws what the page
/// requests.
struct WatchStudio {
  /// A pass of the input.
  struct Pass {
    let name: String
    /// The state when the pass could last be read.
    var good: PreviewSubject?
    /// The reasons why the pass cannot be read now. Empty if it can.
    var trouble: [Diagnostic] = []
  }

  private let options: PreviewOptions
  private let settings: PreviewSettings
  /// The zone of `--time-zone`.
  private let zone: ChosenZone?
  private let kit: PreviewKit
  private let sieve: FindingSieve
  private var passes: [Pass] = []
  /// The reason why nothing can be read, or empty.
  private var trouble = ""
  private var hasMore = false
  private var formatters = Formatters()

  /// The maximum number of passes or rows to choose from.
  private static let limit = 100

  private struct EnoughError: Error {}

  /// Opens the fonts. Call `read()` for the input.
  ///
  /// - Throws: an error if the fonts or the input do not exist.
  init(_ options: PreviewOptions, _ settings: PreviewSettings) throws {
    self.options = options
    self.settings = settings
    zone = try SettingsReader.zone(options).map(ChosenZone.init(option:))
    kit = try PreviewKit(options.fonts)
    sieve = FindingSieve(policy: options.policyOptions.policy)
    guard Disk.identity(of: options.input) != nil else {
      throw CommandFailureError.environment("\(options.input) does not exist")
    }
  }

  // MARK: Reading

  /// Reads the input again.
  ///
  /// - Returns: the files and folders that were read, and whether there are errors.
  mutating func read() -> JSONTree {
    let log = ReadLog()
    let before = passes
    let (subjects, hasMore, trouble) = subjects(log)
    self.hasMore = hasMore
    self.trouble = trouble
    var found: [Pass] = []
    for (index, subject) in subjects.enumerated() {
      found.append(pass(subject, before: index < before.count ? before[index] : nil))
    }
    // Invalid data has no rows. The previous passes stay visible.
    if found.allSatisfy({ $0.good == nil || !$0.trouble.isEmpty }), before.count > found.count {
      let said = found.flatMap(\.trouble)
      found = before.map { pass in
        var pass = pass
        pass.trouble = said
        return pass
      }
    }
    passes = found
    let isBroken = !trouble.isEmpty || !passes.allSatisfy(\.trouble.isEmpty)
    return .object([
      ("title", .string(title)), ("style", .string(PreviewPage.style)),
      ("files", .strings(log.files + log.folders)), ("isBroken", .boolean(isBroken)),
    ])
  }

  private func pass(_ subject: PreviewSubject, before: Pass?) -> Pass {
    if subject.pass != nil { return Pass(name: subject.fileName, good: subject) }
    return Pass(
      name: before?.name ?? subject.fileName, good: before?.good,
      trouble: sieve.findings(of: subject, isReading: true))
  }

  /// Returns the passes of the input, whether there are more of them, and why none can be read.
  private func subjects(
    _ log: ReadLog
  ) -> (found: [PreviewSubject], hasMore: Bool, trouble: String) {
    var options = options
    options.sample = nil
    let reader = SubjectReader(
      options: options, now: settings.now, disk: DiskReader(log: log), usesEveryRow: true)
    var found: [PreviewSubject] = []
    do {
      try reader.each { subject in
        guard found.count < Self.limit else { throw EnoughError() }
        found.append(subject)
      }
    } catch is EnoughError {
      return (found, true, "")
    } catch let failure as CommandFailureError {
      return (found, false, failure.message)
    } catch {
      return (found, false, "\(error)")
    }
    return (found, false, "")
  }

  // MARK: Drawing

  /// Draws a pass with the choices of the page's URL.
  ///
  /// - Returns: the state of the page, and the images as HTML. The images are empty for a pass that
  ///   could never be read.
  mutating func draw(
    _ choices: [(name: String, value: String)]
  ) throws -> (json: JSONTree, body: [UInt8]) {
    var view = WatchView(options, settings).with(choices)
    view.pass = min(view.pass, max(0, passes.count - 1))
    let pass = passes.isEmpty ? nil : passes[view.pass]
    let languages = languages(of: pass?.good?.pass)
    let isChosen = choices.contains { $0.name == "language" }
    if !isChosen || !languages.contains(view.language) { view.language = languages[0] }
    var drawn: PreviewPage.Pass?
    if let good = pass?.good { drawn = self.drawn(good, view) }
    var page = PreviewPage(isDark: view.isDark)
    var images: [UInt8] = []
    if let drawn { images = try page.pictures(of: drawn) }
    // Findings of an older state are not shown, because their locations may no longer exist.
    let trouble = pass?.trouble ?? []
    let findings = trouble.isEmpty ? drawn?.findings ?? [] : trouble
    let json: JSONTree = .object([
      ("title", .string(title)), ("view", view.json),
      ("passes", .strings(passes.map { DrawnText.cleanText(of: $0.name) })),
      ("hasMore", .boolean(hasMore)),
      (
        "languages",
        .array(
          languages.map {
            .object([
              ("tag", .string($0)),
              ("name", .string(DrawnText.cleanText(of: LanguageName.of($0)))),
            ])
          })
      ),
      ("zone", .string(DrawnText.cleanText(of: described(pass?.good)))),
      ("isBroken", .boolean(!self.trouble.isEmpty || !trouble.isEmpty)),
      ("trouble", .string(DrawnText.cleanText(of: self.trouble))),
      ("findingCount", .number(findings.count)), ("findings", .string(page.findings(findings))),
    ])
    return (json, images)
  }

  private var title: String {
    DrawnText.cleanText(of: FilePath.lastComponent(FilePath.normalised(options.input)))
  }

  /// Returns the languages to choose from, the default first. Dates and numbers follow the language
  /// even if it has no folder.
  private func languages(of pass: PassPackage?) -> [String] {
    let first = options.language ?? pass.map(PassFace.usualLanguage) ?? settings.language
    let folders = pass.map(PassFace.languages) ?? []
    let others = folders.contains(settings.language) ? folders : [settings.language] + folders
    return [first] + others.filter { $0 != first }
  }

  /// Returns the default zone of a pass.
  private func described(_ pass: PreviewSubject?) -> String {
    (zone ?? pass.map(ChosenZone.init(of:)))?.described ?? PreviewZone.utc.label
  }

  private mutating func drawn(_ good: PreviewSubject, _ view: WatchView) -> PreviewPage.Pass? {
    var subject = good
    guard let pass = subject.pass else { return nil }
    let settings = view.settings(settings, zone: (zone ?? ChosenZone(of: subject)).zone)
    let picture = PassPicture(
      pass, settings, formatter: formatters.formatter(settings.formats), kit: kit)
    let lists = view.sides.list.map {
      (side: $0, list: picture.list($0, report: &subject.report))
    }
    return PreviewPage.Pass(
      name: subject.fileName, lists: lists, face: picture.face,
      findings: sieve.findings(of: subject, isReading: false))
  }
}
