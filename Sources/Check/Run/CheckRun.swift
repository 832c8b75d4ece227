// SPDX-License-Identifier: Apache-2.0

package import PassBasics
import PassBuild
import PassDiagnostics
import PassModel
package import PassRead
package import PassReport
import PassRules

/// One run of `passc check`. The output is in the order of the targets for any number of workers.
package struct CheckRun {
  private let options: CheckOptions
  private let disk: DiskReader
  private var members: [PassSet.Member] = []
  private var checker: PassChecker
  /// One checker for each thread.
  private var workers: [PassChecker]
  /// One checker for each thread that checks the content of a tar, because `workers` may be busy
  /// with other files at the same time.
  private var tarWorkers: [PassChecker] = []
  /// The number of checked passes and templates, with or without diagnostics.
  package private(set) var subjects = 0
  /// The reasons why targets could not be read, in order.
  package private(set) var unreadable: [String] = []
  /// The file on disk for members with a longer name, such as `a.pkpasses!b.pkpass`.
  private var containers: [String: String] = [:]

  /// Creates a run.
  ///
  /// - Parameter disk: reads folders and templates. If it has a log, every file that is read is
  ///   added to it.
  package init(_ options: CheckOptions, disk: DiskReader = DiskReader()) {
    self.options = options
    self.disk = disk
    checker = PassChecker(options)
    workers = Self.checkers(options)
  }

  /// Creates a checker for each thread.
  private static func checkers(_ options: CheckOptions) -> [PassChecker] {
    (0..<max(1, options.workers)).map { _ in PassChecker(options) }
  }

  /// Checks all targets and passes each subject to `emit` in order, as soon as it and all earlier
  /// ones are ready. An unreadable target is a subject too, so one broken link does not stop the
  /// run.
  ///
  /// - Throws: `DataUsageError`, and errors of `CheckOptions.issued` and `emit`.
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
      case .unreadable(let path, let error): try handOn(unreadable: path, error.description, emit)
      case .template(let folder):
        do {
          let subject = try TemplateChecker.check(folder, options, disk: disk)
          subjects += 1
          try emit(subject)
        } catch let error as FileError {
          try handOn(unreadable: folder, error.description, emit)
        } catch DataUsageError.sampleIsNoFile(let sample) {
          try handOn(
            unreadable: folder, "\(sample), the template's sample, is not a file", emit)
        }
      case .folder(let folder):
        do {
          let found = try PassFinder.find(path: folder, limits: options.limits, disk: disk)
          try hand(on: checker.check(found, name: folder), of: folder, emit)
        } catch let error as FileError {
          try handOn(unreadable: folder, error.description, emit)
        } catch let error as PassFinder.PassFinderError {
          try handOn(unreadable: folder, error.description, emit)
        }
      case .standardInput:
        do {
          try check(ForwardBytes(.standardInput()), name: Self.standardInput, emit)
        } catch let error as FileError {
          try handOn(unreadable: Self.standardInput, error.description, emit)
        }
      }
    }
    try checkFiles(&waiting, emit)
    try checkSet(emit)
  }

  private static let standardInput = "standard input"

  // MARK: Files

  /// The number of files in a batch. It keeps every worker busy and bounds the memory for results.
  private static let filesAtOnce = 1024

  private mutating func checkFiles(
    _ paths: inout [String], _ emit: (CheckedSubject) throws -> Void
  ) throws {
    let batch = paths
    paths = []
    // The workers are moved out of `self` during the run, because `deliver` changes `self` while
    // they work (exclusive access).
    var working = workers
    workers = []
    defer { workers = working }
    try OrderedWork.run(count: batch.count, &working) { checker, item in
      Self.check(batch[item], &checker)
    } deliver: { checked in
      switch checked {
      case .checked(let outcomes, let path):
        disk.log?.addFile(path)
        try hand(on: outcomes, of: path, emit)
      case .stream(let path):
        disk.log?.addFile(path)
        do {
          try check(ForwardBytes(FileStream(path)), name: path, emit)
        } catch let error as FileError {
          try handOn(unreadable: path, error.description, emit)
        }
      case .unreadable(let path, let error):
        try handOn(unreadable: path, error.description, emit)
      }
    }
  }

  private enum BundleResult: Sendable {
    case checked([PassChecker.Outcome], path: String)
    /// A tar, or a pipe that may contain one. It is read when its turn comes, on the calling
    /// thread.
    case stream(path: String)
    case unreadable(path: String, FileError)
  }

  private static func check(_ path: String, _ checker: inout PassChecker) -> BundleResult {
    do {
      if let kind = try Disk.kind(of: path, followingLinks: true), kind != .file {
        return .stream(path: path)
      }
      // Only a file without the extension of a bundle may be too large to read whole.
      if !isNamedBundle(path), try TarReader.isTar(ForwardBytes(FileStream(path))) {
        return .stream(path: path)
      }
      let bytes = try Disk.read(path)
      if TarReader.isTar(bytes) { return .stream(path: path) }
      return .checked(checker.check(bytes, name: path), path: path)
    } catch {
      return .unreadable(path: path, error)
    }
  }

  private static func isNamedBundle(_ name: String) -> Bool {
    PackageKind.pass.isNameOfFile(name)
  }

  /// Checks one bundle, or a tar with bundles.
  private mutating func check(
    _ stream: ForwardBytes, name: String, _ emit: (CheckedSubject) throws -> Void
  ) throws {
    guard try TarReader.isTar(stream) else {
      return try hand(on: checker.check(stream.remainder(), name: name), of: name, emit)
    }
    if tarWorkers.isEmpty { tarWorkers = Self.checkers(options) }
    var working = tarWorkers
    tarWorkers = []
    defer { tarWorkers = working }
    let tar = TarFeed(TarReader(stream))
    do {
      try OrderedWork.run(&working, limit: 2 * working.count + 2) { put in
        while let entry = try tar.next(where: Self.isNamedBundle), put(entry) {}
      } work: { checker, entry in
        checker.check(entry.bytes, name: "\(name)!\(entry.name)")
      } deliver: { outcomes in
        try hand(on: outcomes, of: name, emit)
      }
    } catch let error as TarReader.TarError {
      try handOn(unreadable: name, "cannot read \(name): \(error.description)", emit)
    }
  }

  /// The tar reader. It is not locked, because only the thread that feeds the workers calls it.
  private final class TarFeed: @unchecked Sendable {
    private var reader: TarReader

    init(_ reader: TarReader) { self.reader = reader }

    func next(where isWanted: (String) -> Bool) throws -> TarReader.Entry? {
      try reader.next(where: isWanted)
    }
  }

  // MARK: Output

  /// Passes outcomes to `emit`, with the members for rules on sets.
  ///
  /// - Parameter path: the file or folder on disk.
  private mutating func hand(
    on outcomes: [PassChecker.Outcome], of path: String, _ emit: (CheckedSubject) throws -> Void
  ) throws {
    for outcome in outcomes {
      subjects += 1
      if let member = outcome.member {
        members.append(member)
        if member.name != path { containers[member.name] = path }
      }
      // A .pkpasses without errors itself is represented by its passes.
      if outcome.subject.kind == .passes, outcome.subject.diagnostics.isEmpty { continue }
      try emit(outcome.subject.inside(path))
    }
  }

  private mutating func handOn(
    unreadable path: String, _ why: String, _ emit: (CheckedSubject) throws -> Void
  ) throws {
    let isDeadLink =
      Disk.identity(of: path) == nil
      && (try? Disk.kind(of: path, followingLinks: false)) == .symbolicLink
    let why = isDeadLink ? "\(path) is a link to a file that does not exist" : why
    unreadable.append(why)
    let isThere = isDeadLink || path == Self.standardInput || Disk.identity(of: path) != nil
    let diagnostic = Diagnostic(
      finding: CheckFindings.unreadable, message: why, location: Location(file: path),
      help: isThere
        ? nil : NearbyFile.question(for: path) ?? "look for the file, and give its whole path")
    try emit(CheckedSubject(name: path, kind: .unreadable, diagnostics: [diagnostic]))
  }

  private func checkSet(_ emit: (CheckedSubject) throws -> Void) throws {
    let set = PassSet(.loose, members)
    var found = AllRules.batchRules.flatMap { $0.check(set) }
    if let issued = options.issued {
      found += try issued.objections(to: members, limits: options.limits, disk: disk)
    }
    let diagnostics = options.policy.applied(to: found).sorted(by: Diagnostic.inOrder).map(placed)
    guard !diagnostics.isEmpty else { return }
    try emit(CheckedSubject(name: "all together", kind: .set, diagnostics: diagnostics))
  }

  /// Returns the diagnostic with the files on disk of the passes it is about.
  private func placed(_ diagnostic: Diagnostic) -> Diagnostic {
    guard !containers.isEmpty else { return diagnostic }
    return diagnostic.placed { place in
      containers[place.bundle ?? place.file].map(place.inside) ?? place
    }
  }
}
