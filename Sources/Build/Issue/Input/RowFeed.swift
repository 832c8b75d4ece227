// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassJSON
import PassRules
import PassTemplate

/// A row for a worker, with the results that depend on the order of the file.
struct FedRow: Sendable {
  let row: Row
  /// Nil if the row has no readable serial number.
  let serial: String?
  var diagnostics: [Diagnostic]
  /// Whether the row was already rejected, for a reason in `diagnostics`.
  var isRejected: Bool
}

/// The rows that one worker processes at once.
struct RowBatch: Sendable {
  /// From 0, in the order of the file.
  let number: Int
  var rows: [FedRow] = []
  /// With --group-by, the rows of each group with its value.
  var groups: [(value: String, rows: Range<Int>)] = []
  /// The approximate number of input bytes of these rows and all earlier ones.
  var inputBytes = 0
}

/// Reads rows in the order of the file, finds duplicate serial numbers, keeps the rows of this
/// shard, and returns them in batches.
struct RowFeed {
  struct Selection: Sendable {
    var shard = Shard.all
    /// `--only`. Empty means all.
    var serials: Set<String> = []
    /// `--first`.
    var count: Int?
  }

  /// The rows of a group are in memory at once.
  static let groupLimitInRows = 10_000

  private var rows: RowSource
  private var serials: SerialReader
  private var groups: GroupColumn?
  private var keys: SerialKeys
  private let selection: Selection
  private let sources: SourceTable
  private var index: SerialIndex
  private var groupIndex: SerialIndex
  private var batches = 0
  private var isAtEnd = false
  private var pending: (row: FedRow, group: String)?
  /// The serial numbers of `--only` that were found.
  private(set) var seenSerials: Set<String> = []
  /// The number of rows that were read, including rows of other shards and rows that were not
  /// selected.
  private(set) var rowsRead = 0
  /// The input bytes of these rows. The source itself reads far ahead.
  private var bytesRead = 0

  init(
    rows: RowSource, template: Template, groups: GroupColumn?, passType: String,
    selection: Selection, sources: SourceTable, scratchFolder: String
  ) {
    self.rows = rows
    serials = SerialReader(template, rows.binding)
    self.groups = groups
    keys = SerialKeys(passType: passType)
    self.selection = selection
    self.sources = sources
    index = SerialIndex(folder: scratchFolder)
    groupIndex = SerialIndex(folder: scratchFolder)
  }

  var emptyRows: Int { rows.emptyRows }

  /// Whether reading stopped before the end. The diagnostics of a row have the reason.
  var hasFailed: Bool { rows.hasFailed }

  /// Returns the next batch of about `limit` rows, or nil at the end. A group is not split.
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

  /// Returns the next selected row and its group.
  private mutating func nextRow() throws -> (row: FedRow, group: String)? {
    while !isAtEnd {
      if let count = selection.count, rowsRead >= count { break }
      var report = Report(sources: sources)
      guard let row = try rows.next(&report) else { break }
      rowsRead += 1
      bytesRead += row.bytes.count + 1
      if let fed = try checked(row, &report) { return fed }
    }
    isAtEnd = true
    return nil
  }

  private mutating func checked(
    _ row: Row, _ report: inout Report
  ) throws -> (row: FedRow, group: String)? {
    let serial = row.isRejected ? nil : serials.serial(of: row)
    var fed = FedRow(
      row: row, serial: serial, diagnostics: report.diagnostics, isRejected: row.isRejected)
    let group = row.isRejected ? nil : groups?.value(of: row)
    let key = serial.map { keys.key(of: $0) }
    let unit = groups == nil ? key : group.map { keys.key(of: $0) }
    // Rows with the same serial number are in the same shard, unless shards consist of groups. Then
    // this shard must record the serial numbers of all rows.
    let meetsAll = groups != nil
    var earlier = meetsAll ? try key.flatMap { try index.insert($0, line: row.line) } : nil
    guard selection.shard.contains(unit) else { return nil }
    if !selection.serials.isEmpty {
      guard let serial, selection.serials.contains(serial) else { return nil }
      seenSerials.insert(serial)
    }
    if !meetsAll { earlier = try key.flatMap { try index.insert($0, line: row.line) } }
    if let serial, let earlier { reject(&fed, earlier, serial) }
    if groups != nil, group == nil, !fed.isRejected {
      reject(
        &fed, IssueFindings.groupEmpty, "the row has no value for --group-by", notes: [])
    }
    return (fed, group ?? "")
  }

  private func reject(_ fed: inout FedRow, _ earlier: SerialIndex.Earlier, _ serial: String) {
    let note = Diagnostic.Note(
      location: fed.row.location(ofLine: earlier.line), message: "first used here")
    let place = fed.row.phrase(ofLine: earlier.line)
    if earlier.isSameSpelling {
      reject(
        &fed, SerialNumberSetRule.repeated,
        "serial number \(quoted(serial)) is already used \(place)",
        notes: [note])
    } else {
      reject(
        &fed, IssueFindings.otherCase,
        "serial number \(quoted(serial)) differs only in case from the one \(place)",
        notes: [note])
    }
  }

  private func reject(
    _ fed: inout FedRow, _ finding: Finding, _ message: String, notes: [Diagnostic.Note]
  ) {
    fed.isRejected = true
    fed.diagnostics.append(
      Diagnostic(
        finding: finding, message: message,
        location: fed.row.location(), pointer: nil, serial: fed.serial, notes: notes))
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
        // A rejected row without a group stays with the rows around it.
        guard next.group == first.group || (next.row.isRejected && next.group.isEmpty) else {
          pending = next
          break
        }
        isTooLarge = batch.rows.count - start >= Self.groupLimitInRows
        if isTooLarge {
          var row = next.row
          reject(
            &row, IssueFindings.groupTooManyRows,
            "group \(quoted(first.group)) has more than \(Self.groupLimitInRows) rows", notes: [])
          // A group may have millions of rows, so the batch ends after twice the limit.
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
      reject(
        &row, IssueFindings.groupReturns,
        "group \(quoted(group)) comes again, its rows began \(row.row.phrase(ofLine: earlier.line))",
        notes: [
          .init(
            location: row.row.location(ofLine: earlier.line), message: "the group began here")
        ])
    }
    batch.rows.append(row)
  }
}

struct GroupColumn: Sendable {
  /// The number of the cell in CSV, or the name of the member in JSON data.
  enum Source: Sendable {
    case cell(Int)
    case member(String)
  }

  let source: Source

  /// Returns the value without surrounding spaces, or nil if there is none.
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
