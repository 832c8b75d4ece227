// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Tells a ledger where bundles are that were moved.
package enum LedgerRelocation {
  /// What came of a relocation.
  package enum Outcome: Hashable, Sendable {
    /// Both folders as they stand in the ledger, and how many passes have their file in them.
    case relocated(passes: Int, from: String, to: String)
    /// The ledger knows no file at or below that folder.
    case nothing(below: String)
    /// Both paths lead to that folder.
    case same(String)
    /// There is no folder of that name, where the files would have to be.
    case missing(String)
    /// A process is working at this run.
    case running(run: Int64)
  }

  /// Records every file at or below `old` at the same place below `new`; no file is touched.
  ///
  /// - Parameters:
  ///   - old: need not exist any more.
  ///   - new: must exist, so that it can be recorded as the next run will see it.
  ///   - path: the ledger, which must exist.
  ///   - isDryRun: nothing is changed, only counted.
  /// - Throws: `LedgerFault`, `FileError`.
  package static func run(
    from old: String, to new: String, in path: String, isDryRun: Bool
  ) throws -> Outcome {
    let ledger = try Ledger(path, access: isDryRun ? .reading : .writing)
    guard try Disk.kind(of: new, followingLinks: true) == .folder else { return .missing(new) }
    let new = try Disk.resolvingSymbolicLinks(new)
    let written = FilePath.normalised(FilePath.join(try Disk.currentFolder(), old))
    // As it is written first: where the old folder was, a link to the new one may stand today.
    let spellings = [written, try withoutLinks(written)]
    if written == new { return .same(new) }
    for old in spellings where old != new {
      switch try ledger.relocate(from: old, to: new, isDryRun: isDryRun) {
      case .running(let run): return .running(run: run)
      case .relocated(passes: 0): continue
      case .relocated(let passes): return .relocated(passes: passes, from: old, to: new)
      }
    }
    return .nothing(below: written)
  }

  /// The path with the links in the part of it that still exists resolved: what was recorded when
  /// all of it did.
  private static func withoutLinks(_ path: String) throws(FileError) -> String {
    var existing = path
    while existing != "/", try Disk.kind(of: existing, followingLinks: true) == nil {
      existing = FilePath.parent(existing)
    }
    let real = try Disk.resolvingSymbolicLinks(existing)
    guard let rest = FilePath.relative(path, to: existing), rest != "." else { return real }
    return FilePath.join(real, rest)
  }
}
