// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
package import PassJSON

/// One file of a pass, by its path inside the package.
///
/// It is a class, so that thousands of passes can share a file without copying it.
package final class PackagedFile: Sendable {
  /// The path inside the package, with `/` between its parts.
  package let path: String
  private let content: [UInt8]
  /// The file as the user knows it: a path on disk, or the entry of an archive.
  package let name: String
  /// The archive that contains it, if there is one.
  package let bundle: String?
  /// Whether the bytes come from a row or depend on one.
  package let varies: Bool
  /// The kind of file in the eyes of Wallet, or nil if Wallet does not read it.
  package let kind: PackableFile?
  /// The shared content, if it was read before.
  package let known: KnownContent?
  private let reads: RowReads?

  /// Creates a file of a package.
  ///
  /// - Parameters:
  ///   - path: the path inside the package, with `/` between its parts.
  ///   - name: the file as the user knows it. If it is nil, `path` is used.
  ///   - bundle: the archive that contains it.
  ///   - varies: whether the bytes come from a row or depend on one.
  ///   - known: the shared content with the same bytes, if it was read before.
  package init(
    path: String, bytes: [UInt8], name: String? = nil, bundle: String? = nil, varies: Bool = false,
    known: KnownContent? = nil
  ) {
    self.path = path
    content = bytes
    self.known = known
    kind = PackableFile(path: path)
    self.name = name ?? path
    self.bundle = bundle
    self.varies = varies
    reads = nil
  }

  private init(_ file: PackagedFile, content: [UInt8], varies: Bool, reads: RowReads?) {
    path = file.path
    self.content = content
    known = varies ? nil : file.known
    kind = file.kind
    name = file.name
    bundle = file.bundle
    self.varies = varies
    self.reads = reads
  }

  /// The content. If it comes from a row, this counts as reading the row.
  package var bytes: [UInt8] {
    if varies, let reads {
      reads.note()
      reads.texts?.noteBeside()
    }
    return content
  }

  /// Returns the same file with the bytes of another row.
  package func varying(_ bytes: [UInt8]) -> PackagedFile {
    PackagedFile(self, content: bytes, varies: true, reads: nil)
  }

  /// Returns the same file. If its bytes come from a row, reading them is recorded in `reads`.
  fileprivate func recording(_ reads: RowReads) -> PackagedFile {
    varies ? PackagedFile(self, content: content, varies: true, reads: reads) : self
  }
}

extension PackagedFile {
  /// The result of reading the bytes as a PNG.
  package var png: Result<PNGHeader, PNGHeader.Refusal> { known?.png ?? PNGHeader.read(bytes) }
}

extension PackagedFile {
  /// Whether the file contains `-----BEGIN`, as keys and certificates do.
  package var holdsPEM: Bool {
    known?.holdsPEM ?? ByteSearch.contains(KnownContent.pemStart, in: bytes)
  }
}

extension PackagedFile: Placed {
  package var place: Place { Place(file: name, bundle: bundle) }
}

/// The files of one pass, parsed. It is the input of every rule, for templates, folders and
/// finished bundles.
///
/// It caches results without a lock, so only one worker may use it. In a copy from `recording` the
/// accessors record whether the row was read.
package struct PassPackage {
  /// The kind of source of the files.
  package enum Origin: Sendable {
    /// A template with a row. The packed files were selected and the text is the author's.
    case template
    /// A finished folder or bundle. All its files are packed.
    case package
  }

  /// The kind of source of the files.
  package let origin: Origin
  private let storedFiles: [PackagedFile]
  /// Whether rows add files. Which files there are then depends on the row.
  private let filesComeAndGo: Bool
  /// pass.json as it was read. Rules use `document`.
  package let passJSON: JSONDocument?
  private let personalizationJSON: JSONDocument?
  private let storedStrings: [StringsTable]
  private let reads: RowReads?
  private var indexes = Memory()

  /// Creates a package from files that were already parsed. `read` parses them too.
  ///
  /// - Parameters:
  ///   - files: sorted by path, without manifest and signature.
  ///   - document: pass.json, or nil if it is missing or unreadable. That has a diagnostic.
  package init(
    origin: Origin, files: [PackagedFile], document: JSONDocument?,
    personalization: JSONDocument? = nil, strings: [StringsTable] = [],
    filesComeAndGo: Bool = false, reads: RowReads? = nil
  ) {
    self.origin = origin
    self.storedFiles = files
    self.filesComeAndGo = filesComeAndGo
    self.passJSON = document
    self.personalizationJSON = personalization
    self.storedStrings = strings
    self.reads = reads
  }

  /// Returns the same package with accessors that record in `reads` whether a value of the row was
  /// read.
  package func recording(_ reads: RowReads) -> PassPackage {
    var pass = PassPackage(
      origin: origin, files: storedFiles.map { $0.recording(reads) }, document: passJSON,
      personalization: personalizationJSON, strings: storedStrings,
      filesComeAndGo: filesComeAndGo, reads: reads)
    // A separate cache, because `filesBesideDocument` must contain the recording files.
    pass.indexes = Memory()
    pass.indexes.pass = indexes.pass
    pass.indexes.personalization = indexes.personalization
    pass.indexes.strings = indexes.strings
    return pass
  }

  /// The positions of the keys of a pass, to be reused for other passes of its template.
  package struct KnownKeys {
    fileprivate let passLayout: JSONDocument.Layout?
    fileprivate let personalizationLayout: JSONDocument.Layout?
    fileprivate let indexes: Memory
  }

  /// The positions of the keys of this pass. They are computed if they are not cached yet.
  package var knownKeys: KnownKeys {
    for file in [KeyTable.File.pass, .personalization] { _ = keys(of: file) }
    if !storedStrings.isEmpty { _ = stringsIndex }
    return KnownKeys(
      passLayout: passJSON?.layout, personalizationLayout: personalizationJSON?.layout,
      indexes: indexes)
  }

  /// Reuses positions of keys if the layout is the same. Returns false if it differs for pass.json.
  package func reuse(_ known: KnownKeys) -> Bool {
    if let layout = personalizationJSON?.layout, layout === known.personalizationLayout {
      indexes.personalization = known.indexes.personalization
    }
    if storedStrings.contains(where: \.varies) {
      indexes.earlierStrings = known.indexes.strings
    } else {
      indexes.strings = known.indexes.strings
    }
    guard let layout = passJSON?.layout, layout === known.passLayout else { return false }
    indexes.pass = known.indexes.pass
    return true
  }

  /// The common structure of passes whose rows differ only in strings.
  package struct Shape {
    private let pass: RowShape
    private let personalization: RowShape?

    /// Determines the shape of a pass. Returns nil if that is not possible, for example because
    /// rows add files.
    package init?(_ package: PassPackage) {
      guard !package.filesComeAndGo, let pass = package.passJSON.flatMap({ RowShape($0) }) else {
        return nil
      }
      self.pass = pass
      personalization = package.personalizationJSON.flatMap { RowShape($0) }
      if package.personalizationJSON != nil, personalization == nil { return nil }
    }

    /// Returns whether a pass of the same template has this shape.
    package func fits(_ package: PassPackage) -> Bool {
      guard let document = package.passJSON, pass.fits(document) else { return false }
      guard let other = package.personalizationJSON else { return personalization == nil }
      return personalization?.fits(other) ?? false
    }
  }

  /// Every file, sorted by path, without manifest.json and signature.
  ///
  /// Rules about pass.json must use `document`. If rows add files, using `files` counts as reading
  /// the row.
  package var files: [PackagedFile] {
    if filesComeAndGo { reads?.note() }
    reads?.texts?.noteAlways()
    return storedFiles
  }

  /// Every file except pass.json, sorted by path.
  package var filesBesideDocument: [PackagedFile] {
    if filesComeAndGo { reads?.note() }
    if let beside = indexes.beside { return beside }
    let beside = storedFiles.filter { $0.path != PackageKind.pass.document }
    indexes.beside = beside
    return beside
  }

  /// Returns the file at that path inside the package.
  package func file(_ path: String) -> PackagedFile? {
    let file = storedFiles.first { $0.path == path }
    if filesComeAndGo { reads?.note() }
    if path == PackageKind.pass.document { reads?.texts?.noteAlways() }
    return file
  }

  /// The files other than pass.json whose bytes come from the row, with their indices in `files`.
  /// It is nil if the row determines which files there are.
  package var filesOfRow: [(place: Int, file: PackagedFile)]? {
    filesComeAndGo
      ? nil
      : storedFiles.enumerated().filter {
        $0.element.varies && $0.element.path != PackageKind.pass.document
      }
      .map { ($0.offset, $0.element) }
  }

  /// Returns whether these same file objects are at their indices.
  package func holds(_ files: [(place: Int, file: PackagedFile)]) -> Bool {
    files.allSatisfy { $0.place < storedFiles.count && storedFiles[$0.place] === $0.file }
  }

  /// The shared contents of the files other than pass.json, or nil if one of them was never read
  /// before.
  package var knownFilesBesideDocument: [(path: String, content: KnownContent)]? {
    var known: [(path: String, content: KnownContent)] = []
    let beside = filesBesideDocument
    known.reserveCapacity(beside.count)
    for file in beside {
      guard let content = file.known else { return nil }
      known.append((file.path, content))
    }
    return known
  }

  /// The root of pass.json. It is an empty object if there is none, so that rules need no special
  /// case.
  package var document: JSONValue { value(passJSON ?? Self.empty) }

  /// Whether there is a pass.json that could be read.
  package var hasDocument: Bool { passJSON != nil }

  /// The root of personalization.json, or nil if there is none that could be read.
  package var personalization: JSONValue? {
    reads?.texts?.noteBeside()
    return personalizationJSON.map(value)
  }

  /// The tables of pass.strings, sorted by language.
  package var strings: [StringsTable] {
    if let reads, storedStrings.contains(where: \.varies) {
      reads.note()
      reads.texts?.noteBeside()
    }
    return storedStrings
  }

  /// The strings that the tables translate.
  package var stringsIndex: StringsIndex {
    let tables = strings
    if let index = indexes.strings { return index }
    let index =
      indexes.earlierStrings.flatMap { StringsIndex(tables, like: $0) } ?? StringsIndex(tables)
    indexes.strings = index
    return index
  }

  /// The layouts of the documents for `Layouts`.
  var layouts: (pass: JSONDocument.Layout, personalization: JSONDocument.Layout?)? {
    guard reads == nil, let layout = passJSON?.layout else { return nil }
    guard let personalizationJSON else { return (layout, nil) }
    return personalizationJSON.layout.map { (layout, $0) }
  }

  /// Returns the keys of a file with the root of its document, or nil if there is no such file.
  func keys(of file: KeyTable.File) -> (index: KeyIndex, root: JSONValue)? {
    guard let document = file == .pass ? passJSON : personalizationJSON else { return nil }
    let known = file == .pass ? indexes.pass : indexes.personalization
    let index = known ?? KeyIndex(document, in: file.scope)
    if known == nil {
      if file == .pass { indexes.pass = index } else { indexes.personalization = index }
    }
    if index.varies { reads?.note() }
    if file == .personalization { reads?.texts?.noteBeside() }
    return (index, value(document))
  }

  /// The positions of the keys of pass.json, for packages whose pass.json has the same shape.
  package struct Keys: Sendable {
    fileprivate let index: KeyIndex
    fileprivate let strings: StringsIndex?
  }

  /// The positions of the keys of pass.json, or nil if there is none that could be read.
  package var keys: Keys? {
    keys(of: .pass).map {
      Keys(index: $0.index, strings: storedStrings.isEmpty ? nil : stringsIndex)
    }
  }

  /// Reuses the keys of a package whose pass.json has the same shape and which has the same other
  /// files.
  package func adopt(_ keys: Keys) {
    indexes.pass = keys.index
    if let strings = keys.strings, strings.isOf(storedStrings) { indexes.strings = strings }
  }

  private func value(_ document: JSONDocument) -> JSONValue {
    reads.map { document.root.recording($0) } ?? document.root
  }

  private static let empty = JSONDocument(
    nodes: [.init(.object, origin: .none)])

  /// A cache of results. It is not locked, because a package belongs to one worker.
  fileprivate final class Memory {
    var pass: KeyIndex?
    var personalization: KeyIndex?
    /// The files except pass.json.
    var beside: [PackagedFile]?
    var strings: StringsIndex?
    /// The index of an earlier row, whose tables may have the same keys.
    var earlierStrings: StringsIndex?
  }
}
