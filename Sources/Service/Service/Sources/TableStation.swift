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

/// A worker that makes one pass of a table after the other and reuses buffers and parsed headers.
/// `@unchecked`: only one thread may use it at a time. `TablePress.atStation` and `TableReading`
/// ensure that.
final class TableStation: @unchecked Sendable {
  private unowned let press: TablePress
  private let compiler: PassCompiler
  private var memory = RowMemory()
  private var rules = RuleSelection()
  private var cells: [Cell] = []
  private var sealer: PassSealer?
  private var lastReading: Reading?

  init(_ press: TablePress, today: Int64? = nil) {
    self.press = press
    compiler = today.map { press.press.compiler.at($0) } ?? press.press.compiler
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

  /// A pass without errors.
  private struct Judged {
    let pass: CheckedPass
    let root: JSONValue
  }

  /// Returns the version of a row, without a signature.
  ///
  /// - Parameters:
  ///   - parser: the parser of the table that the row is from.
  ///   - digest: SHA-256 of everything that the pass is made from.
  /// - Throws: `Rejected` with all errors of the row.
  func version(
    of row: Row, _ parser: inout RowParser, _ files: RowFiles, copy: TableRow, digest: [UInt8],
    sources: SourceTable
  ) throws -> NewVersion {
    let judged = try judged(row, &parser, files, sources)
    let manifest = try manifest(of: judged.pass)
    guard let token = judged.root["authenticationToken"]?.string,
      let serial = judged.root["serialNumber"]?.string
    else { throw RowPress.Unfit(description: "a pass has no token or no serial number", help: "") }
    return NewVersion(
      passType: press.passType, serial: serial, token: token, manifest: Digest.sha256(manifest),
      digest: digest, bytes: copy.bytes, source: .table,
      isVoided: judged.root["voided"]?.bool == true)
  }

  /// Returns the version of a stored row, without a signature. Returns nil if its digest is
  /// `known`.
  ///
  /// - Parameter personal: the data of the personalization.
  /// - Throws: `Rejected` with all errors of the row.
  func version(
    of copy: TableRow, serial: String, unless known: [UInt8]?, personal: [UInt8]?
  ) throws -> NewVersion? {
    guard let (row, reading) = try read(copy, personal) else { throw Rejected([]) }
    let files = try press.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let digest = press.digest(
      token: press.token(of: serial), row: copy, files: files, personal: personal)
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
    let files = try press.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let token = press.token(of: serial)
    guard
      press.digest(token: token, row: copy, files: files, personal: personal) == digest
    else { return nil }
    let judged = try judged(
      row, &reading.parser, reading.rows.files, reading.sources, derived: token)
    _ = try manifest(of: judged.pass)
    guard let signature = try sealer?.sign(at: press.signingTime(of: modified)) else { return nil }
    try sealer?.layOut(judged.pass, signature: signature)
    guard let archive = sealer?.archive else { return nil }
    var buffer = ByteBufferAllocator().buffer(capacity: archive.length)
    archive.withPieces { for piece in $0 { buffer.writeBytes(piece) } }
    return buffer
  }

  /// Returns whether this builder makes a pass with this digest from a stored row.
  func makes(
    _ copy: TableRow, serial: String, digest: [UInt8], personal: [UInt8]?
  ) throws -> Bool {
    guard let (row, reading) = try read(copy, personal) else { return false }
    let files = try press.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let token = press.token(of: serial)
    return press.digest(token: token, row: copy, files: files, personal: personal) == digest
  }

  /// Reads a stored row. Returns nil if the template no longer accepts its columns.
  private func read(
    _ copy: TableRow, _ personal: [UInt8]?
  ) throws -> (row: Row, reading: Reading)? {
    if personal == nil, let known = lastReading, let rest = copy.row(after: known.beginning) {
      var report = Report(sources: known.sources, wantsNotes: false)
      known.rows.goOn(with: rest)
      guard let row = try known.rows.next(&report), !row.isRejected else { return nil }
      return (row, known)
    }
    var report = Report(sources: compiler.template.sources, wantsNotes: false)
    let kept = copy.choice(press.choice)
    var choice = kept.choice
    if let personal { choice.given += press.press.given(by: personal) }
    guard
      var rows = try RowSource(
        streaming: press.choice.file ?? "row", choice, for: compiler.template, open: kept.open,
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

  private func judged(
    _ row: Row, _ parser: inout RowParser, _ files: RowFiles, _ sources: SourceTable,
    derived: DerivedToken? = nil
  ) throws -> Judged {
    var report = Report(sources: sources, wantsNotes: false)
    report.sources.setRow(row.source)
    var judge = Judge(allowances: compiler.template.settings.allowances)
    guard parser.parse(row, into: &cells, report: &report) else {
      throw Rejected(report.diagnostics)
    }
    // Rules report findings in constant parts for every pass, not only for the first, because each
    // row gets its own report.
    defer { rules.repeatsConstant = true }
    do {
      let (pass, document) = try compiler.checked(
        cells, readFile: files.read, memory: &memory, token: nil, derived: derived,
        rules: &rules, judge: &judge, report: &report)
      return Judged(pass: pass, root: document.root)
    } catch {
      throw Rejected(report.sorted.filter { $0.severity == .error })
    }
  }

  /// Returns the manifest of a pass and prepares the packager to sign it.
  private func manifest(of pass: CheckedPass) throws -> [UInt8] {
    if sealer == nil {
      sealer = try PassSealer(
        shared: try press.sharedFiles(of: pass), identity: press.press.identity)
    }
    sealer?.describe(pass)
    return sealer?.manifestBytes ?? []
  }
}

extension TablePress {
  /// Returns the SHA-256 of the files that a row names, in the order of the columns. A file that
  /// cannot be read counts as empty. The check of the row reports it.
  func fileDigests(
    of row: Row, _ binding: ColumnBinding, _ files: RowFiles
  ) throws -> [[UInt8]] {
    guard press.compiler.template.hasRowFiles else { return [] }
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
