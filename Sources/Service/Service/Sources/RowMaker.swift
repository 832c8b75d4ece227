// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBuild
import PassCrypto
import PassDiagnostics
import PassIssue
import PassModel
import PassRegistry
import PassRules
import PassTemplate
import Synchronization

/// A maker of passes from API rows, lent to one thread at a time.
final class RowMaker: @unchecked Sendable {
  private var maker: PassMaker
  private var signer: PassSigner
  private let passType: String
  private var cells: [Cell] = []
  /// The reader of the rows, made for the first one.
  private var reading: Reading?
  private var lastCommon: [PackagedFile] = []
  private var commonFiles: CommonFiles?

  private struct Reading {
    var rows: RowSource
    var parser: RowParser
    let sources: SourceTable
  }

  init(_ recipe: PassRecipe, passType: String) {
    maker = PassMaker(recipe)
    signer = PassSigner(recipe.identity)
    self.passType = passType
  }

  /// Makes the version of a row, not signed.
  ///
  /// - Throws: `DiagnosticsError` with all errors of the row.
  func version(of row: [UInt8], folder: String, at time: Int64) throws -> NewVersion {
    maker.check(at: time)
    var report = Report(sources: maker.recipe.template.sources, wantsNotes: false)
    let pass: CheckedPass
    do {
      guard let (row, files) = try read(row, folder, &report) else {
        throw DiagnosticsError(report.diagnostics)
      }
      report.sources.setRow(row.source)
      guard reading?.parser.parse(row, into: &cells, report: &report) == true else {
        throw DiagnosticsError(report.diagnostics)
      }
      pass = try maker.check(cells, readFile: files.read, report: &report)
    } catch is DiagnosticsError {
      throw DiagnosticsError(maker.filter.errors(in: report.sorted).filter { $0.severity != .note })
    }
    let found = maker.filter.filtered(report.sorted)
    guard !found.contains(where: { $0.severity == .error }) else {
      throw DiagnosticsError(found.filter { $0.severity != .note })
    }
    let manifest = try maker.prepare(pass).manifest
    return try version(pass, manifest, row: String(decoding: row, as: UTF8.self))
  }

  /// Makes the version of a pass whose files are not those of the template.
  func version(ofServed pass: CheckedPass, row: String?) throws -> NewVersion {
    var signer = PassSigner(nil)
    return try version(pass, signer.manifest(of: pass.files), row: row)
  }

  private func version(
    _ pass: CheckedPass, _ manifest: [UInt8], row: String?
  ) throws -> NewVersion {
    guard let serial = pass.serialNumber, pass.hasWebService, let token = pass.authenticationToken
    else {
      // A row may leave out the web service.
      throw DiagnosticsError([
        Diagnostic(
          finding: AllRules.missingToken,
          message: "the pass has no webServiceURL or no authenticationToken, so no device would "
            + "request it", location: nil)
      ])
    }
    let stored = RowContent(pass.files).stored(after: &lastCommon, &commonFiles)
    var version = NewVersion(
      passType: pass.passTypeIdentifier ?? passType, serial: serial, token: token,
      manifest: Digest.sha256(manifest), digest: Digest.sha256(stored.bytes), bytes: stored.bytes,
      source: .row, isVoided: pass.isVoided, row: row)
    version.commonFiles = stored.commonFiles
    return version
  }

  /// Signs and packs a stored content.
  func bundle(of content: RowContent, at time: Int64) throws -> [UInt8] {
    let pass = try PassPackage(origin: .package, files: content.files, document: nil)
      .unchangedContent()
    return try signer.signAndPackage(pass, at: time).bytes
  }

  private func read(
    _ bytes: [UInt8], _ folder: String, _ report: inout Report
  ) throws -> (Row, RowFiles)? {
    if var reading {
      // Released first, so that the reader is not copied.
      self.reading = nil
      defer { self.reading = reading }
      report = Report(sources: reading.sources, wantsNotes: false)
      reading.rows.restart(with: bytes)
      guard let row = try reading.rows.next(&report), !row.isRejected else { return nil }
      return (row, reading.rows.files)
    }
    var choice = DataChoice()
    choice.options.format = .json
    choice.folder = folder
    var rest: [UInt8]? = bytes
    let source = try RowSource(
      streaming: "row", choice, for: maker.recipe.template,
      open: {
        {
          defer { rest = nil }
          return rest
        }
      }, report: &report)
    guard var rows = source, let row = try rows.next(&report), !row.isRejected else { return nil }
    reading = Reading(rows: rows, parser: RowParser(rows.binding), sources: report.sources)
    return (row, rows.files)
  }
}

/// The idle makers of a recipe. Threads share it.
final class RowMakers: Sendable {
  /// Makers of valid and of void passes.
  private struct Idle {
    var valid: [RowMaker] = []
    var void: [RowMaker] = []
  }

  private let recipe: PassRecipe
  /// The same recipe for passes that are void, whatever their rows have.
  private let voiding: PassRecipe
  private let passType: String
  private let idle = Mutex(Idle())

  init(_ recipe: PassRecipe, voiding: PassRecipe, passType: String) {
    self.recipe = recipe
    self.voiding = voiding
    self.passType = passType
  }

  /// Calls `body` with a maker that no other thread uses.
  func lend<Value>(_ isVoid: Bool, _ body: (RowMaker) throws -> Value) rethrows -> Value {
    let known = idle.withLock { isVoid ? $0.void.popLast() : $0.valid.popLast() }
    let maker = known ?? RowMaker(isVoid ? voiding : recipe, passType: passType)
    defer { idle.withLock { if isVoid { $0.void.append(maker) } else { $0.valid.append(maker) } } }
    return try body(maker)
  }
}
