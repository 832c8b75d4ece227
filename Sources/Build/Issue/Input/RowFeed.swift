// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassJSON
import PassRules
import PassTemplate

/// A row on its way to a worker, with what had to be found in the order of the file.
struct FedRow: Sendable {
  let row: Row
  /// Nil when the row has no serial number that can be read.
  let serial: String?
  /// What was found wrong so far.
  var diagnostics: [Diagnostic]
  /// It is refused already; `diagnostics` say why.
  var isRejected: Bool
}

/// Rows that one worker takes at once.
struct RowBatch: Sendable {
  /// From 0, in the order of the file.
  let number: Int
  var rows: [FedRow] = []
  /// With --group-by, which of the rows belong together, by the group's value.
  var groups: [(value: String, rows: Range<Int>)] = []
  /// What its rows and those before take of the input, about, in bytes.
  var inputBytes = 0
}

/// Reads rows in the order of the file, finds their serial numbers and what stands twice, keeps
/// those of this shard, and hands them out in batches.
struct RowFeed {
  /// Which rows are wanted.
  struct Selection: Sendable {
    var shard = Shard.all
    /// `--only`; empty means all.
    var serials: Set<String> = []
    /// `--first`.
    var count: Int?
  }

  /// The rows of a group are in memory together.
  static let groupLimitInRows = 10_000

  private var rows: RowSource
  private var serials: SerialReader
  private var groups: GroupColumn?
  private var keys: SerialKeys
  private let selection: Selection
  private let sources: SourceTable
  private var index: SerialIndex
  private var groupIndex: SerialIndex
  private let name: String

  private var batches = 0
  private var isAtEnd = false
  /// The first row of the next group.
  private var pending: (row: FedRow, group: String)?
  /// Serial numbers of `--only` that were met.
  private(set) var metSerials: Set<String> = []
  /// Rows read, those of other shards and not asked for included.
  private(set) var rowsRead = 0
  /// What these rows take of the input: the source is far ahead of them.
  private var bytesRead = 0

  init(
    rows: RowSource, template: Template, groups: GroupColumn?, passType: String,
    selection: Selection, sources: SourceTable, scratchFolder: String
  ) {
    self.rows = rows
    name = rows.name
    serials = SerialReader(template, rows.binding)
    self.groups = groups
    keys = SerialKeys(passType: passType)
    self.selection = selection
    self.sources = sources
    index = SerialIndex(folder: scratchFolder)
    groupIndex = SerialIndex(folder: scratchFolder)
  }

  var emptyRows: Int { rows.emptyRows }

  /// The input ended before its end, for a reason that a row's diagnostics tell.
  var hasFailed: Bool { rows.hasFailed }

  /// The next batch of about `limit` rows, groups kept together; nil at the end.
  mutating func next(limit: Int) throws -> RowBatch? {
    guard !isAtEnd || pending != nil else { return nil }
    var batch = RowBatch(number: batches)
    batch.rows.reserveCapacity(limit)
    if groups == nil {
      while batch.rows.count < limit, let row = try nextRow() { batch.rows.append(row.row) }
    } else {
      try fill(&batch, limit)
    }
    guard !batch.rows.isEmpty else { return nil }
    batch.inputBytes = bytesRead
    batches += 1
    return batch
  }

  /// The next row that is wanted, and the group it is in.
  private mutating func nextRow() throws -> (row: FedRow, group: String)? {
    while !isAtEnd {
      if let count = selection.count, rowsRead >= count { break }
      var report = Report(sources: sources)
      guard let row = try rows.next(&report) else { break }
      rowsRead += 1
      bytesRead += row.bytes.count + 1
      if let fed = try judged(row, &report) { return fed }
    }
    isAtEnd = true
    return nil
  }

  private mutating func judged(
    _ row: Row, _ report: inout Report
  ) throws -> (row: FedRow, group: String)? {
    let serial = row.isRejected ? nil : serials.serial(of: row)
    var fed = FedRow(
      row: row, serial: serial, diagnostics: report.diagnostics, isRejected: row.isRejected)
    let group = row.isRejected ? nil : groups?.value(of: row)
    let key = serial.map { keys.key(of: $0) }
    let unit = groups == nil ? key : group.map { keys.key(of: $0) }
    // Rows of one serial number are in one shard, unless groups are what is shared out.
    let meetsAll = groups != nil
    var earlier = meetsAll ? try key.flatMap { try index.insert($0, line: row.line) } : nil
    guard selection.shard.holds(unit) else { return nil }
    if !selection.serials.isEmpty {
      guard let serial, selection.serials.contains(serial) else { return nil }
      metSerials.insert(serial)
    }
    if !meetsAll { earlier = try key.flatMap { try index.insert($0, line: row.line) } }
    if let serial, let earlier { refuse(&fed, earlier, serial) }
    if groups != nil, group == nil, !fed.isRejected {
      refuse(
        &fed, IssueFindings.groupEmpty, "the row has no value for --group-by", notes: [])
    }
    return (fed, group ?? "")
  }

  private func refuse(_ fed: inout FedRow, _ earlier: SerialIndex.Earlier, _ serial: String) {
    let first = Location(file: name, line: earlier.line)
    let note = Diagnostic.Note(location: first, message: "first used here")
    if earlier.isSameSpelling {
      refuse(
        &fed, SerialNumberSetRule.repeated,
        "serial number \(quoted(serial)) is already used on line \(earlier.line)",
        notes: [note])
    } else {
      refuse(
        &fed, IssueFindings.otherCase,
        "serial number \(quoted(serial)) differs only in case from the one on line \(earlier.line)",
        notes: [note])
    }
  }

  private func refuse(
    _ fed: inout FedRow, _ finding: Finding, _ message: String, notes: [Diagnostic.Note]
  ) {
    fed.isRejected = true
    fed.diagnostics.append(
      Diagnostic(
        finding: finding, message: message,
        location: Location(file: name, line: fed.row.line, column: 1), pointer: nil,
        serial: fed.serial, notes: notes))
  }

  // MARK: Groups

  private mutating func fill(_ batch: inout RowBatch, _ limit: Int) throws {
    while batch.rows.count < limit {
      guard let first = try pending ?? nextRow() else { return }
      pending = nil
      let start = batch.rows.count
      var isTooLarge = false
      try append(first.row, first.group, to: &batch, isFirst: true)
      while let next = try nextRow() {
        // A row that is refused has no group of its own: it stays where it stands.
        guard next.group == first.group || (next.row.isRejected && next.group.isEmpty) else {
          pending = next
          break
        }
        isTooLarge = batch.rows.count - start >= Self.groupLimitInRows
        if isTooLarge {
          var row = next.row
          refuse(
            &row, IssueFindings.groupTooManyRows,
            "group \(quoted(first.group)) has more than \(Self.groupLimitInRows) rows", notes: [])
          // Without its content: there may be millions.
          batch.rows.append(row)
          if batch.rows.count - start >= 2 * Self.groupLimitInRows { break }
        } else {
          try append(next.row, next.group, to: &batch, isFirst: false)
        }
      }
      batch.groups.append((first.group, start..<batch.rows.count))
    }
  }

  private mutating func append(
    _ row: FedRow, _ group: String, to batch: inout RowBatch, isFirst: Bool
  ) throws {
    var row = row
    if isFirst, !group.isEmpty,
      let earlier = try groupIndex.insert(keys.key(of: group), line: row.row.line)
    {
      refuse(
        &row, IssueFindings.groupReturns,
        "group \(quoted(group)) comes again, its rows began on line \(earlier.line)",
        notes: [
          .init(location: Location(file: name, line: earlier.line), message: "the group began here")
        ])
    }
    batch.rows.append(row)
  }
}

/// The column `--group-by` names.
struct GroupColumn: Sendable {
  /// The number of the cell in CSV, or the member's name in JSON data.
  enum Source: Sendable {
    case cell(Int)
    case member(String)
  }

  let source: Source

  /// The value, trimmed; nil when there is none.
  func value(of row: Row) -> String? {
    let text: String?
    switch source {
    case .cell(let index): text = row.text(ofCell: index)
    case .member(let name):
      let value = row.document?.root[name]
      text = value?.string ?? value?.number?.spelling
    }
    guard let trimmed = text?.trimmingBlanks, !trimmed.isEmpty else { return nil }
    return trimmed
  }
}
