// SPDX-License-Identifier: Apache-2.0

package import PassBuild
import PassCrypto
import PassDiagnostics
import PassFiles
import PassJSON
import PassRegistry
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

  private let compiler: PassCompiler
  /// Of passes that are void whatever their rows say.
  private let voiding: PassCompiler
  private let folder: String
  private let tokenKey: AuthenticationTokenKey
  /// Certificates end: the day is measured.
  package let certificateEnd: Int64

  /// Reads template and identity.
  ///
  /// - Parameter now: seconds since 1970, by which certificates are judged.
  /// - Throws: `Rejected`, `Unfit`, `FileError`, `CryptoError`.
  package init(
    template folder: String, identity source: IdentitySource, tokenKey: AuthenticationTokenKey,
    now: Int64
  ) throws {
    var report = Report()
    guard let template = try Template.load(folder, report: &report) else {
      throw Rejected(report.diagnostics)
    }
    let material = try IdentityMaterial.read(source)
    let purpose = IdentityChoice.Purpose(
      passTypeIdentifier: template.passTypeIdentifier,
      at: template.document["passTypeIdentifier"]?.place, time: now)
    guard
      let identity = try IdentityChoice.identity(from: material, for: purpose, report: &report)
    else { throw Rejected(report.diagnostics) }
    guard template.document["webServiceURL"] != nil else {
      throw Unfit(
        description: "\(folder) names no web service: no phone would ask for its passes",
        help: "put \"webServiceURL\" into its pass.json")
    }
    compiler = PassCompiler(template, identity: identity, tokenKey: tokenKey, today: now)
    var unread = Report()
    let patch = JSONReader.read(Array(#"{"voided":true}"#.utf8), name: "voided", report: &unread)
    voiding = PassCompiler(
      patch.map { template.merging($0) } ?? template, identity: identity, tokenKey: tokenKey,
      today: now)
    self.folder = folder
    self.tokenKey = tokenKey
    certificateEnd = identity.certificate.notAfter
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
    let compiler = isVoided ? voiding : compiler
    var report = Report(wantsNotes: false)
    var judge = Judge(allowances: compiler.template.settings.allowances)
    let checked: CheckedPass
    do {
      guard let (cells, files) = try cells(of: row, for: compiler, &report) else {
        throw Rejected(report.diagnostics)
      }
      checked = try compiler.checked(cells, files: files, judge: &judge, report: &report)
    } catch is Rejected {
      throw Rejected(judge.sift(report.sorted).filter { $0.severity != .note })
    }
    let found = judge.sift(report.sorted)
    guard !found.contains(where: { $0.severity == .error }) else {
      throw Rejected(found.filter { $0.severity != .note })
    }
    let bundle = try compiler.sealed(checked, at: time)
    return try BundleFile(
      bundle.archive(), name: "row", source: .row, row: String(decoding: row, as: UTF8.self)
    ).version
  }

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
