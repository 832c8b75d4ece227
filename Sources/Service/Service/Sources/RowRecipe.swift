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
  /// Makes passes that are void, whatever their rows have.
  private let voidingRecipe: PassRecipe
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
  /// The end of the identity, if it had expired when it was read.
  package private(set) var expiry: ExpiredIdentity?
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
    let (accepted, expiry) = try ExpiredIdentity.accepting(
      material, for: purpose, report: &report)
    guard var identity = accepted else { throw DiagnosticsError(report.diagnostics) }
    identity.found = Array(report.diagnostics.dropFirst(ofTemplate))
    try self.init(
      loaded, folder: folder, identity: identity, tokenKey: tokenKey, dataFiles: dataFiles,
      now: now)
    self.expiry = expiry
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
    voidingRecipe = PassRecipe(
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
    contentRevision = Digest.sha256(revision + Digest.sha256(Array(token.utf8)))
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

  /// Makes the version of a row.
  ///
  /// - Parameters:
  ///   - row: one JSON object.
  ///   - time: time of the signature and of the version, in seconds since 1970.
  /// - Throws: `DiagnosticsError` with all errors of the row, or an error of OpenSSL.
  func version(
    of row: [UInt8], isVoided: Bool = false, at time: Int64
  ) throws -> NewVersion {
    var maker = PassMaker(isVoided ? voidingRecipe : passRecipe)
    maker.check(at: time)
    var report = Report(wantsNotes: false)
    let pass: CheckedPass
    do {
      guard let (cells, files) = try cells(of: row, for: maker.recipe.template, &report) else {
        throw DiagnosticsError(report.diagnostics)
      }
      pass = try maker.check(cells, readFile: files.read, report: &report)
    } catch is DiagnosticsError {
      throw DiagnosticsError(maker.filter.errors(in: report.sorted).filter { $0.severity != .note })
    }
    let found = maker.filter.filtered(report.sorted)
    guard !found.contains(where: { $0.severity == .error }) else {
      throw DiagnosticsError(found.filter { $0.severity != .note })
    }
    try identity.throwUnlessValid(at: time)
    let bundle = try maker.signAndPackage(pass, at: time).bytes
    do {
      return try BundleFile(
        bundle, name: "row", source: .row, row: String(decoding: row, as: UTF8.self)
      ).version
    } catch {
      // A row may leave out the web service.
      throw DiagnosticsError([
        Diagnostic(finding: AllRules.missingToken, message: "the pass \(error)", location: nil)
      ])
    }
  }

  /// Makes a void version of a bundle. All other files stay unchanged.
  ///
  /// - Throws: `RecipeError` if this identity cannot sign it, or an error of OpenSSL.
  func voided(_ bundle: [UInt8], row: String?, at time: Int64) throws -> NewVersion {
    var report = Report(wantsNotes: false)
    let archive = ArchiveReader.read(bundle, name: "bundle", report: &report)
    let entries = archive?.entries ?? []
    let text = entries.first { $0.plainPath == PackageKind.pass.document }?.bytes ?? []
    guard !report.hasErrors,
      let document = JSONReader.read(
        text, name: PackageKind.pass.document, mode: .lenient, report: &report),
      let patch = JSONReader.read(Array(Self.voids.utf8), name: "voided", report: &report)
    else {
      throw RecipeError(description: "the served bundle cannot be read", help: Self.howToVoid)
    }
    guard Self.isIntact(entries) else {
      throw RecipeError(
        description: "the served bundle is damaged: its signature is not valid",
        help: Self.howToVoid)
    }
    let root = document.root
    guard root["passTypeIdentifier"]?.string == identity.passTypeIdentifier else {
      throw RecipeError(
        description: "the signing certificate is for another pass type identifier",
        help: Self.howToVoid)
    }
    let needsNFC = root["nfc"] != nil || entries.contains { $0.plainPath == "personalization.json" }
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
    let files = entries.map { entry in
      PackagedFile(
        path: entry.plainPath,
        bytes: entry.plainPath == PackageKind.pass.document ? json : entry.bytes)
    }
    let pass = try PassPackage(origin: .package, files: files, document: nil).unchangedContent()
    var signer = PassSigner(identity)
    return try BundleFile(
      signer.signAndPackage(pass, at: time).bytes, name: "row", source: .row, row: row
    ).version
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

  private func cells(
    of row: [UInt8], for template: Template, _ report: inout Report
  ) throws -> ([Cell], RowFiles)? {
    var choice = DataChoice()
    choice.options.format = .json
    choice.folder = folder
    var rest: [UInt8]? = row
    let source = try RowSource(
      streaming: "row", choice, for: template,
      open: {
        {
          defer { rest = nil }
          return rest
        }
      }, report: &report)
    guard var rows = source, let row = try rows.next(&report), !row.isRejected else { return nil }
    report.sources.setRow(row.source)
    var parser = RowParser(rows.binding)
    var cells: [Cell] = []
    guard parser.parse(row, into: &cells, report: &report) else { return nil }
    return (cells, rows.files)
  }
}
