// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
import PassJSON
import PassRules
package import PassTemplate

/// One pass from a template folder and a row, up to what can be sealed: what `passc build` does
/// before anything is written.
package struct BuildRun {
  /// What is asked for.
  package struct Request {
    /// The template folder.
    package var template: String
    /// The row. Without one the template has to do without columns that need a value.
    package var data = DataChoice()
    /// Where certificate, key and intermediate lie.
    package var identity: IdentitySource
    /// A bundle is wanted, which needs an identity; else only what goes into it.
    package var isSealed = true
    /// The file with what tokens are derived from.
    package var tokenKeyFile: String?
    /// Reads the reader's key, as `encryptionPublicKey` spells it.
    package var readerKey: ((Template, DiskReader) throws -> String?)?
    /// Files named beside the template, which are never packed.
    package var neverPacked: [String] = []
    /// The signing time, seconds since 1970.
    package var time: Int64

    /// A request for a sealed pass without data.
    package init(template: String, identity: IdentitySource, time: Int64) {
      self.template = template
      self.identity = identity
      self.time = time
    }
  }

  /// What is missing, where that is a question of usage and not of the sources.
  package enum Missing: Error {
    /// Something to sign with.
    case identity
    /// A token for the web service, or a key to derive it.
    case token
    /// The pass type from which the token is to be derived.
    case typeForToken
    /// Values for these columns.
    case data(columns: [String], hasSample: Bool)
  }

  /// A checked pass, and the maker that signs it.
  package struct Built {
    package let pass: CheckedPass
    package let maker: PassMaker
  }

  private let request: Request
  /// Every file and folder that was read, for make and for not writing over them.
  package let log = ReadLog()
  private let disk: DiskReader
  private var report = Report()
  private var judge: Judge

  /// A run that has not begun.
  ///
  /// - Parameter judge: without the template's allowances, which come with the template.
  package init(_ request: Request, judge: Judge) {
    self.request = request
    self.judge = judge
    disk = DiskReader(log: log)
  }

  /// What was found, with the severities of this run and without what is allowed.
  package var found: [Diagnostic] {
    var judge = judge
    return judge.sift(report.sorted)
  }

  /// What was found when the run ended early. Something that was to be allowed may have stopped
  /// it all the same.
  package var foundAtEnd: [Diagnostic] {
    var judge = judge
    return judge.refusal(over: report.sorted)
  }

  /// Reads everything and runs every rule.
  ///
  /// - Throws: `Rejected` when an error was found, `foundAtEnd` tells which; `Missing`,
  ///   `DataUsageError`, `AuthenticationTokenKey.Invalid`, `FileError`, and what `readerKey` throws.
  package mutating func run() throws -> Built {
    let source = request.identity
    // Whatever is wrong with the identity's files is said when its turn comes.
    let ahead = source.isEmpty ? nil : IdentityMaterial.readAhead(source)
    guard
      let template = try Template.load(
        request.template, dataFiles: request.neverPacked, disk: disk, report: &report)
    else { throw rejected }
    judge = judge.allowing(template.settings.allowances)
    let readerKey = try request.readerKey?(template, disk)
    let choice = try identity(for: template, ahead)
    let tokenKey = try request.tokenKeyFile.map { try AuthenticationTokenKey(file: $0, disk: disk) }
    let recipe = PassRecipe(
      template, identity: choice.identity, facts: choice.facts, tokenKey: tokenKey,
      nfcPublicKey: readerKey, today: request.time)
    var maker = PassMaker(recipe, judge: judge)
    if choice.identity == nil, !source.isEmpty { throw try rejectedOverIdentity(&maker) }
    switch recipe.tokenObstacle {
    case .noKey: if request.isSealed { throw Missing.token }
    case .noPassType: throw Missing.typeForToken
    case nil: break
    }
    let row = try row(for: recipe.template)
    let pass = try check(row, with: &maker)
    guard !found.contains(where: { $0.severity == .error }) else { throw rejected }
    return Built(pass: pass, maker: maker)
  }

  private var rejected: Rejected { Rejected(foundAtEnd) }

  /// The identity is at fault: whatever else is wrong is said in the same run.
  ///
  /// - Throws: what stops the work for good, such as a data file that cannot be read.
  private mutating func rejectedOverIdentity(_ maker: inout PassMaker) throws -> Rejected {
    let template = maker.recipe.template
    do {
      // What is missing on the command line, or a token, waits for the next run.
      if maker.recipe.tokenObstacle != .noKey, isRowGiven(for: template),
        let row = try ChosenRow.read(request.data, for: template, disk: disk, report: &report)
      {
        _ = try check(row, with: &maker)
      }
    } catch is Rejected {
      // Everything found is in the report.
    }
    return rejected
  }

  private mutating func check(
    _ row: ChosenRow, with maker: inout PassMaker
  ) throws -> CheckedPass {
    let pass = Result { () throws(Rejected) in
      try maker.check(row.cells, readFile: row.files.read, report: &report)
    }
    judge = maker.judge
    let isComplete = if case .success = pass { true } else { false }
    judge.complainAboutUnused(isComplete: isComplete, &report)
    return try pass.get()
  }

  // MARK: Input

  private mutating func identity(
    for template: Template, _ ahead: BackgroundWork<IdentityMaterial.Read?>?
  ) throws -> (identity: Identity?, facts: CertificateFacts?) {
    guard !request.identity.isEmpty else {
      guard request.isSealed else { return (nil, nil) }
      throw Missing.identity
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
    !request.data.isEmpty || !request.data.given.isEmpty || template.requiredColumns.isEmpty
  }

  private mutating func row(for template: Template) throws -> ChosenRow {
    guard isRowGiven(for: template) else {
      throw Missing.data(
        columns: template.requiredColumns, hasSample: template.settings.sample != nil)
    }
    guard
      let row = try ChosenRow.read(request.data, for: template, disk: disk, report: &report)
    else { throw rejected }
    return row
  }
}
