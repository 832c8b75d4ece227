// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassConsole
import PassDiagnostics
import PassDrawing
import PassModel
import PassPreview

/// Reads what is watched, keeps the last good state of it, and draws what the page asks for.
actor WatchStudio {
  /// A pass of the input.
  struct Pass {
    let name: String
    /// As it was when it last could be read.
    var good: PreviewSubject?
    /// Why it cannot be read now; empty when it can.
    var trouble: [Diagnostic] = []
  }

  /// A page that waits for the next change.
  private typealias Waiting = CheckedContinuation<Void, Never>

  private let options: PreviewOptions
  private let settings: PreviewSettings
  /// The zone of `--time-zone`.
  private let zone: ChosenZone?
  private let kit: PreviewKit
  private let sieve: FindingSieve
  private var files: WatchedFiles
  private var passes: [Pass] = []
  /// Why nothing at all can be read.
  private var trouble = ""
  private var hasMore = false
  private var formatters = Formatters()
  /// How often the source has changed.
  private(set) var generation = 0
  private var waiting: [Int: Waiting] = [:]
  private var waited = 0

  /// The most passes or rows that can be chosen.
  private static let limit = 100

  private struct Enough: Error {}

  /// Reads the input for the first time.
  ///
  /// - Throws: where the fonts are missing, or the input: a page about nothing helps nobody.
  init(_ options: PreviewOptions, _ settings: PreviewSettings) throws {
    self.options = options
    self.settings = settings
    zone = try SettingsReader.zone(options).map(ChosenZone.init(option:))
    kit = try PreviewKit(options.fonts)
    sieve = FindingSieve(policy: options.policyOptions.policy)
    files = WatchedFiles([])
    guard Disk.identity(of: options.input) != nil else {
      throw Failure.environment("\(options.input) is not there")
    }
  }

  // MARK: Following

  /// Reads everything anew, and tells the pages that wait.
  func read() {
    let log = ReadLog()
    let before = passes
    let (subjects, hasMore, trouble) = subjects(log)
    self.hasMore = hasMore
    self.trouble = trouble
    var found: [Pass] = []
    for (index, subject) in subjects.enumerated() {
      found.append(pass(subject, before: index < before.count ? before[index] : nil))
    }
    // Broken data has no rows: the pictures of those there were stay.
    if found.allSatisfy({ $0.good == nil || !$0.trouble.isEmpty }), before.count > found.count {
      let said = found.flatMap(\.trouble)
      found = before.map { pass in
        var pass = pass
        pass.trouble = said
        return pass
      }
    }
    passes = found
    let paths = log.files + log.folders + WatchedFiles.tree(of: options.input)
    files = files.following(
      paths + [options.dataOptions.data].compactMap { $0 }
        // While something is broken, what it was made of may be what mends it.
        + (trouble.isEmpty && passes.allSatisfy(\.trouble.isEmpty) ? [] : files.paths))
    generation += 1
    for (_, page) in waiting { page.resume() }
    waiting = [:]
  }

  private func pass(_ subject: PreviewSubject, before: Pass?) -> Pass {
    if subject.pass != nil { return Pass(name: subject.fileName, good: subject) }
    return Pass(
      name: before?.name ?? subject.fileName, good: before?.good,
      trouble: sieve.findings(of: subject, isReading: true))
  }

  /// The passes of the input, whether there are more of them, and why none can be read.
  private func subjects(
    _ log: ReadLog
  ) -> (found: [PreviewSubject], hasMore: Bool, trouble: String) {
    var options = options
    options.sample = nil
    let reader = SubjectReader(
      options: options, now: settings.now, disk: DiskReader(log: log), takesEveryRow: true)
    var found: [PreviewSubject] = []
    do {
      try reader.each { subject in
        guard found.count < Self.limit else { throw Enough() }
        found.append(subject)
      }
    } catch is Enough {
      return (found, true, "")
    } catch let failure as Failure {
      return (found, false, failure.message)
    } catch {
      return (found, false, "\(error)")
    }
    return (found, false, "")
  }

  /// Reads anew when a file has changed, once it stays as it is for a moment: programs empty a file
  /// before they write it.
  func follow() async throws {
    let seen = files.now
    guard !seen.isSame(as: files) else { return }
    var last = seen
    for _ in 0..<8 {
      try await Task.sleep(for: .milliseconds(15))
      let now = files.now
      if now.isSame(as: last) { break }
      last = now
    }
    files = last
    read()
  }

  /// Waits until the source has changed since a generation, ten seconds at most.
  func change(after known: Int) async -> Int {
    guard known == generation else { return generation }
    waited += 1
    let number = waited
    await withCheckedContinuation { page in
      waiting[number] = page
      Task {
        try? await Task.sleep(for: .seconds(10))
        endWaiting(number)
      }
    }
    return generation
  }

  private func endWaiting(_ number: Int) {
    waiting.removeValue(forKey: number)?.resume()
  }

  // MARK: Drawing

  /// The live page.
  func page(_ choices: [(name: String, value: String)], nonce: String) throws -> [UInt8] {
    var view = WatchView(options, settings).with(choices)
    view.pass = min(view.pass, max(0, passes.count - 1))
    let pass = passes.isEmpty ? nil : passes[view.pass]
    let languages = languages(of: pass?.good?.pass)
    let isChosen = choices.contains { $0.name == "language" }
    if !isChosen || !languages.contains(view.language) { view.language = languages[0] }
    let content = WatchPage.Content(
      title: FilePath.lastComponent(FilePath.normalised(options.input)),
      passes: passes.map(\.name), hasMore: hasMore, languages: languages,
      zone: described(pass?.good),
      generation: generation,
      trouble: trouble, isBroken: !trouble.isEmpty || pass?.trouble.isEmpty == false)
    return try WatchPage(view: view, content: content, nonce: nonce).bytes(
      of: pass?.good.flatMap { drawn($0, view) }, trouble: pass?.trouble ?? [])
  }

  /// What can be chosen, first what is taken unless something is: dates and numbers follow the
  /// language even where no folder does.
  private func languages(of pass: PassPackage?) -> [String] {
    let first = options.language ?? pass.map(PassFace.usualLanguage) ?? settings.language
    let folders = pass.map(PassFace.languages) ?? []
    let others = folders.contains(settings.language) ? folders : [settings.language] + folders
    return [first] + others.filter { $0 != first }
  }

  /// The zone of a pass, which is taken unless another is chosen.
  private func described(_ pass: PreviewSubject?) -> String {
    (zone ?? pass.map(ChosenZone.init(of:)))?.described ?? PreviewZone.utc.label
  }

  private func drawn(_ good: PreviewSubject, _ view: WatchView) -> PreviewPage.Pass? {
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
