// SPDX-License-Identifier: Apache-2.0

import Dispatch
package import PassDiagnostics
package import PassFiles
import PassModel
import PassRules

/// One run of `passc check`: every target judged, in order, whatever the number of workers.
package struct CheckRun {
  private let options: CheckOptions
  private let disk: DiskReader
  private var members: [PassSet.Member] = []
  private var checkers: [PassChecker]
  /// Passes and templates that were judged, whether or not anything was found.
  package private(set) var subjects = 0

  package init(_ options: CheckOptions, disk: DiskReader = DiskReader()) {
    self.options = options
    self.disk = disk
    checkers = (0..<max(1, options.workers)).map { _ in PassChecker(options) }
  }

  /// Judges everything and hands each subject on as soon as its turn has come.
  ///
  /// - Throws: `FileError`, `DataUsageError`, `TarArchive.Invalid`, `PassFinder.Refused`.
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
        try hand(on: checkers[0].check(found, name: folder), emit)
      case .standardInput:
        try check(try Disk.readStandardInput(), name: "standard input", emit)
      }
    }
    try checkFiles(&waiting, emit)
    try checkSet(emit)
  }

  // MARK: Files

  /// Enough for every worker to be busy, few enough for memory.
  private static let filesAtOnce = 256

  private mutating func checkFiles(
    _ paths: inout [String], _ emit: (CheckedSubject) throws -> Void
  ) throws {
    defer { paths = [] }
    for result in outcomes(of: paths) {
      switch try result.get() {
      case .judged(let outcomes): try hand(on: outcomes, emit)
      case .tar(let bytes, let name): try check(bytes, name: name, emit)
      }
    }
  }

  private enum Judged: Sendable {
    case judged([PassChecker.Outcome])
    /// A tar is taken apart afterwards, one bundle at a time.
    case tar([UInt8], name: String)
  }

  /// What each file holds, by position. A worker takes every n-th file.
  private mutating func outcomes(of paths: [String]) -> [Result<Judged, any Error>] {
    let workers = min(checkers.count, paths.count)
    let options = options
    guard workers > 1 else {
      return paths.map { path in
        Result { try Self.judge(path, &checkers[0], options, disk) }
      }
    }
    var results = [Result<Judged, any Error>?](repeating: nil, count: paths.count)
    results.withUnsafeMutableBufferPointer { results in
      checkers.withUnsafeMutableBufferPointer { checkers in
        // Each worker touches its own checker and its own results.
        nonisolated(unsafe) let results = results
        nonisolated(unsafe) let checkers = checkers
        DispatchQueue.concurrentPerform(iterations: workers) { worker in
          for index in stride(from: worker, to: paths.count, by: workers) {
            results[index] = Result {
              try Self.judge(paths[index], &checkers[worker], options, DiskReader())
            }
          }
        }
      }
    }
    return results.compactMap { $0 }
  }

  private static func judge(
    _ path: String, _ checker: inout PassChecker, _ options: CheckOptions, _ disk: DiskReader
  ) throws -> Judged {
    let bytes = try disk.read(path)
    if TarArchive.isTar(bytes) { return .tar(bytes, name: path) }
    return .judged(
      checker.check(PassFinder.find(bytes, name: path, limits: options.limits), name: path))
  }

  private mutating func check(
    _ bytes: [UInt8], name: String, _ emit: (CheckedSubject) throws -> Void
  ) throws {
    guard TarArchive.isTar(bytes) else {
      let found = PassFinder.find(bytes, name: name, limits: options.limits)
      return try hand(on: checkers[0].check(found, name: name), emit)
    }
    try TarArchive.forEachFile(in: bytes) { entry in
      guard [".pkpass", ".pkpasses"].contains(where: entry.name.hasSuffix) else { return }
      let name = "\(name)!\(entry.name)"
      let found = PassFinder.find(entry.bytes, name: name, limits: options.limits)
      try hand(on: checkers[0].check(found, name: name), emit)
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
    let found = AllRules.batchRules.flatMap { $0.check(set) }
    let diagnostics = options.policy.applied(to: found).sorted(by: Diagnostic.inOrder)
    guard !diagnostics.isEmpty else { return }
    try emit(CheckedSubject(name: "all together", kind: .set, diagnostics: diagnostics))
  }
}
