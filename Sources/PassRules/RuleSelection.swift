// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON
package import PassModel

/// Every rule over the passes of many rows of one template: a rule that read no value of the
/// first row sees the same in every other one, so it runs once.
///
/// Gives the diagnostics that running every rule on every row would give. One per worker, all of
/// whose passes come from one template and are judged in one context.
package struct RuleSelection {
  /// The rules whose outcome hangs on the row; nil before the first.
  private var running: [any Rule]?
  /// What the others said of the first row, and would say of every other.
  private var constant: [Diagnostic] = []
  /// The pass before, whose keys need not be found again.
  private var previous: PassPackage?

  package init() {}

  /// How many rules look at each row; nil before the first.
  package var count: Int? { running?.count }

  /// Reports what is wrong with one pass.
  package mutating func check(
    _ pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    if let previous { pass.reuseIndexes(of: previous) }
    previous = pass
    guard let running else { return choose(by: pass, context, &report) }
    for rule in running where rule.applies(to: pass) { rule.check(pass, context, &report) }
    if !constant.isEmpty { report.append(constant) }
  }

  private mutating func choose(
    by pass: PassPackage, _ context: CheckContext, _ report: inout Report
  ) {
    var chosen: [any Rule] = []
    for rule in AllRules.rules {
      let reads = RowReads()
      let recorded = pass.recording(reads)
      let before = report.diagnostics.count
      if rule.applies(to: recorded) { rule.check(recorded, context, &report) }
      if reads.happened {
        chosen.append(rule)
      } else {
        constant += report.diagnostics[before...]
      }
    }
    running = chosen
  }
}
