// SPDX-License-Identifier: Apache-2.0

import PassArchive
import PassBasics
import PassCrypto
package import PassDiagnostics

/// Compares a ledger with the disk. The file of every issued pass must exist with the recorded size
/// and SHA-256, and there must be no unknown files next to them.
///
/// It needs eight bytes of memory per pass to recognize known files, and the digests of the entries
/// of the last .pkpasses and tar files.
package struct LedgerVerification {
  /// The counts of a verification.
  package struct Summary: Sendable, Hashable {
    /// Issued passes whose files were checked.
    package var passes = 0
    /// Passes without a file to check, because they went through a pipe, were imported from a
    /// folder, or are in an object store.
    package var withoutFile = 0
    /// The total size of the .pkpass files that were read, without those in .pkpasses and tar
    /// files.
    package var bytes: Int64 = 0
    /// Passes that are reserved and not issued.
    package var reserved = 0
    package var errors = 0
    package var warnings = 0
  }

  private let ledger: Ledger
  private let jobs: Int
  private let emit: (Diagnostic) -> Void
  private let progress: (_ done: Int, _ total: Int) -> Void
  private var summary = Summary()
  private var knownFiles: [UInt64] = []
  private var folders: Set<String> = []
  private var containers = LedgerContainers()

  /// Checks the ledger, the files and their folders, and reports what it finds. If the database is
  /// damaged it stops there, because the records cannot be trusted. While a run is in progress it
  /// does not look for unknown files.
  ///
  /// - Parameters:
  ///   - jobs: the number of threads that read files.
  ///   - progress: receives the number of checked passes.
  /// - Throws: `LedgerError`, `FileError`.
  package static func run(
    _ path: String, jobs: Int,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in },
    emit: @escaping (Diagnostic) -> Void
  ) throws -> Summary {
    var verification = LedgerVerification(
      ledger: try Ledger(path, access: .reading), jobs: max(jobs, 1), emit: emit,
      progress: progress)
    try verification.run()
    return verification.summary
  }

  private mutating func run() throws {
    verifyModes()
    for words in try ledger.damages() {
      report(LedgerFindings.damaged, words, at: ledger.path)
    }
    // A damaged index cannot be trusted for checking files.
    guard summary.errors == 0 else { return }
    let isRunning = try verifyRuns()
    let total = try ledger.count(PassFilter(state: .issued))
    try ledger.forEachPass(PassFilter(state: .issued)) { page in
      verify(page)
      progress(summary.passes, total)
      return true
    }
    try verifyReserved(isRunning: isRunning)
    // A running process has unfinished files there.
    if !isRunning { try verifyFolders() }
  }

  // MARK: The ledger itself

  private mutating func verifyModes() {
    for path in Ledger.files(of: ledger.path) {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { continue }
      report(
        LedgerFindings.mode,
        "others can read the tokens in it (mode \(String(status.st_mode & 0o777, radix: 8)))",
        at: path)
      // The other files get the mode of the database, so one diagnostic is enough.
      return
    }
  }

  /// - Returns: whether a process is using the ledger.
  private mutating func verifyRuns() throws -> Bool {
    var isRunning = false
    var last: [String: LedgerRun] = [:]
    for run in try ledger.runs() where run.kind == .issue {
      if try ledger.isAlive(run) { isRunning = true } else { last[run.passType ?? ""] = run }
    }
    for (_, run) in last.sorted(by: { $0.value.id < $1.value.id }) where !run.isFinished {
      report(
        LedgerFindings.unfinished,
        "run \(run.id) of \(LedgerTime.text(run.started)) is unfinished", at: ledger.path)
    }
    return isRunning
  }

  private mutating func verifyReserved(isRunning: Bool) throws {
    summary.reserved = try ledger.count(PassFilter(state: .reserved))
    guard summary.reserved > 0, !isRunning else { return }
    report(
      LedgerFindings.reserved,
      summary.reserved == 1
        ? "1 pass is reserved and not issued"
        : "\(summary.reserved) passes are reserved and not issued", at: ledger.path)
  }

  // MARK: Files

  private mutating func verify(_ passes: [LedgerPass]) {
    summary.passes += passes.count
    var whole: [LedgerPass] = []
    for pass in passes {
      // Files in an object store are not checked.
      guard let file = pass.file, !file.isElsewhere else {
        summary.withoutFile += 1
        continue
      }
      remember(file.fullPath)
      if file.entry == nil { whole.append(pass) } else { verifyEntry(pass, file) }
    }
    let workers = min(jobs, max(whole.count / 8, 1))
    OrderedWork.run(count: whole.count, workers: workers) { [whole] _, index in
      Self.inspect(whole[index])
    } deliver: { look in
      summary.bytes += look.bytes
      if let diagnostic = look.diagnostic { report(diagnostic) }
    }
  }

  private mutating func remember(_ path: String) {
    let path = FilePath.normalised(path)
    folders.insert(FilePath.parent(path))
    knownFiles.append(Self.hash(path))
  }

  private struct FileResult: Sendable {
    var bytes: Int64 = 0
    var diagnostic: Diagnostic?
  }

  private static func inspect(_ pass: LedgerPass) -> FileResult {
    guard let file = pass.file else { return FileResult() }
    let path = file.fullPath
    do {
      let bytes = try Disk.read(path)
      let size = Int64(bytes.count)
      if size != file.size {
        return FileResult(
          bytes: size,
          diagnostic: message(
            LedgerFindings.changed, "\(size) bytes, \(file.size) were issued", path, pass))
      }
      if let digest = pass.bundle, LedgerDigest(Digest.sha256(bytes)) != digest {
        return FileResult(
          bytes: size,
          diagnostic: message(
            LedgerFindings.changed, "the SHA-256 differs from the one that was issued", path, pass))
      }
      return FileResult(bytes: size)
    } catch {
      return FileResult(
        diagnostic: error.isMissing
          ? message(LedgerFindings.missing, "the file of \(pass.serial) is missing", path, pass)
          : message(LedgerFindings.unreadable, error.description, path, pass))
    }
  }

  private mutating func verifyEntry(_ pass: LedgerPass, _ file: PlacedFile) {
    let path = file.fullPath
    let name = file.entry ?? ""
    do {
      let container = try containers.open(path)
      // The size of a tar is not recorded, because it is unknown while its passes are being
      // recorded.
      if file.size > 0, container.size != file.size {
        report(
          Self.message(
            LedgerFindings.changed, "\(container.size) bytes, \(file.size) were issued", path, pass
          ))
        return
      }
      guard let digest = container.digests[Self.hash(name)] else {
        report(
          Self.message(LedgerFindings.missing, "\(name) is not in \(path)", path, pass))
        return
      }
      if let expected = pass.bundle, digest != expected {
        report(
          Self.message(
            LedgerFindings.changed, "the SHA-256 of \(name) differs from the one that was issued",
            path,
            pass))
      }
    } catch let error as FileError where error.isMissing {
      report(
        Self.message(
          LedgerFindings.missing, "the file of \(pass.serial) is missing", path, pass))
    } catch {
      report(Self.message(LedgerFindings.unreadable, "\(error)", path, pass))
    }
  }

  // MARK: Other files in the folders

  private mutating func verifyFolders() throws {
    knownFiles.sort()
    for folder in folders.sorted() {
      // A missing folder was already reported for each of its files.
      guard (try? Disk.kind(of: folder, followingLinks: true)) == .folder else { continue }
      for entry in try Disk.list(folder) where entry.kind == .file {
        let path = FilePath.normalised(FilePath.join(folder, entry.name))
        if entry.name.hasPrefix(StaleFiles.prefix) {
          report(LedgerFindings.temporary, "left by a process that was killed", at: path)
        } else if PackageKind.pass.isNameOfFile(entry.name),
          !isKnown(path)
        {
          report(LedgerFindings.unknown, "the ledger does not have this pass", at: path)
        }
      }
    }
  }

  private func isKnown(_ path: String) -> Bool {
    let hash = Self.hash(path)
    var low = 0
    var high = knownFiles.count
    while low < high {
      let middle = (low + high) / 2
      if knownFiles[middle] < hash { low = middle + 1 } else { high = middle }
    }
    return low < knownFiles.count && knownFiles[low] == hash
  }

  /// Returns the FNV-1a hash, which is the same in every process and distinguishes the names in one
  /// folder.
  static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  // MARK: Diagnostics

  private static func message(
    _ finding: Finding, _ message: String, _ path: String, _ pass: LedgerPass
  ) -> Diagnostic {
    Diagnostic(
      finding: finding, message: message, location: Location(file: path), serial: pass.serial)
  }

  private mutating func report(_ finding: Finding, _ message: String, at path: String) {
    report(Diagnostic(finding: finding, message: message, location: Location(file: path)))
  }

  private mutating func report(_ diagnostic: Diagnostic) {
    switch diagnostic.severity {
    case .error: summary.errors += 1
    case .warning: summary.warnings += 1
    case .note: break
    }
    emit(diagnostic)
  }
}
