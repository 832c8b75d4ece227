// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// A runner of the rules on the passes of many rows of one template. It gives the same diagnostics
/// as running every rule on every row.
///
/// - A rule that read no value of the first row has the same result for every row, so it runs once.
/// - A rule that read only the kinds of values, such as string or number, runs again for rows with
///   other kinds.
/// - A rule that reported nothing runs again only if something that it read has changed
///   (`JudgedRow`). Many rows have much in common.
///
/// The diagnostics are complete only if `repeatsConstant` is true. It is not thread-safe, so each
/// worker has one. All its passes must come from one template and have the same context.
package struct RuleSelection {
  /// The rules whose result depends on the row, with their indices in `AllRules.rules`. It is nil
  /// before the first row.
  private var running: [(number: Int, rule: any Rule)]?
  /// The rules whose result depends only on the kinds of the row's values.
  private var onKinds: [any Rule] = []
  /// Shapes of passes, and which of the `onKinds` rules reported something for them.
  private var shapes: [(shape: PassPackage.Shape, speaking: [any Rule])] = []
  /// Rows with recorded reads of the rules.
  private var judged: [JudgedRow] = []
  /// Whether the document of the first row has an additional member at its end.
  private var isExtended = false
  /// The diagnostics of the rules that do not depend on the row. They are the same for every row.
  package private(set) var constant: [Diagnostic] = []
  /// Whether `constant` is reported for each row or only for the first one.
  package var repeatsConstant = true
  /// The positions of keys in the first pass, which need not be looked up again.
  private var keys: PassPackage.KnownKeys?

  private static let shapeLimit = 16
  /// Files that depend on a row, such as translations, have a few variants or a different one for
  /// each row. More recorded rows would not help in either case.
  private static let judgedLimit = 4

  package init() {}

  /// The number of rules that run on each row of any shape, or nil before the first row.
  package var count: Int? { running?.count }

  /// Reports the problems of one pass.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    if let keys, pass.reuse(keys) {} else { keys = pass.knownKeys }
    guard let running else { return choose(by: pass, context, &report) }
    // The token is an additional member, which is missing if it cannot be derived for a row.
    // Nothing learned from the first row then applies.
    guard pass.isExtended == isExtended else { return AllRules.check(pass, context, &report) }
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
    if repeatsConstant, !constant.isEmpty { report.append(constant) }
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
    for (number, rule) in AllRules.rules.enumerated() {
      let reads = RowReads(texts: watching?.texts)
      let recorded = pass.recording(reads)
      let before = report.diagnostics.count
      if let watching {
        watching.check(number, rule, recorded, context, &report)
      } else if rule.applies(to: recorded) {
        rule.check(recorded, context, &report)
      }
      if reads.wentBeyondKinds {
        chosen.append((number, rule))
      } else if reads.happened {
        onKinds.append(rule)
      } else {
        constant += report.diagnostics[before...]
      }
    }
    running = chosen
    if let watching { judged.append(watching.row) }
    isExtended = pass.isExtended
  }
}

extension PassPackage {
  fileprivate var isExtended: Bool { passJSON?.layout?.isExtended ?? false }
}
