// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Runs the rules on the passes of many rows of one template, and only those that may find
/// something else than before.
///
/// All of them run on the first pass: a single pass pays for no bookkeeping. While they run on the
/// second one, the selection records what each rule reads. A rule that reads no value of the row
/// finds the same in every pass and does not run again. A rule that reads only of what kind values
/// are, a string or a number, runs again if a row has values of other kinds. Any other rule that
/// found nothing runs again if something it read differs (`JudgedRow`).
///
/// What is reported, together with `common`, is what all rules find in each pass. Invariant: all
/// passes come from one template and are checked in one context. For one thread.
package struct RuleSelection {
  private var isFirst = true
  /// The rules whose findings depend on the row, by their numbers among all; nil before the second.
  private var running: [(number: Int, rule: any Rule)]?
  /// The rules whose result depends only on the kinds of the row's values.
  private var onKinds: [any Rule] = []
  /// Shapes of passes, and which of the `onKinds` rules reported something for them.
  private var shapes: [(shape: PassPackage.Shape, speaking: [any Rule])] = []
  /// Rows with recorded reads of the rules.
  private var judged: [JudgedRow] = []
  /// What is wrong with every pass, whatever its row. Empty before the second pass: with the first
  /// one it is reported among the rest, later it is not reported again.
  package private(set) var common: [Diagnostic] = []
  /// Where keys stand, which need not be found again.
  private var keys: PassPackage.KnownKeys?

  private static let shapeLimit = 16
  /// Files that depend on a row, such as translations, have a few variants or a different one for
  /// each row. More recorded rows would not help in either case.
  private static let judgedLimit = 4

  package init() {}

  /// How many rules look at each row whatever its shape; nil before the second.
  package var count: Int? { running?.count }

  /// Reports the problems of one pass.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    if let keys, pass.reuse(keys) {} else { keys = pass.knownKeys }
    guard !isFirst else {
      isFirst = false
      return AllRules.check(pass, context, &report)
    }
    guard let running else { return choose(by: pass, context, &report) }
    if let row = judged.first(where: { $0.hasFiles(of: pass) }) {
      run(running, row.readersOfDifferences(in: pass), pass, context, &report)
    } else if judged.isEmpty {
      run(running, nil, pass, context, &report)
    } else if judged.count < Self.judgedLimit {
      watch(running, pass, context, &report)
    } else {
      run(running, judged[0].readersOfDifferences(in: pass), pass, context, &report)
    }
    checkKinds(of: pass, context, &report)
  }

  /// Runs rules. If `readers` is nil, it runs all of them, otherwise only those in it.
  private func run(
    _ rules: [(number: Int, rule: any Rule)], _ readers: TextReads.Readers?, _ pass: PassPackage,
    _ context: CheckContext, _ report: inout Report
  ) {
    for (number, rule) in rules
    where readers.map({ TextReads.contains($0, number) }) ?? true && rule.applies(to: pass) {
      rule.check(pass, context, &report)
    }
  }

  /// Runs rules and records what each of them reads.
  private mutating func watch(
    _ rules: [(number: Int, rule: any Rule)], _ pass: PassPackage, _ context: CheckContext,
    _ report: inout Report
  ) {
    guard let watching = WatchedRow(pass) else { return run(rules, nil, pass, context, &report) }
    let recorded = pass.recording(RowReads(texts: watching.texts))
    for (number, rule) in rules { watching.check(number, rule, recorded, context, &report) }
    judged.append(watching.row)
  }

  private mutating func checkKinds(
    of pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    if let known = shapes.first(where: { $0.shape.fits(pass) }) {
      for rule in known.speaking { rule.check(pass, context, &report) }
      return
    }
    var speaking: [any Rule] = []
    for rule in onKinds where rule.applies(to: pass) {
      let before = report.diagnostics.count
      rule.check(pass, context, &report)
      if report.diagnostics.count != before { speaking.append(rule) }
    }
    guard shapes.count < Self.shapeLimit, let shape = PassPackage.Shape(pass) else { return }
    shapes.append((shape, speaking))
  }

  private mutating func choose(
    by pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    var chosen: [(number: Int, rule: any Rule)] = []
    let watching = WatchedRow(pass)
    // One report for all rules: it limits how often a code is listed.
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    for (number, rule) in AllRules.rules.enumerated() {
      let reads = RowReads(texts: watching?.texts)
      let recorded = pass.recording(reads)
      let before = found.diagnostics.count
      if let watching {
        watching.check(number, rule, recorded, context, &found)
      } else if rule.applies(to: recorded) {
        rule.check(recorded, context, &found)
      }
      if reads.wentBeyondKinds {
        chosen.append((number, rule))
      } else if reads.happened {
        onKinds.append(rule)
      } else {
        common += found.diagnostics[before...]
        continue
      }
      report.append(Array(found.diagnostics[before...]))
    }
    running = chosen
    if let watching { judged.append(watching.row) }
  }
}
