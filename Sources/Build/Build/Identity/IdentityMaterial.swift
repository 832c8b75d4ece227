// SPDX-License-Identifier: Apache-2.0

package import PassBasics
package import PassCrypto
package import PassDiagnostics

/// The locations of the parts of an identity, as the user gave them.
package struct IdentitySource {
  /// A folder with certificates, keys and intermediates, distinguished by content.
  package var folder: String?
  /// The file of the signing certificate, or `env:NAME`. Nil to search the folder.
  package var certificate: String?
  /// The file of the private key, or `env:NAME`. Nil to search the other files.
  package var key: String?
  /// The file of the intermediate, or `env:NAME`. Nil to search the other files.
  package var wwdr: String?
  /// More folders to search for intermediates. Missing folders are skipped.
  package var intermediateFolders: [String] = []
  /// Called once for each encrypted file. Returns nil if there is no password.
  package var password: (_ file: String) throws -> Secret?
  /// Finds keys that are not in a file, which are preferred to those in files. Nil if there is
  /// none.
  package var outside: (() throws -> OutsideKeys)?
  /// Other files of the run with secrets, such as passwords and keys of tokens and links.
  package var secretFiles: [String] = []
  /// The time of the system clock, to compare the certificate with in addition to the signing time.
  /// Nil for no such comparison.
  package var clock: Int64?

  /// Creates an empty source. Without `password` no encrypted file is opened.
  package init(password: @escaping (_ file: String) throws -> Secret? = { _ in nil }) {
    self.password = password
  }

  /// Whether the user named nothing.
  package var isEmpty: Bool {
    folder == nil && certificate == nil && key == nil && wwdr == nil && outside == nil
  }
}

/// An error about a file of an identity that cannot be read or decrypted.
package struct IdentityFileError: Error, CustomStringConvertible {
  /// The path of the file, or `env:NAME`.
  package let file: String
  /// The problem, as a phrase that follows the file name.
  package let reason: String
  /// Advice in a sentence, or nil if there is none.
  package var help: String?
  /// The settings of the run that the help suggests.
  package var settings: [RunSetting]
  /// The kind of the file, if it is known and not a certificate or key.
  package var looksLike: String?

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

/// The contents of all named files, before anything is chosen.
package struct IdentityMaterial: Sendable {
  package struct Named<Content: Sendable>: Sendable {
    package let content: Content
    /// The path of the file, or `env:NAME`.
    package let file: String
  }

  package struct ReadFile {
    /// The path of the file, or `env:NAME`.
    package let file: String
    /// The certificates and keys of the file. Empty if there is a `reason`.
    package var contents = Credentials(kind: .pem)
    /// Whether it was encrypted and a password opened it.
    package var wasEncrypted = false
    /// The reason why the file provided nothing, or nil if it did.
    package var reason: String?
    /// The kind of the file, if it is known and not a certificate or key.
    package var looksLike: String?
    /// Whether it may contain something that could not be decrypted.
    package var isLocked = false
    /// Whether it is a certificate or key that is damaged or of a kind that cannot sign.
    package var isUnusable = false

    package var hasCertificates: Bool { !contents.certificates.isEmpty }

    /// Whether it is a certificate signing request. Apple has not issued its certificate yet.
    package var isRequest: Bool { looksLike == Credentials.requestName }
  }

  /// The files that were read, in the order of reading.
  package private(set) var files: [ReadFile] = []
  /// The certificates without duplicates.
  package private(set) var certificates: [Named<Certificate>] = []
  /// The keys without duplicates.
  package private(set) var keys: [Named<any SigningKey>] = []
  /// A signer that does not provide its public key. It is found only through the certificate.
  package private(set) var unnamedSigner: Named<any HashSigner>?
  /// Requests signatures from a key that is not in any file.
  var ask: ExternalKey.Ask?
  /// The file of `--certificate`. Its certificate is the chosen one.
  package private(set) var namedCertificate: String?
  package private(set) var namedKey: String?
  package private(set) var namedIssuer: String?

  /// Errors of reading folders of intermediates. They are reported only if the issuer is not found
  /// elsewhere.
  package private(set) var unreadableFolders: [FileError] = []

  /// Files with secrets that other users can read or replace.
  package private(set) var exposures: [Disk.Exposure] = []
  /// The time of the system clock, or nil if nothing is compared with it.
  private(set) var clock: Int64?

  /// Files of a folder that contain nothing for an identity or are locked.
  package var skipped: [ReadFile] { files.filter { $0.reason != nil } }

  package func file(_ name: String) -> ReadFile? { files.first { $0.file == name } }

  /// The maximum size in bytes of a file with a certificate or key.
  package static let limitInBytes = 1 << 20

  package init() {}

  /// Creates a value with the parts of an identity.
  init(of identity: Identity) {
    certificates = [identity.certificate, identity.issuer].map {
      Named(content: $0, file: identity.certificateName)
    }
    keys = [Named(content: identity.key, file: identity.certificateName)]
  }

  /// Reads the files that the user named.
  ///
  /// It skips an encrypted file of a folder that cannot be opened, as long as there is a key
  /// elsewhere. Folders often still contain the old .p12 that the key came from.
  ///
  /// - Throws: `FileError`, `IdentityFileError` and errors of the password prompt.
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

  /// Returns which key files and which of `others` are exposed to other users. Each file is checked
  /// once.
  private func exposures(_ others: [String], _ disk: DiskReader) -> [Disk.Exposure] {
    let keys = files.filter { !$0.contents.keys.isEmpty || $0.isLocked }.map(\.file)
    var seen: Set<String> = []
    return (keys + others).filter { !$0.hasPrefix("env:") && seen.insert($0).inserted }
      .compactMap { disk.exposure(of: $0) }
  }

  /// Reads files that are in memory.
  ///
  /// - Parameters:
  ///   - files: the contents by the names for messages.
  ///   - source: provides the passwords.
  /// - Throws: `IdentityFileError` and errors of the password prompt.
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

  /// Adds the intermediates in those folders. It skips folders that do not exist or that belong to
  /// another user, such as a HOME that sudo kept.
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

  /// Reads a folder that may contain nothing useful, and skips locked files.
  package static func readPassingOverLocked(
    _ source: IdentitySource, disk: DiskReader = DiskReader()
  ) throws -> IdentityMaterial {
    var material = IdentityMaterial()
    if let folder = source.folder { _ = try material.readFiles(folder, source, disk) }
    return material
  }

  /// The result of reading, and the files and folders that were read.
  package struct Read: Sendable {
    package let material: IdentityMaterial
    package let files: [String]
    /// The paths of the folders that were listed.
    package let folders: [String]
  }

  /// Starts reading on a background thread, without asking for a password. Returns nil if the
  /// source has keys outside of files. The work returns nil if reading failed, for example at a
  /// locked file.
  package static func readAhead(_ source: IdentitySource) -> BackgroundWork<Read?>? {
    // An HSM may ask for its PIN, and must not ask twice.
    guard source.outside == nil else { return nil }
    var silent = source
    silent.password = { _ in nil }
    // Only the background thread has this copy, and its closure captures nothing. So there is no
    // race.
    nonisolated(unsafe) let own = silent
    return BackgroundWork {
      let log = ReadLog()
      guard let material = try? read(own, disk: DiskReader(log: log)) else { return nil }
      return Read(material: material, files: log.files, folders: log.folders)
    }
  }

  /// Reads one file in any of the supported forms.
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

  /// Reads every file of a folder. Returns why the first locked file could not be opened.
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

  /// Adds the contents of one file. Returns why it could not be opened if it is locked.
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

  /// Returns the files of a folder, including links to files.
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

  /// Returns the bytes of a variable, which contains PEM, or Base64 of one of the other forms.
  private static func bytesOfEnvironment(_ name: String) throws -> [UInt8] {
    // Not a String, because only a byte array can be wiped.
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
