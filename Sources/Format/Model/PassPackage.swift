// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassDiagnostics
package import PassJSON

/// One file of a pass, by its path inside the package.
///
/// It is a class, so that thousands of passes can share a file without copying it.
///
/// `@unchecked`: nothing in it changes. The compiler cannot know that of a class with a subclass,
/// which is the recording view of a file.
package class PackagedFile: @unchecked Sendable {
  /// The path inside the package, with `/` between its parts.
  package final let path: String
  private final let content: [UInt8]
  /// The file as the user knows it: a path on disk, or the entry of an archive.
  package final let name: String
  /// The archive that contains it, if there is one.
  package final let bundle: String?
  /// Whether the bytes come from a row or depend on one.
  package final let varies: Bool
  /// The kind of file in the eyes of Wallet, or nil if Wallet does not read it.
  package final let kind: PackableFile?
  /// The shared content, if it was read before.
  package final let sharedContent: SharedContent?

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
    known: SharedContent? = nil
  ) {
    self.path = path
    content = bytes
    self.sharedContent = known
    kind = PackableFile(path: path)
    self.name = name ?? path
    self.bundle = bundle
    self.varies = varies
  }

  /// Creates the same file with the bytes of a row.
  init(_ file: PackagedFile, varying content: [UInt8]) {
    path = file.path
    self.content = content
    sharedContent = nil
    kind = file.kind
    name = file.name
    bundle = file.bundle
    varies = true
  }

  /// The content.
  package var bytes: [UInt8] { content }

  /// Returns the same file with the bytes of another row.
  package final func varying(_ bytes: [UInt8]) -> PackagedFile {
    PackagedFile(self, varying: bytes)
  }
}

extension PackagedFile {
  /// The result of reading the bytes as a PNG.
  package var png: Result<PNGHeader, PNGHeader.PNGError> {
    sharedContent?.png ?? PNGHeader.read(bytes)
  }
}

extension PackagedFile {
  /// Whether the file contains `-----BEGIN`, as keys and certificates do.
  package var holdsPEM: Bool {
    sharedContent?.holdsPEM ?? ByteSearch.contains(SharedContent.pemStart, in: bytes)
  }
}

extension PackagedFile: Placed {
  package var place: Place { Place(file: name, bundle: bundle) }
}

/// The files of one pass, parsed. It is the input of every rule, for templates, folders and
/// finished bundles.
///
/// It caches results without a lock, so only one worker may use it. Rules get it as it is, or a
/// view of it that records what they read (`recorded(in:)`).
package class PassPackage {
  /// The kind of source of the files.
  package enum Origin: Sendable {
    /// A template with a row. The packed files were selected and the text is the author's.
    case template
    /// A finished folder or bundle. All its files are packed.
    case package
  }

  /// The kind of source of the files.
  package final let origin: Origin
  final let storedFiles: [PackagedFile]
  /// Whether rows add files. Which files there are then depends on the row.
  final let rowsAddFiles: Bool
  /// pass.json as it was read. Rules use `document`.
  package final let passJSON: JSONDocument?
  final let personalizationJSON: JSONDocument?
  final let storedStrings: [StringsTable]
  /// The language of pass.json, such as `en`. Nil if template.json does not say it, and for
  /// finished passes, which cannot.
  package final let language: String?
  /// Results that are computed at their first use.
  private final var passKeys: KeyIndex?
  private final var personalizationKeys: KeyIndex?
  private final var filesWithoutDocument: [PackagedFile]?
  private final var knownStrings: StringsIndex?
  /// The index of an earlier row, whose tables may have the same keys.
  private final var earlierStrings: StringsIndex?

  /// Creates a package from files that were already parsed. `read` parses them too.
  ///
  /// - Parameters:
  ///   - files: sorted by path, without manifest and signature.
  ///   - document: pass.json, or nil if it is missing or unreadable. That has a diagnostic.
  ///   - language: the language of pass.json, if it is known.
  ///   - rowsAddFiles: whether rows add files.
  package init(
    origin: Origin, files: [PackagedFile], document: JSONDocument?,
    personalization: JSONDocument? = nil, strings: [StringsTable] = [], language: String? = nil,
    rowsAddFiles: Bool = false
  ) {
    self.origin = origin
    self.storedFiles = files
    self.rowsAddFiles = rowsAddFiles
    self.passJSON = document
    self.personalizationJSON = personalization
    self.storedStrings = strings
    self.language = language
  }

  /// Every file, sorted by path, without manifest.json and signature.
  ///
  /// Rules about pass.json must use `document`.
  package var files: [PackagedFile] { storedFiles }

  /// Every file except pass.json, sorted by path.
  package var filesExceptDocument: [PackagedFile] {
    if let filesWithoutDocument { return filesWithoutDocument }
    let others = storedFiles.filter { $0.path != PackageKind.pass.document }
    filesWithoutDocument = others
    return others
  }

  /// Returns the file at that path inside the package.
  package func file(_ path: String) -> PackagedFile? { storedFiles.first { $0.path == path } }

  /// The root of pass.json. It is an empty object if there is none, so that rules need no special
  /// case.
  package final var document: JSONValue { (passJSON ?? Self.empty).root }

  /// Whether there is a pass.json that could be read.
  package final var hasDocument: Bool { passJSON != nil }

  /// The root of personalization.json, or nil if there is none that could be read.
  package var personalization: JSONValue? { personalizationJSON?.root }

  /// The tables of pass.strings, sorted by language.
  package var strings: [StringsTable] { storedStrings }

  /// The strings that the tables translate.
  package final var stringsIndex: StringsIndex {
    let tables = strings
    if let knownStrings { return knownStrings }
    let index = earlierStrings.flatMap { StringsIndex(tables, like: $0) } ?? StringsIndex(tables)
    knownStrings = index
    return index
  }

  /// The layouts of the documents for `Layouts`.
  final var layouts: (pass: JSONDocument.Layout, personalization: JSONDocument.Layout?)? {
    guard let layout = passJSON?.layout else { return nil }
    guard let personalizationJSON else { return (layout, nil) }
    return personalizationJSON.layout.map { (layout, $0) }
  }

  /// Returns the keys of a file with the root of its document, or nil if there is no such file.
  func keys(of file: KeyTable.File) -> (index: KeyIndex, root: JSONValue)? {
    guard let document = file == .pass ? passJSON : personalizationJSON else { return nil }
    let known = file == .pass ? passKeys : personalizationKeys
    let index = known ?? KeyIndex(document, in: file.scope)
    if known == nil {
      if file == .pass { passKeys = index } else { personalizationKeys = index }
    }
    return (index, document.root)
  }

  private static let empty = JSONDocument(nodes: [.init(.object, origin: .none)])
}

// MARK: Results for other passes

extension PassPackage {
  /// The positions of the keys of a pass, for other passes with the same structure.
  package struct Keys: Sendable {
    fileprivate let pass: KeyIndex?
    fileprivate let personalization: (layout: JSONDocument.Layout, index: KeyIndex)?
    fileprivate let strings: StringsIndex?
  }

  /// The positions of the keys of this pass. They are computed if that was not done yet.
  package var keys: Keys {
    let other = keys(of: .personalization)?.index
    return Keys(
      pass: keys(of: .pass)?.index,
      personalization: personalizationJSON?.layout.flatMap { layout in
        other.map { (layout, $0) }
      },
      strings: storedStrings.isEmpty ? nil : stringsIndex)
  }

  /// Reuses the keys of a pass whose pass.json has the same structure and which has the same other
  /// files, except those that depend on the row.
  package func reuse(_ keys: Keys) {
    passKeys = keys.pass
    if let known = keys.personalization, known.layout === personalizationJSON?.layout {
      personalizationKeys = known.index
    }
    guard let strings = keys.strings else { return }
    if storedStrings.contains(where: \.varies) {
      earlierStrings = strings
    } else if strings.isOf(storedStrings) {
      knownStrings = strings
    }
  }

  /// The files other than pass.json. Equal objects mean equal content.
  package struct OtherFiles {
    fileprivate let all: [(path: String, content: AnyObject, varies: Bool)]
    /// The size of the contents in bytes, without the files that all passes of a template share.
    package let size: Int
  }

  /// The files other than pass.json, or nil if the content of one of them was never read before.
  package var otherFiles: OtherFiles? {
    var all: [(path: String, content: AnyObject, varies: Bool)] = []
    var size = 0
    for file in filesExceptDocument {
      guard let content = identity(of: file) else { return nil }
      all.append((file.path, content, file.varies))
      if origin == .package || file.varies { size += file.bytes.count }
    }
    return OtherFiles(all: all, size: size)
  }

  /// How the other files of this pass compare with those of another one.
  package enum Likeness {
    case same
    /// Only files differ that depend on the row.
    case otherRow
    case different
  }

  /// Compares the files other than pass.json with those of another pass of the same origin.
  package func likeness(to others: OtherFiles) -> Likeness {
    let own = filesExceptDocument
    guard own.count == others.all.count else { return .different }
    var likeness = Likeness.same
    for (file, other) in zip(own, others.all) {
      if file === other.content { continue }
      guard file.path.hasBytes(of: other.path) else { return .different }
      if let content = identity(of: file), content === other.content { continue }
      guard file.varies, other.varies else { return .different }
      likeness = .otherRow
    }
    return likeness
  }

  /// The passes of a template share their file objects. The same object therefore means the same
  /// content. Finished passes have a new object for each file, and share what was read before.
  private func identity(of file: PackagedFile) -> AnyObject? {
    if origin == .template { return file }
    return file.sharedContent
  }
}
