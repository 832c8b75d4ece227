// SPDX-License-Identifier: Apache-2.0

import PassBasics
package import PassJSON

extension PassPackage {
  /// Returns a view of the package that records what rules read of it.
  package func recorded(in log: ReaderLog) -> PassPackage { RecordedPass(self, log) }
}

/// A package that records in a log what is read of it.
private final class RecordedPass: PassPackage {
  private let log: ReaderLog

  init(_ pass: PassPackage, _ log: ReaderLog) {
    self.log = log
    super.init(
      origin: pass.origin,
      files: pass.storedFiles.map { $0.varies ? RecordedFile($0, log) : $0 },
      document: pass.passJSON?.recorded(in: log, byNode: true),
      personalization: pass.personalizationJSON?.recorded(in: log, byNode: false),
      strings: pass.storedStrings, language: pass.language, rowsAddFiles: pass.rowsAddFiles)
    reuse(pass.keys)
  }

  override var files: [PackagedFile] {
    noteFileNames()
    log.noteAlways()
    return super.files
  }

  override var filesExceptDocument: [PackagedFile] {
    noteFileNames()
    return super.filesExceptDocument
  }

  override func file(_ path: String) -> PackagedFile? {
    noteFileNames()
    if path == PackageKind.pass.document { log.noteAlways() }
    return super.file(path)
  }

  override var personalization: JSONValue? {
    log.noteFiles()
    return super.personalization
  }

  override var strings: [StringsTable] {
    if storedStrings.contains(where: \.varies) {
      log.noteRow()
      log.noteFiles()
    }
    return super.strings
  }

  override func keys(of file: KeyTable.File) -> (index: KeyIndex, root: JSONValue)? {
    guard let keys = super.keys(of: file) else { return nil }
    if keys.index.varies { log.noteRow() }
    if file == .personalization { log.noteFiles() }
    return keys
  }

  private func noteFileNames() {
    if rowsAddFiles { log.noteRow() }
  }
}

/// A file of a row that records in a log whether its content is read.
///
/// `@unchecked`: only the worker that owns the log uses it.
private final class RecordedFile: PackagedFile, @unchecked Sendable {
  private let log: ReaderLog

  init(_ file: PackagedFile, _ log: ReaderLog) {
    self.log = log
    super.init(file, varying: file.bytes)
  }

  override var bytes: [UInt8] {
    log.noteRow()
    log.noteFiles()
    return super.bytes
  }
}
