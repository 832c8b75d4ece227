// SPDX-License-Identifier: Apache-2.0

import PassBasics
import PassDiagnostics
import PassJSON
import PassModel

/// Reads a template folder with its bases and compiles it.
struct TemplateLoader {
  private let layers: [TemplateLayer]
  private let disk: DiskReader
  private let dataFiles: [String]
  /// The folder of each template.json, by its source number.
  private var folders: [UInt32: String] = [:]
  private var schema = ColumnSchema()

  static func load(
    _ folder: String, dataFiles: [String], disk: DiskReader, keepsInvalid: Bool,
    report: inout Report
  ) throws(FileError) -> Template? {
    let before = report.diagnostics.count
    let layers = try TemplateLayer.chain(from: folder, disk: disk, report: &report)
    var loader = TemplateLoader(layers: layers, disk: disk, dataFiles: dataFiles)
    let template = try loader.template(&report)
    let errors = report.diagnostics.dropFirst(before).filter { $0.severity == .error }
    let isUsable = errors.allSatisfy { keepsInvalid && TemplateFindings.allowsFurtherChecks($0) }
    return isUsable ? template : nil
  }

  private init(layers: [TemplateLayer], disk: DiskReader, dataFiles: [String]) {
    self.layers = layers
    self.disk = disk
    self.dataFiles = dataFiles
    for layer in layers {
      if let settings = layer.settings { folders[settings.root.origin.source] = layer.folder }
    }
  }

  private mutating func template(_ report: inout Report) throws(FileError) -> Template? {
    let merged = mergedSettings()
    let folders = folders
    let folder = layers[0].folder
    let settings = TemplateSettings.read(
      merged.root, folder: folder, folderOf: { folders[$0.source] ?? folder }, report: &report)
    // A misspelled "columns" is one error. Without the columns each of them would be another error.
    schema = ColumnSchema.read(
      merged.root["columns"] ?? TemplateSettings.misspelt("columns", in: merged.root),
      report: &report)

    let pass = try document(PackageKind.pass.document, &report)
    let personalization = try document("personalization.json", &report)
    // A link that leaves the template, or a folder with that name, is reported below.
    let passFileExists = layers.contains {
      $0.file(PackageKind.pass.document) != nil
        || $0.escapingLinks.contains(PackageKind.pass.document)
        || $0.others.contains(PackageKind.pass.document)
    }
    if pass == nil, !passFileExists {
      report(
        TemplateFindings.passMissing, "\(layers[0].folder) has no pass.json",
        at: Place.file(layers[0].folder))
    }
    let compiledPass = pass.map { pass in
      TemplateCompiler.compile(
        pass.document, schema: &schema, expected: { KeyTable.expectedKind(at: $0) },
        report: &report)
    }
    let compiledPersonalization = personalization.map { personalization in
      TemplateCompiler.compile(
        personalization.document, schema: &schema,
        expected: { KeyTable.expectedKind(at: $0, in: .personalization) }, report: &report)
    }
    let google = try document("google.json", &report).map { google in
      TemplateCompiler.compile(
        google.document, schema: &schema, expected: { _ in .any }, report: &report)
    }
    let strings = try compiledStrings(settings, pass?.document, &report)
    reportUnknownConditions(&report)
    let images = compiledImages(settings, &report)
    reportPersonalColumns(settings, personalization?.document, &report)
    // Customers enter these values on their device, so the data need not have the columns.
    for personal in settings.personalization { schema.markEnteredByCustomer(personal.column) }
    let files = try packedFiles(settings, &report)
    guard let pass, let compiledPass else { return nil }
    return Template(
      folder: layers[0].folder, settings: settings, schema: schema, sources: report.sources,
      files: files, pass: compiledPass, passName: pass.name,
      personalization: compiledPersonalization,
      personalizationName: personalization?.name ?? "personalization.json", strings: strings,
      images: images, google: google)
  }

  /// Reports conditions on a misspelled column. Such a condition is never true, and the data cannot
  /// show that.
  private func reportUnknownConditions(_ report: inout Report) {
    let declared = schema.columns.filter(\.isDeclared).map(\.name)
    for column in schema.columns where column.isOnlyTested && !column.isDeclared {
      guard let nearest = NearestName.of(column.name, among: declared) else { continue }
      report(
        TemplateFindings.unknownCondition,
        "\"$if\" names the unknown column \"\(column.name)\"",
        at: column.firstUse ?? .nowhere, help: "did you mean \"\(nearest)\"?")
    }
  }

  /// Reports columns that no pass shows, and fields that customers are not asked for.
  private func reportPersonalColumns(
    _ settings: TemplateSettings, _ personalization: JSONDocument?, _ report: inout Report
  ) {
    let asked = personalization?.root["requiredPersonalizationFields"]?.elements
      .compactMap(\.string)
    for personal in settings.personalization {
      guard schema.number(of: personal.column) != nil else {
        let nearest = NearestName.of(personal.column, among: schema.columns.map(\.name))
        report(
          TemplateFindings.personalColumn,
          "unknown column \(quoted(personal.column))", at: personal.place,
          help: nearest.map { "did you mean \(quoted($0))?" })
        continue
      }
      guard let asked, asked.contains(personal.field.requested) else {
        report(
          TemplateFindings.personalNotAsked,
          asked == nil
            ? "\(personal.field.rawValue) is never requested, there is no personalization.json"
            : "personalization.json does not request \(personal.field.requested)",
          at: personal.place)
        continue
      }
    }
  }

  // MARK: Merging

  private func mergedSettings() -> JSONDocument {
    let documents = layers.reversed().compactMap(\.settings)
    let nothing = JSONDocument(nodes: [.init(.object, origin: .none)])
    guard var merged = documents.first else { return nothing }
    // Without a template.json in the last base, null in a patch would stay. Merging with an empty
    // object removes it.
    if layers.last?.settings == nil { merged = JSONMergePatch.merged(nothing.root, merged.root) }
    for patch in documents.dropFirst() { merged = JSONMergePatch.merged(merged.root, patch.root) }
    return merged
  }

  /// Returns a JSON file merged with those of the bases, and the name of the nearest file.
  private func document(
    _ path: String, _ report: inout Report
  ) throws(FileError) -> (document: JSONDocument, name: String)? {
    var merged: JSONDocument?
    var name = path
    var hasErrors = false
    for layer in layers.reversed() {
      guard let file = layer.file(path) else { continue }
      name = file.diskPath
      let mayBePass = layers.count == 1 && layer.mayBePass
      guard
        let document = try TemplateLayer.readObject(
          file, mayBePass: mayBePass, disk: disk, report: &report)
      else {
        hasErrors = true
        continue
      }
      merged = merged.map { JSONMergePatch.merged($0.root, document.root) } ?? document
    }
    guard let merged, !hasErrors else { return nil }
    return (DesignerMembers.removed(from: merged), name)
  }

  private mutating func compiledStrings(
    _ settings: TemplateSettings, _ pass: JSONDocument?, _ report: inout Report
  ) throws(FileError) -> [CompiledStrings] {
    var tables: Tables = [:]
    var languagesWithErrors: Set<String> = []
    for layer in layers.reversed() {
      for file in layer.files {
        guard let language = PackingRule.languageOfStrings(file.path) else { continue }
        let before = report.diagnostics.count
        let table = StringsFile.read(
          try disk.read(file.diskPath), name: file.diskPath, language: language, report: &report)
        // Comparing languages with a table that has errors would report the wrong file.
        if report.diagnostics[before...].contains(where: { $0.severity == .error }) {
          languagesWithErrors.insert(language)
        }
        if let base = tables[language]?.table {
          tables[language] = (Self.merged(base, table), file.diskPath)
        } else {
          tables[language] = (table, file.diskPath)
        }
      }
    }
    addDefaultLanguage(settings, pass, to: &tables)
    var compiled: [CompiledStrings] = []
    for (language, (table, name)) in tables.sorted(by: { $0.key < $1.key }) {
      var interpolations: [Int: Interpolation] = [:]
      for (index, entry) in table.entries.prefix(table.writtenLines ?? .max).enumerated()
      where !PlaceholderText.isPlain(entry.value) {
        interpolations[index] = InterpolationCompiler.interpolation(
          entry.value, at: Place(origin: entry.valueOrigin), expected: .string, schema: &schema,
          &report)
      }
      guard !languagesWithErrors.contains(language) else { continue }
      compiled.append(CompiledStrings(table: table, fillIns: interpolations, name: name))
    }
    return compiled
  }

  /// The tables by language, each with its file for messages.
  private typealias Tables = [String: (table: StringsTable, name: String)]

  /// Adds the strings of the language of pass.json, if template.json names that language.
  private func addDefaultLanguage(
    _ settings: TemplateSettings, _ pass: JSONDocument?, to tables: inout Tables
  ) {
    guard let language = settings.language else { return }
    let folder = tables.keys.sorted().first { LanguageTag.areSame($0, language) } ?? language
    let ownTable = tables.removeValue(forKey: folder)
    let others = tables.sorted { $0.key < $1.key }.map(\.value.table)
    let images = layers.flatMap(\.files).map(\.path) + settings.images.map(\.path)
    let hasOther = images.contains { path in
      let tag = LanguageTag.language(ofFolder: String(path.prefix { $0 != "/" }))
      return PackingRule.isImage(path) && tag.map { !LanguageTag.areSame($0, language) } ?? false
    }
    let text = hasOther ? pass?.root["description"] : nil
    guard let table = OwnLanguage.table(folder, own: ownTable?.table, others: others, text: text)
    else { return }
    let source = settings.languagePlace?.origin.source
    let layer = layers.first { $0.settings?.root.origin.source == source } ?? layers[0]
    let name = ownTable?.name ?? FilePath.join(layer.folder, "template.json")
    tables[folder] = (table, name)
  }

  /// Merges two tables: the base's entries, replaced by key, then the new ones.
  private static func merged(_ base: StringsTable, _ patch: StringsTable) -> StringsTable {
    var entries = base.entries
    var indexByKey: [String: Int] = [:]
    for (index, entry) in entries.enumerated() { indexByKey[entry.key] = index }
    for entry in patch.entries {
      if let index = indexByKey[entry.key] {
        entries[index] = entry
      } else {
        indexByKey[entry.key] = entries.count
        entries.append(entry)
      }
    }
    return StringsTable(language: base.language, entries: entries)
  }

  // MARK: Files

  private mutating func compiledImages(
    _ settings: TemplateSettings, _ report: inout Report
  ) -> [CompiledImage] {
    settings.images.compactMap { image in
      guard let parsed = try? PlaceholderText(image.text), let placeholder = parsed.whole,
        placeholder.filters.isEmpty, let name = placeholder.column,
        let number = schema.number(of: name), schema.columns[number].type == .file
      else {
        report(
          TemplateFindings.imageWithoutFile,
          "\"\(image.text)\" is not one placeholder of a file column", at: image.place)
        return nil
      }
      return CompiledImage(
        path: image.path, column: schema.use(name, at: image.place), place: image.place)
    }
  }

  /// Returns images and included files. If several layers have a path, the nearest one is used.
  private func packedFiles(
    _ settings: TemplateSettings, _ report: inout Report
  ) throws(FileError) -> [PackagedFile] {
    var packed: [String: PackagedFile] = [:]
    let included = Set(settings.include.map(\.path))
    var wrongCaseImages: [(file: TemplateLayer.File, known: String)] = []
    for layer in layers {
      for other in layer.others where PackingRule.isWanted(other) {
        report(
          TemplateFindings.notAFile, "\(other) is not a file",
          at: Place.file(FilePath.join(layer.folder, other)))
      }
      for other in layer.others {
        guard let reason = PackingRule.misplacedTranslationReason(other) else { continue }
        report(
          TemplateFindings.notPacked, "\(other) is not packed: \(reason)",
          at: Place.file(FilePath.join(layer.folder, other)))
      }
      for link in layer.escapingLinks
      where (PackingRule.isWanted(link) || link.hasSuffix(".lproj")) && !included.contains(link) {
        report(
          TemplateFindings.escapingLink,
          "\(link) is a link out of the template, or to a missing file",
          at: Place.file(FilePath.join(layer.folder, link)))
      }
      for file in layer.files where packed[file.path] == nil {
        if PackingRule.isImage(file.path) {
          packed[file.path] = try packagedFile(file.path, from: file.diskPath)
        } else if !included.contains(file.path), let known = PackingRule.inLowerCase(file.path) {
          wrongCaseImages.append((file, known))
        } else if !included.contains(file.path) {
          try reportPrivateKey(file, &report)
          reportMisnamedFile(file, settings, &report)
        }
      }
    }
    reportWrongCase(wrongCaseImages, &report)
    reportLeftovers(except: included, &report)
    let named = dataFiles + [settings.sample].compactMap { $0 }
    let samples = named.compactMap { try? disk.resolvingSymbolicLinks($0) }
    // By the names that the user gave, because make watches these paths.
    var data = DataCopies(named, disk: disk)
    for (path, place) in settings.include where packed[path] == nil {
      guard let file = try includedFile(path, place, samples, &report) else { continue }
      packed[path] = file
      guard let original = data.original(of: file.bytes) else { continue }
      report(
        TemplateFindings.includedData,
        "\(path) contains the same data as \(original); passc never packs data",
        at: place)
    }
    return packed.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// Reports the manifest and signature of an earlier build. A new build does not use them.
  private func reportLeftovers(except included: Set<String>, _ report: inout Report) {
    let leftovers = layers[0].files.filter {
      PackageKind.pass.isOwnFile($0.path) && !included.contains($0.path)
    }
    guard let first = leftovers.first else { return }
    let names = leftovers.map(\.path).joined(separator: " and ")
    report(
      TemplateFindings.leftover,
      "\(names) \(leftovers.count == 1 ? "is" : "are") not used, a build makes new ones",
      at: Place.file(first.diskPath))
  }

  private func includedFile(
    _ path: String, _ place: Place, _ dataFiles: [String], _ report: inout Report
  ) throws(FileError) -> PackagedFile? {
    for layer in layers {
      let diskPath = FilePath.join(layer.folder, path)
      let kind = try disk.kind(of: diskPath, followingLinks: true)
      let resolved = try? disk.resolvingSymbolicLinks(diskPath)
      if layer.escapingLinks.contains(path)
        || resolved.map({ !FilePath.isInside($0, layer.resolvedFolder) }) ?? false
      {
        report(
          TemplateFindings.escapingLink,
          "\(path) is a link out of the template, or to a missing file", at: place)
        return nil
      }
      if kind == .folder {
        report(
          TemplateFindings.includeMissing, "\(path) is a folder, expected a file", at: place,
          help: "list the files in it one by one")
        return nil
      }
      guard kind == .file, let resolved else { continue }
      guard !dataFiles.contains(resolved) else {
        report(
          TemplateFindings.includedData,
          "\(path) contains the template's data; passc never packs data",
          at: place)
        return nil
      }
      return try packagedFile(path, from: diskPath)
    }
    report(
      TemplateFindings.includeMissing, "\(path) does not exist", at: place,
      help: path.contains("*") ? "list the files one by one; there are no wildcards" : nil)
    return nil
  }

  /// Reads a file. The properties of an image are computed once and shared by all passes.
  private func packagedFile(
    _ path: String, from diskPath: String
  ) throws(FileError) -> PackagedFile {
    let bytes = try disk.read(diskPath)
    return PackagedFile(path: path, bytes: bytes, name: diskPath, known: SharedContent(bytes))
  }

  /// Warns about a private key in the template. Only files with typical names of keys are read.
  private func reportPrivateKey(
    _ file: TemplateLayer.File, _ report: inout Report
  ) throws(FileError) {
    let ending = FilePath.extension(file.path).lowercased()
    guard ["pem", "key", "p8", "p12", "pfx"].contains(ending) else { return }
    let isStore = ending == "p12" || ending == "pfx"
    if !isStore {
      let content = try disk.read(file.diskPath)
      guard content.contains(Array("PRIVATE KEY-----".utf8)) else { return }
    }
    report(
      TemplateFindings.privateKey,
      "\(file.path) is a \(isStore ? "key store" : "private key") in the template's folder",
      at: Place.file(file.diskPath))
  }

  /// Reports all images whose names differ from Wallet's only in upper and lower case.
  private func reportWrongCase(
    _ images: [(file: TemplateLayer.File, known: String)], _ report: inout Report
  ) {
    guard let first = images.first else { return }
    // Three names fit on a line.
    let shown = images.prefix(3).map(\.file.path).joined(separator: ", ")
    let renames = images.prefix(3).map { "\($0.file.path) to \($0.known)" }
      .joined(separator: ", ")
    let remainingCount = images.count - 3
    report(
      TemplateFindings.notPacked,
      images.count == 1
        ? "\(shown) is not packed: Wallet needs its name in lower case"
        : "\(shown)\(remainingCount > 0 ? " and \(remainingCount) more" : "") are not packed: "
          + "Wallet needs their names in lower case",
      at: Place.file(first.file.diskPath),
      help: "rename \(renames)\(remainingCount > 0 ? ", and the others in the same way" : "")")
  }

  private func reportMisnamedFile(
    _ file: TemplateLayer.File, _ settings: TemplateSettings, _ report: inout Report
  ) {
    guard PackableFile(path: file.path) == nil, settings.sample != file.diskPath else { return }
    if let reason = PackingRule.misplacedTranslationReason(file.path) {
      return report(
        TemplateFindings.notPacked, "\(file.path) is not packed: \(reason)",
        at: Place.file(file.diskPath))
    }
    guard PackingRule.isLikelyMeant(file.path) else { return }
    let nearest = PackingRule.nearestName(to: file.path)
    report(
      TemplateFindings.notPacked, "\(file.path) is not packed: Wallet does not use this name",
      at: Place.file(file.diskPath),
      help: nearest.map { name in
        let isOtherFormat =
          FilePath.extension(name) == "png" && FilePath.extension(file.path).lowercased() != "png"
        return isOtherFormat ? "convert it to PNG, as \(name)" : "rename it to \(name)"
      })
  }
}

/// Removes the members that Apple's Pass Designer adds for itself.
enum DesignerMembers {
  /// Returns the document without `_id`. Inside `userInfo` it is kept, because that belongs to the
  /// author.
  static func removed(from document: JSONDocument) -> JSONDocument {
    guard document.nodes.contains(where: { $0.kind == .key && $0.text == "_id" }) else {
      return document
    }
    var builder = JSONBuilder(reserving: document.nodes.count)
    copy(document.root, into: &builder, isOwn: false)
    return builder.document()
  }

  // The depth of recursion is limited by the reader's nesting limit.
  private static func copy(_ value: JSONValue, into out: inout JSONBuilder, isOwn: Bool) {
    guard !isOwn, value.isObject || value.isArray else { return out.copy(value) }
    out.begin(value.kind, origin: value.origin)
    for member in value.members where member.name != "_id" {
      out.key(member.name, origin: member.nameOrigin)
      copy(member.value, into: &out, isOwn: member.name == "userInfo")
    }
    for element in value.elements { copy(element, into: &out, isOwn: false) }
    out.end()
  }
}
