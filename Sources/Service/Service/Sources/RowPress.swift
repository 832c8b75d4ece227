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

/// Makes signed passes of rows: a template and an identity, read once.
package struct RowPress: Sendable {
  /// Why nothing can be made with template and identity, as a sentence with what to do.
  package struct Unfit: Error, Sendable, CustomStringConvertible {
    /// What is wrong.
    package let description: String
    /// What to do about it.
    package let help: String
  }

  let compiler: PassCompiler
  /// Of passes that are void whatever their rows say.
  private let voiding: PassCompiler
  /// The template's folder.
  let folder: String
  let tokenKey: AuthenticationTokenKey
  let identity: Identity
  /// Files and folders the template was read from.
  let files: [String]
  /// Data, which is never packed though it may lie in the template's folder.
  private let dataFiles: [String]
  /// The pass type of the template.
  package let passType: String
  /// A digest of the template, which tells one form of it from another.
  package let revision: [UInt8]
  /// A digest of what template.json says: which rows are taken, and how they are read.
  let columns: [UInt8]
  /// A digest of everything but the row that decides what a pass of a row that is put holds.
  let making: [UInt8]
  /// What there is to complain about the identity.
  package var found: [Diagnostic] { identity.found }
  /// Certificates end: the day is measured.
  package var certificateEnd: Int64 { identity.certificate.notAfter }

  /// Whether its passes ask for NFC, which not every certificate may sign.
  var hasNFC: Bool { compiler.template.document["nfc"] != nil }

  /// Whether tokens come from the token key, and not from the template.
  var derivesTokens: Bool { compiler.template.document["authenticationToken"] == nil }

  /// Reads template and identity.
  ///
  /// - Parameters:
  ///   - dataFiles: files with rows, which are never packed.
  ///   - now: seconds since 1970, by which certificates are judged.
  /// - Throws: `Rejected`, `Unfit`, `FileError`, `CryptoError`.
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
    else { throw Rejected(report.diagnostics) }
    identity.found = Array(report.diagnostics.dropFirst(ofTemplate))
    try self.init(
      loaded, folder: folder, identity: identity, tokenKey: tokenKey, dataFiles: dataFiles,
      now: now)
  }

  /// What was read of a template.
  private struct Loaded {
    let template: Template
    let files: [String]
    let columns: [UInt8]
  }

  private init(
    _ loaded: Loaded, folder: String, identity: Identity, tokenKey: AuthenticationTokenKey,
    dataFiles: [String], now: Int64
  ) throws(Unfit) {
    let template = loaded.template
    guard template.document["webServiceURL"] != nil else {
      throw Unfit(
        description: "\(folder) has no webServiceURL, so no phone would request its passes",
        help: "add \"webServiceURL\" to its pass.json")
    }
    let compiler = PassCompiler(template, identity: identity, tokenKey: tokenKey, today: now)
    self.compiler = compiler
    var unread = Report()
    let patch = JSONReader.read(Array(Self.voids.utf8), name: "voided", report: &unread)
    voiding = PassCompiler(
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
    let revision = Digest.sha256(loaded.columns + Self.digest(of: compiler.template))
    self.revision = revision
    // Of the key a token that no pass has.
    let token = tokenKey.token(passTypeIdentifier: passType, serialNumber: "")
    making = Digest.sha256(revision + Digest.sha256(Array(token.utf8)))
  }

  private static func load(
    _ folder: String, _ dataFiles: [String], _ report: inout Report
  ) throws -> Loaded {
    let log = ReadLog()
    guard
      let template = try Template.load(
        folder, dataFiles: dataFiles, disk: DiskReader(log: log), report: &report)
    else { throw Rejected(report.diagnostics) }
    var columns: [UInt8] = []
    for file in log.files where file.split(separator: "/").last == "template.json" {
      // One that is gone by now is read again in a moment.
      columns += Digest.sha256((try? Disk.read(file)) ?? [])
    }
    return Loaded(
      template: template, files: log.files + log.folders, columns: Digest.sha256(columns))
  }

  /// The press of passes whose holders have signed up.
  func personalised() throws(Unfit) -> RowPress {
    try RowPress(
      loaded(compiler.template.withoutPersonalization), folder: folder, identity: identity,
      tokenKey: tokenKey, dataFiles: dataFiles, now: compiler.context.today)
  }

  /// The same with the template as it is now; the identity stays.
  ///
  /// - Throws: `Rejected`, `Unfit`, `FileError`.
  func reread(now: Int64) throws -> RowPress {
    var report = Report()
    return try RowPress(
      try Self.load(folder, dataFiles, &report), folder: folder, identity: identity,
      tokenKey: tokenKey, dataFiles: dataFiles, now: now)
  }

  /// The same with another identity.
  ///
  /// - Throws: `Unfit`.
  func signing(as identity: Identity, now: Int64) throws(Unfit) -> RowPress {
    try RowPress(
      loaded(compiler.template), folder: folder, identity: identity, tokenKey: tokenKey,
      dataFiles: dataFiles, now: now)
  }

  private func loaded(_ template: Template) -> Loaded {
    Loaded(template: template, files: files, columns: columns)
  }

  private static func digest(of template: Template) -> [UInt8] {
    var bytes: [UInt8] = []
    template.forEachPart { name, part in
      bytes += Array(name.utf8) + [0] + Digest.sha256(part)
    }
    return Digest.sha256(bytes)
  }

  /// The version a row makes.
  ///
  /// - Parameters:
  ///   - row: one JSON object.
  ///   - time: the signing time, which is the version's time too.
  /// - Throws: `Rejected` with everything that is wrong with it, and what OpenSSL throws.
  func version(
    of row: [UInt8], isVoided: Bool = false, at time: Int64
  ) throws -> NewVersion {
    let compiler = (isVoided ? voiding : compiler).at(time)
    var report = Report(wantsNotes: false)
    var judge = Judge(allowances: compiler.template.settings.allowances)
    let checked: CheckedPass
    do {
      guard let (cells, files) = try cells(of: row, for: compiler, &report) else {
        throw Rejected(report.diagnostics)
      }
      checked = try compiler.checked(cells, files: files, judge: &judge, report: &report)
    } catch is Rejected {
      throw Rejected(judge.refusal(over: report.sorted).filter { $0.severity != .note })
    }
    let found = judge.sift(report.sorted)
    guard !found.contains(where: { $0.severity == .error }) else {
      throw Rejected(found.filter { $0.severity != .note })
    }
    try identity.throwUnlessValid(at: time)
    let bundle = try compiler.sealed(checked, at: time).archive()
    do {
      return try BundleFile(
        bundle, name: "row", source: .row, row: String(decoding: row, as: UTF8.self)
      ).version
    } catch {
      // A row may leave the web service out.
      throw Rejected([
        Diagnostic(finding: AllRules.missingToken, message: "the pass \(error)", location: nil)
      ])
    }
  }

  /// The version that a bundle of a pass becomes when it is void: every other file stays as it is.
  ///
  /// - Throws: `Unfit` where this identity cannot seal it, and what OpenSSL throws.
  func voided(_ bundle: [UInt8], row: String?, at time: Int64) throws -> NewVersion {
    var report = Report(wantsNotes: false)
    let archive = ArchiveReader.read(bundle, name: "bundle", report: &report)
    let entries = archive?.entries ?? []
    let text = entries.first { $0.plainPath == "pass.json" }?.bytes ?? []
    guard !report.hasErrors,
      let document = JSONReader.read(text, name: "pass.json", mode: .lenient, report: &report),
      let patch = JSONReader.read(Array(Self.voids.utf8), name: "voided", report: &report)
    else {
      throw Unfit(description: "the served bundle cannot be read", help: Self.howToVoid)
    }
    guard Self.holds(entries) else {
      throw Unfit(
        description: "the served bundle is damaged: its signature is not valid",
        help: Self.howToVoid)
    }
    let root = document.root
    guard root["passTypeIdentifier"]?.string == identity.passTypeIdentifier else {
      throw Unfit(
        description: "the signing certificate is for another pass type identifier",
        help: Self.howToVoid)
    }
    let needsNFC = root["nfc"] != nil || entries.contains { $0.plainPath == "personalization.json" }
    guard !needsNFC || identity.isEnabledForNFC else {
      throw Unfit(
        description: "the signing certificate is not allowed to sign NFC passes",
        help: Self.howToVoid)
    }
    do {
      try identity.throwUnlessValid(at: time)
    } catch {
      throw Unfit(
        description: "the signing certificate is not valid now",
        help: "renew it, send SIGHUP, and DELETE again")
    }
    let json = JSONWriter.bytes(of: JSONMergePatch.merged(root, patch.root).root)
    let files = entries.map { entry in
      PackagedFile(
        path: entry.plainPath, bytes: entry.plainPath == "pass.json" ? json : entry.bytes)
    }
    let checked = try PassPackage(origin: .package, files: files, document: nil)
      .takenAsItStands(Report())
    return try BundleFile(
      checked.sealed(by: identity, at: time).archive(), name: "row", source: .row, row: row
    ).version
  }

  /// Whether the files are the ones that were signed; nothing else is signed again.
  private static func holds(_ entries: [ReadArchive.Entry]) -> Bool {
    func bytes(_ path: String) -> [UInt8]? { entries.first { $0.plainPath == path }?.bytes }
    let content = entries.filter { !Manifest.isOwnFile($0.plainPath) }
      .map { PackagedFile(path: $0.plainPath, bytes: $0.bytes) }
    guard let manifest = bytes("manifest.json"), let signature = bytes("signature"),
      manifest == Manifest(of: content).bytes, let message = try? CMSMessage(signature)
    else { return false }
    return message.verify(content: manifest).provesContent
  }

  private static let voids = #"{"voided":true}"#
  private static let howToVoid =
    "PUT a row that the template accepts, or change the template, and DELETE again"

  private func cells(
    of row: [UInt8], for compiler: PassCompiler, _ report: inout Report
  ) throws -> ([Cell], RowFiles)? {
    var choice = DataChoice()
    choice.options.format = .json
    choice.folder = folder
    var rest: [UInt8]? = row
    let source = try RowSource(
      streaming: "row", choice, for: compiler.template,
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
