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

/// Where passes of a table are judged and made, one after the other: what one leaves, the next uses.
/// A press hands each station to one thread at a time.
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

  /// How rows with one header are read: most have that of the row before.
  private final class Reading {
    /// What stands before the row in its copy.
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

  /// A pass that may be made.
  private struct Judged {
    let pass: CheckedPass
    let root: JSONValue
  }

  /// The version a row is, not sealed.
  ///
  /// - Parameters:
  ///   - parser: of the binding the row was read with.
  ///   - digest: of everything the pass is made from.
  /// - Throws: `Rejected` with everything that is wrong with it.
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

  /// The version a row that was kept is, not sealed; nil where that is what `known` says.
  ///
  /// - Parameter personal: what its holder gave.
  /// - Throws: `Rejected` with everything that is wrong with it.
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

  /// The sealed bundle of a row that was kept; nil where the press would make something else of it
  /// than what `digest` says, or nothing.
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

  /// Whether `digest` says of a row that was kept what the press would make of it.
  func makes(
    _ copy: TableRow, serial: String, digest: [UInt8], personal: [UInt8]?
  ) throws -> Bool {
    guard let (row, reading) = try read(copy, personal) else { return false }
    let files = try press.fileDigests(of: row, reading.rows.binding, reading.rows.files)
    let token = press.token(of: serial)
    return press.digest(token: token, row: copy, files: files, personal: personal) == digest
  }

  /// A row that was kept, read again; nil where the template has no place for it any more.
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
    // What somebody gave is bound to the columns of that pass alone.
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
    // What no row changes is said of each pass.
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

  /// The manifest of a pass, which is ready to be signed then.
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
  /// Digests of the files a row names, in the order of the columns; what cannot be read is none,
  /// which whoever judges the row will say.
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
