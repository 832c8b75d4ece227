// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// A runner of all rules that remembers what they read. For passes that resemble an earlier one it
/// runs only the rules whose result may differ.
///
/// The passes of an issuer have the same structure and images, and differ in a few strings. While
/// all rules run on one of these passes, the cache records what each rule reads. A rule is skipped
/// for a later pass if it reported nothing and read nothing that differs. Rules are pure, so it
/// would report nothing again.
///
/// If all passes are of one template, a rule that reads no value of the row reports the same for
/// every pass. It does not run again, and what it reports is in `common`.
///
/// The first pass costs nothing more than its rules, because nothing is recorded. The cache is not
/// thread-safe, so each worker has one.
package struct RuleCache {
  /// A pass on which the rules ran, and what they read of it.
  private struct CachedResult {
    let document: JSONDocument
    let files: PassPackage.OtherFiles
    let context: CheckContext
    let keys: PassPackage.Keys
    /// The rules that read each string which may differ.
    let readers: [(node: Int, readers: ReaderLog.Readers)]
    /// The rules that read a file which depends on the row.
    let fileReaders: ReaderLog.Readers
    /// The rules that reported something or read more than strings.
    let always: ReaderLog.Readers
  }

  private let isOfOneTemplate: Bool
  /// The last used one is first.
  private var cachedResults: [CachedResult] = []
  /// The rules that may report something, with their numbers.
  private var rules = Array(AllRules.rules.enumerated())
  private var isFirst = true
  private var hasFoundCommon = false
  /// Problems of every pass of the template, whatever its row. It is empty until the second pass.
  /// The first pass reports them with the others, and later passes do not report them again.
  package private(set) var common: [Diagnostic] = []

  /// The most passes that are remembered, and the most bytes of the other files of one pass.
  private static let limit = 6
  private static let limitInBytes = 2 << 20

  /// Creates an empty cache.
  ///
  /// - Parameter isOfOneTemplate: whether all passes are of one template and checked in one context.
  package init(isOfOneTemplate: Bool) {
    self.isOfOneTemplate = isOfOneTemplate
  }

  /// The number of rules that may run on a pass.
  package var count: Int { rules.count }

  /// Reports the problems of one pass, except those in `common`.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    guard !isFirst else {
      isFirst = false
      return AllRules.check(pass, context, &report)
    }
    if isOfOneTemplate, !hasFoundCommon { return findCommon(pass, context, &report) }
    guard let document = pass.passJSON, document.layout != nil || !isOfOneTemplate else {
      return run(nil, on: pass, context, &report)
    }
    if let (place, readers) = rulesToRun(on: pass, document, context) {
      pass.reuse(cachedResults[place].keys)
      if place > 0 { cachedResults.swapAt(0, place) }
      return run(readers, on: pass, context, &report)
    }
    guard let files = pass.otherFiles, files.size <= Self.limitInBytes else {
      return run(nil, on: pass, context, &report)
    }
    _ = learn(pass, files, context, &report)
  }

  /// Returns the rules whose result may differ from that for a known pass, and the place of that
  /// pass. Returns nil if the pass resembles no known one, or if it is worth remembering too.
  private func rulesToRun(
    on pass: PassPackage, _ document: JSONDocument, _ context: CheckContext
  ) -> (place: Int, readers: ReaderLog.Readers)? {
    var ofOtherRow: (place: Int, readers: ReaderLog.Readers)?
    for (place, other) in cachedResults.enumerated() where other.context == context {
      let likeness = pass.likeness(to: other.files)
      guard likeness == .same || likeness == .otherRow && ofOtherRow == nil,
        let differing = document.readersOfDifferences(from: other.document, other.readers)
      else { continue }
      if likeness == .same { return (place, differing | other.always) }
      ofOtherRow = (place, differing | other.always | other.fileReaders)
    }
    // Files that depend on a row, such as translations, have a few variants or a different one for
    // each row. Remembering more of them would not help then.
    return cachedResults.count < Self.limit ? nil : ofOtherRow
  }

  /// Runs rules. If `readers` is nil, it runs all of them, otherwise only those in it.
  private func run(
    _ readers: ReaderLog.Readers?, on pass: PassPackage, _ context: CheckContext,
    _ report: inout Report
  ) {
    for (number, rule) in rules
    where readers.map({ ReaderLog.contains($0, number) }) ?? true && rule.applies(to: pass) {
      rule.check(pass, context, &report)
    }
  }

  // MARK: Recording

  /// Runs all rules, and separates those that read nothing of the row.
  private mutating func findCommon(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    hasFoundCommon = true
    // One report for all rules, because it limits how often a code is listed.
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    let (log, ends) = learn(pass, pass.otherFiles, context, &found)
    var start = 0
    for ((number, _), end) in zip(rules, ends) {
      if ReaderLog.contains(log.ofRow, number) {
        report.append(Array(found.diagnostics[start..<end]))
      } else {
        common += found.diagnostics[start..<end]
      }
      start = end
    }
    rules.removeAll { !ReaderLog.contains(log.ofRow, $0.offset) }
  }

  /// Runs the rules and remembers what they read.
  ///
  /// - Returns: the log, and the number of diagnostics after each rule.
  private mutating func learn(
    _ pass: PassPackage, _ files: PassPackage.OtherFiles?, _ context: CheckContext,
    _ report: inout Report
  ) -> (log: ReaderLog, ends: [Int]) {
    let log = ReaderLog(nodeCount: pass.passJSON?.nodes.count ?? 0)
    let recorded = pass.recorded(in: log)
    var ends: [Int] = []
    for (number, rule) in rules {
      log.begin(number)
      let count = report.diagnostics.count
      if rule.applies(to: pass) { rule.check(recorded, context, &report) }
      if report.diagnostics.count != count { log.noteAlways() }
      ends.append(report.diagnostics.count)
    }
    if let document = pass.passJSON, let files {
      if cachedResults.count >= Self.limit { cachedResults.removeLast() }
      cachedResults.insert(
        CachedResult(
          document: document, files: files, context: context, keys: pass.keys,
          readers: log.readers(of: document), fileReaders: log.ofFiles, always: log.always), at: 0)
    }
    return (log, ends)
  }
}
