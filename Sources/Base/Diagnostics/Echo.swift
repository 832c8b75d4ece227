// SPDX-License-Identifier: Apache-2.0

/// Another fault of the same bundle beside which a finding says nothing new, so that it is left
/// out: one fault, one diagnostic.
package enum Echo: Sendable {
  /// That finding, reported of the same file.
  case sameFile(Finding)
  /// That finding of a missing file: the complaint is about the file, which is there under a
  /// wrong name.
  case misnamedFile(Finding)
  /// That finding of a missing file: the complaint is about the file's entry in the manifest.
  case entryOfMissingFile(Finding)
  /// That finding, reported of an entry with the text in its name.
  case entry(Finding, containing: String)
  /// Any finding that says of a file in the folder that nobody asked for it.
  case surplusFile(inFolder: String)
  /// A file with the text in its path whose bytes are damaged.
  case damagedFile(containing: String)
  /// Damage to the larger scales of the image the complaint is about.
  case damagedScales
}

/// What a finding says of a file of a bundle, where other findings build on that.
package enum FileFault: Sendable, Hashable {
  /// Nobody asked for the file.
  case surplus
  /// The bundle has no file of that name at its root.
  ///
  /// Where another spelling is there it is named beside the complaint: upper and lower case, or
  /// with an extension if one is often added to that name.
  case missing(String, oftenWithExtension: Bool)
}
