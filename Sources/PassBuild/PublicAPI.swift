// SPDX-License-Identifier: Apache-2.0

import PassCrypto
@_exported public import PassDiagnostics
import PassFiles
import PassRules
@_exported public import PassTemplate

// The library's public face, in the order of use: what README shows and nothing more. The
// re-exports let users write one import.

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
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: passTypeIdentifier, time: time ?? Environment.now)
    var report = Report()
    let chosen = try IdentityChoice.identity(
      from: try IdentityMaterial.read(source), for: purpose, report: &report)
    guard var identity = chosen else { throw Rejected(report.diagnostics) }
    identity.found = report.diagnostics
    return identity
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

  /// The template with the pass type and team of the certificate, where it names none itself.
  public func completed(by identity: Identity) -> Template {
    filled(from: identity, nfcPublicKey: nil)
  }

  /// Puts a row in.
  ///
  /// - Parameters:
  ///   - row: text by the name of its column, read as the column's type.
  ///   - filesFolder: where files the row names are.
  /// - Throws: `Rejected` when a column is missing or a value does not fit its column.
  public func resolved(
    with row: [String: String], filesFolder: String = "."
  ) throws -> ResolvedPass {
    var report = Report(sources: sources)
    report.append(found)
    var choice = DataChoice()
    choice.given = row.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    choice.folder = filesFolder
    guard let chosen = try ChosenRow.read(choice, for: self, report: &report),
      var pass = resolved(with: chosen.cells, readFile: chosen.files.read, report: &report)
    else {
      var judge = Judge(allowances: settings.allowances)
      throw Rejected(judge.sift(report.sorted))
    }
    pass.sources = report.sources
    pass.found = report.diagnostics
    pass.allowances = settings.allowances
    return pass
  }
}

extension ResolvedPass {
  /// Runs every rule; what template.json allows is silent, as in `passc build`.
  ///
  /// - Returns: what can be signed, and the warnings, those on template, row and identity included.
  /// - Throws: `Rejected` with everything that was found when there is an error among it.
  public func checked(
    for identity: Identity, at time: Int64? = nil
  ) throws(Rejected) -> (pass: CheckedPass, warnings: [Diagnostic]) {
    var report = Report(sources: sources)
    report.append(identity.found + found)
    var judge = Judge(allowances: allowances)
    let context = CheckContext(today: time ?? Environment.now, certificate: identity.facts)
    do {
      let pass = try checked(context, judge: &judge, report: &report)
      judge.complainAboutUnused(isComplete: true, &report)
      let shown = judge.sift(report.sorted)
      guard !shown.contains(where: { $0.severity == .error }) else { throw Rejected(shown) }
      return (pass, shown.filter { $0.severity == .warning })
    } catch {
      judge.complainAboutUnused(isComplete: false, &report)
      throw Rejected(judge.sift(report.sorted))
    }
  }
}

extension CheckedPass {
  /// Writes the manifest and signs it.
  ///
  /// - Parameters:
  ///   - identity: what signs; the one that the pass was checked for.
  ///   - time: the signing time in seconds since 1970; now by default.
  /// - Throws: an error that says why OpenSSL could not sign, or that no signature can hold that
  ///   time.
  public func signed(by identity: Identity, at time: Int64? = nil) throws -> Bundle {
    try sealed(by: identity.signer, at: time ?? Environment.now)
  }
}

extension Bundle {
  /// Writes the .pkpass: beside the target, then in its place, so that it is there whole or not
  /// at all.
  public func write(to path: String) throws {
    try Disk.write(try archive(), to: path)
  }
}
