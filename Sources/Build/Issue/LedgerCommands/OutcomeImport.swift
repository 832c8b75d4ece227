// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
package import PassDiagnostics

/// Imports the passes that another program issued with passc, from a table with the outcome of each
/// row (JSON Lines).
package struct OutcomeImport {
  private static let passesAtOnce = 1_000

  private var importer: LedgerImporter
  private let emit: (Diagnostic) -> Void
  private var summary = LedgerImport.Summary()
  private var pendingRows: [(pass: ImportedPass, place: Location)] = []

  /// Imports the tables in their order. If a serial number is repeated, the last line counts. Lines
  /// that cannot be recorded are reported and skipped.
  ///
  /// - Parameters:
  ///   - files: the paths, `-` for standard input.
  ///   - path: the ledger. It is created if it does not exist.
  ///   - now: the time of the import in seconds since 1970.
  ///   - emit: receives each diagnostic as it is found.
  /// - Throws: `AnyLedgerError`, `FileError`. Passes recorded before that stay in the ledger.
  package static func run(
    _ files: [String], into path: String, now: Int64, emit: @escaping (Diagnostic) -> Void
  ) throws -> LedgerImport.Summary {
    // Before the ledger is created, so that a wrong file name leaves no new ledger.
    let streams = try files.map { $0 == "-" ? FileStream.standardInput() : try FileStream($0) }
    let ledger = try Ledger(path, access: .creating)
    var work = OutcomeImport(importer: LedgerImporter(ledger, now: now), emit: emit)
    for (file, stream) in zip(files, streams) {
      let name = file == "-" ? "<standard input>" : file
      var lines = OutcomeLines(stream)
      while let line = try lines.next() {
        try work.importLine(
          line.text,
          Source(name: name, bytes: line.text, firstLine: line.number, shown: .member))
      }
    }
    try work.flush()
    return work.summary
  }

  private mutating func importLine(_ text: [UInt8], _ source: Source) throws {
    guard !text.allSatisfy({ $0 <= 0x20 }) else { return }
    var report = Report()
    report.sources.setRow(source)
    let line = OutcomeLine.read(text, &report)
    let errors = report.sorted.filter { $0.severity == .error }
    guard let line, errors.isEmpty else {
      summary.rejected += 1
      errors.forEach(emit)
      return
    }
    switch line {
    case .withoutPass: summary.withoutPass += 1
    case .pass(let pass):
      pendingRows.append((pass, Location(file: source.name, line: source.firstLine, column: 1)))
    }
    if pendingRows.count >= Self.passesAtOnce { try flush() }
  }

  private mutating func flush() throws {
    let outcomes = try importer.add(pendingRows.map(\.pass))
    for (outcome, (pass, place)) in zip(outcomes, pendingRows) {
      switch outcome {
      case .imported: summary.imported += 1
      case .alreadyRecorded: summary.known += 1
      case .conflict:
        reject(
          LedgerFindings.conflict, "the ledger has another token for \(pass.serial)", place, pass)
      case .differsInCase(let known):
        reject(
          LedgerFindings.otherCase,
          "the ledger has \(known.serial), which differs from \(pass.serial) only in case", place,
          pass)
      case .inRun(let run):
        reject(
          LedgerFindings.inRun, "run \(run) is about to write \(pass.serial)", place, pass)
      }
    }
    pendingRows = []
  }

  private mutating func reject(
    _ finding: Finding, _ message: String, _ place: Location, _ pass: ImportedPass
  ) {
    summary.rejected += 1
    emit(Diagnostic(finding: finding, message: message, location: place, serial: pass.serial))
  }
}
