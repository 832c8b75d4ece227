// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Reads a ledger again and again, and hands on what was issued in between.
///
/// Which passes are new is told by the runs that issued them and not by times, so that a clock
/// that was set back hides nothing.
package struct LedgerFollower {
  /// A bundle that was issued, in a file of its own.
  package struct Issued: Sendable, Hashable {
    /// The pass type identifier.
    package let passType: String
    /// The serial number.
    package let serial: String
    /// The SHA-256 of the bundle.
    package let digest: [UInt8]
    /// Where the file is.
    package let path: String
  }

  /// A pass that stands in no file of its own.
  package struct WithoutFile: Error, CustomStringConvertible {
    /// What is wrong, as a sentence.
    package let description: String
  }

  /// The path of the ledger.
  package let path: String
  private let ledger: Ledger
  private var seen: [Disk.Moment?] = []
  /// Runs that were finished when they were looked at: nothing comes from them any more.
  private var done: Set<Int64> = []
  private var isFirst = true
  private let skipsWithoutFile: Bool
  /// How many passes of a run were left out, since they stand in no file of their own.
  package private(set) var withoutFile: [Int64: Int] = [:]

  /// Opens the ledger; nothing in it is changed.
  ///
  /// - Parameter skipsWithoutFile: leaves passes out that stand in no file of their own, from the
  ///   first call on.
  /// - Throws: `LedgerFault`.
  package init(_ path: String, skipsWithoutFile: Bool = false) throws {
    self.path = path
    self.skipsWithoutFile = skipsWithoutFile
    ledger = try Ledger(path, access: .reading, readers: 1)
  }

  /// Calls `body` with what was issued since the last call, a page at a time; the first call hands
  /// on everything.
  ///
  /// - Throws: `LedgerFault`; at the first call `WithoutFile` where bundles went into a tar, a
  ///   .pkpasses, a pipe or a store that is named by a URL.
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
    // Only what was finished before the passes were read.
    done = Set(runs.filter(\.isFinished).map(\.id))
    // A run is read again until it is finished; passes may have gone on to a later one.
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
      throw WithoutFile(
        description: "\(path): \(pass.serial) was issued into a tar, a .pkpasses or a pipe, "
          + "and passc serve can send only separate .pkpass files")
    }
    if file.isElsewhere {
      guard isFirst else { return nil }
      throw WithoutFile(
        description: "\(path): \(pass.serial) is in a store (\(file.fullPath)), "
          + "and passc serve can send only files of this computer")
    }
    return Issued(
      passType: pass.passType, serial: pass.serial, digest: digest.bytes, path: file.fullPath)
  }
}
