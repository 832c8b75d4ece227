// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassModel
package import PassRules
package import PassTemplate

/// The content of a pass that may be signed. No rule found an error in it, or it comes from a
/// finished pass that is signed again. Only this file can create one, and nothing else can be
/// signed.
public struct CheckedPass: Sendable {
  /// Every file of the pass but manifest.json and signature.
  package let files: [PackagedFile]

  fileprivate init(files: [PackagedFile]) {
    self.files = files
  }
}

extension ResolvedPass {
  /// Runs every rule.
  ///
  /// - Parameter judge: what the user raises and what is agreed away.
  /// - Throws: `Rejected` with everything that was found, when there is an error among it.
  package func checked(
    _ context: CheckContext, judge: inout Judge, report: inout Report
  ) throws(Rejected) -> CheckedPass {
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    AllRules.check(package, context, &found)
    report.append(judge.sift(found.diagnostics))
    try report.throwIfRejected()
    return CheckedPass(files: files)
  }
}

extension ResolvedPass {
  /// Runs the rules on one of many passes of a template: those whose findings hang on no row are
  /// not run again.
  ///
  /// - Throws: `Rejected` with everything that was found, when there is an error among it.
  package func checked(
    _ context: CheckContext, rules: inout RuleSelection, judge: inout Judge, report: inout Report
  ) throws(Rejected) -> CheckedPass {
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    let isFirst = rules.count == nil
    rules.check(package, context, &found)
    // What is wrong with every row was said of the first; it is said again where it refuses them.
    if isFirst {
      rules.repeatsConstant = judge.sift(rules.constant).contains { $0.severity == .error }
    }
    if !found.diagnostics.isEmpty { report.append(judge.sift(found.diagnostics)) }
    if !report.diagnostics.isEmpty { try report.throwIfRejected() }
    return CheckedPass(files: files)
  }
}

extension PassPackage {
  /// Takes the files of somebody's package as they stand, for a new seal.
  ///
  /// Nothing is judged but what was found while reading it: `resign` keeps the content.
  package func takenAsItStands(_ report: Report) throws(Rejected) -> CheckedPass {
    try report.throwIfRejected()
    return CheckedPass(files: files.filter { !Manifest.isOwnFile($0.path) })
  }
}
