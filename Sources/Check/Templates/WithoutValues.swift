// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassJSON
import PassRules
import PassTemplate

/// Judges a template where values are missing, all of them or the refused cells of one row: only
/// what depends on none of them is found.
struct WithoutValues {
  private let template: Template
  private let context: CheckContext
  private let standIns: StandIns
  private let sources: SourceTable
  private let row: [Cell]?
  /// The columns whose values are missing, where the others have one.
  private var missing: Set<Int> = []
  private var files: [String: (name: String, bytes: [UInt8])] = [:]
  /// With the full and with the bare stand-ins: where every judgement begins.
  private var first: [Attempt?] = []

  /// Without any value.
  init(_ template: Template, _ context: CheckContext, _ standIns: StandIns) {
    self.template = template
    self.context = context
    self.standIns = standIns
    sources = template.sources
    row = nil
    first = [0, 1].map(attempt)
  }

  /// With a row.
  ///
  /// - Parameter refused: the columns whose cells have no value.
  init(
    _ template: Template, _ context: CheckContext, _ standIns: StandIns, row: [Cell],
    refused: [Int], sources: SourceTable, files: RowFiles
  ) {
    self.template = template
    self.context = context
    self.standIns = standIns
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
    first = [0, 1].map(attempt)
  }

  /// The names of the files that the row brings, by the path in its cell.
  var fileNames: [String: String] { files.mapValues(\.name) }

  /// A pass with stand-ins: the places in it are those of every pass.
  var pass: ResolvedPass? { first[0]?.pass }

  /// - Parameter isKnown: what was said already need not be found again.
  func findings(besides isKnown: (Diagnostic) -> Bool = { _ in false }) -> [Diagnostic] {
    var candidates: [Finding] = []
    var seen: Set<Key> = []
    for case let attempt? in first {
      candidates += attempt.findings.filter {
        !isKnown($0.diagnostic) && seen.insert($0.key).inserted
      }
    }
    for number in 0..<standIns.count where !candidates.isEmpty {
      guard let attempt = number < first.count ? first[number] : attempt(number) else { continue }
      let found = Set(attempt.findings.map(\.key))
      // What has no place in this pass is not judged by it.
      candidates.removeAll { !found.contains($0.key) && attempt.hasPlace(of: $0) }
    }
    return candidates.map(\.diagnostic)
  }

  // MARK: One set of stand-ins

  private struct Key: Hashable {
    let code: String
    let location: Location?
    /// Only where there is no location: elements before it may come and go.
    let pointer: String?
    let message: String

    init(_ diagnostic: Diagnostic) {
      code = diagnostic.code
      location = diagnostic.location
      pointer = location == nil ? diagnostic.pointer : nil
      message = diagnostic.message
    }
  }

  private struct Finding {
    let diagnostic: Diagnostic
    let key: Key
    /// Where the value stands that it is about.
    let origin: Origin?
  }

  private struct Attempt {
    let pass: ResolvedPass
    let findings: [Finding]
    let origins: Set<Origin>

    func hasPlace(of finding: Finding) -> Bool {
      finding.origin.map(origins.contains) ?? true
    }
  }

  private func attempt(_ number: Int) -> Attempt? {
    let cells = template.schema.columns.enumerated().map { index, column in
      if let row, !missing.contains(index) { return row[index] }
      return standIns.cell(of: column, at: index, row: number)
    }
    var report = Report(sources: sources)
    let pass = template.resolved(
      with: cells,
      readFile: { (path) throws(RowFileError) in files[path] ?? (path, []) }, report: &report)
    guard let pass else { return nil }
    AllRules.check(pass.package, context, &report)
    let documents = [pass.document, pass.personalization].compactMap { $0 }
    let findings = report.diagnostics.compactMap { diagnostic -> Finding? in
      if diagnostic.location?.file == StandIns.file { return nil }
      let values = values(of: diagnostic, in: pass)
      if values.contains(where: isMissing) { return nil }
      return Finding(
        diagnostic: diagnostic, key: Key(diagnostic), origin: values.first?.origin)
    }
    return Attempt(
      pass: pass, findings: findings,
      origins: Set(documents.flatMap { $0.nodes.map(\.origin) }))
  }

  /// What a finding is about; of one without a location nobody knows which file it means.
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

  /// The value a pointer leads to, or the last one on the way.
  private static func nearest(to pointer: String, in root: JSONValue) -> JSONValue {
    var rest = pointer[...]
    while true {
      if let value = root.at(String(rest)) { return value }
      guard let slash = rest.lastIndex(of: "/") else { return root }
      rest = rest[..<slash]
    }
  }

  /// Whether a stand-in is there for the value. Containers of the template vary too, where
  /// members or elements come and go.
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
