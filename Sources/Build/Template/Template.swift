// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassDiagnostics
package import PassJSON
package import PassModel

/// A template folder that was read once: the parts that all passes share, and the places for values
/// of a row.
public struct Template: Sendable {
  /// The folder as the user named it.
  public let folder: String
  /// template.json.
  package let settings: TemplateSettings
  /// The columns the template uses, declared or not.
  package private(set) var schema: ColumnSchema
  /// What was read, so that diagnostics of rows can point into the template.
  package let sources: SourceTable
  /// What reading it complained about, where whoever read it has no report to put that into.
  package var found: [Diagnostic] = []

  /// What is packed as it stands: images, included files, strings without placeholders.
  private let files: [PackagedFile]
  private var pass: CompiledDocument
  private let passName: String
  private var personalization: CompiledDocument?
  private let personalizationName: String
  private let strings: [CompiledStrings]
  private let images: [CompiledImage]
  private var listing: FileListing

  /// Reads and compiles a template folder.
  ///
  /// - Parameters:
  ///   - dataFiles: files `--data` names, which are never packed.
  ///   - disk: reads, and remembers what was read for make.
  ///   - keepsFaulty: a template is given out too when its faults leave the rest as it is meant,
  ///     faulty placeholders as plain text: for looking at it, never for making passes.
  /// - Returns: nil when the template is at fault; `report` says why.
  /// - Throws: when the folder or a file of it cannot be read.
  package static func load(
    _ folder: String, dataFiles: [String] = [], disk: DiskReader = DiskReader(),
    keepsFaulty: Bool = false, report: inout Report
  ) throws(FileError) -> Template? {
    try TemplateLoader.load(
      folder, dataFiles: dataFiles, disk: disk, keepsFaulty: keepsFaulty, report: &report)
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
    listing = FileListing(
      files, pass: pass.file(PackageKind.pass.document, name: passName),
      personalization: personalization?.file("personalization.json", name: personalizationName),
      strings: strings)
  }

  /// pass.json as merged, placeholders unread: for looking up what is the same in every pass.
  package var document: JSONValue { pass.written.root }

  /// The column for an authenticationToken that the template leaves out. Nil if no pass needs one, or
  /// if there is no source for it.
  package var tokenColumn: TokenColumn? { pass.tokenColumn }

  /// The pass type the template names, when it is the same for every row.
  package var passTypeIdentifier: String? {
    document["passTypeIdentifier"]?.string.flatMap { PlaceholderText.isPlain($0) ? $0 : nil }
  }

  /// What the serial number is made of; nil when it is the same for every row.
  var serialFillIn: FillIn? {
    document["serialNumber"].flatMap { pass.fillIn(at: $0.index) }
  }

  /// The text that a member of pass.json is in every pass; nil where there is none, or a row may change it.
  package func constantText(of member: String) -> String? {
    guard let value = document[member], pass.fillIn(at: value.index) == nil else { return nil }
    return value.string
  }

  /// Everything but rows, certificate and key that decides the bytes of a pass, piece by piece:
  /// for a digest that tells whether a pass made earlier is still what would be made now.
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
    // Cells are kept by their columns' numbers.
    for column in schema.columns { body("template.json/columns/\(column.name)", []) }
  }

  /// Whether a row may bring files of its own.
  package var hasRowFiles: Bool { !images.isEmpty }

  /// Whether any pass of the template needs an NFC certificate.
  package var usesNFC: Bool { document["nfc"] != nil || personalization != nil }

  /// What holders who sign up are asked for; nil where there is nothing to sign up for.
  package var requestedPersonalFields: [String]? {
    personalization.map {
      $0.written.root["requiredPersonalizationFields"]?.elements.compactMap(\.string) ?? []
    }
  }

  /// The template of passes whose holders have signed up: it asks for nothing any more.
  package var withoutPersonalization: Template {
    guard personalization != nil else { return self }
    return Template(
      folder: folder, settings: settings, schema: schema, sources: sources,
      files: files.filter { !$0.path.utf8.starts(with: "personalizationLogo".utf8) }, pass: pass,
      passName: passName, personalization: nil, personalizationName: personalizationName,
      strings: strings, images: images)
  }

  /// The names of the columns that a row must have.
  public var requiredColumns: [String] { schema.requiredNames }

  /// The same template with `patch` merged into pass.json: what is known only when it is built,
  /// such as identifiers taken from the certificate.
  ///
  /// - Parameters:
  ///   - patch: nil where only the source of tokens is another one.
  ///   - tokens: who makes an authenticationToken where the template names none.
  package func merging(_ patch: JSONDocument?, tokens: TokenSource = .none) -> Template {
    var copy = self
    // Placeholders were checked when the template was read.
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
    var memory = RowMemory()
    return resolved(with: row, readFile: readFile, memory: &memory, report: &report)
  }

  /// The files of one pass of many: what it has in common with the pass before is used again.
  ///
  /// - Parameters:
  ///   - row: a cell for each column of `schema`.
  ///   - token: the authenticationToken of the pass, where `tokenColumn` needs one.
  ///   - readFile: the bytes of a file a row names, and its path as the user knows it.
  ///   - memory: what earlier rows left, all of them of this template.
  /// - Returns: nil when a file the row names cannot be had; `report` says why.
  package func resolved(
    with row: [Cell], token: String? = nil,
    readFile: (String) throws(RowFileError) -> (name: String, bytes: [UInt8]),
    memory: inout RowMemory, report: inout Report
  ) -> ResolvedPass? {
    let row = tokenColumn?.adding(token, to: row) ?? row
    // If `memory` kept its reference, changing the list would copy it.
    var all = memory.files ?? listing.files
    memory.files = nil
    func put(_ compiled: CompiledDocument, at place: Int, _ last: inout JSONDocument?)
      -> JSONDocument
    {
      let (document, text) = compiled.resolved(with: row, reusing: &last)
      if !compiled.isConstant { all[place] = all[place].varying(text) }
      return document
    }
    let document = put(pass, at: listing.pass, &memory.document)
    var personalizationDocument: JSONDocument?
    if let personalization, let place = listing.personalization {
      personalizationDocument = put(personalization, at: place, &memory.personalization)
    }
    var tables = memory.tables ?? strings.map(\.table)
    memory.tables = nil
    if memory.wordings.isEmpty { memory.wordings = strings.map { _ in RecentWordings() } }
    for (number, strings) in strings.enumerated() where strings.varies {
      let place = listing.strings[number]
      let values = strings.values(of: row)
      strings.put(values, into: &tables[number])
      if let known = memory.wordings[number].file(with: values) {
        all[place] = known
      } else {
        all[place] = all[place].varying(strings.bytes(with: values))
        memory.wordings[number].keep(all[place], with: values)
      }
    }
    memory.files = all
    memory.tables = tables
    guard images.isEmpty || putImages(into: &all, row, readFile, &report) else { return nil }
    return ResolvedPass(
      files: all, document: document, personalization: personalizationDocument, strings: tables,
      filesComeAndGo: !images.isEmpty)
  }

  /// Adds the images the row names; false when one cannot be had.
  private func putImages(
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

/// Reads a file that a row names: its bytes, and its path as the user knows it.
package typealias RowFileReader =
  (_ path: String) throws(RowFileError) -> (name: String, bytes: [UInt8])

/// Why a file that a row names cannot be had.
package enum RowFileError: Error {
  /// It leads out of the folder of the data.
  case outside
  /// The file is missing or cannot be read. The message has the reason.
  case unreadable(String)
}

/// A template with a row filled in: the files of one pass, not yet checked.
public struct ResolvedPass: Sendable {
  /// Every file that is packed, sorted by path.
  package var files: [PackagedFile]
  /// pass.json.
  package var document: JSONDocument
  /// personalization.json, if the template has one.
  package let personalization: JSONDocument?
  /// The translations, a table for each language.
  package let strings: [StringsTable]
  /// Which files there are depends on the row.
  var filesComeAndGo = false
  /// What was read, the row included, so that diagnostics know their places.
  package var sources = SourceTable()
  /// What was found in template and row, where whoever made it has no report to put that into.
  package var found: [Diagnostic] = []
  /// `allow` of the template, likewise.
  package var allowances: [TemplateSettings.Allowance] = []

  /// The same files as rules look at them.
  package var package: PassPackage {
    PassPackage(
      origin: .template, files: files, document: document, personalization: personalization,
      strings: strings, filesComeAndGo: filesComeAndGo)
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
final class CompiledStrings: Sendable {
  let table: StringsTable
  /// The fill-ins of values, with the numbers of their entries, ascending.
  private let fillIns: [(entry: Int, fillIn: FillIn)]
  private let spelling: StringsSpelling
  /// The file as the user knows it.
  let name: String

  /// - Parameter fillIns: by the entry's number; none where the value is plain.
  init(table: StringsTable, fillIns: [Int: FillIn], name: String) {
    self.table = StringsTable(
      language: table.language, entries: table.entries, varies: !fillIns.isEmpty)
    self.fillIns = fillIns.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    self.name = name
    spelling = StringsSpelling(table, changing: self.fillIns.map(\.entry))
  }

  /// Whether a value comes from the row.
  var varies: Bool { !fillIns.isEmpty }

  /// The file when no value comes from the row, else some such file.
  var file: PackagedFile {
    PackagedFile(path: table.path, bytes: StringsFile.bytes(of: table), name: name, varies: varies)
  }

  /// What the row makes of the values with placeholders, in the order of their entries.
  func values(of row: [Cell]) -> [String] { fillIns.map { $0.fillIn.text(in: row) } }

  /// Puts such values into a table like this one.
  func put(_ values: [String], into table: inout StringsTable) {
    for (fillIn, value) in zip(fillIns, values) { table.put(value, at: fillIn.entry) }
  }

  /// The file with such values.
  func bytes(with values: [String]) -> [UInt8] { spelling.bytes(with: values) }
}
