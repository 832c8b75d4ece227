// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassBuild
import PassDiagnostics
import PassRegistry
import PassRules
import PassTemplate

/// One reading of a table from its first row to its last. One thread at a time.
final class TableReading: @unchecked Sendable {
  /// A row with what tells whether its pass is as it is known.
  struct Candidate: Sendable {
    let row: Row
    let serial: String
    let copy: TableRow
    fileprivate let files: [[UInt8]]
    fileprivate(set) var digest: [UInt8]
    /// What the holder gave to sign up.
    fileprivate(set) var personal: [UInt8]?
  }

  /// Rows that make no pass: where, and why in a code; not in words, which quote the row.
  struct Refusals: Sendable {
    static let listed = 20
    private(set) var count = 0
    private(set) var places: [(place: String, code: String)] = []

    mutating func add(_ diagnostics: [Diagnostic], line: Int, file: String) {
      count += 1
      let reason = diagnostics.reason
      guard places.count < Self.listed else { return }
      let at = reason?.location.flatMap { $0.file == file ? $0 : nil }
      let column = at?.column.map { ":\($0)" } ?? ""
      places.append(("\(file):\(at?.line ?? line)\(column)", reason?.code ?? "row"))
    }
  }

  let press: TablePress
  private(set) var refusals = Refusals()
  /// What is likely not meant about the table as a whole.
  private(set) var warnings: [Diagnostic] = []
  private(set) var rowCount = 0
  private var rows: RowSource
  private var serials: SerialReader
  private var parser: RowParser
  private var index: SerialIndex
  private var keys: SerialKeys
  private let station: TableStation
  /// For those who have signed up.
  private let personalStation: TableStation?
  private let sources: SourceTable
  private let name: String

  /// - Throws: `Rejected` where the table cannot be read with the template, `FileError`.
  init(_ press: TablePress, today: Int64) throws {
    self.press = press
    let template = press.press.compiler.template
    let file = press.choice.file ?? ""
    var report = Report(sources: template.sources, wantsNotes: false)
    guard
      let rows = try RowSource(
        streaming: file, press.choice, for: template,
        open: {
          let stream = try FileStream(file)
          return { try stream.next() }
        }, report: &report)
    else { throw Rejected(report.sorted) }
    serials = SerialReader(template, rows.binding)
    guard serials.comesFromData else {
      throw RowPress.Unfit(
        description: "every row of \(file) would make the same pass",
        help: "use a column in \"serialNumber\" of \(press.press.folder)")
    }
    parser = RowParser(rows.binding)
    index = SerialIndex(folder: Environment.value("TMPDIR") ?? "/tmp")
    keys = SerialKeys(passType: press.passType)
    station = TableStation(press, today: today)
    personalStation = press.personal.map { TableStation($0, today: today) }
    sources = report.sources
    name = rows.name
    self.rows = rows
    note(report.diagnostics)
  }

  /// Keeps the warnings that the template does not allow.
  private func note(_ diagnostics: [Diagnostic]) {
    var judge = Judge(allowances: press.press.compiler.template.settings.allowances)
    warnings += judge.sift(diagnostics).filter { $0.severity == .warning }
  }

  /// The next rows, nil at the end; those that tell no serial number are refused.
  ///
  /// - Throws: `Rejected` where the table cannot be read on.
  func next(limit: Int) throws -> [Candidate]? {
    var candidates: [Candidate] = []
    while candidates.count < limit {
      var report = Report(sources: sources, wantsNotes: false)
      guard let row = try rows.next(&report) else {
        if rows.hasFailed { throw Rejected(report.sorted) }
        break
      }
      rowCount += 1
      if rowCount == 1 {
        var first = Report(sources: sources, wantsNotes: false)
        parser.noteUnusedMembers(row, &first)
        note(first.diagnostics)
      }
      guard !row.isRejected, let serial = serials.serial(of: row) else {
        refuse(row, report)
        continue
      }
      if let earlier = try index.insert(keys.key(of: serial), line: row.line),
        earlier.isSameSpelling
      {
        refusals.add(
          [
            Diagnostic(
              finding: SerialNumberSetRule.repeated, message: "repeated",
              location: Location(file: name, line: row.line, column: 1))
          ], line: row.line, file: name)
        continue
      }
      let copy = TableRow(row, header: rows.header)
      let files = try press.fileDigests(of: row, rows.binding, rows.files)
      candidates.append(
        Candidate(
          row: row, serial: serial, copy: copy, files: files,
          digest: press.digest(token: press.token(of: serial), row: copy, files: files)))
    }
    return candidates.isEmpty ? nil : candidates
  }

  /// The row of somebody who has signed up.
  func candidate(_ candidate: Candidate, personal: [UInt8]) -> Candidate {
    guard let press = press.personal else { return candidate }
    var candidate = candidate
    candidate.personal = personal
    candidate.digest = press.digest(
      token: press.token(of: candidate.serial), row: candidate.copy, files: candidate.files,
      personal: personal)
    return candidate
  }

  /// The version of a row; nil where it is refused, which is counted.
  func version(of candidate: Candidate) throws -> NewVersion? {
    do {
      if let personal = candidate.personal, let personalStation {
        return try personalStation.version(
          of: candidate.copy, serial: candidate.serial, unless: nil, personal: personal)
      }
      return try station.version(
        of: candidate.row, &parser, rows.files, copy: candidate.copy, digest: candidate.digest,
        sources: sources)
    } catch let rejected as Rejected {
      refusals.add(rejected.diagnostics, line: candidate.row.line, file: name)
      return nil
    }
  }

  /// The version of a row that was kept, as this press would make it; nil where that is what is
  /// kept, `Rejected` where it makes none.
  func version(
    of copy: TableRow, serial: String, digest known: [UInt8], personal: [UInt8]?
  ) throws -> NewVersion? {
    let station = personal == nil ? station : personalStation ?? station
    return try station.version(of: copy, serial: serial, unless: known, personal: personal)
  }

  private func refuse(_ row: Row, _ report: Report) {
    if report.diagnostics.isEmpty {
      // Read once more as a whole: it says what is wrong with its serial number.
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
