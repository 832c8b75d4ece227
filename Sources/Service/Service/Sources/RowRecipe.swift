// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
package import PassBuild
import PassCrypto
package import PassDiagnostics
import PassJSON
import PassModel
import PassRegistry
import PassRules
import PassTemplate

/// A pass builder: makes signed passes of rows with one template and one identity.
package struct RowRecipe: Sendable {
  /// The reason why template and identity cannot be used together.
  package struct RecipeError: Error, Sendable, CustomStringConvertible {
    package let description: String
    package let help: String
  }

  let passRecipe: PassRecipe
  private let makers: RowMakers
  /// The template's folder.
  let folder: String
  let tokenKey: AuthenticationTokenKey
  let identity: Identity
  /// Files and directories that the template was read from.
  let files: [String]
  /// Data files. They are not packaged, even if they are in the directory of the template.
  private let dataFiles: [String]
  package let passType: String
  /// SHA-256 of the template. It identifies a version of the template.
  package let revision: [UInt8]
  /// SHA-256 of template.json, which decides how rows are read and which are accepted.
  let columns: [UInt8]
  /// SHA-256 of everything but the row that decides the content of a pass of an API row.
  let contentRevision: [UInt8]
  /// Diagnostics about the identity.
  package var found: [Diagnostic] { identity.found }
  /// Time when the signing certificate expires, in seconds since 1970.
  package var certificateEnd: Int64 { identity.certificate.notAfter }

  /// Whether its passes ask for NFC, which not every certificate may sign.
  var hasNFC: Bool { passRecipe.template.document["nfc"] != nil }

  /// Whether tokens come from the token key, and not from the template.
  var derivesTokens: Bool { passRecipe.template.document["authenticationToken"] == nil }

  /// Reads template and identity.
  ///
  /// - Parameters:
  ///   - dataFiles: files with rows, which are not packaged.
  ///   - now: time for the validity of certificates, in seconds since 1970.
  /// - Throws: `DiagnosticsError`, `RecipeError`, `FileError`, `CryptoError`.
  package init(
    template folder: String, identity source: IdentitySource, tokenKey: AuthenticationTokenKey,
    dataFiles: [String] = [], now: Int64
  ) throws {
    var report = Report()
    let loaded = try Self.load(folder, dataFiles, &report)
    let template = loaded.template
    let material = try IdentityMaterial.read(source)
    let ofTemplate = report.diagnostics.count
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: template.passTypeIdentifier,
      at: template.document["passTypeIdentifier"]?.place, time: now)
    guard
      var identity = try IdentityChoice.identity(from: material, for: purpose, report: &report)
    else { throw DiagnosticsError(report.diagnostics) }
    identity.found = Array(report.diagnostics.dropFirst(ofTemplate))
    try self.init(
      loaded, folder: folder, identity: identity, tokenKey: tokenKey, dataFiles: dataFiles,
      now: now)
  }

  /// A template and its files.
  private struct LoadedTemplate {
    let template: Template
    let files: [String]
    let columns: [UInt8]
  }

  private init(
    _ loaded: LoadedTemplate, folder: String, identity: Identity, tokenKey: AuthenticationTokenKey,
    dataFiles: [String], now: Int64
  ) throws(RecipeError) {
    let template = loaded.template
    guard template.document["webServiceURL"] != nil else {
      throw RecipeError(
        description: "\(folder) has no webServiceURL, so no phone would request its passes",
        help: "add \"webServiceURL\" to its pass.json")
    }
    let recipe = PassRecipe(template, identity: identity, tokenKey: tokenKey, today: now)
    self.passRecipe = recipe
    var unread = Report()
    let patch = JSONReader.read(Array(Self.voids.utf8), name: "voided", report: &unread)
    // Makes passes that are void, whatever their rows have.
    let voidingRecipe = PassRecipe(
      patch.map { template.merging($0) } ?? template, identity: identity, tokenKey: tokenKey,
      today: now)
    self.folder = folder
    self.tokenKey = tokenKey
    self.identity = identity
    files = loaded.files
    columns = loaded.columns
    self.dataFiles = dataFiles
    let passType = template.passTypeIdentifier ?? identity.passTypeIdentifier ?? ""
    self.passType = passType
    // With what the certificate fills in: the same after the certificate was renewed.
    let revision = Digest.sha256(loaded.columns + Self.digest(of: recipe.template))
    self.revision = revision
    // A token for an empty serial number, which no pass has. It identifies the key without
    // revealing it.
    let token = tokenKey.token(passTypeIdentifier: passType, serialNumber: "")
    // The form of what is stored. Another form makes every stored pass again.
    contentRevision = Digest.sha256(
      Array("rows 2".utf8) + revision + Digest.sha256(Array(token.utf8)))
    makers = RowMakers(recipe, voiding: voidingRecipe, passType: passType)
  }

  private static func load(
    _ folder: String, _ dataFiles: [String], _ report: inout Report
  ) throws -> LoadedTemplate {
    let log = ReadLog()
    guard
      let template = try Template.load(
        folder, dataFiles: dataFiles, disk: DiskReader(log: log), report: &report)
    else { throw DiagnosticsError(report.diagnostics) }
    var columns: [UInt8] = []
    for file in log.files where file.split(separator: "/").last == "template.json" {
      // The file was deleted in the meantime. The follower sees the change and reads again.
      columns += Digest.sha256((try? Disk.read(file)) ?? [])
    }
    return LoadedTemplate(
      template: template, files: log.files + log.folders, columns: Digest.sha256(columns))
  }

  /// Returns the builder for passes after personalization.
  func personalised() throws(RecipeError) -> RowRecipe {
    try RowRecipe(
      loaded(passRecipe.template.withoutPersonalization), folder: folder, identity: identity,
      tokenKey: tokenKey, dataFiles: dataFiles, now: passRecipe.context.today)
  }

  /// Returns a builder with the template as it is on the disk, and the same identity.
  ///
  /// - Throws: `DiagnosticsError`, `RecipeError`, `FileError`.
  func reread(now: Int64) throws -> RowRecipe {
    var report = Report()
    return try RowRecipe(
      try Self.load(folder, dataFiles, &report), folder: folder, identity: identity,
      tokenKey: tokenKey, dataFiles: dataFiles, now: now)
  }

  /// Returns a builder with another identity.
  ///
  /// - Throws: `RecipeError`.
  func signing(as identity: Identity, now: Int64) throws(RecipeError) -> RowRecipe {
    try RowRecipe(
      loaded(passRecipe.template), folder: folder, identity: identity, tokenKey: tokenKey,
      dataFiles: dataFiles, now: now)
  }

  private func loaded(_ template: Template) -> LoadedTemplate {
    LoadedTemplate(template: template, files: files, columns: columns)
  }

  private static func digest(of template: Template) -> [UInt8] {
    var bytes: [UInt8] = []
    template.forEachPart { name, part in
      bytes += Array(name.utf8) + [0] + Digest.sha256(part)
    }
    return Digest.sha256(bytes)
  }

  // MARK: Passes

  /// Makes the version of a row, not signed.
  ///
  /// - Parameters:
  ///   - row: one JSON object.
  ///   - time: time for the rules about dates and certificates, in seconds since 1970.
  /// - Throws: `DiagnosticsError` with all errors of the row, or an error of OpenSSL.
  func version(
    of row: [UInt8], isVoided: Bool = false, at time: Int64
  ) throws -> NewVersion {
    let version = try makers.lend(isVoided) {
      try $0.version(of: row, folder: folder, at: time)
    }
    try identity.throwUnlessValid(at: time)
    return version
  }

  /// Signs and packs a stored content.
  ///
  /// - Parameter modified: time of the version in seconds since 1970, which is the signing time.
  func bundle(of content: RowContent, at modified: Int64) throws -> [UInt8] {
    let time = max(modified, identity.certificate.notBefore)
    return try makers.lend(false) { try $0.bundle(of: content, at: time) }
  }

  /// Whether two signatures of the same content differ, so that a bundle is stored once it is made.
  var storesBundles: Bool {
    if case .rsa = identity.key.kind { false } else { true }
  }

  /// Makes a void version of a served pass. All other files stay unchanged.
  ///
  /// - Parameter stored: the bytes in the store, with the common files that they use.
  /// - Throws: `RecipeError` if this identity cannot sign it, or an error of OpenSSL.
  func voided(
    _ stored: [UInt8], commonFiles: [UInt8]?, row: String?, at time: Int64
  ) throws -> NewVersion {
    var report = Report(wantsNotes: false)
    let files = try servedFiles(stored, commonFiles, &report)
    let text = files.first { $0.path == PackageKind.pass.document }?.bytes ?? []
    guard
      let document = JSONReader.read(
        text, name: PackageKind.pass.document, mode: .lenient, report: &report),
      let patch = JSONReader.read(Array(Self.voids.utf8), name: "voided", report: &report)
    else { throw Self.unreadable }
    let root = document.root
    guard root["passTypeIdentifier"]?.string == identity.passTypeIdentifier else {
      throw RecipeError(
        description: "the signing certificate is for another pass type identifier",
        help: Self.howToVoid)
    }
    let needsNFC = root["nfc"] != nil || files.contains { $0.path == "personalization.json" }
    guard !needsNFC || identity.isEnabledForNFC else {
      throw RecipeError(
        description: "the signing certificate is not allowed to sign NFC passes",
        help: Self.howToVoid)
    }
    do {
      try identity.throwUnlessValid(at: time)
    } catch {
      throw RecipeError(
        description: "the signing certificate is not valid now",
        help: "renew it, send SIGHUP, and DELETE again")
    }
    let json = JSONWriter.bytes(of: JSONMergePatch.merged(root, patch.root).root)
    let content = files.map { file in
      file.path == PackageKind.pass.document
        ? PackagedFile(path: file.path, bytes: json, varies: true) : file
    }
    let voided = JSONReader.read(json, name: PackageKind.pass.document, report: &report)
    let pass = try PassPackage(origin: .package, files: content, document: voided)
      .unchangedContent()
    return try makers.lend(true) { try $0.version(ofServed: pass, row: row) }
  }

  private static let unreadable = RecipeError(
    description: "the served bundle cannot be read", help: howToVoid)

  /// Returns the files of a served pass, without manifest and signature.
  private func servedFiles(
    _ stored: [UInt8], _ commonFiles: [UInt8]?, _ report: inout Report
  ) throws -> [PackagedFile] {
    if RowContent.commonDigest(of: stored) != nil {
      guard let commonFiles, let content = try? RowContent(stored, commonFiles: commonFiles) else {
        throw Self.unreadable
      }
      return content.files
    }
    let archive = ArchiveReader.read(stored, name: "bundle", report: &report)
    guard let entries = archive?.entries, !report.hasErrors else { throw Self.unreadable }
    guard Self.isIntact(entries) else {
      throw RecipeError(
        description: "the served bundle is damaged: its signature is not valid",
        help: Self.howToVoid)
    }
    return entries.filter { !PackageKind.pass.isOwnFile($0.plainPath) }
      .map { PackagedFile(path: $0.plainPath, bytes: $0.bytes, varies: true) }
  }

  /// Returns whether manifest and signature match the files. A damaged bundle must not be signed
  /// again.
  private static func isIntact(_ entries: [ReadArchive.Entry]) -> Bool {
    func bytes(_ path: String) -> [UInt8]? { entries.first { $0.plainPath == path }?.bytes }
    let content = entries.filter { !PackageKind.pass.isOwnFile($0.plainPath) }
      .map { PackagedFile(path: $0.plainPath, bytes: $0.bytes) }
      .sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    var signer = PassSigner(nil)
    guard let manifest = bytes(PackageKind.pass.manifest),
      let signature = bytes(PackageKind.pass.signature),
      manifest == (try? signer.manifest(of: content)), let message = try? CMSMessage(signature)
    else { return false }
    return message.verify(content: manifest).provesContent
  }

  private static let voids = #"{"voided":true}"#
  private static let howToVoid =
    "PUT a row that the template accepts, or change the template, and DELETE again"
}
