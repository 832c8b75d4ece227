// SPDX-License-Identifier: Apache-2.0

package import PassArchive
package import PassCrypto
package import PassDiagnostics
package import PassModel
import PassRules
package import PassTemplate

/// Makes the passes of a recipe, one after the other: the way from a template and a row to a
/// signed .pkpass, from top to bottom. Start reading here.
///
///     row ── check ── CheckedPass ── prepare ── UnsignedPass ── sign ── finish ── .pkpass
///
/// `passc build` makes one pass with it and `passc issue` one per row; the library and the update
/// service keep makers for the passes to come. `passc check` of a template uses the first half,
/// `passc resign` the second (`PassSigner`). A key outside this process needs `prepare` and
/// `finish`, anybody else calls `seal`.
///
/// For one thread: what one pass leaves in it, the next one uses. Each part gives the bytes and
/// findings that it gives when it is empty.
package struct PassMaker {
  package let recipe: PassRecipe
  /// Sets severities, applies `allow`, and counts which entries of it were used.
  package var judge: Judge
  /// Whether findings that every pass has are reported for each pass, or for the first one.
  private let repeatsCommonFindings: Bool
  private var context: CheckContext
  /// Document and files of the pass before.
  private var rows = RowMemory()
  /// Which rules have to look at the next pass.
  private var rules = RuleCache(isOfOneTemplate: true)
  private var signer: PassSigner

  /// A maker that has made no pass yet.
  ///
  /// - Parameter judge: sets severities; by default it knows the `allow` of the template.
  package init(_ recipe: PassRecipe, judge: Judge? = nil, repeatsCommonFindings: Bool = true) {
    self.recipe = recipe
    self.judge = judge ?? Judge(allowances: recipe.template.settings.allowances)
    self.repeatsCommonFindings = repeatsCommonFindings
    context = recipe.context
    signer = PassSigner(recipe.identity, shared: recipe.sharedFiles)
  }

  /// Checks the passes from now on at another time, in seconds since 1970.
  package mutating func check(at today: Int64) {
    guard context.today != today else { return }
    context.today = today
    // What rules found at another time tells nothing.
    rules = RuleCache(isOfOneTemplate: true)
  }

  // MARK: Check

  /// Makes the content of the pass of a row and checks it by every rule.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of the template.
  ///   - readFile: the bytes of a file that the row names, and its path as the user knows it.
  ///   - token: the authenticationToken of a pass that has a web service and no token.
  ///   - derived: what the token key derives for the pass, if that is known.
  /// - Throws: `Rejected` if an error was found; `report` has it too.
  package mutating func check(
    _ row: [Cell], readFile: RowFileReader, token: String? = nil, derived: DerivedToken? = nil,
    report: inout Report
  ) throws(Rejected) -> CheckedPass {
    let made = recipe.token(for: row, given: token, derived: derived)
    guard let filled = fill(row, token: made?.text, readFile: readFile, report: &report) else {
      throw Rejected(report.diagnostics)
    }
    var pass = try filled.checked(
      context, rules: &rules, repeatsCommonFindings: repeatsCommonFindings, judge: &judge,
      report: &report)
    pass.hasGivenToken = made?.isGiven ?? false
    return pass
  }

  /// Puts a row into the template: the content of its pass, not checked.
  ///
  /// - Parameter token: its authenticationToken, unless the template or the row names one.
  /// - Returns: nil if a file that the row names cannot be read, which `report` has.
  package mutating func fill(
    _ row: [Cell], token: String? = nil, readFile: RowFileReader, report: inout Report
  ) -> ResolvedPass? {
    recipe.template.resolved(
      with: row, token: token, readFile: readFile, memory: &rows, report: &report)
  }

  /// Reports everything that rules find in a filled-in template, whatever is allowed.
  package mutating func runRules(on package: PassPackage, report: inout Report) {
    rules.check(package, context, &report)
    report.append(rules.common)
  }

  // MARK: Sign

  /// Signs a checked pass with a key of this process, at a time in seconds since 1970.
  ///
  /// - Precondition: the recipe has an identity.
  package mutating func seal(
    _ pass: CheckedPass, at time: Int64
  ) throws -> ArchiveAssembly {
    try signer.seal(pass, at: time)
  }

  /// Writes the manifest: what is to be signed. Another maker of the recipe may do the rest.
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

  /// The content with manifest.json and, if the recipe has an identity, the signature.
  package mutating func files(of pass: CheckedPass, at time: Int64) throws -> [PackagedFile] {
    try signer.files(of: pass, at: time)
  }

  /// The SHA-256 of the archive that was finished last.
  package mutating func digest() -> [UInt8] { signer.digest() }
}
