// SPDX-License-Identifier: Apache-2.0

package import PassDiagnostics
package import PassFiles
import PassModel
import PassRules

/// One run of `passc check`: every target judged, in order, whatever the number of workers.
package struct CheckRun {
  private let options: CheckOptions
  private let disk: DiskReader
  private var members: [PassSet.Member] = []
  private var checker: PassChecker
  /// One for each thread.
  private var workers: [PassChecker]
  /// Passes and templates that were judged, whether or not anything was found.
  package private(set) var subjects = 0

  package init(_ options: CheckOptions, disk: DiskReader = DiskReader()) {
    self.options = options
    self.disk = disk
    checker = PassChecker(options)
    workers = (0..<max(1, options.workers)).map { _ in PassChecker(options) }
  }

  /// Judges everything and hands each subject on as soon as its turn has come.
  ///
  /// - Throws: `FileError`, `DataUsageError`, `TarArchive.Invalid`, `PassFinder.Refused`,
  ///   `LedgerError`.
  package mutating func run(
    _ targets: [CheckTargets.Target], emit: (CheckedSubject) throws -> Void
  ) throws {
    var waiting: [String] = []
    for target in targets {
      if case .file(let path) = target {
        waiting.append(path)
        if waiting.count >= Self.filesAtOnce { try checkFiles(&waiting, emit) }
        continue
      }
      try checkFiles(&waiting, emit)
      switch target {
      case .file: continue
      case .template(let folder):
        subjects += 1
        try emit(try TemplateChecker.check(folder, options, disk: disk))
      case .folder(let folder):
        let found = try PassFinder.find(path: folder, limits: options.limits, disk: disk)
        try hand(on: checker.check(found, name: folder), emit)
      case .standardInput:
        try check(try Disk.readStandardInput(), name: "standard input", emit)
      }
    }
    try checkFiles(&waiting, emit)
    try checkSet(emit)
  }

  // MARK: Files

  /// Enough for every worker to be busy, few enough for memory.
  private static let filesAtOnce = 1024

  private mutating func checkFiles(
    _ paths: inout [String], _ emit: (CheckedSubject) throws -> Void
  ) throws {
    let batch = paths
    paths = []
    let options = options
    let disk = disk
    let count = min(workers.count, batch.count)
    // Taken out for the time being: while they work, the results of others are handed on.
    var working = workers
    workers = []
    defer { workers = working }
    try working.withUnsafeMutableBufferPointer { working in
      // A file that is read for somebody who keeps a log is read by one.
      let count = disk.log == nil ? count : 1
      try InOrder.run(count: batch.count, workers: count) { worker, item in
        Result {
          try Self.judge(
            batch[item], &working[worker], options, count > 1 ? DiskReader() : disk)
        }
      } deliver: { result in
        switch try result.get() {
        case .judged(let outcomes): try hand(on: outcomes, emit)
        case .tar(let bytes, let name): try check(bytes, name: name, emit)
        }
      }
    }
  }

  private enum Judged: Sendable {
    case judged([PassChecker.Outcome])
    /// A tar is taken apart afterwards, one bundle at a time.
    case tar([UInt8], name: String)
  }

  private static func judge(
    _ path: String, _ checker: inout PassChecker, _ options: CheckOptions, _ disk: DiskReader
  ) throws -> Judged {
    let bytes = try disk.read(path)
    if TarArchive.isTar(bytes) { return .tar(bytes, name: path) }
    return .judged(checker.check(bytes, name: path))
  }

  private mutating func check(
    _ bytes: [UInt8], name: String, _ emit: (CheckedSubject) throws -> Void
  ) throws {
    guard TarArchive.isTar(bytes) else {
      return try hand(on: checker.check(bytes, name: name), emit)
    }
    try TarArchive.forEachFile(in: bytes) { entry in
      guard [".pkpass", ".pkpasses"].contains(where: entry.name.hasSuffix) else { return }
      let name = "\(name)!\(entry.name)"
      try hand(on: checker.check(entry.bytes, name: name), emit)
    }
  }

  // MARK: Handing on

  private mutating func hand(
    on outcomes: [PassChecker.Outcome], _ emit: (CheckedSubject) throws -> Void
  ) throws {
    for outcome in outcomes {
      subjects += 1
      if let member = outcome.member { members.append(member) }
      // A .pkpasses without a fault of its own has its passes to show.
      if outcome.subject.kind == .passes, outcome.subject.diagnostics.isEmpty { continue }
      try emit(outcome.subject)
    }
  }

  private func checkSet(_ emit: (CheckedSubject) throws -> Void) throws {
    let set = PassSet(.loose, members)
    var found = AllRules.batchRules.flatMap { $0.check(set) }
    if let ledger = options.ledger {
      found += try LedgerComparison(ledger, limits: options.limits, disk: disk).check(members)
    }
    let diagnostics = options.policy.applied(to: found).sorted(by: Diagnostic.inOrder)
    guard !diagnostics.isEmpty else { return }
    try emit(CheckedSubject(name: "all together", kind: .set, diagnostics: diagnostics))
  }
}
