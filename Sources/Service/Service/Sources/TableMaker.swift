// SPDX-License-Identifier: Apache-2.0

import NIOCore
import PassArchive
import PassBasics
import PassBuild
import PassCrypto
import PassDiagnostics
import PassJSON
import PassRegistry
import PassRules
import PassTemplate

/// A maker of passes from the rows of a table, lent to one thread at a time.
final class TableMaker: @unchecked Sendable {
  private unowned let recipe: TableRecipe
  private var maker: PassMaker
  private var cells: [Cell] = []
  private var lastReading: Reading?

  init(_ recipe: TableRecipe, today: Int64? = nil) {
    self.recipe = recipe
    maker = PassMaker(recipe.rowRecipe.passRecipe)
    if let today { maker.check(at: today) }
  }

  /// The parsed header of a stored row. Most rows have the same header as the row before.
  private final class Reading {
    /// The bytes before the row in its copy.
    let beginning: [UInt8]
    var rows: RowSource
    var parser: RowParser
    let sources: SourceTable

    init(_ beginning: ArraySlice<UInt8>, _ rows: RowSource, _ sources: SourceTable) {
      self.beginning = Array(beginning)
      self.rows = rows
      parser = RowParser(rows.binding)
      self.sources = sources
    }
  }

  /// The version that a row describes, not signed.
  ///
  /// - Parameters:
  ///   - parser: the parser of the table that the row is from.
  ///   - digest: SHA-256 of everything that the pass is made from.
  /// - Throws: `DiagnosticsError` with all errors of the row.
  func version(
    of row: Row, _ parser: inout RowParser, _ files: RowFiles, copy: TableRow, digest: [UInt8],
    sources: SourceTable
  ) throws -> NewVersion {
    let pass = try check(row, &parser, files, sources)
    let manifest = try maker.prepare(pass).manifest
    guard let token = pass.authenticationToken, let serial = pass.serialNumber else {
      throw RowRecipe.RecipeError(description: "a pass has no token or no serial number", help: "")
    }
    return NewVersion(
      passType: recipe.passType, serial: serial, token: token, manifest: Digest.sha256(manifest),
      digest: digest, bytes: copy.bytes, source: .table,
      isVoided: pass.isVoided)
  }

  /// The version that a stored row describes, not signed; nil where that is what `known` says.
  ///
  /// - Parameter personal: the data of the personalization.
  /// - Throws: `DiagnosticsError` with all errors of the row.
  func version(
    of copy: TableRow, serial: String, unless known: [UInt8]?, personal: [UInt8]?
  ) throws -> NewVersion? {
    guard let (row, reading) = try read(copy, personal) else { throw DiagnosticsError([]) }
    let files = try recipe.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let digest = recipe.digest(
      token: recipe.token(of: serial), row: copy, files: files, personal: personal)
    guard digest != known else { return nil }
    return try version(
      of: row, &reading.parser, reading.rows.files, copy: copy, digest: digest,
      sources: reading.sources)
  }

  /// Returns the signed bundle of a stored row. Returns nil if the result would not have this
  /// digest, because template or files have changed.
  func bundle(
    of copy: TableRow, serial: String, digest: [UInt8], personal: [UInt8]?, at modified: Int64
  ) throws -> ByteBuffer? {
    guard let (row, reading) = try read(copy, personal) else { return nil }
    let files = try recipe.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let token = recipe.token(of: serial)
    guard
      recipe.digest(token: token, row: copy, files: files, personal: personal) == digest
    else { return nil }
    let time = recipe.signingTime(of: modified)
    try recipe.rowRecipe.identity.throwUnlessValid(at: time)
    let pass = try check(
      row, &reading.parser, reading.rows.files, reading.sources, derived: token)
    let archive = try maker.signAndPackage(pass, at: time)
    var buffer = ByteBufferAllocator().buffer(capacity: archive.length)
    archive.withPieces { for piece in $0 { buffer.writeBytes(piece) } }
    return buffer
  }

  /// Returns whether this builder makes a pass with this digest from a stored row.
  func makes(
    _ copy: TableRow, serial: String, digest: [UInt8], personal: [UInt8]?
  ) throws -> Bool {
    guard let (row, reading) = try read(copy, personal) else { return false }
    let files = try recipe.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let token = recipe.token(of: serial)
    return recipe.digest(token: token, row: copy, files: files, personal: personal) == digest
  }

  /// Reads a stored row. Returns nil if the template no longer accepts its columns.
  private func read(
    _ copy: TableRow, _ personal: [UInt8]?
  ) throws -> (row: Row, reading: Reading)? {
    if personal == nil, let known = lastReading, let rest = copy.row(after: known.beginning) {
      var report = Report(sources: known.sources, wantsNotes: false)
      known.rows.restart(with: rest)
      guard let row = try known.rows.next(&report), !row.isRejected else { return nil }
      return (row, known)
    }
    var report = Report(sources: maker.recipe.template.sources, wantsNotes: false)
    let kept = copy.choice(recipe.choice)
    var choice = kept.choice
    if let personal { choice.assignments += recipe.rowRecipe.enteredValues(by: personal) }
    guard
      var rows = try RowSource(
        streaming: recipe.choice.file ?? "row", choice, for: maker.recipe.template, open: kept.open,
        report: &report),
      let row = try rows.next(&report), !row.isRejected
    else { return nil }
    let reading = Reading(copy.beginning(before: row), rows, report.sources)
    // Data of a personalization becomes part of this reading, so it must not be used for another
    // pass.
    if personal == nil { lastReading = reading }
    return (row, reading)
  }

  // MARK: Steps

  private func check(
    _ row: Row, _ parser: inout RowParser, _ files: RowFiles, _ sources: SourceTable,
    derived: DerivedToken? = nil
  ) throws(DiagnosticsError) -> CheckedPass {
    var report = Report(sources: sources, wantsNotes: false)
    report.sources.setRow(row.source)
    guard parser.parse(row, into: &cells, report: &report) else {
      throw DiagnosticsError(report.diagnostics)
    }
    do {
      return try maker.check(cells, readFile: files.read, derived: derived, report: &report)
    } catch {
      throw DiagnosticsError(report.sorted.filter { $0.severity == .error })
    }
  }
}

extension TableRecipe {
  /// Returns the SHA-256 of the files that a row names, in the order of the columns. A file that
  /// cannot be read counts as empty. The check of the row reports it.
  func fileDigests(
    of row: Row, _ binding: ColumnBinding, _ files: RowFiles
  ) throws -> [[UInt8]] {
    guard rowRecipe.passRecipe.template.hasRowFiles else { return [] }
    var parser = RowParser(binding)
    var cells: [Cell] = []
    var report = Report(wantsNotes: false)
    guard parser.parse(row, into: &cells, report: &report) else { return [] }
    return cells.compactMap { cell in
      guard case .file(let path) = cell.value else { return nil }
      return Digest.sha256((try? files.read(path))?.bytes ?? [])
    }
  }
}
