// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
package import PassJSON
package import PassModel

/// A template folder that was read once: the files that all passes share, and the places for the
/// values of a row.
public struct Template: Sendable {
  /// The folder as the user named it.
  public let folder: String
  /// The settings of template.json.
  package let settings: TemplateSettings
  /// The columns of the template, including those that are not declared.
  package private(set) var schema: ColumnSchema
  /// The files of the template, for the places of diagnostics about rows.
  package let sources: SourceTable
  /// The diagnostics of loading the template, for callers that have no report.
  package var found: [Diagnostic] = []

  /// Files that are packed unchanged: images, included files, strings without placeholders.
  private let files: [PackagedFile]
  private var pass: CompiledDocument
  private let passName: String
  private var personalization: CompiledDocument?
  private let personalizationName: String
  private let strings: [CompiledStrings]
  private let images: [CompiledImage]
  /// google.json with its placeholders, or nil. It is never packed.
  private let google: CompiledDocument?
  private var listing: FileListing

  /// Reads and compiles a template folder.
  ///
  /// - Parameters:
  ///   - dataFiles: the files of `--data`, which are never packed.
  ///   - disk: reads files and records their paths for make.
  ///   - keepsFaulty: whether to return a template with errors that do not affect its other parts.
  ///     Invalid placeholders are then plain text. It is only for display, never for making passes.
  /// - Returns: nil after an error in `report`.
  /// - Throws: an error if the folder or one of its files cannot be read.
  package static func load(
    _ folder: String, dataFiles: [String] = [], disk: DiskReader = DiskReader(),
    keepsInvalid: Bool = false, report: inout Report
  ) throws(FileError) -> Template? {
    try TemplateLoader.load(
      folder, dataFiles: dataFiles, disk: disk, keepsInvalid: keepsInvalid, report: &report)
  }

  init(
    folder: String, settings: TemplateSettings, schema: ColumnSchema, sources: SourceTable,
    files: [PackagedFile], pass: CompiledDocument, passName: String,
    personalization: CompiledDocument?, personalizationName: String, strings: [CompiledStrings],
    images: [CompiledImage], google: CompiledDocument?
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
    self.google = google
    listing = FileListing(
      files, pass: pass.file(PackageKind.pass.document, name: passName),
      personalization: personalization?.file("personalization.json", name: personalizationName),
      strings: strings)
  }

  /// pass.json after merging, with unreplaced placeholders. Used to look up constant members.
  package var document: JSONValue { pass.written.root }

  /// google.json with unreplaced placeholders, or nil if the template has none.
  package var googleSettings: JSONValue? { google?.written.root }

  /// The column for an authenticationToken that the template does not have. Nil if no pass needs
  /// one, or if there is no source for it.
  package var tokenColumn: TokenColumn? { pass.tokenColumn }

  /// The pass type identifier, if it is the same for every row.
  package var passTypeIdentifier: String? {
    document["passTypeIdentifier"]?.string.flatMap { PlaceholderText.isPlain($0) ? $0 : nil }
  }

  /// The placeholders of the serial number. Nil if it is the same for every row.
  var serialFillIn: Interpolation? {
    document["serialNumber"].flatMap { pass.fillIn(at: $0.index) }
  }

  /// Returns the string of a member of pass.json that is the same in every pass, otherwise nil.
  package func constantText(of member: String) -> String? {
    guard let value = document[member], pass.fillIn(at: value.index) == nil else { return nil }
    return value.string
  }

  /// Calls `body` with all parts of the template that affect the bytes of a pass. Rows, certificate
  /// and key are not included. A digest of the parts shows whether an earlier pass is still up to
  /// date.
  package func forEachPart(_ body: (_ name: String, _ bytes: [UInt8]) -> Void) {
    for file in files { body(file.path, file.bytes) }
    body(PackageKind.pass.document, JSONWriter.bytes(of: document))
    if let personalization {
      body("personalization.json", JSONWriter.bytes(of: personalization.written.root))
    }
    for strings in strings { body(strings.table.path, StringsFile.bytes(of: strings.table)) }
    for image in images {
      body("template.json/images/\(image.path)", Array(schema.columns[image.column].name.utf8))
    }
    // Cells are stored by the numbers of their columns, so the order of the columns matters.
    for column in schema.columns { body("template.json/columns/\(column.name)", []) }
  }

  /// Whether rows may add files.
  package var hasRowFiles: Bool { !images.isEmpty }

  /// Whether a pass of the template can need an NFC certificate.
  package var usesNFC: Bool { document["nfc"] != nil || personalization != nil }

  /// The fields that customers are asked for when they sign up. Nil if they cannot sign up.
  package var requestedPersonalFields: [String]? {
    personalization.map {
      $0.written.root["requiredPersonalizationFields"]?.elements.compactMap(\.string) ?? []
    }
  }

  /// The template for passes of customers who have signed up, without personalization.json.
  package var withoutPersonalization: Template {
    guard personalization != nil else { return self }
    return Template(
      folder: folder, settings: settings, schema: schema, sources: sources,
      files: files.filter { !$0.path.utf8.starts(with: "personalizationLogo".utf8) }, pass: pass,
      passName: passName, personalization: nil, personalizationName: personalizationName,
      strings: strings, images: images, google: google)
  }

  /// The names of the columns that a row must have.
  public var requiredColumns: [String] { schema.requiredNames }

  /// Returns the template with `patch` merged into pass.json, for values that are known only in a
  /// build, such as the identifiers of the certificate.
  ///
  /// - Parameters:
  ///   - patch: nil if only the source of tokens changes.
  ///   - tokens: the source of the authenticationToken if the template has none.
  package func merging(_ patch: JSONDocument?, tokens: TokenSource = .none) -> Template {
    var copy = self
    // Placeholders were checked when the template was read, so this report is discarded.
    var report = Report(sources: sources)
    let written = patch.map { JSONMergePatch.merged(document, $0.root) } ?? pass.written
    copy.pass = TemplateCompiler.compile(
      written, schema: &copy.schema, expected: { KeyTable.expectedKind(at: $0) }, tokens: tokens,
      report: &report)
    copy.listing = FileListing(
      files, pass: copy.pass.file(PackageKind.pass.document, name: passName),
      personalization: personalization?.file("personalization.json", name: personalizationName),
      strings: strings)
    return copy
  }

  /// Returns the files of one pass.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of `schema`.
  ///   - readFile: returns the bytes of a file that the row names, and its path for messages.
  /// - Returns: nil if a file that the row names cannot be read. The error is in `report`.
  package func resolved(
    with row: [Cell], readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    report: inout Report
  ) -> ResolvedPass? {
    var cache = RowCache()
    return resolved(with: row, readFile: readFile, cache: &cache, report: &report)
  }

  /// Returns the files of one pass of many, and reuses results of the previous one.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of `schema`.
  ///   - token: the authenticationToken, if `tokenColumn` needs one.
  ///   - readFile: returns the bytes of a file that the row names, and its path for messages.
  ///   - memory: the results of earlier rows of the same template.
  /// - Returns: nil if a file that the row names cannot be read. The error is in `report`.
  package func resolved(
    with row: [Cell], token: String? = nil,
    readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    cache: inout RowCache, report: inout Report
  ) -> ResolvedPass? {
    let row = tokenColumn?.adding(token, to: row) ?? row
    // If `memory` still had a reference, changing the array would copy it.
    var all = cache.files ?? listing.files
    cache.files = nil
    func put(_ compiled: CompiledDocument, at place: Int, _ last: inout JSONDocument?)
      -> JSONDocument
    {
      let (document, text) = compiled.resolved(with: row, reusing: &last)
      if !compiled.isConstant { all[place] = all[place].varying(text) }
      return document
    }
    let document = put(pass, at: listing.pass, &cache.document)
    var personalizationDocument: JSONDocument?
    if let personalization, let place = listing.personalization {
      personalizationDocument = put(personalization, at: place, &cache.personalization)
    }
    var tables = cache.tables ?? strings.map(\.table)
    cache.tables = nil
    if cache.wordings.isEmpty { cache.wordings = strings.map { _ in TranslationCache() } }
    for (number, strings) in strings.enumerated() where strings.varies {
      let place = listing.strings[number]
      let values = strings.values(of: row)
      strings.set(values, into: &tables[number])
      if let known = cache.wordings[number].file(with: values) {
        all[place] = known
      } else {
        all[place] = all[place].varying(strings.bytes(with: values))
        cache.wordings[number].store(all[place], with: values)
      }
    }
    cache.files = all
    cache.tables = tables
    guard images.isEmpty || addImages(into: &all, row, readFile, &report) else { return nil }
    return ResolvedPass(
      files: all, document: document, personalization: personalizationDocument, strings: tables,
      language: settings.language, rowsAddFiles: !images.isEmpty,
      google: google?.resolved(with: row).document)
  }

  /// Adds the images that the row names. Returns false if one cannot be read.
  private func addImages(
    into all: inout [PackagedFile], _ row: [Cell],
    _ readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    _ report: inout Report
  ) -> Bool {
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
            CellFindings.pathOutside, "\(quoted(path)) is outside the folder of the data", at: place
          )
        case .unreadable(let reason):
          report(CellFindings.pathMissing, reason, at: place)
        }
      }
    }
    all.sort(by: FileListing.precedes)
    return isComplete
  }
}

/// Reads a file that a row names. Returns its bytes, and its path for messages.
package typealias RowFileReader =
  (_ path: String) throws(RowFileError) -> (name: String, bytes: [UInt8])

/// The reason why a file that a row names cannot be read.
package enum RowFileError: Error {
  /// The path leads out of the folder of the data.
  case outside
  /// The file is missing or cannot be read. The message has the reason.
  case unreadable(String)
}

/// A template with the values of a row: the files of one pass, before it is checked.
public struct ResolvedPass: Sendable {
  package var files: [PackagedFile]
  package var document: JSONDocument
  package let personalization: JSONDocument?
  /// The translations, a table for each language.
  package let strings: [StringsTable]
  /// The language of pass.json according to template.json.
  package var language: String?
  /// Whether the list of files depends on the row.
  var rowsAddFiles = false
  /// google.json with the values of the row. It is not packed.
  package var google: JSONDocument?
  /// The files of the template and the row, for the places of diagnostics.
  package var sources = SourceTable()
  /// The diagnostics about template and row, for callers that have no report.
  package var found: [Diagnostic] = []
  package var allowances: [TemplateSettings.Allowance] = []

  /// The files in the form that rules check.
  package var package: PassPackage {
    PassPackage(
      origin: .template, files: files, document: document, personalization: personalization,
      strings: strings, language: language, rowsAddFiles: rowsAddFiles)
  }
}

/// An image from a row.
struct CompiledImage: Sendable {
  let path: String
  /// The number of the column that names the file.
  let column: Int
  let place: Place
}

/// A pass.strings of a template, with its values split at their placeholders.
final class CompiledStrings: Sendable {
  let table: StringsTable
  /// The values with placeholders by the numbers of their entries, ascending.
  private let interpolations: [(entry: Int, fillIn: Interpolation)]
  private let spelling: StringsSpelling
  /// The file name for messages.
  let name: String

  /// - Parameter fillIns: by the number of the entry. Plain values have none.
  init(table: StringsTable, fillIns: [Int: Interpolation], name: String) {
    self.table = StringsTable(
      language: table.language, entries: table.entries, varies: !fillIns.isEmpty,
      writtenLines: table.writtenLines)
    self.interpolations = fillIns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.name = name
    spelling = StringsSpelling(table, changing: self.interpolations.map(\.entry))
  }

  /// Whether a value depends on the row.
  var varies: Bool { !interpolations.isEmpty }

  /// The file. If values depend on the row, they are placeholders.
  var file: PackagedFile {
    PackagedFile(path: table.path, bytes: StringsFile.bytes(of: table), name: name, varies: varies)
  }

  /// Returns the values with placeholders for a row, in the order of their entries.
  func values(of row: [Cell]) -> [String] { interpolations.map { $0.fillIn.text(in: row) } }

  /// Replaces the values with placeholders in a copy of the table.
  func set(_ values: [String], into table: inout StringsTable) {
    for (fillIn, value) in zip(interpolations, values) { table.set(value, at: fillIn.entry) }
  }

  /// Returns the file with these values.
  func bytes(with values: [String]) -> [UInt8] { spelling.bytes(with: values) }
}
