// SPDX-License-Identifier: Apache-2.0

import PassBasics

/// Updates a ledger after bundles were moved.
package enum LedgerRelocation {
  package enum Outcome: Hashable, Sendable {
    /// The number of passes with a file in the folder, and both folders as the ledger records them.
    case relocated(passes: Int, from: String, to: String)
    /// The ledger has no file at or below that folder.
    case nothing(below: String)
    /// Both paths lead to that folder.
    case same(String)
    /// The new folder does not exist.
    case missing(String)
    case running(run: Int64)
  }

  /// Records every file at or below `old` at the same relative path below `new`. No file is
  /// changed.
  ///
  /// - Parameters:
  ///   - old: need not exist.
  ///   - new: must exist, so that its path is recorded in the form that the next run uses.
  ///   - path: the ledger, which must exist.
  ///   - isDryRun: counts without changing anything.
  /// - Throws: `AnyLedgerError`, `FileError`.
  package static func run(
    from old: String, to new: String, in path: String, isDryRun: Bool
  ) throws -> Outcome {
    let ledger = try Ledger(path, access: isDryRun ? .reading : .writing)
    guard try Disk.kind(of: new, followingLinks: true) == .folder else { return .missing(new) }
    let new = try Disk.resolvingSymbolicLinks(new)
    let written = FilePath.normalised(FilePath.join(try Disk.currentFolder(), old))
    // The path as given first: the old folder may now be a link to the new one.
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

  /// Returns the path with links resolved in the part of it that still exists. This is the recorded
  /// path if that part has not changed.
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
