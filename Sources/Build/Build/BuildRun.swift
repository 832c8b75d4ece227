// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
import PassJSON
import PassRules
package import PassTemplate

/// The part of `passc build` before anything is written: makes and checks one pass from a template
/// folder and a row.
package struct BuildRun {
  package struct Request {
    package var template: String
    /// The data with the row. Without data, the template may only have columns that need no value.
    package var data = DataChoice()
    package var identity: IdentitySource
    /// Whether the result is a signed bundle, which needs an identity. If false, only the files of
    /// the pass are made.
    package var isSigned = true
    /// The file with the key that authentication tokens are derived from.
    package var tokenKeyFile: String?
    /// Reads the reader's public key in the form of `encryptionPublicKey`.
    package var readerKey: ((Template, DiskReader) throws -> String?)?
    /// Files named in addition to the template, which are never packed.
    package var neverPacked: [String] = []
    /// The signing time in seconds since 1970.
    package var time: Int64

    /// Creates a request for a signed pass without data.
    package init(template: String, identity: IdentitySource, time: Int64) {
      self.template = template
      self.identity = identity
      self.time = time
    }
  }

  /// Something missing on the command line. Errors in the sources are diagnostics instead.
  package enum MissingInputError: Error {
    /// No signing identity was given.
    case identity
    /// The template has a web service, but there is no authentication token and no key to derive
    /// one.
    case token
    /// The token must be derived from the pass type identifier, which is not known.
    case typeForToken
    /// These columns have no values.
    case data(columns: [String], hasSample: Bool)
  }

  /// A checked pass and the maker that can sign it.
  package struct Built {
    package let pass: CheckedPass
    package let maker: PassMaker
  }

  private let request: Request
  /// The files and folders that were read. They are needed for the dependency file of make and to
  /// prevent overwriting an input.
  package let log = ReadLog()
  private let disk: DiskReader
  private var report = Report()
  private var filter: FindingFilter

  /// Creates a run that has not started.
  ///
  /// - Parameter filter: a filter without the template's `allow`, which is added when the template
  ///   is loaded.
  package init(_ request: Request, filter: FindingFilter) {
    self.request = request
    self.filter = filter
    disk = DiskReader(log: log)
  }

  /// The diagnostics with the severities of this run, without the allowed ones.
  package var found: [Diagnostic] {
    var filter = filter
    return filter.filtered(report.sorted)
  }

  /// The diagnostics when the run ended early. If no error remains after filtering, these are all
  /// diagnostics, because an allowed one stopped the run.
  package var foundAtEnd: [Diagnostic] {
    var filter = filter
    return filter.errors(in: report.sorted)
  }

  /// Reads everything and runs every rule.
  ///
  /// - Throws: `DiagnosticsError` if there was an error, which is then in `foundAtEnd`. Also `MissingInputError`,
  ///   `DataUsageError`, `AuthenticationTokenKey.InvalidKeyError`, `FileError`, and the errors of
  ///   `readerKey`.
  package mutating func run() throws -> Built {
    let source = request.identity
    // Errors in the identity's files are reported below, when the identity is chosen.
    let ahead = source.isEmpty ? nil : IdentityMaterial.readAhead(source)
    guard
      let template = try Template.load(
        request.template, dataFiles: request.neverPacked, disk: disk, report: &report)
    else { throw rejected }
    ImageFreshness.check(template, disk: disk, report: &report)
    filter = filter.allowing(template.settings.allowances)
    let readerKey = try request.readerKey?(template, disk)
    let choice = try identity(for: template, ahead)
    let tokenKey = try request.tokenKeyFile.map { try AuthenticationTokenKey(file: $0, disk: disk) }
    let recipe = PassRecipe(
      template, identity: choice.identity, facts: choice.facts, tokenKey: tokenKey,
      nfcPublicKey: readerKey, today: request.time)
    var maker = PassMaker(recipe, filter: filter)
    if choice.identity == nil, !source.isEmpty { throw try rejectedOverIdentity(&maker) }
    switch recipe.tokenObstacle {
    case .noKey: if request.isSigned { throw MissingInputError.token }
    case .noPassType: throw MissingInputError.typeForToken
    case nil: break
    }
    let row = try row(for: recipe.template)
    let pass = try check(row, with: &maker)
    guard !found.contains(where: { $0.severity == .error }) else { throw rejected }
    return Built(pass: pass, maker: maker)
  }

  private var rejected: DiagnosticsError { DiagnosticsError(foundAtEnd) }

  /// Checks the row too after an error in the identity, so that one run reports all errors.
  ///
  /// - Throws: an error that ends the run, such as a data file that cannot be read.
  private mutating func rejectedOverIdentity(_ maker: inout PassMaker) throws -> DiagnosticsError {
    let template = maker.recipe.template
    do {
      // If data or an authentication token is missing, the row cannot be checked in this run.
      if maker.recipe.tokenObstacle != .noKey, isRowGiven(for: template),
        let row = try ChosenRow.read(request.data, for: template, disk: disk, report: &report)
      {
        _ = try check(row, with: &maker)
      }
    } catch is DiagnosticsError {
      // The report has all diagnostics already.
    }
    return rejected
  }

  private mutating func check(
    _ row: ChosenRow, with maker: inout PassMaker
  ) throws -> CheckedPass {
    let pass = Result { () throws(DiagnosticsError) in
      try maker.check(row.cells, readFile: row.files.read, report: &report)
    }
    filter = maker.filter
    let isComplete = if case .success = pass { true } else { false }
    filter.reportUnused(isComplete: isComplete, &report)
    return try pass.get()
  }

  // MARK: Input

  private mutating func identity(
    for template: Template, _ ahead: BackgroundWork<IdentityMaterial.Read?>?
  ) throws -> (identity: Identity?, facts: CertificateFacts?) {
    guard !request.identity.isEmpty else {
      guard request.isSigned else { return (nil, nil) }
      throw MissingInputError.identity
    }
    let material: IdentityMaterial
    if let read = ahead?.value() {
      material = read.material
      for file in read.files { log.addFile(file) }
      for folder in read.folders { log.addFolder(folder) }
    } else {
      material = try IdentityMaterial.read(request.identity, disk: disk)
    }
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: template.passTypeIdentifier,
      at: template.document["passTypeIdentifier"]?.place, time: request.time)
    return try IdentityChoice.judgement(of: material, for: purpose, report: &report)
  }

  private func isRowGiven(for template: Template) -> Bool {
    !request.data.isEmpty || !request.data.assignments.isEmpty || template.requiredColumns.isEmpty
  }

  private mutating func row(for template: Template) throws -> ChosenRow {
    guard isRowGiven(for: template) else {
      throw MissingInputError.data(
        columns: template.requiredColumns, hasSample: template.settings.sample != nil)
    }
    guard
      let row = try ChosenRow.read(request.data, for: template, disk: disk, report: &report)
    else { throw rejected }
    return row
  }
}
