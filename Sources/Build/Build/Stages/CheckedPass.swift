// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
import PassJSON
package import PassModel
import PassRules
import PassTemplate

/// The content of a pass that may be signed. No rule found an error in it, or it comes from a
/// finished pass that is signed again. Only this file can create one, and nothing else can be
/// signed.
public struct CheckedPass: Sendable {
  /// Every file of the pass except manifest.json and signature, sorted by path.
  package let files: [PackagedFile]
  /// The members of pass.json, nil if missing or not a string. The document itself is not stored,
  /// because its memory is reused for the next pass.
  package let passTypeIdentifier: String?
  package let serialNumber: String?
  package let authenticationToken: String?
  /// Whether pass.json has the address of a web service.
  package let hasWebService: Bool
  /// Whether pass.json has `"voided": true`.
  package let isVoided: Bool
  /// Whether the authenticationToken is the one that the caller passed.
  package var hasGivenToken = false
  /// Warnings about template, row and identity.
  var warnings: [Diagnostic] = []

  fileprivate init(_ files: [PackagedFile], _ document: JSONValue?) {
    self.files = files
    passTypeIdentifier = document?["passTypeIdentifier"]?.string
    serialNumber = document?["serialNumber"]?.string
    authenticationToken = document?["authenticationToken"]?.string
    hasWebService = document?["webServiceURL"] != nil
    isVoided = document?["voided"]?.bool == true
  }
}

extension ResolvedPass {
  /// Runs the rules that may find something in this pass.
  ///
  /// - Parameters:
  ///   - rules: the results of earlier passes of the template.
  ///   - repeatsCommonFindings: whether findings that every pass has are reported for this pass
  ///     too. Errors are always reported, because they stop every pass.
  ///   - filter: sets severities and applies `allow`.
  /// - Throws: `DiagnosticsError` with all findings if there is an error among them.
  func checked(
    _ context: CheckContext, rules: inout RuleCache, repeatsCommonFindings: Bool = true,
    filter: inout FindingFilter, report: inout Report
  ) throws(DiagnosticsError) -> CheckedPass {
    var found = Report(sources: report.sources, wantsNotes: report.wantsNotes)
    rules.check(package, context, &found)
    if !found.diagnostics.isEmpty { report.append(filter.filtered(found.diagnostics)) }
    if !rules.common.isEmpty {
      let common = filter.filtered(rules.common)
      if repeatsCommonFindings || common.contains(where: { $0.severity == .error }) {
        report.append(common)
      }
    }
    if !report.diagnostics.isEmpty { try report.throwIfRejected() }
    return CheckedPass(files, document.root)
  }
}

extension PassPackage {
  /// Accepts the files of a finished pass unchanged, to sign them again.
  ///
  /// - Parameter report: the findings of reading the package. No rule is run here.
  package func unchangedContent(_ report: Report = Report()) throws(DiagnosticsError) -> CheckedPass
  {
    try report.throwIfRejected()
    let files = files.filter { !PackageKind.pass.isOwnFile($0.path) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return CheckedPass(files, passJSON?.root)
  }
}
