// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassFiles
package import PassJSON
package import PassModel

/// A template folder, read once: everything that is the same in every pass, and the places where
/// a row goes in.
public struct Template: Sendable {
  /// The folder as the user knows it.
  public let folder: String
  /// template.json.
  package let settings: TemplateSettings
  /// The columns the template uses, declared or not.
  package private(set) var schema: ColumnSchema
  /// What was read, so that diagnostics of rows can point into the template.
  package let sources: SourceTable

  /// The folder bases and links were resolved in, for relative paths in template.json.
  private let files: [PackagedFile]
  private var pass: CompiledDocument
  private let passName: String
  private var personalization: CompiledDocument?
  private let personalizationName: String
  private let strings: [CompiledStrings]
  private let images: [CompiledImage]

  /// Reads and compiles a template folder.
  ///
  /// - Parameters:
  ///   - dataFiles: files `--data` names, which are never packed.
  ///   - disk: reads, and remembers what was read for make.
  /// - Returns: nil when the template is at fault; `report` says why.
  /// - Throws: when the folder or a file of it cannot be read.
  package static func load(
    _ folder: String, dataFiles: [String] = [], disk: DiskReader = DiskReader(),
    report: inout Report
  ) throws(FileError) -> Template? {
    try TemplateLoader.load(folder, dataFiles: dataFiles, disk: disk, report: &report)
  }

  init(
    folder: String, settings: TemplateSettings, schema: ColumnSchema, sources: SourceTable,
    files: [PackagedFile], pass: CompiledDocument, passName: String,
    personalization: CompiledDocument?, personalizationName: String, strings: [CompiledStrings],
    images: [CompiledImage]
  ) {
    self.folder = folder
    self.settings = settings
    self.schema = schema
    self.sources = sources
    self.files = files
    self.pass = pass
    self.passName = passName
    self.personalization = personalization
    self.personalizationName = personalizationName
    self.strings = strings
    self.images = images
  }

  /// pass.json as merged, placeholders unread: for looking up what is the same in every pass.
  package var document: JSONValue { pass.document.root }

  /// The pass type the template names, when it is the same for every row.
  package var passTypeIdentifier: String? {
    document["passTypeIdentifier"]?.string.flatMap { PlaceholderText.isPlain($0) ? $0 : nil }
  }

  /// What the serial number is made of; nil when it is the same for every row.
  var serialSlot: Slot? {
    guard let node = document["serialNumber"]?.index else { return nil }
    for case .slot(let slot, node: node, key: _) in pass.steps { return slot }
    return nil
  }

  /// Everything but rows, certificate and key that decides the bytes of a pass, piece by piece:
  /// for a digest that tells whether a pass made earlier is still what would be made now.
  package func forEachPart(_ body: (_ name: String, _ bytes: [UInt8]) -> Void) {
    for file in files { body(file.path, file.bytes) }
    body("pass.json", JSONWriter.bytes(of: pass.document.root))
    if let personalization {
      body("personalization.json", JSONWriter.bytes(of: personalization.document.root))
    }
    for strings in strings { body(strings.table.path, StringsFile.bytes(of: strings.table)) }
    for image in images {
      body("template.json/images/\(image.path)", Array(schema.columns[image.column].name.utf8))
    }
    // Cells are kept by their columns' numbers.
    for column in schema.columns { body("template.json/columns/\(column.name)", []) }
  }

  /// Whether a row may bring files of its own.
  package var hasRowFiles: Bool { !images.isEmpty }

  /// Whether any pass of the template needs an NFC certificate.
  package var usesNFC: Bool { document["nfc"] != nil || personalization != nil }

  /// The names of the columns a row must have.
  public var requiredColumns: [String] { schema.requiredNames }

  /// The same template with `patch` merged into pass.json: what is known only when it is built,
  /// such as identifiers taken from the certificate.
  package func merging(_ patch: JSONDocument) -> Template {
    var copy = self
    // The placeholders were judged when the template was read.
    var report = Report(sources: sources)
    copy.pass = TemplateCompiler.compile(
      JSONMergePatch.merged(pass.document.root, patch.root), schema: &copy.schema,
      expected: { KeyTable.expectedKind(at: $0) }, report: &report)
    return copy
  }

  /// The files of one pass.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of `schema`.
  ///   - readFile: the bytes of a file a row names, and its path as the user knows it.
  /// - Returns: nil when a file the row names cannot be had; `report` says why.
  package func resolved(
    with row: [Cell], readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    report: inout Report
  ) -> ResolvedPass? {
    var all = files
    var isComplete = true
    for image in images {
      guard case .file(let path) = row[image.column].value else { continue }
      do {
        let (name, bytes) = try readFile(path)
        all.removeAll { $0.path == image.path }
        all.append(PackagedFile(path: image.path, bytes: bytes, name: name, varies: true))
      } catch {
        isComplete = false
        let place = Place(
          origin: row[image.column].origin, usedAt: image.place.origin, pointer: nil,
          file: passName)
        switch error {
        case .outside:
          report(
            CellFindings.pathOutside, "\"\(path)\" leads out of the data's folder", at: place)
        case .unreadable(let reason):
          report(CellFindings.pathMissing, reason, at: place)
        }
      }
    }
    guard isComplete else { return nil }
    let document = pass.resolved(with: row)
    all.append(
      PackagedFile(
        path: "pass.json", bytes: pass.bytes(with: row), name: passName,
        varies: !pass.isConstant))
    var personalizationDocument: JSONDocument?
    if let personalization {
      let document = personalization.resolved(with: row)
      personalizationDocument = document
      all.append(
        PackagedFile(
          path: "personalization.json", bytes: personalization.bytes(with: row),
          name: personalizationName, varies: !personalization.isConstant))
    }
    var tables: [StringsTable] = []
    for strings in strings {
      let table = strings.resolved(with: row)
      tables.append(table)
      all.append(
        PackagedFile(
          path: table.path, bytes: strings.constantBytes ?? StringsFile.bytes(of: table),
          name: strings.name, varies: strings.constantBytes == nil))
    }
    all.sort { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    return ResolvedPass(
      files: all, document: document, personalization: personalizationDocument, strings: tables)
  }
}

/// Why a file that a row names cannot be had.
package enum RowFileError: Error {
  /// It leads out of the folder of the data.
  case outside
  /// It is not there or cannot be read; the sentence says why.
  case unreadable(String)
}

/// A template with a row in it: the files of one pass, not yet judged.
public struct ResolvedPass: Sendable {
  /// Sorted by path.
  package var files: [PackagedFile]
  package var document: JSONDocument
  package let personalization: JSONDocument?
  package let strings: [StringsTable]
  /// What was read, the row included, so that diagnostics know their places.
  package var sources = SourceTable()

  /// What rules look at.
  package var package: PassPackage {
    PassPackage(
      origin: .template, files: files, document: document, personalization: personalization,
      strings: strings)
  }

  /// The same pass with one more member at the end of pass.json.
  package func adding(_ name: String, _ text: String) -> ResolvedPass {
    var copy = self
    var builder = JSONBuilder(reserving: document.nodes.count + 2)
    builder.begin(.object, origin: document.root.origin, varies: true)
    builder.copy(nodes: 1..<document.nodes.count, of: document)
    builder.key(name)
    builder.scalar(.string, text, varies: true)
    builder.end()
    copy.document = builder.document()
    copy.files = files.map { file in
      guard file.path == "pass.json" else { return file }
      return PackagedFile(
        path: file.path, bytes: JSONWriter.bytes(of: copy.document.root), name: file.name,
        varies: true)
    }
    return copy
  }
}

/// An image that a row may bring.
struct CompiledImage: Sendable {
  /// The path inside the package.
  let path: String
  /// The number of the column that names the file.
  let column: Int
  let place: Place
}

/// A pass.strings of a template, its values cut at their placeholders.
struct CompiledStrings: Sendable {
  let table: StringsTable
  /// The slot of an entry's value, by the entry's number; none where the value is plain.
  let slots: [Int: Slot]
  /// The file as the user knows it.
  let name: String
  /// The file's bytes when no value depends on a row.
  let constantBytes: [UInt8]?

  init(table: StringsTable, slots: [Int: Slot], name: String) {
    self.table = StringsTable(
      language: table.language, entries: table.entries, varies: !slots.isEmpty)
    self.slots = slots
    self.name = name
    constantBytes = slots.isEmpty ? StringsFile.bytes(of: table) : nil
  }

  func resolved(with row: [Cell]) -> StringsTable {
    guard !slots.isEmpty else { return table }
    var table = table
    for (index, slot) in slots { table.entries[index].value = slot.text(in: row) }
    return table
  }
}
