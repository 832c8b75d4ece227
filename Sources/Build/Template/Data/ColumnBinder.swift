// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics

/// The source of each column's value in a row.
package struct ColumnBinding: Sendable {
  enum Feed: Sendable {
    case cell(Int)
    /// A member of JSON data: its whole name, or the names on the path to it.
    case member(String, path: [String])
    case given(GivenValues.Value)
    /// No source: the default, or empty.
    case absent
  }

  package let schema: ColumnSchema
  /// The source of each column's value, by the column's number.
  let feeds: [Feed]
  /// Columns of the data that the run uses for something else, such as groups.
  let alsoUsed: Set<String>
}

/// Compares the header of a data file with the columns of a template.
package enum ColumnBinder {
  /// Finds the source of every column of a template in the data.
  ///
  /// - Parameters:
  ///   - header: nil for JSON data, whose members are looked up for each row.
  ///   - hasData: false if there are only values of `given`.
  ///   - dataName: the data file as the user named it, for errors about the whole file.
  ///   - alsoUsed: columns of the data that the run uses for something else, such as groups.
  /// - Returns: nil if a required column is missing.
  package static func bind(
    _ schema: ColumnSchema, header: DataHeader?, given: GivenValues = GivenValues(),
    hasData: Bool = true, dataName: String = "data", alsoUsed: Set<String> = [],
    report: inout Report
  ) -> ColumnBinding? {
    var binder = Binder(
      schema: schema, header: header, hasData: hasData, dataName: dataName, alsoUsed: alsoUsed)
    return binder.bind(given, &report)
  }

  private struct Binder {
    let schema: ColumnSchema
    let header: DataHeader?
    let hasData: Bool
    let dataName: String
    let alsoUsed: Set<String>
    /// The names that occur once in the header, with their indexes.
    private var cells: [String: Int] = [:]
    private var repeated: [String: [Int]] = [:]
    private var isGood = true
    /// The missing columns that may be absent, and the header names that were suggested for one.
    private var absent: [Column] = []
    private var reportedNames: Set<String> = []
    /// Columns whose names differ from a name of the header only in case, with the indexes.
    private var otherCase: [(column: Column, index: Int)] = []
    /// Required columns without a similar name in the header.
    private var lacking: [Column] = []
    /// The names of the header that no column uses, sorted.
    private lazy var unusedNames: [String] = {
      let used = Set(schema.columns.map { $0.header.trimmingBlanks })
      return cells.keys.filter { !used.contains($0) }.sorted()
    }()

    init(
      schema: ColumnSchema, header: DataHeader?, hasData: Bool, dataName: String,
      alsoUsed: Set<String>
    ) {
      self.schema = schema
      self.header = header
      self.hasData = hasData
      self.dataName = dataName
      self.alsoUsed = alsoUsed
      for (index, name) in (header?.names ?? []).enumerated() where !name.isEmpty {
        if let first = cells[name] {
          repeated[name, default: [first]].append(index)
        } else {
          cells[name] = index
        }
      }
    }

    mutating func bind(_ given: GivenValues, _ report: inout Report) -> ColumnBinding? {
      noteUnnamedColumns(&report)
      noteUnusedValues(given, &report)
      if let header, fillsNothing(given) {
        let names = header.names.filter { !$0.isEmpty }
        let (message, help) = UnusedColumns.ofAll(names, "table", schema)
        report(DataFindings.unusedTable, message, at: header.origin(of: 0), help: help)
        return nil
      }
      let feeds = schema.columns.map { column in
        feed(of: column, given, &report)
      }
      if let header { reportAllMissing(header, &report) }
      if let header, schema.fillsByName { noteSamples(header, given, &report) }
      guard isGood else { return nil }
      noteUnusedColumns(&report)
      return ColumnBinding(schema: schema, feeds: feeds, alsoUsed: alsoUsed)
    }

    /// Reports the columns of a table that an export cannot use, and values that keep their sample.
    private mutating func noteSamples(
      _ header: DataHeader, _ given: GivenValues, _ report: inout Report
    ) {
      let names = header.names.filter { !$0.isEmpty }
      let samples = SampledColumns(
        schema: schema, names: names,
        place: { name in header.origin(of: header.names.firstIndex(of: name) ?? 0).place })
      if samples.reportAmbiguous(&report) { isGood = false }
      guard isGood else { return }
      let unused = names.filter { name in
        unusedNames.contains(name) && !alsoUsed.contains(name) && !AddedColumns.all.contains(name)
      }
      samples.noteUnused(unused, except: reportedNames, &report)
      samples.noteKept(
        { column in
          cells[column.header.trimmingBlanks] != nil
            || given.values.contains { $0.column == column.name }
        }, at: nil, &report)
      absent.removeAll { $0.sample != nil }
    }

    /// Whether the header has none of the columns, and no error about a missing required column
    /// will show that.
    private func fillsNothing(_ given: GivenValues) -> Bool {
      schema.columns.allSatisfy { column in
        let isGiven = given.values.contains { $0.column == column.name }
        return cells[column.header.trimmingBlanks] == nil && (isGiven || !column.isRequired)
      }
    }

    /// Leaves out names that were already suggested for a column with a similar name.
    private mutating func noteUnusedColumns(_ report: inout Report) {
      guard let header, !absent.isEmpty else { return }
      let names = Set(unusedNames).subtracting(reportedNames).subtracting(alsoUsed)
        .subtracting(AddedColumns.all)
      let places = header.names.indices.filter {
        names.contains(header.names[$0]) && cells[header.names[$0]] == $0
      }
      UnusedColumns(unused: places.map { header.names[$0] }, absent: absent)
        .warn(of: "header", at: header.origin(of: places.first ?? 0), &report)
    }

    private mutating func feed(
      of column: Column, _ given: GivenValues, _ report: inout Report
    ) -> ColumnBinding.Feed {
      if let value = given.values.first(where: { $0.column == column.name }) {
        return .given(value)
      }
      guard hasData else {
        if column.isRequired {
          let declared = nearestName(near: column).map { "did you mean {{ \($0) }}?" }
          fail(
            DataFindings.missingColumn, "\(column.described) is required and there is no data",
            at: column.firstUse ?? column.place,
            help: declared ?? "give rows, or a value for the column",
            settings: declared == nil
              ? [RunSetting(.data, "FILE"), RunSetting(.value, "\(column.name)=...")] : [],
            &report)
        }
        return .absent
      }
      guard let header else {
        return .member(column.header, path: column.memberPath)
      }
      let wanted = column.header.trimmingBlanks
      if let places = repeated[wanted] {
        let others = places.dropFirst().map { (header.origin(of: $0).place, "again here") }
        fail(
          DataFindings.duplicateColumn,
          "\(column.described) occurs \(places.count) times in the header",
          at: header.origin(of: places[0]), notes: others, &report)
        return .absent
      }
      if let index = cells[wanted] { return .cell(index) }
      reportMissing(column, wanted, header, &report)
      return .absent
    }

    /// Reports a missing column, with an unused similar name as a suggestion.
    private mutating func reportMissing(
      _ column: Column, _ wanted: String, _ header: DataHeader, _ report: inout Report
    ) {
      let unused = unusedNames
      let folded = wanted.lowercased()
      let uses = Self.uses(of: column)
      if let other = unused.first(where: { $0.lowercased() == folded }), let index = cells[other] {
        otherCase.append((column, index))
        reportedNames.insert(other)
        return
      }
      if column.isRequired, let use = column.firstUse, let meant = nearestName(near: column) {
        // The placeholder has the typing error.
        return fail(
          DataFindings.missingColumn,
          "no column \(quoted(column.name)) in the template or the data",
          at: use, help: "did you mean {{ \(meant) }}?", &report)
      }
      let near = NearestName.of(wanted, among: unused)
      if let near, let index = cells[near] {
        let message = "\(column.described) is missing, the header has \(quoted(near))"
        let help = "rename the header, or add \"from\": \(quoted(near)) to the column"
        if column.isRequired {
          fail(
            DataFindings.missingColumn, message, at: header.origin(of: index), help: help,
            notes: uses, &report)
        } else {
          report(
            DataFindings.nearMissing, message, at: header.origin(of: index), help: help,
            notes: uses)
          reportedNames.insert(near)
        }
        return
      }
      if column.isOnlyTested, !column.isDeclared {
        return report(
          TemplateFindings.unknownCondition,
          "\"$if\" names \(quoted(column.name)), which neither the header nor template.json has",
          at: column.firstUse ?? .nowhere)
      }
      guard column.isRequired else {
        if !column.isFilledByHolder { absent.append(column) }
        return
      }
      lacking.append(column)
    }

    private static func uses(of column: Column) -> [(Place, String)] {
      column.firstUse.map { [($0, "used here")] } ?? []
    }

    /// Reports mistakes that affect many columns once: names in another case, and a table that has
    /// none of the columns.
    private mutating func reportAllMissing(_ header: DataHeader, _ report: inout Report) {
      if let first = otherCase.min(by: { $0.index < $1.index }) {
        let isRequired = otherCase.contains { $0.column.isRequired }
        if isRequired { isGood = false }
        let written = listed(otherCase.map { header.names[$0.index] })
        let wanted = listed(otherCase.map { $0.column.header.trimmingBlanks })
        report(
          DataFindings.otherCase, "the header has \(written), the template asks for \(wanted)",
          at: header.origin(of: first.index), severity: isRequired ? nil : .warning,
          notes: otherCase.count == 1 ? Self.uses(of: first.column) : [])
      }
      let hasColumn = schema.columns.contains { cells[$0.header.trimmingBlanks] != nil }
      guard lacking.count > 1, !hasColumn, otherCase.isEmpty else {
        for column in lacking { reportAbsentColumns([column], header, &report) }
        return
      }
      reportAbsentColumns(lacking, header, &report)
    }

    private mutating func reportAbsentColumns(
      _ columns: [Column], _ header: DataHeader, _ report: inout Report
    ) {
      let names = header.names.filter { !$0.isEmpty }
      let sign = delimiter(in: names)
      let missing =
        columns.count == 1
        ? "\(columns[0].described) is missing"
        : "columns \(listed(columns.map(\.header))) are missing"
      var place = header.origin(of: 0).place
      // The place is the first name. Its text is shown only if it is the whole header.
      place.showsText = sign != nil
      fail(
        DataFindings.missingColumn, "\(missing), the header has \(listed(names))", at: place,
        help: sign.map { "if \"\($0)\" separates the cells, name it as the delimiter" }
          ?? helpFrom(columns),
        settings: sign.map { [RunSetting(.delimiter, "'\($0)'")] } ?? [],
        notes: columns.count == 1 ? Self.uses(of: columns[0]) : [], &report)
    }

    /// Returns how to name a header of the table in `from`, with the most similar headers that no
    /// other column uses.
    private mutating func helpFrom(_ columns: [Column]) -> String {
      let unused = unusedNames.filter { !alsoUsed.contains($0) && !AddedColumns.all.contains($0) }
      let isOne = columns.count == 1
      let isDeclared = columns.allSatisfy(\.isDeclared)
      guard let first = unused.first else {
        return isOne
          ? "add \(quoted(columns[0].header)) to the header, or \"optional\": true to the column in "
            + "template.json"
          : "add the columns to the header, or \"optional\": true to them in template.json"
      }
      // If there is one unused name in the header, that column was probably renamed.
      if isOne, isDeclared, unused.count == 1 {
        return "if \(quoted(first)) has these values, add \"from\": \(quoted(first)) to the column "
          + "in template.json"
      }
      let headers = Self.choice(nearest(to: columns, among: unused))
      if !isDeclared {
        let example = "\(quoted(columns[0].name)): { \"from\": \"...\" }"
        return "add \(example) to \"columns\" in template.json, with the header of its values: "
          + headers
      }
      return "add \"from\" to \(isOne ? "the column" : "these columns") in template.json, with the "
        + "header of \(isOne ? "its" : "their") values: \(headers)"
    }

    /// Returns up to three headers: the most similar to one column, or the most similar to each of
    /// several.
    private func nearest(to columns: [Column], among unused: [String]) -> [String] {
      if columns.count == 1 {
        return NearestName.closest(3, to: columns[0].header, among: unused)
      }
      var headers: [String] = []
      for column in columns.prefix(20) {
        let free = unused.filter { !headers.contains($0) }
        headers += NearestName.closest(1, to: column.header, among: free)
      }
      return Array(headers.prefix(3))
    }

    /// Returns names as alternatives, such as `"a", "b" or "c"`.
    private static func choice(_ names: [String]) -> String {
      let shown = names.map { quoted($0) }
      guard shown.count > 1, let last = shown.last else { return shown.first ?? "" }
      return shown.dropLast().joined(separator: ", ") + " or " + last
    }

    /// Returns a possible delimiter in a header that was read as one name.
    private func delimiter(in names: [String]) -> Character? {
      names.count == 1 ? names[0].first { "|:^~/".contains($0) } : nil
    }

    /// Returns the name that a placeholder of an undeclared column probably means: a declared
    /// column, or another column of the template that the header has.
    private func nearestName(near column: Column) -> String? {
      guard !column.isDeclared else { return nil }
      let known = schema.columns.filter { $0.isDeclared || cells[$0.header.trimmingBlanks] != nil }
      return NearestName.of(column.name, among: known.map(\.name))
    }

    private func noteUnnamedColumns(_ report: inout Report) {
      guard let header else { return }
      // Spreadsheets add delimiters at the end of the header. Empty names there are not reported.
      let last = header.names.lastIndex { !$0.isEmpty } ?? -1
      for (index, name) in header.names.enumerated() where name.isEmpty && index < last {
        report(
          DataFindings.unnamedColumn, "column \(index + 1) has no name",
          at: header.origin(of: index)
        )
      }
    }

    private func noteUnusedValues(_ given: GivenValues, _ report: inout Report) {
      for value in given.values where schema.number(of: value.column) == nil {
        let nearest = NearestName.of(value.column, among: schema.columns.map(\.name))
        report(
          DataFindings.unusedSet, "the template has no column \(quoted(value.column))",
          at: value.columnOrigin, help: nearest.map { "did you mean \(quoted($0))?" },
          settings: nearest.map { [RunSetting(.value, "\($0)=...")] } ?? [])
      }
    }

    private mutating func fail(
      _ finding: Finding, _ message: String, at place: some Placed, help: String? = nil,
      settings: [RunSetting] = [], notes: [(Place, String)] = [], _ report: inout Report
    ) {
      isGood = false
      report(finding, message, at: place, help: help, settings: settings, notes: notes)
    }
  }
}

extension String {
  /// The string without spaces at both ends, as headers are compared.
  package var trimmingBlanks: String {
    var text = self
    return text.withUTF8 { bytes in
      String(decoding: bytes[TrimmedSpaces.trimmed(bytes, 0..<bytes.count)], as: UTF8.self)
    }
  }
}
