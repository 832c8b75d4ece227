// SPDX-License-Identifier: Apache-2.0

/// Another finding that makes a finding redundant. The redundant one is left out, so that one error
/// gives one diagnostic.
package enum RedundancyReason: Sendable {
  /// That finding for the same file.
  case sameFile(Finding)
  /// That finding for a missing file. The redundant finding is about the same file with a wrong
  /// name.
  case misnamedFile(Finding)
  /// That finding for a missing file. The redundant finding is about its entry in the manifest.
  case entryOfMissingFile(Finding)
  /// That finding for an entry whose name contains the string.
  case entry(Finding, containing: String)
  /// Any finding that a file in this folder is surplus.
  case surplusFile(inFolder: String)
  /// A damaged file whose path contains the string.
  case damagedFile(containing: String)
  /// Damage to the larger scales of the same image.
  case damagedScales
}

/// The problem of a file in a pass. Other findings depend on it.
package enum FileProblem: Sendable, Hashable {
  /// The pass does not need the file.
  case surplus
  /// The pass has no file with that name at its root.
  ///
  /// If there is a file with another spelling, the diagnostic names it. Such a spelling differs in
  /// case, or has an extension that is often added to the name.
  case missing(String, oftenWithExtension: Bool)
}
