// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
import PassJSON

/// Converts rows to typed cells. It contains compiled patterns and zone tables, so each worker
/// needs its own.
package struct RowParser {
  private let binding: ColumnBinding
  private var readers: [CellReader]
  private let fileExists: (@Sendable (String) -> Bool)?
  /// Cells that are the same in every row, because they are given.
  private var constants: [Result<Cell, CellErrors>?]
  /// Whether a member of the last row is the value of a column.
  private var hasMember = false
  /// The columns of the rejected cells in the last row.
  package private(set) var rejected: [Int] = []

  /// - Parameter fileExists: returns whether the path of a file column leads to a file. Nil for no
  ///   check.
  package init(_ binding: ColumnBinding, fileExists: (@Sendable (String) -> Bool)? = nil) {
    self.binding = binding
    self.fileExists = fileExists
    var readers = binding.schema.columns.map { CellReader($0) }
    constants = readers.indices.map { number in
      switch binding.feeds[number] {
      case .given(let value):
        value.bytes.withUnsafeBufferPointer { bytes in
          readers[number].cell(
            bytes, 0..<bytes.count, origin: value.origin, content: .at(Int(value.origin.offset)))
        }
      case .absent: readers[number].absent(at: .none)
      case .cell, .member: nil
      }
    }
    self.readers = readers
  }

  /// Reads the cells of a row by column, and reports all errors.
  ///
  /// - Parameter cells: reused from row to row.
  /// - Returns: false if a cell was rejected. `cells` then has the cells that could be read.
  package mutating func parse(
    _ row: Row, into cells: inout [Cell], report: inout Report
  ) -> Bool {
    if cells.count != readers.count {
      cells = Array(repeating: .empty(at: .none), count: readers.count)
    }
    var faults: [CellError] = []
    rejected.removeAll(keepingCapacity: true)
    hasMember = false
    row.bytes.withUnsafeBufferPointer { bytes in
      for number in readers.indices {
        let outcome = constants[number] ?? cell(number, of: row, bytes)
        switch outcome {
        case .success(let cell):
          cells[number] = cell
          if case .file(let path) = cell.value, let fileExists, !fileExists(path) {
            faults.append(
              CellError(
                finding: CellFindings.pathMissing,
                message: "\(readers[number].column.described): file \(quoted(path)) does not exist",
                origin: cell.origin))
            rejected.append(number)
          }
        case .failure(let found):
          faults += found.list
          rejected.append(number)
        }
      }
    }
    if let root = row.document?.root {
      faults += root.members.compactMap { member in
        binding.schema.ambiguous[member.name].map { fields in
          CellError(
            finding: TemplateFindings.ambiguousFill,
            message: SampledColumns.ambiguity(of: member.name, fields.map(\.path)),
            origin: member.nameOrigin)
        }
      }
      if !hasMember, faults.count > 1,
        faults.allSatisfy({ $0.finding.code == CellFindings.missing.code })
      {
        // A row of another table, or with all names in another case, is one error.
        faults = [lacksAll(root)]
      }
      if !hasMember, faults.isEmpty, fillsNothing(root) {
        faults.append(unusedRow(root))
      } else if row.number == 1, hasMember || faults.isEmpty {
        noteUnusedMembers(row, &report)
      } else if row.number > 1, binding.schema.fillsByName, faults.isEmpty {
        // The objects of JSON data need not have the same members.
        report.sources.setRow(row.source)
        samples(root).noteKept(
          { Self.member($0.header, $0.memberPath, of: root) != nil }, at: root.place, &report)
      }
    }
    guard !faults.isEmpty else { return true }
    report.sources.setRow(row.source)
    for fault in faults {
      report(fault.finding, fault.message, at: fault.origin, help: fault.help)
    }
    return false
  }

  /// Reads some cells of a row without reporting errors.
  mutating func parse(_ row: Row, only numbers: [Int], into cells: inout [Cell]) -> Bool {
    if cells.count != readers.count {
      cells = Array(repeating: .empty(at: .none), count: readers.count)
    }
    return row.bytes.withUnsafeBufferPointer { bytes in
      for number in numbers {
        guard case .success(let cell) = constants[number] ?? cell(number, of: row, bytes) else {
          return false
        }
        cells[number] = cell
      }
      return true
    }
  }

  private mutating func cell(
    _ number: Int, of row: Row, _ bytes: UnsafeBufferPointer<UInt8>
  ) -> Result<Cell, CellErrors> {
    switch binding.feeds[number] {
    case .cell(let index):
      guard index < row.spans.count else {
        return readers[number].empty(at: Origin(source: SourceTable.row, offset: bytes.count))
      }
      let span = row.spans[index]
      let origin = Origin(source: SourceTable.row, offset: span.offset)
      if span.kind == .doubled {
        return Row.content(of: span, in: bytes).withUnsafeBufferPointer { content in
          readers[number].cell(
            content, 0..<content.count, origin: origin,
            content: .doubled(bytes, start: Int(span.start)))
        }
      }
      // The range is relative to the row, and so are the offsets in the cell.
      return readers[number].cell(
        bytes, Int(span.start)..<Int(span.end), origin: origin, content: .at(0))
    case .member(let name, let path):
      guard let root = row.document?.root else { return readers[number].empty(at: .none) }
      guard let value = Self.member(name, path, of: root) else {
        return missing(number, name, root)
      }
      hasMember = true
      return readers[number].cell(of: value)
    case .given, .absent:
      return readers[number].absent(at: .none)
    }
  }

  /// Returns the member with that name, or the value at the path through members and lists.
  static func member(_ name: String, _ path: [String], of root: JSONValue) -> JSONValue? {
    if let value = root[name] { return value }
    guard path.count > 1 else { return nil }
    var value = root
    for step in path {
      guard let next = value[step] ?? element(step, of: value) else { return nil }
      value = next
    }
    return value
  }

  /// Returns the element of a list for a step such as `0`.
  private static func element(_ step: String, of value: JSONValue) -> JSONValue? {
    guard value.isArray, let index = Int(step), index >= 0, step == "\(index)" else { return nil }
    for (position, element) in value.elements.enumerated() where position == index {
      return element
    }
    return nil
  }

  /// Returns the result for a missing member. Its place is that of the object.
  private func missing(
    _ number: Int, _ name: String, _ root: JSONValue
  ) -> Result<Cell, CellErrors> {
    let outcome = readers[number].absent(at: root.origin)
    guard case .failure = outcome else { return outcome }
    let near = nearMember(name, root)
    return .failure(
      CellErrors(
        CellFindings.missing,
        "\(readers[number].column.described) is missing"
          + (near.map { ", the object has \(quoted($0.name))" } ?? ""),
        at: near?.nameOrigin ?? root.origin,
        help: near.map { "rename the member, or add \"from\": \(quoted($0.name)) to the column" }))
  }

  private func lacksAll(_ root: JSONValue) -> CellError {
    let names = root.members.map(\.name)
    let wanted = readers.map(\.column).filter(\.isRequired).map(\.header)
    return CellError(
      finding: CellFindings.missing,
      message: "columns \(listed(wanted)) are missing, the object has \(listed(names))",
      origin: root.members.first { _ in true }?.nameOrigin ?? root.origin,
      help: "name the members as the template does, or set the \"from\" of its columns")
  }

  /// Returns the unused member with a similar name.
  private func nearMember(_ name: String, _ root: JSONValue) -> JSONValue.Member? {
    let used = Set(binding.schema.columns.map(\.header))
    let unused = root.members.map(\.name).filter { !used.contains($0) }
    let folded = name.lowercased()
    let near =
      unused.first { $0.lowercased() == folded } ?? NearestName.of(name, among: unused)
    return near.flatMap { root.member($0) }
  }

  /// Returns whether an object has members and none of them belongs to a column, including columns
  /// of `--set`.
  private func fillsNothing(_ root: JSONValue) -> Bool {
    guard root.members.first(where: { _ in true }) != nil else { return false }
    return binding.schema.columns.allSatisfy { column in
      Self.member(column.header, column.memberPath, of: root) == nil
    }
  }

  private func unusedRow(_ root: JSONValue) -> CellError {
    let (message, help) = UnusedColumns.ofAll(root.members.map(\.name), "row", binding.schema)
    return CellError(
      finding: DataFindings.unusedTable, message: message,
      origin: root.members.first { _ in true }?.nameOrigin ?? root.origin, help: help)
  }

  /// Reports the optional columns that the first object lacks, like the header of CSV: similar
  /// names, and members that no column uses.
  package func noteUnusedMembers(_ row: Row, _ report: inout Report) {
    guard let root = row.document?.root else { return }
    report.sources.setRow(row.source)
    var absent: [Column] = []
    var used = binding.alsoUsed.union(AddedColumns.all)
    for (number, feed) in binding.feeds.enumerated() {
      let column = readers[number].column
      guard case .member(let name, let path) = feed, !column.isRequired,
        Self.member(name, path, of: root) == nil
      else { continue }
      guard let near = nearMember(name, root) else {
        if !column.isFilledByHolder, column.sample == nil { absent.append(column) }
        continue
      }
      used.insert(near.name)
      report(
        DataFindings.nearMissing,
        "\(column.described) is missing, the object has \(quoted(near.name))",
        at: near.nameOrigin)
    }
    for column in binding.schema.columns {
      used.insert(column.header)
      // A path begins with the member that contains the others.
      used.insert(column.memberPath[0])
    }
    let unused = root.members.filter { !used.contains($0.name) }
    if binding.schema.fillsByName { noteSamples(of: root, unused.map(\.name), &report) }
    guard !absent.isEmpty else { return }
    UnusedColumns(unused: unused.map(\.name), absent: absent)
      .warn(of: "first row", at: unused.first?.nameOrigin ?? root.origin, &report)
  }
}

extension RowParser {
  private func samples(_ root: JSONValue) -> SampledColumns {
    SampledColumns(
      schema: binding.schema, names: root.members.map(\.name),
      place: { root.member($0)?.place ?? root.place })
  }

  /// Reports members that fill no value of an export, and values that keep their sample.
  private func noteSamples(of root: JSONValue, _ unused: [String], _ report: inout Report) {
    let samples = samples(root)
    samples.noteUnused(unused, except: [], &report)
    samples.noteKept(
      { Self.member($0.header, $0.memberPath, of: root) != nil }, at: nil, &report)
  }
}

extension Column {
  /// The names on the path to its member of JSON data.
  var memberPath: [String] {
    header.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}
