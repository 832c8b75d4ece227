// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Reads a ledger repeatedly and returns the passes issued in between.
///
/// New passes are found by the runs that issued them and not by time. So none is missed if the
/// clock was set back.
package struct LedgerFollower {
  /// An issued bundle in a separate file.
  package struct Issued: Sendable, Hashable {
    package let passType: String
    package let serial: String
    package let digest: [UInt8]
    package let path: String
  }

  /// An error about a pass that is not in a separate file.
  package struct MissingFileError: Error, CustomStringConvertible {
    package let description: String
  }

  package let path: String
  private let ledger: Ledger
  private var seen: [Disk.Moment?] = []
  /// Runs that were finished when they were read. They have no new passes.
  private var done: Set<Int64> = []
  private var isFirst = true
  private let skipsWithoutFile: Bool
  /// The number of passes of a run that were skipped because they are not in a separate file.
  package private(set) var withoutFile: [Int64: Int] = [:]

  /// Opens the ledger without changing anything in it.
  ///
  /// - Parameter skipsWithoutFile: whether passes that are not in a separate file are skipped, also
  ///   in the first call.
  /// - Throws: `AnyLedgerError`.
  package init(_ path: String, skipsWithoutFile: Bool = false) throws {
    self.path = path
    self.skipsWithoutFile = skipsWithoutFile
    ledger = try Ledger(path, access: .reading, readers: 1)
  }

  /// Calls `body` with the passes issued since the last call, in pages. The first call returns all
  /// passes.
  ///
  /// - Throws: `AnyLedgerError`. The first call throws `MissingFileError` if bundles are in a tar, a
  ///   .pkpasses file, a pipe or a store with a URL.
  package mutating func news(
    isolation: isolated (any Actor)? = #isolation, _ body: ([Issued]) async throws -> Void
  ) async throws {
    // The database and its log.
    let moments = Ledger.files(of: path).prefix(2).map { Disk.moment(of: $0) }
    guard moments != seen else { return }
    let runs = try ledger.runs()
    let filters =
      isFirst
      ? [PassFilter(state: .issued)]
      : runs.filter { !done.contains($0.id) }.map { PassFilter(state: .issued, run: $0.id) }
    var skipped: [Int64: Int] = [:]
    for filter in filters {
      try await ledger.forEachPass(filter, pageSize: 10_000) { page in
        let found = try page.compactMap { try issued($0, &skipped) }
        if !found.isEmpty { try await body(found) }
        return true
      }
    }
    // Only runs that were finished before the passes were read.
    done = Set(runs.filter(\.isFinished).map(\.id))
    // A run is read again until it is finished. Its count may become smaller, because a later run
    // may have reissued passes.
    withoutFile.merge(skipped) { max($0, $1) }
    seen = moments
    isFirst = false
  }

  private func issued(_ pass: LedgerPass, _ skipped: inout [Int64: Int]) throws -> Issued? {
    guard let file = pass.file, file.entry == nil, let digest = pass.bundle else {
      guard isFirst, !skipsWithoutFile else {
        skipped[pass.run, default: 0] += 1
        return nil
      }
      throw MissingFileError(
        description: "\(path): \(pass.serial) was issued into a tar, a .pkpasses or a pipe, "
          + "and passc serve can send only separate .pkpass files")
    }
    if file.isElsewhere {
      guard isFirst else { return nil }
      throw MissingFileError(
        description: "\(path): \(pass.serial) is in a store (\(file.fullPath)), "
          + "and passc serve can send only files of this computer")
    }
    return Issued(
      passType: pass.passType, serial: pass.serial, digest: digest.bytes, path: file.fullPath)
  }
}
