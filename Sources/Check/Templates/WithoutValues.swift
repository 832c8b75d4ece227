// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassJSON
import PassTemplate

/// A check of a template without values, or without those of the invalid cells of one row. It finds
/// only problems that do not depend on the missing values.
struct WithoutValues {
  /// Fills in the sample values and checks the result, like the rows of a table.
  private var maker: PassMaker
  private let sampleValues: SampleValues
  private let sources: SourceTable
  private let row: [Cell]?
  /// The columns without values, if the others have one.
  private var missing: Set<Int> = []
  private var files: [String: (name: String, bytes: [UInt8])] = [:]
  /// The attempts with the full and the empty row of sample values. Every check starts with these.
  private var first: [Attempt?] = []

  /// Creates a check without any values.
  init(_ recipe: PassRecipe, _ sampleValues: SampleValues) {
    maker = PassMaker(recipe)
    self.sampleValues = sampleValues
    sources = recipe.template.sources
    row = nil
    first = [attempt(0), attempt(1)]
  }

  /// Creates a check with a row.
  ///
  /// - Parameter refused: the columns whose cells are invalid.
  init(
    _ recipe: PassRecipe, _ sampleValues: SampleValues, row: [Cell], refused: [Int],
    sources: SourceTable, files: RowFiles
  ) {
    maker = PassMaker(recipe)
    self.sampleValues = sampleValues
    self.sources = sources
    self.row = row
    missing = Set(refused)
    for (index, cell) in row.enumerated() where !missing.contains(index) {
      guard case .file(let path) = cell.value else { continue }
      if let file = try? files.read(path) {
        self.files[path] = file
      } else {
        missing.insert(index)
      }
    }
    first = [attempt(0), attempt(1)]
  }

  /// The names of the files that the row adds, by the path in its cell.
  var fileNames: [String: String] { files.mapValues(\.name) }

  /// A pass with sample values. Its places are those of every pass.
  var pass: ResolvedPass? { first[0]?.pass }

  /// Returns the problems that occur with all sample values.
  ///
  /// - Parameter isKnown: returns whether a diagnostic was reported before and need not be found
  ///   again.
  mutating func findings(besides isKnown: (Diagnostic) -> Bool = { _ in false }) -> [Diagnostic] {
    var candidates: [LocatedDiagnostic] = []
    var seen: Set<Key> = []
    for case let attempt? in first {
      candidates += attempt.findings.filter {
        !isKnown($0.diagnostic) && seen.insert($0.key).inserted
      }
    }
    for number in 0..<sampleValues.count where !candidates.isEmpty {
      guard let attempt = number < first.count ? first[number] : attempt(number) else { continue }
      let found = Set(attempt.findings.map(\.key))
      // If the place of a finding is not in this pass, the attempt does not disprove it.
      candidates.removeAll { !found.contains($0.key) && attempt.hasPlace(of: $0) }
    }
    return candidates.map(\.diagnostic)
  }

  // MARK: One set of sample values

  private struct Key: Hashable {
    let code: String
    let location: Location?
    /// Only set if there is no location, because elements in front of the value vary.
    let pointer: String?
    let message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      location = diagnostic.location
      pointer = location == nil ? diagnostic.pointer : nil
      message = diagnostic.message
    }
  }

  private struct LocatedDiagnostic {
    let diagnostic: Diagnostic
    let key: Key
    /// The origin of the value that the diagnostic is about.
    let origin: Origin?
  }

  private struct Attempt {
    let pass: ResolvedPass
    let findings: [LocatedDiagnostic]
    let origins: Set<Origin>

    func hasPlace(of finding: LocatedDiagnostic) -> Bool {
      finding.origin.map(origins.contains) ?? true
    }
  }

  private mutating func attempt(_ number: Int) -> Attempt? {
    let cells = maker.recipe.template.schema.columns.enumerated().map { index, column in
      if let row, !missing.contains(index) { return row[index] }
      return sampleValues.cell(of: column, at: index, row: number)
    }
    var report = Report(sources: sources)
    let pass = maker.fill(
      cells, readFile: { [files] (path) throws(RowFileError) in files[path] ?? (path, []) },
      report: &report)
    guard let pass else { return nil }
    maker.runRules(on: pass.package, report: &report)
    let documents = [pass.document, pass.personalization].compactMap { $0 }
    let findings = report.diagnostics.compactMap { diagnostic -> LocatedDiagnostic? in
      if diagnostic.location?.file == SampleValues.file { return nil }
      let values = values(of: diagnostic, in: pass)
      if values.contains(where: isMissing) { return nil }
      return LocatedDiagnostic(
        diagnostic: diagnostic, key: Key(diagnostic), origin: values.first?.origin)
    }
    return Attempt(
      pass: pass, findings: findings,
      origins: Set(documents.flatMap { $0.nodes.map(\.origin) }))
  }

  /// Returns the values a diagnostic is about. Without a location the pointer may be in either
  /// file.
  private func values(of diagnostic: Diagnostic, in pass: ResolvedPass) -> [JSONValue] {
    guard let pointer = diagnostic.pointer else { return [] }
    let documents: [JSONDocument?] =
      switch diagnostic.location {
      case nil: [pass.document, pass.personalization]
      case let location? where location.file.hasSuffix("personalization.json"):
        [pass.personalization]
      case .some: [pass.document]
      }
    return documents.compactMap { $0 }.map { Self.nearest(to: pointer, in: $0.root) }
  }

  /// Returns the value at a pointer, or the last one on the path to it.
  private static func nearest(to pointer: String, in root: JSONValue) -> JSONValue {
    var rest = pointer[...]
    while true {
      if let value = root.at(String(rest)) { return value }
      guard let slash = rest.lastIndex(of: "/") else { return root }
      rest = rest[..<slash]
    }
  }

  /// Returns whether a sample value replaces this value. Containers of the template vary too if
  /// some of their members or elements depend on the row.
  private func isMissing(_ value: JSONValue) -> Bool {
    let node = value.document.nodes[value.index]
    guard node.varies else { return false }
    let isFromRow = value.document.uses.contains { $0.node == value.index }
    if value.isObject || value.isArray {
      return node.origin == .none || row == nil && isFromRow
    }
    return row == nil || !isFromRow
  }
}
