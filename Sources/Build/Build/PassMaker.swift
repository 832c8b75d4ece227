// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassCrypto
package import PassDiagnostics
package import PassModel
import PassRules
package import PassTemplate

/// Makes the passes of a recipe one after another, from a template and a row to a signed .pkpass.
/// Start reading the source here.
///
///     row ── check ── CheckedPass ── prepare ── UnsignedPass ── sign ── finish ── .pkpass
///
/// `passc build` makes one pass with it and `passc issue` one per row. The library and the update
/// service keep makers for later passes. `passc check` of a template uses the first half, and
/// `passc resign` the second (`PassSigner`). With a key outside this process callers use `prepare`
/// and `finish`, otherwise `signAndPackage`.
///
/// Not safe to share between threads: each pass reuses buffers and results of the previous one.
/// This does not change its bytes or findings.
package struct PassMaker {
  package let recipe: PassRecipe
  /// Sets severities, applies `allow`, and counts which of its entries were used.
  package var filter: FindingFilter
  /// Whether findings that all passes have in common are reported for each pass, or only for the
  /// first.
  private let repeatsCommonFindings: Bool
  private var context: CheckContext
  /// The document and files of the previous pass.
  private var rows = RowCache()
  /// Results of earlier passes, to find the rules that must check the next pass.
  private var rules = RuleCache(isOfOneTemplate: true)
  private var signer: PassSigner

  /// Creates a maker.
  ///
  /// - Parameter filter: sets severities. By default it has the `allow` of the template.
  package init(
    _ recipe: PassRecipe, filter: FindingFilter? = nil, repeatsCommonFindings: Bool = true
  ) {
    self.recipe = recipe
    self.filter = filter ?? FindingFilter(allowances: recipe.template.settings.allowances)
    self.repeatsCommonFindings = repeatsCommonFindings
    context = recipe.context
    signer = PassSigner(recipe.identity, shared: recipe.sharedFiles)
  }

  /// Sets the time of the following checks, in seconds since 1970.
  package mutating func check(at today: Int64) {
    guard context.today != today else { return }
    context.today = today
    // The cached results are only valid for one time.
    rules = RuleCache(isOfOneTemplate: true)
  }

  // MARK: Check

  /// Fills in a row and runs every rule.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of the template.
  ///   - readFile: returns the bytes of a file that the row names, and its path for messages.
  ///   - token: the authenticationToken of a pass that has a web service and no token.
  ///   - derived: a token that the token key derived earlier, if there is one.
  /// - Throws: `DiagnosticsError` if an error was found. `report` has it too.
  package mutating func check(
    _ row: [Cell], readFile: RowFileReader, token: String? = nil, derived: DerivedToken? = nil,
    report: inout Report
  ) throws(DiagnosticsError) -> CheckedPass {
    let made = recipe.token(for: row, given: token, derived: derived)
    guard let filled = fill(row, token: made?.text, readFile: readFile, report: &report) else {
      throw DiagnosticsError(report.diagnostics)
    }
    var pass = try filled.checked(
      context, rules: &rules, repeatsCommonFindings: repeatsCommonFindings, filter: &filter,
      report: &report)
    pass.hasGivenToken = made?.isGiven ?? false
    return pass
  }

  /// Fills a row into the template without running rules.
  ///
  /// - Parameter token: the authenticationToken, unless the template or the row has one.
  /// - Returns: nil if a file that the row names cannot be read. The error is in `report`.
  package mutating func fill(
    _ row: [Cell], token: String? = nil, readFile: RowFileReader, report: inout Report
  ) -> ResolvedPass? {
    recipe.template.resolved(
      with: row, token: token, readFile: readFile, cache: &rows, report: &report)
  }

  /// Reports all findings of the rules about a filled-in template, including those that `allow`
  /// silences.
  package mutating func runRules(on package: PassPackage, report: inout Report) {
    rules.check(package, context, &report)
    report.append(rules.common)
  }

  // MARK: Sign

  /// Signs and packs a checked pass with a key of this process, at a time in seconds since 1970.
  ///
  /// - Precondition: the recipe has an identity.
  package mutating func signAndPackage(
    _ pass: CheckedPass, at time: Int64
  ) throws -> ArchiveAssembly {
    try signer.signAndPackage(pass, at: time)
  }

  /// Writes the manifest, which is to be signed. Another maker of the same recipe may continue.
  package mutating func prepare(_ pass: CheckedPass) throws(ArchiveError) -> UnsignedPass {
    try signer.prepare(pass)
  }

  /// Signs the manifest with a key of this process.
  package mutating func sign(_ pass: UnsignedPass, at time: Int64) throws(CryptoError) -> [UInt8] {
    try signer.sign(pass, at: time)
  }

  /// Packs content, manifest and signature.
  package mutating func finish(
    _ pass: UnsignedPass, signature: [UInt8]
  ) throws(ArchiveError) -> ArchiveAssembly {
    try signer.archive(of: pass, signature: signature)
  }

  /// Returns the content with manifest.json and, if the recipe has an identity, the signature.
  package mutating func files(of pass: CheckedPass, at time: Int64) throws -> [PackagedFile] {
    try signer.files(of: pass, at: time)
  }

  /// Returns the SHA-256 of the last finished archive.
  package mutating func digest() -> [UInt8] { signer.digest() }
}
