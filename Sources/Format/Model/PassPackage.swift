// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassJSON

/// One file of a pass, by its path inside the package.
///
/// An object, so that lists of the same files for thousands of passes cost next to nothing.
package final class PackagedFile: Sendable {
  /// The path inside the package, `/` between its parts.
  package let path: String
  private let content: [UInt8]
  /// The file as the user knows it: a path on disk, or the entry of an archive.
  package let name: String
  /// The archive it is an entry of, if it is one.
  package let bundle: String?
  /// The bytes come from a row of data, or depend on one.
  package let varies: Bool
  /// What Wallet looks for under that path, nil when nothing.
  package let kind: PackableFile?
  /// The content where it was met before.
  package let known: KnownContent?
  private let reads: RowReads?

  /// A file of a package.
  ///
  /// - Parameters:
  ///   - path: inside the package, `/` between its parts.
  ///   - name: as the user knows it; `path` when nil.
  ///   - bundle: the archive it is an entry of.
  ///   - varies: the bytes come from a row of data, or depend on one.
  ///   - known: the same bytes, where they were met before.
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

  /// The content. Reading it counts as reading the row, where it comes from one.
  package var bytes: [UInt8] {
    if varies, let reads {
      reads.note()
      reads.texts?.noteBeside()
    }
    return content
  }

  /// The same file with the bytes of another row.
  package func varying(_ bytes: [UInt8]) -> PackagedFile {
    PackagedFile(self, content: bytes, varies: true, reads: nil)
  }

  /// The same file, which notes in `reads` when what comes from a row is read.
  fileprivate func recording(_ reads: RowReads) -> PackagedFile {
    varies ? PackagedFile(self, content: content, varies: true, reads: reads) : self
  }
}

extension PackagedFile {
  /// What the bytes say as a PNG.
  package var png: Result<PNGHeader, PNGHeader.Refusal> { known?.png ?? PNGHeader.read(bytes) }
}

extension PackagedFile {
  /// Whether `-----BEGIN` stands anywhere in it, as in keys and certificates.
  package var holdsPEM: Bool { known?.holdsPEM ?? ByteSearch.contains("-----BEGIN", in: bytes) }
}

extension PackagedFile: Placed {
  package var place: Place { Place(file: name, bundle: bundle) }
}

/// The files of one pass, read: what every rule looks at, whether they come from a template, a
/// folder or a finished bundle.
///
/// Belongs to one worker; `recording` makes its accessors remember whether the row was read.
package struct PassPackage {
  /// Where the files come from.
  package enum Origin: Sendable {
    /// A template with its row: what is packed was chosen, the author's own text.
    case template
    /// A folder or bundle somebody made: every file is packed as it stands.
    case package
  }

  /// Whether the files were chosen by a template or come as somebody made them.
  package let origin: Origin
  private let storedFiles: [PackagedFile]
  /// Rows bring files of their own: which ones there are depends on the row.
  private let filesComeAndGo: Bool
  /// pass.json as it was read; rules look at `document`.
  package let passJSON: JSONDocument?
  private let personalizationJSON: JSONDocument?
  private let storedStrings: [StringsTable]
  private let reads: RowReads?
  private var indexes = Memory()

  /// A package of files that were read already; `read` does both.
  ///
  /// - Parameters:
  ///   - files: sorted by path, without manifest and signature.
  ///   - document: pass.json; nil when it is missing or beyond reading, which was reported.
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

  /// The same package, whose accessors note in `reads` when a value of the row was read.
  package func recording(_ reads: RowReads) -> PassPackage {
    var pass = PassPackage(
      origin: origin, files: storedFiles.map { $0.recording(reads) }, document: passJSON,
      personalization: personalizationJSON, strings: storedStrings,
      filesComeAndGo: filesComeAndGo, reads: reads)
    // Its own: the files in it record.
    pass.indexes = Memory()
    pass.indexes.pass = indexes.pass
    pass.indexes.personalization = indexes.personalization
    pass.indexes.strings = indexes.strings
    return pass
  }

  /// Where the keys of a pass stand, for other passes of its template.
  package struct KnownKeys {
    fileprivate let passLayout: JSONDocument.Layout?
    fileprivate let personalizationLayout: JSONDocument.Layout?
    fileprivate let indexes: Memory
  }

  /// Where the keys of this pass stand; they are found now.
  package var knownKeys: KnownKeys {
    for file in [KeyTable.File.pass, .personalization] { _ = keys(of: file) }
    if !storedStrings.isEmpty { _ = stringsIndex }
    return KnownKeys(
      passLayout: passJSON?.layout, personalizationLayout: personalizationJSON?.layout,
      indexes: indexes)
  }

  /// Takes over where keys stand, where it is the same; false when it is not known for pass.json.
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

  /// What passes have in common whose rows differ in texts alone.
  package struct Shape {
    private let pass: RowShape
    private let personalization: RowShape?

    /// The shape of a pass; nil when it cannot be told, as where rows bring files of their own.
    package init?(_ package: PassPackage) {
      guard !package.filesComeAndGo, let pass = package.passJSON.flatMap({ RowShape($0) }) else {
        return nil
      }
      self.pass = pass
      personalization = package.personalizationJSON.flatMap { RowShape($0) }
      if package.personalizationJSON != nil, personalization == nil { return nil }
    }

    /// Whether the pass, of the same template, has this shape.
    package func fits(_ package: PassPackage) -> Bool {
      guard let document = package.passJSON, pass.fits(document) else { return false }
      guard let other = package.personalizationJSON else { return personalization == nil }
      return personalization?.fits(other) ?? false
    }
  }

  /// Every file, sorted by path, without manifest.json and signature.
  ///
  /// Rules that look at pass.json use `document`: asking for the files counts as reading the row
  /// where rows bring files.
  package var files: [PackagedFile] {
    if filesComeAndGo { reads?.note() }
    reads?.texts?.noteAlways()
    return storedFiles
  }

  /// Every file but pass.json, sorted by path: images, strings, and what else was packed.
  package var filesBesideDocument: [PackagedFile] {
    if filesComeAndGo { reads?.note() }
    if let beside = indexes.beside { return beside }
    let beside = storedFiles.filter { $0.path != "pass.json" }
    indexes.beside = beside
    return beside
  }

  /// The file at that path inside the package.
  package func file(_ path: String) -> PackagedFile? {
    let file = storedFiles.first { $0.path == path }
    if filesComeAndGo { reads?.note() }
    if path == "pass.json" { reads?.texts?.noteAlways() }
    return file
  }

  /// The files beside pass.json whose bytes come from the row, and where they stand among all; nil
  /// where which files there are depends on the row.
  package var filesOfRow: [(place: Int, file: PackagedFile)]? {
    filesComeAndGo
      ? nil
      : storedFiles.enumerated().filter { $0.element.varies && $0.element.path != "pass.json" }
        .map { ($0.offset, $0.element) }
  }

  /// Whether these very files stand at their places.
  package func holds(_ files: [(place: Int, file: PackagedFile)]) -> Bool {
    files.allSatisfy { $0.place < storedFiles.count && storedFiles[$0.place] === $0.file }
  }

  /// The contents of the files beside pass.json; nil when one of them was never met before.
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

  /// pass.json; an empty object when there is none, so that rules need not ask.
  package var document: JSONValue { value(passJSON ?? Self.empty) }

  /// Whether there is a pass.json that could be read.
  package var hasDocument: Bool { passJSON != nil }

  /// personalization.json, if the pass has one that could be read.
  package var personalization: JSONValue? {
    reads?.texts?.noteBeside()
    return personalizationJSON.map(value)
  }

  /// pass.strings by language, sorted.
  package var strings: [StringsTable] {
    if let reads, storedStrings.contains(where: \.varies) {
      reads.note()
      reads.texts?.noteBeside()
    }
    return storedStrings
  }

  /// What the tables translate, by text.
  package var stringsIndex: StringsIndex {
    let tables = strings
    if let index = indexes.strings { return index }
    let index =
      indexes.earlierStrings.flatMap { StringsIndex(tables, like: $0) } ?? StringsIndex(tables)
    indexes.strings = index
    return index
  }

  /// The layouts of its documents, as `Layouts` has them.
  var layouts: (pass: JSONDocument.Layout, personalization: JSONDocument.Layout?)? {
    guard reads == nil, let layout = passJSON?.layout else { return nil }
    guard let personalizationJSON else { return (layout, nil) }
    return personalizationJSON.layout.map { (layout, $0) }
  }

  /// Every key of a file, with the root of its document; nil when there is no such file.
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

  /// Where the keys of pass.json stand, for packages whose pass.json has the same shape.
  package struct Keys: Sendable {
    fileprivate let index: KeyIndex
    fileprivate let strings: StringsIndex?
  }

  /// Where the keys of pass.json stand; nil when the package has none that could be read.
  package var keys: Keys? {
    keys(of: .pass).map {
      Keys(index: $0.index, strings: storedStrings.isEmpty ? nil : stringsIndex)
    }
  }

  /// Takes over the keys of a package whose pass.json has the same shape and which has the same
  /// files beside it, as they need not be looked up again.
  package func adopt(_ keys: Keys) {
    indexes.pass = keys.index
    if let strings = keys.strings, strings.isOf(storedStrings) { indexes.strings = strings }
  }

  private func value(_ document: JSONDocument) -> JSONValue {
    reads.map { document.root.recording($0) } ?? document.root
  }

  private static let empty = JSONDocument(
    nodes: [.init(.object, origin: .none)])

  /// Keeps what a package was asked for; one per worker, like the package.
  fileprivate final class Memory {
    var pass: KeyIndex?
    var personalization: KeyIndex?
    /// The files but pass.json.
    var beside: [PackagedFile]?
    var strings: StringsIndex?
    /// That of an earlier row, whose tables may have the same keys.
    var earlierStrings: StringsIndex?
  }
}
