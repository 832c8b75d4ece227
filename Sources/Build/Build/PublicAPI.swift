// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto
@_exported public import PassDiagnostics
import PassRules
@_exported public import PassTemplate

// The library's public face, in the order of use: what docs/reference/library.md shows and nothing
// more. The re-exports let users write one import.

extension Identity {
  /// Reads an identity from a folder, its files told apart by content.
  ///
  /// - Parameters:
  ///   - folder: holds certificates and their key, under any names.
  ///   - passTypeIdentifier: chooses between several certificates.
  ///   - password: opens encrypted keys; asked once for each file that needs it.
  ///   - time: the signing time in seconds since 1970; now by default.
  /// - Throws: `Rejected` when nothing in the folder can sign, or an error that says which file
  ///   cannot be read.
  public static func load(
    folder: String, passTypeIdentifier: String? = nil, password: String? = nil,
    at time: Int64? = nil
  ) throws -> Identity {
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = folder
    return try chosen(
      from: try IdentityMaterial.read(source), passTypeIdentifier: passTypeIdentifier, at: time)
  }

  /// Reads an identity whose files are in memory: those of a secret store, a database, a test.
  ///
  /// ```swift
  /// let identity = try Identity.load(files: ["pass.p12": secret], password: password)
  /// ```
  ///
  /// - Parameters:
  ///   - files: what would lie in the folder, certificates and their key in any form, by the names
  ///     that messages call them by.
  ///   - passTypeIdentifier: chooses between several certificates.
  ///   - password: opens encrypted keys; asked once for each file that needs it.
  ///   - time: the signing time in seconds since 1970; now by default.
  /// - Throws: `Rejected` when nothing among them can sign, or an error that says which file cannot
  ///   be opened.
  public static func load(
    files: [String: [UInt8]], passTypeIdentifier: String? = nil, password: String? = nil,
    at time: Int64? = nil
  ) throws -> Identity {
    let source = IdentitySource { _ in password.map { Secret($0) } }
    return try chosen(
      from: try IdentityMaterial.read(files: files, source),
      passTypeIdentifier: passTypeIdentifier, at: time)
  }

  /// An identity whose key is elsewhere: in a key service, a hardware module, another process.
  ///
  /// ```swift
  /// let identity = try Identity.load(certificates: ["pass.cer": certificate, "wwdr.cer": issuer]) {
  ///   digest in try await keyService.sign(digest: digest)
  /// }
  /// ```
  ///
  /// A `PassPress` awaits each signature and blocks no thread meanwhile. It verifies every one with
  /// the certificate before it makes anything of it; with a signature that is not the
  /// certificate's, a pass is refused with the finding `identity.key.wrongSignature`. The key is not
  /// asked before the first pass.
  ///
  /// - Parameters:
  ///   - certificates: the pass certificate and the one that issued it, as PEM or DER, by the names
  ///     that messages call them by.
  ///   - passTypeIdentifier: chooses between several certificates.
  ///   - time: the signing time in seconds since 1970; now by default.
  ///   - sign: signs a SHA-256 digest of 32 bytes, which is not to be hashed once more: for an RSA
  ///     certificate by RSASSA-PKCS1-v1_5, as many bytes as the modulus has; for one of P-256 by
  ///     ECDSA, as DER. Called from many tasks at once. What it throws, `pass(for:at:)` throws; when
  ///     the task is cancelled, it should end soon, since it is waited for.
  /// - Throws: `Rejected` when none of the certificates can sign passes.
  public static func load(
    certificates: [String: [UInt8]], passTypeIdentifier: String? = nil, at time: Int64? = nil,
    sign: @escaping @Sendable (_ digest: [UInt8]) async throws -> [UInt8]
  ) throws -> Identity {
    var material = try IdentityMaterial.read(files: certificates, IdentitySource())
    material.ask = sign
    return try chosen(from: material, passTypeIdentifier: passTypeIdentifier, at: time)
  }

  private static func chosen(
    from material: IdentityMaterial, passTypeIdentifier: String?, at time: Int64?
  ) throws -> Identity {
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: passTypeIdentifier, time: time ?? Environment.now)
    var report = Report()
    let chosen = try IdentityChoice.identity(from: material, for: purpose, report: &report)
    guard var identity = chosen else { throw Rejected(report.diagnostics) }
    identity.found = report.diagnostics
    return identity
  }

  /// The signature of a manifest, wherever the key is.
  ///
  /// - Throws: `Rejected` for a signature that is not the certificate's, what whoever holds the key
  ///   throws, or an error that says why OpenSSL could not sign.
  func awaitSignature(ofManifest manifest: [UInt8], at time: Int64) async throws -> [UInt8] {
    do {
      return try await signer.awaitSignature(of: ManifestText(manifest), at: time)
    } catch let error as CryptoError where error.isWrongSignature {
      throw Rejected([
        Diagnostic(
          finding: IdentityFindings.wrongSignature, message: error.description, location: nil)
      ])
    }
  }
}

extension MemoryFiles {
  /// The files of a template and of everything it extends.
  ///
  /// - Parameters:
  ///   - name: the folder of the template.
  ///   - base: the files of the folder that a template.json extends, by the path that stands there.
  /// - Throws: what `base` throws, and an error when a path leads out of its folder.
  package init(
    template files: [String: [UInt8]], named name: String,
    base: (_ path: String) throws -> [String: [UInt8]]?
  ) throws {
    self.init()
    var folder = name
    var layer = files
    // Each layer names the next; more of them than this are a circle.
    for _ in 0..<32 {
      try add(layer, to: folder)
      guard let settings = layer["template.json"], let path = TemplateBase.path(in: settings)
      else { break }
      folder = FilePath.normalised(FilePath.join(folder, path))
      guard kind(of: folder) == nil, let next = try base(path) else { break }
      layer = next
    }
  }
}

extension Template {
  /// Reads and compiles a template folder.
  ///
  /// - Throws: `Rejected` with everything that is wrong with it, or an error that says which file
  ///   cannot be read.
  public static func load(folder: String) throws -> Template {
    var report = Report()
    guard var template = try load(folder, report: &report) else {
      throw Rejected(report.sorted)
    }
    template.found = report.diagnostics
    return template
  }

  /// Compiles a template whose files are in memory: those of an archive, a database, a test.
  ///
  /// ```swift
  /// let template = try Template.load(files: ["pass.json": json, "icon.png": icon])
  /// ```
  ///
  /// - Parameters:
  ///   - files: what would lie in the template folder, by path: `pass.json`, `en.lproj/pass.strings`.
  ///   - name: what places in diagnostics begin with.
  ///   - base: the files of the folder that a template.json names with `extends`, by the path that
  ///     stands there; nil where there is none.
  /// - Throws: `Rejected` with everything that is wrong with it, what `base` throws, or an error that
  ///   says which path leads out of the folder.
  public static func load(
    files: [String: [UInt8]], named name: String = "template",
    base: (_ path: String) throws -> [String: [UInt8]]? = { _ in nil }
  ) throws -> Template {
    let memory = try MemoryFiles(template: files, named: name, base: base)
    var report = Report()
    guard var template = try load(name, disk: DiskReader(memory), report: &report) else {
      throw Rejected(report.sorted)
    }
    template.found = report.diagnostics
    return template
  }

  /// The template with the pass type and team of the certificate, where it names none itself.
  public func completed(by identity: Identity) -> Template {
    filled(from: identity, nfcPublicKey: nil)
  }

  /// Puts a row of values in.
  ///
  /// - Parameters:
  ///   - row: values by the names of their columns.
  ///   - filesFolder: where files the row names are; nil where it names none.
  /// - Throws: `Rejected` when a column is missing or a value does not fit its column; its `columns`
  ///   tell which.
  public func resolved(
    with row: [String: RowValue], filesFolder: String? = nil
  ) throws -> ResolvedPass {
    try resolved(with: ValueRow(row), filesFolder: filesFolder)
  }

  private func resolved(with row: ValueRow, filesFolder: String?) throws -> ResolvedPass {
    var reader = ValueRowReader(self)
    var report = Report(sources: reader.sources)
    report.append(found)
    guard reader.read(row, report: &report),
      var pass = resolved(
        with: reader.cells,
        readFile: { path throws(RowFileError) in try RowFiles.read(path, of: row, in: filesFolder)
        },
        report: &report)
    else {
      var judge = Judge(allowances: settings.allowances)
      throw Rejected(judge.refusal(over: report.sorted))
    }
    pass.sources = report.sources
    pass.found = report.diagnostics
    pass.allowances = settings.allowances
    return pass
  }

  /// Puts a row in whose columns are the members of a value; a dictionary of text is one.
  ///
  /// - Parameters:
  ///   - row: the members are values by the names of their columns.
  ///   - filesFolder: where files the row names are; nil where it names none.
  /// - Throws: `Rejected` when a column is missing or a value does not fit its column, and what
  ///   `RowValue.row(of:)` throws.
  public func resolved(
    with row: some Encodable, filesFolder: String? = nil
  ) throws -> ResolvedPass {
    try resolved(with: try ValueRow(of: row), filesFolder: filesFolder)
  }
}

extension ResolvedPass {
  /// Runs every rule; what template.json allows is silent, as in `passc build`.
  ///
  /// - Parameters:
  ///   - identity: what is to sign, and is judged with the pass.
  ///   - time: the moment to judge pass and identity at, in seconds since 1970: that of the
  ///     signature; now by default.
  /// - Returns: what can be signed, and the warnings, those on template, row and identity included.
  /// - Throws: `Rejected` with everything that was found when there is an error among it, the
  ///   identity's having ended by then included.
  public func checked(
    for identity: Identity, at time: Int64? = nil
  ) throws(Rejected) -> (pass: CheckedPass, warnings: [Diagnostic]) {
    let time = time ?? Environment.now
    var report = Report(sources: sources)
    report.append(identity.findings(at: time) + found)
    var judge = Judge(allowances: allowances)
    let context = CheckContext(today: time, certificate: identity.facts)
    do {
      let pass = try checked(context, judge: &judge, report: &report)
      judge.complainAboutUnused(isComplete: true, &report)
      let shown = judge.sift(report.sorted)
      guard !shown.contains(where: { $0.severity == .error }) else { throw Rejected(shown) }
      return (pass, shown.filter { $0.severity == .warning })
    } catch {
      judge.complainAboutUnused(isComplete: false, &report)
      throw Rejected(judge.refusal(over: report.sorted))
    }
  }
}

extension CheckedPass {
  /// Writes the manifest and signs it.
  ///
  /// - Parameters:
  ///   - identity: what signs; the one that the pass was checked for.
  ///   - time: the signing time in seconds since 1970; now by default.
  /// - Throws: `Rejected` where the identity has ended by then or has not begun; an error that says
  ///   why OpenSSL could not sign, that no signature can hold that time, or that the key is
  ///   elsewhere: `signed(awaiting:at:)` asks it.
  public func signed(by identity: Identity, at time: Int64? = nil) throws -> SignedBundle {
    let time = time ?? Environment.now
    try identity.throwUnlessValid(at: time)
    return try sealed(by: identity, at: time)
  }

  /// Writes the manifest and signs it with a key that may be elsewhere; no thread waits for it.
  ///
  /// - Parameters:
  ///   - identity: what signs; the one that the pass was checked for.
  ///   - time: the signing time in seconds since 1970; now by default.
  /// - Throws: `Rejected` for a signature that is not the certificate's, what whoever holds the key
  ///   throws, `CancellationError`, and what `signed(by:at:)` throws.
  public func signed(
    awaiting identity: Identity, at time: Int64? = nil
  ) async throws -> SignedBundle {
    let time = time ?? Environment.now
    try identity.throwUnlessValid(at: time)
    let manifest = Manifest(of: files)
    let signature = try await identity.awaitSignature(ofManifest: manifest.bytes, at: time)
    return SignedBundle(self, manifest, signature: signature)
  }
}

extension SignedBundle {
  /// Writes the .pkpass: beside the target, then in its place, so that it is there whole or not
  /// at all.
  public func write(to path: String) throws {
    try Disk.write(try archive(), to: path)
  }
}
