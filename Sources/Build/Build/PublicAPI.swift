// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassCrypto
@_exported public import PassDiagnostics
import PassRules
@_exported public import PassTemplate

// The public interface of the library in the order of use, as docs/reference/library.md describes
// it. The re-exports make one import enough.

extension Identity {
  /// Reads an identity from a folder, and recognizes its files by content.
  ///
  /// - Parameters:
  ///   - folder: a folder with certificates and their key, under any names.
  ///   - passTypeIdentifier: chooses one of several certificates.
  ///   - password: the password of encrypted keys, read once for each file that needs it.
  ///   - time: the signing time in seconds since 1970. The default is now.
  /// - Throws: `DiagnosticsError` if nothing in the folder can sign, or an error with the file that cannot
  ///   be read.
  public static func load(
    folder: String, passTypeIdentifier: String? = nil, password: String? = nil,
    at time: Int64? = nil
  ) throws -> Identity {
    var source = IdentitySource { _ in password.map { Secret($0) } }
    source.folder = folder
    return try chosen(
      from: try IdentityMaterial.read(source), passTypeIdentifier: passTypeIdentifier, at: time)
  }

  /// Reads an identity from files in memory, for example from a secret store, a database or a test.
  ///
  /// ```swift
  /// let identity = try Identity.load(files: ["pass.p12": secret], password: password)
  /// ```
  ///
  /// - Parameters:
  ///   - files: the certificates and their key in any form, by their names for messages.
  ///   - passTypeIdentifier: chooses one of several certificates.
  ///   - password: the password of encrypted keys, read once for each file that needs it.
  ///   - time: the signing time in seconds since 1970. The default is now.
  /// - Throws: `DiagnosticsError` if none of them can sign, or an error with the file that cannot be
  ///   opened.
  public static func load(
    files: [String: [UInt8]], passTypeIdentifier: String? = nil, password: String? = nil,
    at time: Int64? = nil
  ) throws -> Identity {
    let source = IdentitySource { _ in password.map { Secret($0) } }
    return try chosen(
      from: try IdentityMaterial.read(files: files, source),
      passTypeIdentifier: passTypeIdentifier, at: time)
  }

  /// Returns an identity whose key is in a key service, a hardware module or another process.
  ///
  /// ```swift
  /// let identity = try Identity.load(
  ///   certificates: ["pass.cer": certificate, "wwdr.cer": issuer]
  /// ) { digest in try await keyService.sign(digest: digest) }
  /// ```
  ///
  /// A `PassFactory` awaits each signature without blocking a thread, and verifies it with the
  /// certificate. If the signature does not match, the pass is rejected with the finding
  /// `identity.key.wrongSignature`. The key is not used before the first pass.
  ///
  /// - Parameters:
  ///   - certificates: the signing certificate and the certificate that issued it, as PEM or DER,
  ///     by their names for messages.
  ///   - passTypeIdentifier: chooses one of several certificates.
  ///   - time: the signing time in seconds since 1970. The default is now.
  ///   - sign: signs a SHA-256 digest of 32 bytes, without hashing it again. For an RSA certificate
  ///     it uses RSASSA-PKCS1-v1_5 and returns as many bytes as the modulus. For a P-256
  ///     certificate it uses ECDSA and returns DER. It is called from many tasks at once.
  ///     `pass(for:at:)` throws its errors. When the task is cancelled it should end soon, because
  ///     the factory waits for it.
  /// - Throws: `DiagnosticsError` if none of the certificates can sign passes.
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
    guard var identity = chosen else { throw DiagnosticsError(report.diagnostics) }
    identity.found = report.diagnostics
    return identity
  }

  /// Returns the signature of a manifest, in this process or from a key service.
  ///
  /// - Throws: `DiagnosticsError` if the signature does not match the certificate, errors of the key
  ///   service, or an error of OpenSSL.
  func awaitSignature(ofManifest manifest: [UInt8], at time: Int64) async throws -> [UInt8] {
    do {
      return try await signer.awaitSignature(of: ManifestText(manifest), at: time)
    } catch let error as CryptoError where error.isWrongSignature {
      throw DiagnosticsError([
        Diagnostic(
          finding: IdentityFindings.wrongSignature, message: error.description, location: nil)
      ])
    }
  }
}

extension MemoryFiles {
  /// Collects the files of a template and of all templates it extends.
  ///
  /// - Parameters:
  ///   - name: the folder of the template.
  ///   - base: returns the files of the folder that a template.json extends, by the path in it.
  /// - Throws: errors of `base`, and an error if a path leads out of its folder.
  package init(
    template files: [String: [UInt8]], named name: String,
    base: (_ path: String) throws -> [String: [UInt8]]?
  ) throws {
    self.init()
    var folder = name
    var layer = files
    // Each layer names the next one. More than 32 are taken for a circle.
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
  /// - Throws: `DiagnosticsError` with all errors, or an error with the file that cannot be read.
  public static func load(folder: String) throws -> Template {
    var report = Report()
    guard var template = try load(folder, report: &report) else {
      throw DiagnosticsError(report.sorted)
    }
    template.found = report.diagnostics
    return template
  }

  /// Compiles a template from files in memory, for example from an archive, a database or a test.
  ///
  /// ```swift
  /// let template = try Template.load(files: ["pass.json": json, "icon.png": icon])
  /// ```
  ///
  /// - Parameters:
  ///   - files: the files of the template folder by path, such as `pass.json` or
  ///     `en.lproj/pass.strings`.
  ///   - name: the beginning of places in diagnostics.
  ///   - base: returns the files of the folder that `extends` in template.json names, or nil if
  ///     there is none.
  /// - Throws: `DiagnosticsError` with all errors, errors of `base`, or an error with a path that leads out
  ///   of the folder.
  public static func load(
    files: [String: [UInt8]], named name: String = "template",
    base: (_ path: String) throws -> [String: [UInt8]]? = { _ in nil }
  ) throws -> Template {
    let cache = try MemoryFiles(template: files, named: name, base: base)
    var report = Report()
    guard var template = try load(name, disk: DiskReader(cache), report: &report) else {
      throw DiagnosticsError(report.sorted)
    }
    template.found = report.diagnostics
    return template
  }

  /// Returns the template with the pass type identifier and team of the certificate, if it has
  /// none.
  public func completed(by identity: Identity) -> Template {
    completed(
      passTypeIdentifier: identity.passTypeIdentifier, teamIdentifier: identity.teamIdentifier,
      nfcPublicKey: nil)
  }

  /// Fills in a row of values.
  ///
  /// - Parameters:
  ///   - row: the values by their column names.
  ///   - filesFolder: the folder of files that the row names, or nil if it names none.
  /// - Throws: `DiagnosticsError` if a column is missing or a value does not fit its column. Its `columns`
  ///   name them.
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
      var filter = FindingFilter(allowances: settings.allowances)
      throw DiagnosticsError(filter.errors(in: report.sorted))
    }
    pass.sources = report.sources
    pass.found = report.diagnostics
    pass.allowances = settings.allowances
    return pass
  }

  /// Fills in a row whose columns are the members of a value, such as a dictionary of strings.
  ///
  /// - Parameters:
  ///   - row: a value whose members have the names of the columns.
  ///   - filesFolder: the folder of files that the row names, or nil if it names none.
  /// - Throws: `DiagnosticsError` if a column is missing or a value does not fit its column, and the errors
  ///   of `RowValue.row(of:)`.
  public func resolved(
    with row: some Encodable, filesFolder: String? = nil
  ) throws -> ResolvedPass {
    try resolved(with: try ValueRow(of: row), filesFolder: filesFolder)
  }
}

extension ResolvedPass {
  /// Runs every rule. Findings that template.json allows are not reported, as in `passc build`.
  ///
  /// - Parameters:
  ///   - identity: the identity that will sign, which is checked too.
  ///   - time: the time of signing, at which pass and identity are checked, in seconds since 1970.
  ///     The default is now.
  /// - Returns: the pass that can be signed, and the warnings about template, row, identity and
  ///   pass.
  /// - Throws: `DiagnosticsError` with all findings if there is an error, such as an identity that has
  ///   expired by then.
  public func checked(
    for identity: Identity, at time: Int64? = nil
  ) throws(DiagnosticsError) -> (pass: CheckedPass, warnings: [Diagnostic]) {
    let time = time ?? Environment.now
    var report = Report(sources: sources)
    report.append(identity.findings(at: time) + found)
    var filter = FindingFilter(allowances: allowances)
    let context = CheckContext(today: time, certificate: identity.facts)
    var rules = RuleCache(isOfOneTemplate: true)
    let made = try? checked(context, rules: &rules, filter: &filter, report: &report)
    let pass = try filter.released(made, isComplete: made != nil, &report)
    return (pass, pass.warnings)
  }
}

extension CheckedPass {
  /// Signs the pass and packs it.
  ///
  /// - Parameters:
  ///   - identity: the identity that the pass was checked for.
  ///   - time: the signing time in seconds since 1970. The default is now.
  /// - Throws: `DiagnosticsError` if the identity is expired or not yet valid at that time. Also an error
  ///   of OpenSSL, an error if a signature cannot contain that time, or an error if the key is in a
  ///   key service: use `signed(awaiting:at:)` then.
  public func signed(by identity: Identity, at time: Int64? = nil) throws -> SignedPass {
    let time = time ?? Environment.now
    try identity.throwUnlessValid(at: time)
    var signer = PassSigner(identity)
    return SignedPass(self, archive: try signer.signAndPackage(self, at: time))
  }

  /// Signs and packs the pass, also with a key in a key service, without blocking a thread.
  ///
  /// - Parameters:
  ///   - identity: the identity that the pass was checked for.
  ///   - time: the signing time in seconds since 1970. The default is now.
  /// - Throws: `DiagnosticsError` if the signature does not match the certificate, errors of the key
  ///   service, `CancellationError`, and the errors of `signed(by:at:)`.
  public func signed(
    awaiting identity: Identity, at time: Int64? = nil
  ) async throws -> SignedPass {
    let time = time ?? Environment.now
    try identity.throwUnlessValid(at: time)
    var signer = PassSigner(identity)
    let unsigned = try signer.prepare(self)
    let signature = try await identity.awaitSignature(ofManifest: unsigned.manifest, at: time)
    return SignedPass(self, archive: try signer.archive(of: unsigned, signature: signature))
  }
}
