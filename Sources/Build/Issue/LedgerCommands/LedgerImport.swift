// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
package import PassDiagnostics
import PassJSON
import PassRead

/// Imports finished bundles into a ledger that were issued without one or by another tool.
package struct LedgerImport {
  /// The number of passes by result of an import.
  package struct Summary: Sendable, Hashable {
    /// Passes that this import recorded.
    package var imported = 0
    /// Passes that the ledger already had as issued with the same bundle.
    package var known = 0
    /// Errors: passes that were not imported, and files without a pass.
    package var rejected = 0
    /// Rows of a table of outcomes without a pass, which is not an error.
    package var withoutPass = 0

    package init(imported: Int = 0, known: Int = 0, rejected: Int = 0, withoutPass: Int = 0) {
      self.imported = imported
      self.known = known
      self.rejected = rejected
      self.withoutPass = withoutPass
    }

    package static func + (left: Summary, right: Summary) -> Summary {
      Summary(
        imported: left.imported + right.imported, known: left.known + right.known,
        rejected: left.rejected + right.rejected, withoutPass: left.withoutPass + right.withoutPass)
    }

    package var total: Int { imported + known + rejected + withoutPass }
  }

  private var importer: LedgerImporter
  private let emit: (Diagnostic) -> Void
  private var summary = Summary()
  private var pendingPasses: [(pass: ImportedPass, name: String)] = []
  private static let passesAtOnce = 200

  /// Imports all passes at the paths. Passes that are damaged or contradict the ledger are reported
  /// and skipped.
  ///
  /// - Parameters:
  ///   - path: the ledger. It is created if it does not exist.
  ///   - now: the time of the import in seconds since 1970.
  ///   - emit: receives each diagnostic as it is found.
  /// - Throws: `AnyLedgerError`, `FileError`. Passes recorded before that stay in the ledger.
  package static func run(
    _ paths: [String], into path: String, now: Int64,
    progress: (_ done: Int, _ total: Int) -> Void = { _, _ in },
    emit: @escaping (Diagnostic) -> Void
  ) throws -> Summary {
    let ledger = try Ledger(path, access: .creating)
    var work = LedgerImport(importer: LedgerImporter(ledger, now: now), emit: emit)
    let targets = CheckTargets.find(paths)
    let named = Set(paths)
    for (index, target) in targets.enumerated() {
      switch target {
      case .file(let path), .folder(let path): try work.importPath(path)
      case .unreadable(_, let error): throw error
      case .template(let path) where named.contains(path):
        work.reject(LedgerFindings.notABundle, "a template, not a finished pass", at: path)
      // Templates in a folder of bundles are skipped. Only a template that the user named is an
      // error.
      case .template: break
      case .standardInput:
        work.reject(LedgerFindings.notABundle, "standard input has no path to record", at: "-")
      }
      progress(index + 1, targets.count)
    }
    try work.flush()
    return work.summary
  }

  private mutating func importPath(_ path: String) throws {
    let found: Found
    do {
      found = try PassFinder.find(path: path)
    } catch let error as PassFinder.PassFinderError {
      return reject(LedgerFindings.notABundle, error.description, at: path)
    }
    switch found {
    case .nothing(let diagnostics):
      reject(LedgerFindings.broken, diagnostics.first?.message ?? "cannot be read", at: path)
    case .pass(let pass):
      try add(
        pass, pass.form == .bundle ? try Self.place(path, size: pass.sizeInBytes, nil) : nil)
    case .passes(let passes):
      if let fault = passes.report.sorted.first(where: { $0.severity == .error }) {
        return reject(LedgerFindings.broken, fault.message, at: path)
      }
      for (entry, pass) in passes.passes {
        try add(pass, try Self.place(path, size: passes.sizeInBytes, entry))
      }
    }
    if pendingPasses.count >= Self.passesAtOnce { try flush() }
  }

  private static func place(
    _ path: String, size: Int, _ entry: String?
  ) throws(FileError) -> PlacedFile {
    PlacedFile(
      folder: try Disk.resolvingSymbolicLinks(FilePath.parent(path)),
      path: FilePath.lastComponent(path), size: Int64(size), entry: entry)
  }

  private mutating func add(_ pass: FoundPass, _ file: PlacedFile?) throws {
    let inspection = Inspection(of: pass)
    let errors = pass.report.sorted.filter { $0.severity == .error }
    guard errors.isEmpty, inspection.isSigned else {
      let words =
        errors.first?.message ?? inspection.signature.errors.first
        ?? inspection.diagnostics.first { $0.severity == .error }?.message
        ?? "manifest or signature does not match its files"
      return reject(LedgerFindings.broken, words, at: pass.name)
    }
    guard let serial = inspection.root["serialNumber"]?.string, !serial.isEmpty,
      let passType = inspection.root["passTypeIdentifier"]?.string, !passType.isEmpty
    else {
      return reject(
        LedgerFindings.broken, "pass.json has no serialNumber or no passTypeIdentifier",
        at: pass.name)
    }
    let bundle = pass.sha256Hex.flatMap { Hex.decode($0) }.flatMap { LedgerDigest($0) }
    let signer = inspection.signature.signer
    pendingPasses.append(
      (
        ImportedPass(
          passType: passType, serial: serial,
          token: inspection.root["authenticationToken"]?.string, bundle: bundle,
          bundleSize: bundle == nil ? nil : Int64(pass.sizeInBytes),
          certificate: signer.flatMap { LedgerDigest(Digest.sha256($0.der)) }, file: file),
        pass.name
      ))
  }

  private mutating func flush() throws {
    let outcomes = try importer.add(pendingPasses.map(\.pass))
    for (outcome, (pass, name)) in zip(outcomes, pendingPasses) {
      switch outcome {
      case .imported: summary.imported += 1
      case .alreadyRecorded: summary.known += 1
      case .conflict(let known): reject(conflict(pass, known), name, pass.serial)
      case .differsInCase(let known):
        reject(
          (LedgerFindings.otherCase, "the ledger has \(known.serial), which differs only in case"),
          name, pass.serial)
      case .inRun(let run):
        reject((LedgerFindings.inRun, "run \(run) is about to write it"), name, pass.serial)
      }
    }
    pendingPasses = []
  }

  private func conflict(_ new: ImportedPass, _ known: LedgerPass) -> (Finding, String) {
    if let token = known.token, let other = new.token, token != other {
      return (LedgerFindings.conflict, "the ledger has another token for \(new.serial)")
    }
    let place = known.file.map { ", \($0.fullPath)" } ?? ""
    return (
      LedgerFindings.conflict,
      "the ledger has another file of \(new.serial), of \(LedgerTime.text(known.time))\(place)"
    )
  }

  private mutating func reject(_ finding: Finding, _ message: String, at name: String) {
    reject((finding, message), name, nil)
  }

  private mutating func reject(
    _ fault: (finding: Finding, message: String), _ name: String, _ serial: String?
  ) {
    summary.rejected += 1
    emit(
      Diagnostic(
        finding: fault.finding, message: fault.message, location: Location(file: name),
        serial: serial))
  }
}
