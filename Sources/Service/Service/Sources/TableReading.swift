// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassRegistry
import PassRules
import PassTemplate

/// Reads a table once, from the first row to the last. `@unchecked`: only one thread may use it at
/// a time.
final class TableReading: @unchecked Sendable {
  /// A row, with the digest that shows whether its pass has changed.
  struct Candidate: Sendable {
    let row: Row
    let serial: String
    let copy: TableRow
    fileprivate let files: [[UInt8]]
    fileprivate(set) var digest: [UInt8]
    /// The data of the personalization, or nil.
    fileprivate(set) var personal: [UInt8]?
  }

  /// Rejected rows with place and code. They have no messages, which would quote the row.
  struct Refusals: Sendable {
    static let listed = 20
    private(set) var count = 0
    private(set) var places: [(place: String, code: String)] = []

    mutating func add(_ diagnostics: [Diagnostic], line: Int, file: String) {
      count += 1
      let reason = diagnostics.reason
      guard places.count < Self.listed else { return }
      let at = reason?.location.flatMap { $0.file == file ? $0 : nil }
      places.append((at?.description ?? "\(file):\(line)", reason?.code ?? "row"))
    }
  }

  let recipe: TableRecipe
  private(set) var refusals = Refusals()
  /// Warnings about the table as a whole.
  private(set) var warnings: [Diagnostic] = []
  private(set) var rowCount = 0
  private var rows: RowSource
  private var serials: SerialReader
  private var parser: RowParser
  private var index: SerialIndex
  private var keys: SerialKeys
  private let maker: TableMaker
  /// Worker for passes after personalization.
  private let personalMaker: TableMaker?
  private let sources: SourceTable
  private let name: String

  /// - Throws: `DiagnosticsError` if the table does not fit the template, or `FileError`.
  init(_ recipe: TableRecipe, today: Int64) throws {
    self.recipe = recipe
    let template = recipe.rowRecipe.passRecipe.template
    let file = recipe.choice.file ?? ""
    var report = Report(sources: template.sources, wantsNotes: false)
    guard
      let rows = try RowSource(
        streaming: file, recipe.choice, for: template,
        open: {
          let stream = try FileStream(file)
          return { try stream.next() }
        }, report: &report)
    else { throw DiagnosticsError(report.sorted) }
    serials = SerialReader(template, rows.binding)
    guard serials.comesFromData else {
      throw RowRecipe.RecipeError(
        description: "every row of \(file) would make the same pass",
        help: "use a column in \"serialNumber\" of \(recipe.rowRecipe.folder)")
    }
    parser = RowParser(rows.binding)
    index = SerialIndex(folder: Environment.value("TMPDIR") ?? "/tmp")
    keys = SerialKeys(passType: recipe.passType)
    maker = TableMaker(recipe, today: today)
    personalMaker = recipe.personal.map { TableMaker($0, today: today) }
    sources = report.sources
    name = rows.name
    self.rows = rows
    note(report.diagnostics)
  }

  /// Keeps the warnings that the template does not allow.
  private func note(_ diagnostics: [Diagnostic]) {
    var judge = FindingFilter(allowances: recipe.rowRecipe.passRecipe.template.settings.allowances)
    warnings += judge.filtered(diagnostics).filter { $0.severity == .warning }
  }

  /// Returns the next rows, or nil at the end. Rejects rows without a serial number and repeated
  /// ones.
  ///
  /// - Throws: `DiagnosticsError` if the rest of the table cannot be read.
  func next(limit: Int) throws -> [Candidate]? {
    var candidates: [Candidate] = []
    while candidates.count < limit {
      var report = Report(sources: sources, wantsNotes: false)
      guard let row = try rows.next(&report) else {
        if rows.hasFailed { throw DiagnosticsError(report.sorted) }
        break
      }
      rowCount += 1
      if rowCount == 1 {
        var first = Report(sources: sources, wantsNotes: false)
        parser.noteUnusedMembers(row, &first)
        note(first.diagnostics)
      }
      guard !row.isRejected, let serial = serials.serial(of: row) else {
        reject(row, report)
        continue
      }
      if let earlier = try index.insert(keys.key(of: serial), line: row.line),
        earlier.isSameSpelling
      {
        refusals.add(
          [
            Diagnostic(
              finding: SerialNumberSetRule.repeated, message: "repeated",
              location: row.location())
          ], line: row.line, file: name)
        continue
      }
      let copy = TableRow(row, header: rows.header)
      let files = try recipe.fileDigests(of: row, rows.binding, rows.files)
      candidates.append(
        Candidate(
          row: row, serial: serial, copy: copy, files: files,
          digest: recipe.digest(token: recipe.token(of: serial), row: copy, files: files)))
    }
    return candidates.isEmpty ? nil : candidates
  }

  /// Returns the candidate with the data of a personalization.
  func candidate(_ candidate: Candidate, personal: [UInt8]) -> Candidate {
    guard let recipe = recipe.personal else { return candidate }
    var candidate = candidate
    candidate.personal = personal
    candidate.digest = recipe.digest(
      token: recipe.token(of: candidate.serial), row: candidate.copy, files: candidate.files,
      personal: personal)
    return candidate
  }

  /// Returns the version of a row. If the template rejects the row, it counts that and returns nil.
  func version(of candidate: Candidate) throws -> NewVersion? {
    do {
      if let personal = candidate.personal, let personalMaker {
        return try personalMaker.version(
          of: candidate.copy, serial: candidate.serial, unless: nil, personal: personal)
      }
      return try maker.version(
        of: candidate.row, &parser, rows.files, copy: candidate.copy, digest: candidate.digest,
        sources: sources)
    } catch let rejected as DiagnosticsError {
      refusals.add(rejected.diagnostics, line: candidate.row.line, file: name)
      return nil
    }
  }

  /// Returns the version that this template makes of a stored row. Returns nil if it is the stored
  /// version. Throws `DiagnosticsError` if the template rejects the row.
  func version(
    of copy: TableRow, serial: String, digest known: [UInt8], personal: [UInt8]?
  ) throws -> NewVersion? {
    let maker = personal == nil ? maker : personalMaker ?? maker
    return try maker.version(of: copy, serial: serial, unless: known, personal: personal)
  }

  private func reject(_ row: Row, _ report: Report) {
    if report.diagnostics.isEmpty {
      // Parses the whole row again, to find out what is wrong with its serial number.
      var words = Report(sources: sources, wantsNotes: false)
      var cells: [Cell] = []
      words.sources.setRow(row.source)
      _ = parser.parse(row, into: &cells, report: &words)
      refusals.add(words.sorted, line: row.line, file: name)
    } else {
      refusals.add(report.sorted, line: row.line, file: name)
    }
  }
}
