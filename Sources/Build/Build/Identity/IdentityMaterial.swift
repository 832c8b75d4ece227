// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto
package import PassDiagnostics

/// Where the user says an identity is.
package struct IdentitySource {
  /// A folder with certificates, keys and intermediates, told apart by content.
  package var folder: String?
  /// The file of the pass certificate, or `env:NAME`; nil to look for it in the folder.
  package var certificate: String?
  /// The file of the private key, or `env:NAME`; nil to look for it in the other files.
  package var key: String?
  /// The file of the intermediate, or `env:NAME`; nil to look for it in the other files.
  package var wwdr: String?
  /// Further folders to look for intermediates in; absent ones are skipped.
  package var intermediateFolders: [String] = []
  /// Asked once for each encrypted file; gives nil when there is no password to be had.
  package var password: (_ file: String) throws -> Secret?
  /// Finds keys that are in no file, which go before those that are; nil where none was named.
  package var outside: (() throws -> OutsideKeys)?
  /// Files of the run that hold secrets in addition to keys of the identity: passwords, keys of
  /// tokens and links.
  package var secretFiles: [String] = []
  /// The time of the system's clock, which a certificate is compared with in addition to the
  /// signing time; nil where that is not done.
  package var clock: Int64?

  /// A source that names nothing yet; without `password` no encrypted file is opened.
  package init(password: @escaping (_ file: String) throws -> Secret? = { _ in nil }) {
    self.password = password
  }

  /// Whether the user named anything at all.
  package var isEmpty: Bool {
    folder == nil && certificate == nil && key == nil && wwdr == nil && outside == nil
  }
}

/// A file of an identity that cannot be read or decrypted.
package struct IdentityFileError: Error, CustomStringConvertible {
  /// The path of the file, or `env:NAME`.
  package let file: String
  /// What is wrong with it, to be read after its name.
  package let reason: String
  /// What to do about it, in a sentence; nil where nothing can be advised.
  package var help: String?
  /// What the help says that a run can be told.
  package var settings: [RunSetting]
  /// What the file is instead of a certificate or key, where that is known.
  package var looksLike: String?

  /// A complaint about a file, with what to do where that is known.
  package init(
    file: String, reason: String, help: String? = nil, settings: [RunSetting] = [],
    looksLike: String? = nil
  ) {
    self.file = file
    self.reason = reason
    self.help = help
    self.settings = settings
    self.looksLike = looksLike
  }

  package var description: String { "\(file): \(reason)" }
}

/// Everything the named files hold, before anything is chosen.
package struct IdentityMaterial: Sendable {
  /// Something and the file it was read from.
  package struct Named<Content: Sendable>: Sendable {
    /// What was read.
    package let content: Content
    /// The path of the file, or `env:NAME`.
    package let file: String
  }

  /// What one file turned out to be.
  package struct ReadFile {
    /// The path of the file, or `env:NAME`.
    package let file: String
    /// The certificates and keys taken from the file; empty where `reason` says why.
    package var contents = Credentials(kind: .pem)
    /// Whether it was encrypted, and a password opened it.
    package var wasEncrypted = false
    /// Why nothing was taken from it; nil when something was.
    package var reason: String?
    /// What it is instead, where that is known.
    package var looksLike: String?
    /// Whether it may hold something that could not be decrypted.
    package var isLocked = false
    /// Whether it is a certificate or key that is damaged or of a kind that cannot sign.
    package var isUnusable = false

    /// Whether there is any certificate in the file.
    package var hasCertificates: Bool { !contents.certificates.isEmpty }

    /// Whether it is a signing request, which waits for the certificate Apple makes of it.
    package var isRequest: Bool { looksLike == Credentials.requestName }
  }

  /// Every file that was looked at, in the order of reading.
  package private(set) var files: [ReadFile] = []
  /// Every certificate once.
  package private(set) var certificates: [Named<Certificate>] = []
  /// Every key once.
  package private(set) var keys: [Named<any SigningKey>] = []
  /// Signs with a key whose public half only the certificate tells.
  package private(set) var unnamedSigner: Named<any HashSigner>?
  /// Is asked for signatures of the certificate's key, which is in none of the files.
  var ask: AwaitedKey.Ask?
  /// The file of `--certificate`, whose certificate is the one that is meant.
  package private(set) var namedCertificate: String?
  /// The file of `--key`.
  package private(set) var namedKey: String?
  /// The file of `--wwdr`.
  package private(set) var namedIssuer: String?

  /// Why folders of intermediates, or files in them, could not be read: worth a word only when the
  /// issuer is found nowhere else.
  package private(set) var unreadableFolders: [FileError] = []

  /// Files with secrets that others can read or replace.
  package private(set) var exposures: [Disk.Exposure] = []
  /// The time of the system's clock; nil where nothing is compared with it.
  private(set) var clock: Int64?

  /// Files of a folder that hold nothing for an identity, or are locked.
  package var skipped: [ReadFile] { files.filter { $0.reason != nil } }

  /// What the file of that name turned out to be.
  package func file(_ name: String) -> ReadFile? { files.first { $0.file == name } }

  /// How large a file may be to be taken for a certificate or key, in bytes.
  package static let limitInBytes = 1 << 20

  /// Material without any file, to add to.
  package init() {}

  /// What an identity was put together from.
  init(of identity: Identity) {
    certificates = [identity.certificate, identity.issuer].map {
      Named(content: $0, file: identity.certificateName)
    }
    keys = [Named(content: identity.key, file: identity.certificateName)]
  }

  /// Reads what the user named.
  ///
  /// An encrypted file of a folder that cannot be opened is passed over as long as there is a key
  /// elsewhere: an old .p12 may lie beside what became of it.
  ///
  /// - Throws: `FileError`, `IdentityFileError` or what asking for the password throws.
  package static func read(
    _ source: IdentitySource, disk: DiskReader = DiskReader()
  ) throws -> IdentityMaterial {
    var material = IdentityMaterial()
    if let outside = try source.outside?() { material.add(outside) }
    material.namedCertificate = source.certificate
    material.namedKey = source.key
    material.namedIssuer = source.wwdr
    var done: Set<String> = []
    for file in [source.certificate, source.key, source.wwdr].compactMap({ $0 })
    where done.insert(file).inserted {
      try material.readNamed(file, source, disk)
    }
    if let folder = source.folder { try material.readFolder(folder, source, disk) }
    material.exposures = material.exposures(source.secretFiles, disk)
    material.clock = source.clock
    material.addIntermediates(of: source.intermediateFolders, disk: disk)
    return material
  }

  /// What others can do with the files that hold keys, and with these; each is looked at once.
  private func exposures(_ others: [String], _ disk: DiskReader) -> [Disk.Exposure] {
    let keys = files.filter { !$0.contents.keys.isEmpty || $0.isLocked }.map(\.file)
    var seen: Set<String> = []
    return (keys + others).filter { !$0.hasPrefix("env:") && seen.insert($0).inserted }
      .compactMap { disk.exposure(of: $0) }
  }

  /// Reads files that are in memory.
  ///
  /// - Parameters:
  ///   - files: by the names that messages call them by.
  ///   - source: opens what is encrypted.
  /// - Throws: `IdentityFileError` or what asking for the password throws.
  static func read(
    files: [String: [UInt8]], _ source: IdentitySource
  ) throws -> IdentityMaterial {
    var material = IdentityMaterial()
    var firstLocked: IdentityFileError?
    let sorted = files.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (name, bytes) in sorted {
      guard bytes.count <= limitInBytes else {
        material.addTooLarge(name)
        continue
      }
      let locked = try material.readFile(bytes, name, source)
      firstLocked = firstLocked ?? locked
    }
    if let firstLocked, material.keys.isEmpty { throw firstLocked }
    return material
  }

  /// Adds the intermediates in those folders; folders that are not there, or that belong to
  /// somebody else (a HOME kept by sudo), are passed over.
  package mutating func addIntermediates(
    of folders: [String], disk: DiskReader = DiskReader()
  ) {
    for folder in folders {
      do {
        guard try disk.kind(of: folder, followingLinks: true) == .folder else { continue }
        try readIntermediates(folder, disk)
      } catch {
        unreadableFolders.append(error)
      }
    }
  }

  /// Reads a folder where nothing needs to be found: what is locked is passed over.
  package static func readPassingOverLocked(
    _ source: IdentitySource, disk: DiskReader = DiskReader()
  ) throws -> IdentityMaterial {
    var material = IdentityMaterial()
    if let folder = source.folder { _ = try material.readFiles(folder, source, disk) }
    return material
  }

  /// What was read, and the files and folders it was read from.
  package struct Read: Sendable {
    /// Certificates and keys of all files.
    package let material: IdentityMaterial
    /// The paths of the files that were read.
    package let files: [String]
    /// The paths of the folders that were listed.
    package let folders: [String]
  }

  /// Begins to read what the user named on a thread of its own, as far as that goes without
  /// asking anybody for a password; nil when it does not get to the end, or need not be begun.
  package static func readAhead(_ source: IdentitySource) -> BackgroundWork<Read?>? {
    // A token may ask for its PIN, and is asked for nothing twice.
    guard source.outside == nil else { return nil }
    var silent = source
    silent.password = { _ in nil }
    // Nobody else holds this copy, and the closure in it holds nothing.
    nonisolated(unsafe) let own = silent
    return BackgroundWork {
      let log = ReadLog()
      guard let material = try? read(own, disk: DiskReader(log: log)) else { return nil }
      return Read(material: material, files: log.files, folders: log.folders)
    }
  }

  /// Reads one file in whatever form it is.
  package mutating func readNamed(
    _ file: String, _ source: IdentitySource, _ disk: DiskReader = DiskReader()
  ) throws {
    var bytes: [UInt8]
    if file.hasPrefix("env:") {
      bytes = try Self.bytesOfEnvironment(String(file.dropFirst(4)))
    } else {
      bytes = try disk.read(file, limit: Self.limitInBytes)
    }
    defer { Secret.wipe(&bytes) }
    do {
      add(try Self.parse(bytes, file, source))
    } catch let error as CredentialError {
      throw IdentityFileError(
        file: file, reason: error.description, help: Self.help(for: error),
        settings: Self.settings(for: error), looksLike: error.looksLike)
    }
  }

  private mutating func readFolder(
    _ folder: String, _ source: IdentitySource, _ disk: DiskReader
  ) throws {
    let firstLocked = try readFiles(folder, source, disk)
    if let firstLocked, keys.isEmpty { throw firstLocked }
  }

  /// Reads every file of a folder; returns why the first locked one could not be opened.
  private mutating func readFiles(
    _ folder: String, _ source: IdentitySource, _ disk: DiskReader
  ) throws -> IdentityFileError? {
    var firstLocked: IdentityFileError?
    for path in try Self.files(in: folder, disk) {
      guard var bytes = try Self.readUnlessTooLarge(path, disk) else {
        addTooLarge(path)
        continue
      }
      defer { Secret.wipe(&bytes) }
      let locked = try readFile(bytes, path, source)
      firstLocked = firstLocked ?? locked
    }
    return firstLocked
  }

  private mutating func addTooLarge(_ name: String) {
    files.append(ReadFile(file: name, reason: "too large for a certificate or key"))
  }

  /// Takes what one file holds; returns why it could not be opened where it is locked.
  private mutating func readFile(
    _ bytes: [UInt8], _ path: String, _ source: IdentitySource
  ) throws -> IdentityFileError? {
    do {
      add(try Self.parse(bytes, path, source))
      return nil
    } catch let error as CredentialError {
      var file = ReadFile(file: path, reason: error.description)
      file.looksLike = error.looksLike
      defer { files.append(file) }
      switch error {
      case .unrecognised: return nil
      case .damaged, .unsupported:
        file.isUnusable = true
        return nil
      case .needsPassword, .wrongPassword, .legacyProviderMissing:
        file.isLocked = true
        return IdentityFileError(
          file: path, reason: error.description, help: Self.help(for: error),
          settings: Self.settings(for: error))
      }
    }
  }

  private mutating func readIntermediates(
    _ folder: String, _ disk: DiskReader
  ) throws(FileError) {
    for path in try Self.files(in: folder, disk) {
      guard let bytes = try Self.readUnlessTooLarge(path, disk) else { continue }
      let found = CredentialFile.certificates(in: bytes).filter(\.isCertificateAuthority)
      guard !found.isEmpty else { continue }
      var file = ReadFile(file: path)
      file.contents.certificates = found
      add(file)
    }
  }

  /// The files of a folder; a link is as good as what it leads to.
  private static func files(
    in folder: String, _ disk: DiskReader
  ) throws(FileError) -> [String] {
    var files: [String] = []
    for entry in try disk.list(folder) where !entry.name.hasPrefix(".") {
      let path = FilePath.join(folder, entry.name)
      if try disk.kind(of: path, followingLinks: true) == .file { files.append(path) }
    }
    return files
  }

  private static func readUnlessTooLarge(
    _ path: String, _ disk: DiskReader
  ) throws(FileError) -> [UInt8]? {
    do {
      return try disk.read(path, limit: limitInBytes)
    } catch {
      if case .tooLarge = error.reason { return nil }
      throw error
    }
  }

  private static func parse(
    _ bytes: [UInt8], _ file: String, _ source: IdentitySource
  ) throws -> ReadFile {
    do {
      return ReadFile(file: file, contents: try CredentialFile.parse(bytes))
    } catch CredentialError.needsPassword(let part) {
      guard let password = try source.password(file) else {
        throw CredentialError.needsPassword(part)
      }
      return ReadFile(
        file: file, contents: try CredentialFile.parse(bytes, password: password),
        wasEncrypted: true)
    }
  }

  private mutating func add(_ outside: OutsideKeys) {
    keys += outside.keys.map { Named(content: $0, file: outside.name) }
    unnamedSigner = outside.unnamed.map { Named(content: $0, file: outside.name) }
  }

  private mutating func add(_ file: ReadFile) {
    files.append(file)
    for certificate in file.contents.certificates
    where !certificates.contains(where: { $0.content == certificate }) {
      certificates.append(Named(content: certificate, file: file.file))
    }
    for key in file.contents.keys
    where !keys.contains(where: { $0.content.publicKeyDER == key.publicKeyDER }) {
      keys.append(Named(content: key, file: file.file))
    }
  }

  /// A variable holds PEM, or Base64 of one of the other forms.
  private static func bytesOfEnvironment(_ name: String) throws -> [UInt8] {
    // Never a String: only bytes can be wiped.
    guard var value = Environment.bytes(name), !value.isEmpty else {
      throw IdentityFileError(
        file: "env:\(name)", reason: "the environment variable \(name) is not set")
    }
    if CredentialFile.isPEM(value) { return value }
    defer { Secret.wipe(&value) }
    guard let bytes = Base64.decodeIgnoringWhitespace(value) else {
      throw IdentityFileError(
        file: "env:\(name)", reason: "contains neither PEM nor Base64",
        help: "put the PEM text into the variable, or: base64 -w0 FILE")
    }
    return bytes
  }

  private static func help(for error: CredentialError) -> String? {
    switch error {
    case .needsPassword: "give the password"
    case .wrongPassword: "correct the password"
    case .legacyProviderMissing:
      "install OpenSSL's legacy provider, or convert the file where it was made"
    case .unrecognised: "name a certificate or key in PEM or DER form, or a .p12"
    case .damaged, .unsupported: nil
    }
  }

  private static func settings(for error: CredentialError) -> [RunSetting] {
    switch error {
    case .needsPassword, .wrongPassword: [RunSetting(.password)]
    case .legacyProviderMissing, .unrecognised, .damaged, .unsupported: []
    }
  }
}
