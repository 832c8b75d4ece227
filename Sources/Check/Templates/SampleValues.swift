// SPDX-License-Identifier: Apache-2.0

import PassBuild
import PassDiagnostics
import PassJSON
import PassModel
import PassTemplate

/// Sample values for missing ones: many for each column, as different as its type allows. A problem
/// that occurs with all of them occurs with every row. A problem that depends on a value, or on how
/// it compares with other values, does not occur with some of them.
struct SampleValues {
  /// More rows would only cost time.
  private static let most = 200
  private static let fewest = 24

  private var texts: [(Int) -> String] = [
    { _ in "stand-in" }, { "stand-in \($0)" }, { "%@ \($0)" }, { "https://example.com/\($0)" },
    { _ in "1" }, { SampleValues.date(1, column: $0) },
    { "text of a few more words than others \($0)" },
    { _ in "rgb(0, 0, 0)" }, { _ in "rgb(255, 255, 255)" }, { _ in "255" },
  ]
  private var documents = [
    JSONDocument(nodes: [.init(.array, origin: .none)]),
    JSONDocument(nodes: [.init(.object, origin: .none)]),
  ]

  /// The number of rows to try.
  var count: Int { min(max(Self.fewest, texts.count, documents.count), Self.most) }

  /// - Parameter recipe: the accepted values at the placeholders of its template are tried too.
  init(for recipe: PassRecipe) {
    let columns = recipe.template.schema.columns
    var report = Report()
    var maker = PassMaker(recipe)
    let pass = maker.fill(
      columns.enumerated().map { cell(of: $1, at: $0, row: 0) },
      readFile: { (path) throws(RowFileError) in (path, []) }, report: &report)
    guard let pass else { return }
    var words: Set<String> = []
    var rich: Set<KeyScope> = []
    let nodes = pass.document.nodes
    for index in nodes.indices where nodes[index].varies && nodes[index].kind != .key {
      guard
        let place = KeyTable.place(at: pass.document.root.value(atNode: index).pointer)
      else { continue }
      for word in place.entry.values where words.insert(word).inserted {
        texts.append { _ in word }
      }
      if let scope = place.entry.holds, rich.insert(scope).inserted {
        documents.append(Self.document(scope, isList: false))
        documents.append(Self.document(scope, isList: true))
      }
    }
    // A value of the row may be a string that pass.strings translates.
    for entry in pass.strings.flatMap(\.entries) where texts.count < Self.most {
      if words.insert(entry.key).inserted { texts.append { _ in entry.key } }
    }
  }

  // MARK: Cells

  /// Returns a sample cell. The first row is full, the second one as empty as the columns allow.
  func cell(of column: Column, at index: Int, row: Int) -> Cell {
    // The design has a value, which stays if there is no data.
    if column.sample != nil { return .empty(at: .none) }
    let isThere = row < 2 ? row == 0 : Self.coin(row, index)
    if let cell = column.defaultCell, isThere { return cell }
    if column.isOptional, !isThere { return .empty(at: .none) }
    let turn = row + 5 * index
    let samples = column.type.samples(for: column, at: index)
    let value: CellValue
    var text = samples.isEmpty ? "" : samples[turn % samples.count]
    switch column.type.held {
    case .text:
      if samples.isEmpty { text = texts[turn % texts.count](index) }
      value = .text(text)
    case .number: value = .number(text)
    case .boolean:
      text = isThere ? "true" : "false"
      value = .boolean(isThere)
    case .date:
      text = Self.date(row, column: index)
      value = .date(text)
    case .document: value = .json(documents[turn % documents.count])
    case .file: value = isThere ? .file(Self.file) : .empty
    }
    return Cell(value, text: text, origin: .none)
  }

  /// The name of a file with unknown content.
  static let file = "stand-in"

  /// Returns a pseudorandom Boolean without correlation between columns. It is the same in every
  /// run.
  private static func coin(_ row: Int, _ index: Int) -> Bool {
    var state = UInt64(row) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(index) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state >> 27)) &* 0x94D0_49BB_1331_11EB
    return (state ^ (state >> 31)) & 1 == 0
  }

  /// Returns past and future dates. The dates of several columns are equal, or an hour or a year
  /// apart in either order.
  private static func date(_ row: Int, column: Int) -> String {
    let year = [2030, 2001, 2090][row % 3]
    let step = min(column, 11)
    switch row / 3 % 5 {
    case 1: return "\(year)-06-01T\(12 + step):00:00+00:00"
    case 2: return "\(year)-06-01T\(12 - step < 10 ? "0" : "")\(12 - step):00:00+00:00"
    case 3: return "\(year + step)-06-01T12:00:00+00:00"
    case 4: return "\(year - step)-06-01T12:00:00+00:00"
    default: return "\(year)-06-01T12:00:00+00:00"
    }
  }

  // MARK: Arrays and objects

  /// Returns an object with every possible member, or a list with one such object.
  private static func document(_ scope: KeyScope, isList: Bool) -> JSONDocument {
    var builder = JSONBuilder()
    if isList { builder.begin(.array, origin: .none) }
    write(scope, depth: 0, to: &builder)
    if isList { builder.end() }
    return builder.document()
  }

  // The depth limit ends the recursion.
  private static func write(_ scope: KeyScope, depth: Int, to builder: inout JSONBuilder) {
    builder.begin(.object, origin: .none)
    defer { builder.end() }
    guard depth < 3 else { return }
    for entry in KeyTable.members(of: scope).entries {
      builder.key(entry.name)
      switch entry.type.kind {
      case .string, .date, .fieldValue, .any:
        let text = entry.type.isDate ? date(0, column: 0) : "stand-in"
        builder.string(entry.values.first ?? text)
      case .number: builder.scalar(.number, "1")
      case .boolean: builder.scalar(.true)
      case .object: write(entry, depth: depth, to: &builder)
      case .array:
        builder.begin(.array, origin: .none)
        if entry.type.elementKind == .object { write(entry, depth: depth, to: &builder) }
        builder.end()
      }
    }
  }

  private static func write(_ entry: KeyEntry, depth: Int, to builder: inout JSONBuilder) {
    guard let scope = entry.holds else {
      builder.begin(.object, origin: .none)
      return builder.end()
    }
    write(scope, depth: depth + 1, to: &builder)
  }
}
