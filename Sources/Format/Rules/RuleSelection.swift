// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Every rule over the passes of many rows of one template: a rule that read no value of the
/// first row sees the same in every other one, so it runs once. One that read only of what kind
/// values are, a string or a number, runs again only where a row has values of other kinds. And of
/// the others one that was silent runs again only where something it read differs from what it saw
/// then (`JudgedRow`): many rows have much in common.
///
/// Gives the diagnostics that running every rule on every row would give, as long as
/// `repeatsConstant` stands. One per worker, all of
/// whose passes come from one template and are judged in one context.
package struct RuleSelection {
  /// The rules whose outcome hangs on the row, by their numbers among all; nil before the first.
  private var running: [(number: Int, rule: any Rule)]?
  /// Those whose outcome hangs on the kinds of the row's values alone.
  private var onKinds: [any Rule] = []
  /// Shapes of passes, and which of those had something to say of them.
  private var shapes: [(shape: PassPackage.Shape, speaking: [any Rule])] = []
  /// Rows whose judging was watched.
  private var judged: [JudgedRow] = []
  /// Whether the first row's document got one more member at its end.
  private var isExtended = false
  /// What the others said of the first row, and would say of every other.
  package private(set) var constant: [Diagnostic] = []
  /// Whether `constant` is reported for each row or for the first alone.
  package var repeatsConstant = true
  /// Where keys stand, which need not be found again.
  private var keys: PassPackage.KnownKeys?

  private static let shapeLimit = 16
  /// Translations come in a few wordings, or in as many as there are rows.
  private static let judgedLimit = 4

  /// Has seen no row yet.
  package init() {}

  /// How many rules look at each row whatever its shape; nil before the first.
  package var count: Int? { running?.count }

  /// Reports what is wrong with one pass.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    if let keys, pass.reuse(keys) {} else { keys = pass.knownKeys }
    guard let running else { return choose(by: pass, context, &report) }
    // A row whose token cannot be derived has other members than the rest.
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

  /// Runs rules; all of them when it is not known which ones have to look again.
  private func run(
    _ rules: [(number: Int, rule: any Rule)], _ readers: TextReads.Readers?, _ pass: PassPackage,
    _ context: CheckContext, _ report: inout Report
  ) {
    for (number, rule) in rules
    where readers.map({ TextReads.contains($0, number) }) ?? true && rule.applies(to: pass) {
      rule.check(pass, context, &report)
    }
  }

  /// Runs rules and notes what each of them looks at.
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
